import type { BudName } from '~/buds/bud'

/** Words of an event that the browser may know; the rules stand in `event-input.server.ts`. Product 5.1. */
export const eventtypes = ['Social', 'Client', 'Colleagues', 'Other'] as const
export type Eventtype = (typeof eventtypes)[number]

export const eventSorts = ['newestFirst', 'oldestFirst', 'A-Z', 'Z-A', 'eventType'] as const

export const requiredFields = 'Please provide all required fields (Name, Location, and Event type)'

export type EventInput = {
  Name: string
  Description: string
  Location: string
  Eventtype: Eventtype
  /** The time on the clocks at the event's place, `YYYY-MM-DDTHH:mm`. */
  startDate: string
  endDate: string
  /** Ids of the attendees. */
  selectedBuds: string[]
}

export type Event = Omit<EventInput, 'selectedBuds'> & { _id: string; createdAt: Date; buds: BudName[] }

/** In a list `buds` holds the first by name. */
export type ListedEvent = Event & { totalBuds: number }

/** What the calendar shows of an event. */
export type CalendarEvent = Pick<Event, '_id' | 'Name' | 'Location' | 'Eventtype' | 'startDate' | 'endDate'>
