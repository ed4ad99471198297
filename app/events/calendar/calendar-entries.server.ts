import { sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import type { CalendarEvent } from '~/events/events/event-input.server'
import { calendarColumns, calendarEventsOf } from '~/events/events/event-range.server'
import { whoseDate } from '~/people/circles/dates'
import { dateRows } from '~/people/circles/dates.server'
import type { CalendarDate } from './calendar-date'
import type { Range } from './calendar-period'

const dateLimit = 1_000
const owner = sql`${sql.placeholder('ownerId')}::uuid`
const first = sql`${sql.placeholder('from')}::timestamp::date`
const last = sql`(${sql.placeholder('to')}::timestamp::date - 1)`

const dates = dateRows({ owner, from: first, to: last }, dateLimit)

const selectEntries = db
  .select({ ...calendarColumns, dates })
  .from(sql`(values (1)) one`)
  .prepare('calendar_entries')

export type CalendarEntries = { events: CalendarEvent[]; dates: CalendarDate[] }

/** The events of an owner that overlap a range, and the dates of buds and circles in it, at most 1,000 each (product 6). */
export async function findCalendarEntries(ownerId: string, range: Range): Promise<CalendarEntries> {
  const [row] = await selectEntries.execute({ ownerId, ...range })
  const { events = [], series = [], dates = [] } = row ?? {}
  return {
    events: calendarEventsOf({ events, series }, range),
    dates: dates.map(({ bud, circle, ...date }) => {
      const whose = whoseDate({ bud, circle })
      return {
        _id: [whose.page, date.on, date.label, date.years].join(' '),
        budId: bud?._id ?? null,
        circleId: circle?._id ?? null,
        ...whose,
        ...date,
      }
    }),
  }
}
