import type { CalendarEvent } from '~/events/event-input.server'

/** An event in the form that react-big-calendar needs. An event with `isNew` fades in. */
export type CalendarItem = { title: string; start: Date; end: Date; event: CalendarEvent; isNew: boolean }
