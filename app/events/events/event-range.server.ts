import { and, lte, type SQL, sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import { jsonRows } from '~/base/db/json-rows.server'
import { literal, parameter } from '~/base/db/lists.server'
import { listedBudsLimit } from '~/people/buds/bud-picker'
import { eventBuds, events } from '~drizzle/schema'
import type { ListedEvent } from './event-input.server'
import { eventColumns, eventListColumns } from './events.server'

const { _id, Name, Description, Location, Eventtype, startDate, endDate } = eventColumns
const rowLimit = literal(1_000)
const attendeeLimit = 20_000
const byteLimit = 5_000_000
/** Bytes of JSON: an event without its texts, and an attendee with the longest names. */
const bytesOfEvent = 300
const bytesOfBud = 700

const owner = parameter('ownerId', 'uuid')
const from = parameter('from', 'timestamp')
const to = parameter('to', 'timestamp')

/** Enough for most months. Even with the longest texts, 100 events cannot exceed `byteLimit`. */
const fewEvents = 100

/**
 * SQL condition: the event overlaps the range. An event of zero length overlaps a range that contains its start. Uses two indexes, so that the cost depends on the number of events found. The index on the start finds events that
 * start in the range or up to 31 days before it. The index on the end finds the few longer events.
 */
export const overlapping = ({ owner, from, to }: Record<'owner' | 'from' | 'to', SQL>) =>
  sql`${events.ownerId} = ${owner} and ${startDate} < ${to} and (${endDate} > ${from} or ${startDate} >= ${from}) and (
  ${startDate} >= ${from} - interval '31 days'
  or (${endDate} > ${startDate} + interval '31 days' and ${endDate} > ${from})
)`

const inRange = overlapping({ owner, from, to })

/** Without the zero interval, the planner might choose the index on `start_date` and scan it from the first entry. */
const byStart = sql`${startDate} + interval '0'`

/** A column with the events that overlap the range, by start, at most 1,000. Needs `ownerId`, `from` and `to`. */
export const calendarEvents = jsonRows(
  { _id, Name, Location, Eventtype, startDate, endDate },
  sql`from (select * from ${events} where ${inRange} order by ${byStart}, ${_id} limit ${rowLimit}) ${events}`,
  sql`${startDate}, ${_id}`,
)

const fewRows = db
  .select()
  .from(events)
  .where(inRange)
  .orderBy(byStart, _id)
  .limit(literal(fewEvents + 1))

const fewStatement = db
  .select(eventListColumns)
  .from(fewRows.as('events'))
  .orderBy(startDate, _id)
  .prepare('events_few')

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
  .limit(rowLimit)
  .as('key')

const links = sql`lateral (
  select count(*) as n from ${eventBuds} where ${eventBuds.ownerId} = ${owner} and ${eventBuds.recordId} = ${key._id}
) links`

const bytes = sql`texts + ${literal(bytesOfEvent)} + ${literal(bytesOfBud)} * least(n, ${literal(listedBudsLimit)})`
const runningSum = (amount: SQL) => sql`sum(${amount}) over (order by start_date, id)`

const summed = db
  .select({
    _id: key._id,
    total: key.total,
    attendees: runningSum(sql`n`).as('attendees'),
    bytes: runningSum(bytes).as('bytes'),
  })
  .from(key)
  .innerJoin(links, sql`true`)
  .as('summed')

/** As `byKey`, with the columns of a list. */
const row = db
  .select(eventListColumns)
  .from(events)
  .where(sql`${events.ownerId} = ${owner} and ${_id} = ${summed._id}`)
  .limit(literal(1))
  .as('row')

/** All fields of the events. The limits bound the size of the response and the duration of the query. */
const rangeStatement = db
  .select({ ...row._.selectedFields, total: summed.total })
  .from(summed)
  .innerJoinLateral(row, sql`true`)
  .where(and(lte(summed.attendees, literal(attendeeLimit)), lte(summed.bytes, literal(byteLimit))))
  .orderBy(row.startDate, row._id)
  .prepare('events_range')

type Range = { from: string; to: string }

/** The body of `GET /events` with `from` and `to`. */
export async function listEventsBetween(ownerId: string, range: Range) {
  const few = await fewStatement.execute({ ownerId, ...range })
  const fewAttendees = few.reduce((sum, { totalBuds }) => sum + totalBuds, 0)
  if (few.length <= fewEvents && fewAttendees <= attendeeLimit) return bodyOf(few, few.length)
  const rows = await rangeStatement.execute({ ownerId, ...range })
  return bodyOf(
    rows.map(({ total: _, ...event }) => event),
    rows[0]?.total ?? 0,
  )
}

function bodyOf(events: ListedEvent[], totalEvents: number) {
  return { events, totalEvents, numOfPages: Math.min(totalEvents, 1), currentPage: 1 }
}
