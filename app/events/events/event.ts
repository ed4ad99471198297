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

/** With those of the fields that say in a form how it repeats. */
export const eventFormLabels = { ...eventLabels, lastDay: 'Last day', times: 'Times' }

/** Labels of what the history shows besides the fields of an event. */
export const otherEventLabels = { guests: 'Answers' }

/** The parts of the page that have a form in place, with the fields that each changes. */
export const eventParts = {
  details: ['Name', 'Eventtype', 'Location', 'startDate', 'endDate', 'repeat'],
  description: ['Description'],
  buds: ['selectedBuds'],
} as const

/** The path of a screen of an event, or of an occurrence of a series. */
export const eventPath = (_id: string, occurrence?: string | null, screen = 'Event') =>
  `/dashboard/${screen}/${_id}${occurrence ? `?occurrence=${occurrence}` : ''}`

/** The message of each of these fields that is missing. */
export const requiredFields = 'Please provide all required fields (Name, Location, and Event type)'
