import { onDemand } from '~/base/components/on-demand'

/** The form of the part of a circle that is open. */
export const CirclePartForm = onDemand(async () => (await import('./part-fields')).CirclePartForm)

/** The form of the part of an event that is open. */
export const EventPartForm = onDemand(async () => (await import('./part-fields')).EventPartForm)
