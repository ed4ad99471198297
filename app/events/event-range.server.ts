import { lte, sql } from 'drizzle-orm'
import { chosenLimit } from '~/buds/chosen'
import { db } from '~/server/db.server'
import { eventBuds, events } from '~drizzle/schema'
import type { CalendarEvent, Event } from './event'
import { eventColumns } from './events.server'

const { _id, Name, Location, Eventtype, startDate, endDate } = eventColumns
/** In the statement itself: a limit that came as a parameter would be planned for anew each time. */
const atMost = sql.raw('1000') as unknown as number
const atMostAttendees = 20_000

// Behind a select, where no value changes the plan: it is made once and not for each range, which costs more than the answer.
const owner = sql`(select ${sql.placeholder('ownerId')}::uuid)`
const from = sql`(select ${sql.placeholder('from')}::timestamp)`
const to = sql`(select ${sql.placeholder('to')}::timestamp)`

/** An event without length belongs to the moment it begins at. */
const overlaps = sql`${startDate} < ${to} and (${endDate} > ${from} or ${startDate} >= ${from})`

/**
 * Along two indexes, so that it costs what it finds: by their start the events of the range and of the month before it,
 * by their end the few that are longer than that.
 */
const inRange = sql`${events.ownerId} = ${owner} and ${overlaps} and (
  ${startDate} >= ${from} - interval '31 days'
  or (${endDate} > ${startDate} + interval '31 days' and ${endDate} > ${from})
)`

const calendar = db
  .select({ _id, Name, Location, Eventtype, startDate, endDate })
  .from(events)
  .where(inRange)
  .orderBy(startDate, _id)
  .limit(atMost)
  .prepare('events_calendar')

const key = db
  .select({ _id, startDate, total: sql<number>`count(*) over ()::int`.as('total') })
  .from(events)
  .where(inRange)
  .orderBy(startDate, _id)
  .limit(atMost)
  .as('key')

/** Few events cannot have too many attendees, so these are counted of many only. */
const attendees = sql`case when total * ${sql.raw(String(chosenLimit))} <= ${sql.raw(String(atMostAttendees))} then 0
  else (select count(*) from ${eventBuds} where ${eventBuds.ownerId} = ${owner} and ${eventBuds.ofId} = ${key._id}) end`

const counted = db
  .select({
    _id: key._id,
    total: key.total,
    upTo: sql`sum(${attendees}) over (order by start_date, id)`.as('up_to'),
  })
  .from(key)
  .as('counted')

/** Whole events, as many as have 20,000 attendees: thousands with hundreds each are more than one answer can hold. */
const whole = db
  .select({ ...eventColumns, total: counted.total })
  .from(counted)
  .innerJoin(events, sql`${events.ownerId} = ${owner} and ${_id} = ${counted._id}`)
  .where(lte(counted.upTo, atMostAttendees))
  .orderBy(startDate, _id)
  .prepare('events_range')

type Range = { from: string; to: string }

/** The owner's events that overlap a stretch of time, by their start, at most 1,000 (decisions §3). */
export function eventsBetween(ownerId: string, range: Range): Promise<CalendarEvent[]> {
  return calendar.execute({ ownerId, ...range })
}

/** The body of `GET /events` with `from` and `to`. */
export async function listEventsBetween(ownerId: string, range: Range) {
  const rows = await whole.execute({ ownerId, ...range })
  const totalEvents = rows[0]?.total ?? 0
  const found: Event[] = rows.map(({ total: _, ...event }) => event)
  return { events: found, totalEvents, numOfPages: Math.min(totalEvents, 1), currentPage: 1 }
}
