import { circleBuds, circles, eventBuds, events, interactionBuds, interactions } from './records'

/** The tables of the kinds of records that have buds, in the order in which their rows are locked, before buds. */
export const recordTables = {
  circle: { records: circles, links: circleBuds },
  event: { records: events, links: eventBuds },
  interaction: { records: interactions, links: interactionBuds },
} as const
