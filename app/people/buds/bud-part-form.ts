import { onDemand } from '~/base/components/on-demand'

/** The form of a part of the bud screen. */
export const BudPartForm = onDemand(async () => (await import('./bud-part-fields')).BudPartForm)
