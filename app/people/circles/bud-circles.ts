import { onDemand } from '~/base/components/on-demand'

/** The form of the circles of a bud. */
export const BudCirclesForm = onDemand(async () => (await import('./bud-circles-form')).BudCirclesForm)
