import type { CalendarEvent } from '~/events/events/event-input.server'
import { occasionOf } from '~/people/buds/bud-dates'

/** A date of a bud, such as a birthday, or a milestone of a circle, on one day of the calendar. */
export type CalendarDate = {
  _id: string
  budId: string | null
  circleId: string | null
  /** Below `/dashboard/`. */
  page: string
  name: string
  label: string
  /** `YYYY-MM-DD`. */
  on: string
  years: number | null
}

export const isDate = (entry: CalendarEvent | CalendarDate): entry is CalendarDate => 'on' in entry

/** `Birthday, turns 40`, or `Birthday` if the year is not known. */
export const textOfDate = ({ label, years }: CalendarDate) => occasionOf(label, years)

/** Whose day it is and what for; of a milestone, which its circle may have many of, first what it was. */
export const wordsOfDate = (date: CalendarDate) =>
  date.circleId && date.label ? [textOfDate(date), date.name] : [date.name, textOfDate(date)]

export const iconOfDate = ({ circleId }: CalendarDate) => (circleId ? 'flag' : 'cake')
