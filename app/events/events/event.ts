/** Constants of an event for browser and server (product 5.1). The rules are in `event-input.server.ts`. */
export const eventtypes = ['Social', 'Client', 'Colleagues', 'Other'] as const

/** The values of `when`: events that have not ended, that have, and both. */
export const eventWhen = ['upcoming', 'past', 'all'] as const
export type EventWhen = (typeof eventWhen)[number]

export const eventLabels = {
  Name: 'Name',
  Location: 'Location',
  Eventtype: 'Event type',
  startDate: 'Start',
  endDate: 'End',
  repeat: 'Repeats',
  skipped: 'Left out',
  Description: 'Description',
  selectedBuds: 'Buds',
}

/** Labels of what the history shows besides the fields of an event. */
export const otherEventLabels = { guests: 'Answers' }

/** The message of each of these fields that is missing. */
export const requiredFields = 'Please provide all required fields (Name, Location, and Event type)'
