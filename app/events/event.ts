/** Words of an event that the browser may know; the rules stand in `event-input.server.ts`. Product 5.1. */
export const eventtypes = ['Social', 'Client', 'Colleagues', 'Other'] as const

export const eventSorts = ['newestFirst', 'oldestFirst', 'A-Z', 'Z-A', 'eventType'] as const

export const requiredFields = 'Please provide all required fields (Name, Location, and Event type)'

/** Names of the fields in the form. */
export const eventLabels = {
  Name: 'Name',
  Location: 'Location',
  Eventtype: 'Event type',
  startDate: 'Start',
  endDate: 'End',
  Description: 'Description',
  selectedBuds: 'Buds',
}
