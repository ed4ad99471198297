import type { Event, EventInput } from '~/events/events/event-input.server'
import type { Component } from './content-lines.server'
import type { Moment } from './moments.server'

/** The fields of an event that a component has. Without categories it says nothing of the type. */
export type ReadFields = Pick<EventInput, 'Name' | 'Location' | 'Description' | 'startDate' | 'endDate'> & {
  Eventtype?: EventInput['Eventtype']
}
/** A component with its fields. `start` is its first start as it was sent. */
export type ReadEvent = ReadFields & { component: Component; start: Moment }
/** An occurrence that is not as the rule has it. One that is cancelled does not happen. */
export type ReadOccurrence = ReadEvent & { occurrence: string; isCancelled: boolean }
export type ReadObject = {
  uid: string
  calendar: Component
  /** `skipped` has all starts that do not happen by the rule. */
  master: ReadEvent & Pick<EventInput, 'repeat' | 'skipped'>
  occurrences: ReadOccurrence[]
}

type Fields = Pick<Event, 'Name' | 'Location' | 'Description' | 'Eventtype' | 'startDate' | 'endDate'>
/**
 * An event as it is stored, with what a client has sent last. `stamp`: when it was created, as
 * iCalendar writes it.
 */
export type StoredEvent = Fields &
  Pick<Event, '_id' | 'repeat' | 'skipped'> & {
    stamp: string
    takenOut: (Fields & { _id: string; occurrence: string | null })[]
    object: { uid: string; content: string } | null
  }
