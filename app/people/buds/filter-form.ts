import { onDemand } from '~/base/components/on-demand'

/** The form that builds a filter. */
export const FilterForm = onDemand(async () => (await import('./filter-panel')).FilterForm)
