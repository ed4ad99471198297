import type { CalendarEvent } from '~/events/events/event-input.server'
import { yearsText } from '~/people/buds/bud-dates'

/** A date of a bud, such as a birthday, on one day of the calendar. */
export type CalendarDate = {
  _id: string
  budId: string
  name: string
  label: string
  /** `YYYY-MM-DD`. */
  on: string
  years: number | null
}

export const isDate = (entry: CalendarEvent | CalendarDate): entry is CalendarDate => 'on' in entry

/** `Birthday, turns 40`, or `Birthday` if the year is not known. */
export const textOfDate = ({ label, years }: CalendarDate) =>
  [label, yearsText(label, years)].filter(Boolean).join(', ')
