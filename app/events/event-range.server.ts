import { and, lte, type SQL, sql } from 'drizzle-orm'
import { chosenLimit, listedLimit } from '~/buds/chosen'
import { db } from '~/db/db.server'
import { eventBuds, events } from '~drizzle/schema'
import type { CalendarEvent, ListedEvent } from './event-input.server'
import { eventColumns, eventListColumns } from './events.server'

const { _id, Name, Description, Location, Eventtype, startDate, endDate } = eventColumns
/** In the statement itself: a limit that came as a parameter would be planned for anew each time. */
const atMost = sql.raw('1000') as unknown as number
const atMostAttendees = 20_000
const atMostBytes = 5_000_000
/** Of an event without its texts, and of a bud in it with the longest names. */
const bytesOfEvent = 300
const bytesOfBud = 700

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
  .select({
    _id,
    startDate,
    total: sql<number>`count(*) over ()::int`.as('total'),
    texts: sql`octet_length(${Name}) + octet_length(${Description}) + octet_length(${Location})`.as('texts'),
  })
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
    startDate: key.startDate,
    total: key.total,
    texts: key.texts,
    n: sql`${attendees}`.as('n'),
  })
  .from(key)
  .as('counted')

const constant = (value: number) => sql.raw(String(value))
const bytes = sql`texts + ${constant(bytesOfEvent)} + ${constant(bytesOfBud)} * least(n, ${constant(listedLimit)})`
const upTo = (amount: SQL) => sql`sum(${amount}) over (order by start_date, id)`

const summed = db
  .select({
    _id: counted._id,
    total: counted.total,
    attendees: upTo(sql`n`).as('attendees'),
    bytes: upTo(bytes).as('bytes'),
  })
  .from(counted)
  .as('summed')

/** Each event by its own key: without statistics of new rows the planner would join all events with all. */
const row = db
  .select(eventListColumns)
  .from(events)
  .where(sql`${events.ownerId} = ${owner} and ${_id} = ${summed._id}`)
  .limit(1)
  .as('row')

/** Whole events, as many as one response can hold and the database can read in time. */
const whole = db
  .select({ ...row._.selectedFields, total: summed.total })
  .from(summed)
  .innerJoinLateral(row, sql`true`)
  .where(and(lte(summed.attendees, atMostAttendees), lte(summed.bytes, atMostBytes)))
  .orderBy(row.startDate, row._id)
  .prepare('events_range')

type Range = { from: string; to: string }

/** The owner's events that overlap a stretch of time, by their start, at most 1,000 (product 13.3). */
export function eventsBetween(ownerId: string, range: Range): Promise<CalendarEvent[]> {
  return calendar.execute({ ownerId, ...range })
}

/** The body of `GET /events` with `from` and `to`. */
export async function listEventsBetween(ownerId: string, range: Range) {
  const rows = await whole.execute({ ownerId, ...range })
  const totalEvents = rows[0]?.total ?? 0
  const found: ListedEvent[] = rows.map(({ total: _, ...event }) => event)
  return { events: found, totalEvents, numOfPages: Math.min(totalEvents, 1), currentPage: 1 }
}
