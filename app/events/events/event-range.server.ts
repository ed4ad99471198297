import { and, lte, type SQL, sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import { jsonRows } from '~/base/db/json-rows.server'
import { literal, mappedRows, parameter } from '~/base/db/lists.server'
import {
  byStart as byTime,
  occurrenceLimit,
  occurrencesIn,
  type Times,
  withOccurrences,
} from '~/events/repeats/occurrences'
import { listedBudsLimit } from '~/people/buds/bud-picker'
import { eventBuds, events } from '~drizzle/schema'
import type { CalendarEvent, ListedEvent } from './event-input.server'
import { eventColumns, eventListColumns } from './events.server'

const { _id, Name, Description, Location, Eventtype, startDate, endDate } = eventColumns
const { listStart, endsAt, repeat, skipped, repeatUntil, nextStart, lastEnd, settleAt, version } = events
const rowLimit = literal(occurrenceLimit)
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

type SqlRange = Record<'owner' | 'from' | 'to', SQL>

/**
 * SQL condition: a single event that overlaps the range. An event of zero length overlaps a range that contains its start.
 * Uses two indexes, so that the cost depends on the number of events found. The index on the start finds events that start
 * in the range or up to 31 days before it. The index on the end finds the few longer events.
 */
export const overlapping = ({ owner, from, to }: SqlRange) =>
  sql`${events.ownerId} = ${owner} and ${repeat} is null and ${listStart} < ${to}
  and (${endsAt} > ${from} or ${listStart} >= ${from}) and (
    ${listStart} >= ${from} - interval '31 days'
    or (${endDate} > ${startDate} + interval '31 days' and ${endDate} > ${from})
  )`

/**
 * SQL condition: a series that may have occurrences in the range. There is none between the last one that has ended and the
 * next one, which are known once the series is settled.
 */
export const seriesOverlapping = ({ owner, from, to }: SqlRange) =>
  sql`${events.ownerId} = ${owner} and ${repeat} is not null and ${startDate} < ${to} and ${endsAt} >= ${from}
  and (${settleAt} > (select clock_now()) and ${lastEnd} < ${from} and ${nextStart} >= ${to}) is not true`

/** The columns by which the occurrences of a series are made. */
export const seriesColumns = { repeat, skipped, repeatUntil }

const inRange = overlapping({ owner, from, to })

/** Without the zero interval, the planner might choose the index on `start_date` and scan it from the first entry. */
const byStart = sql`${listStart} + interval '0'`

const shown = { _id, Name, Location, Eventtype, startDate, endDate, version }

const seriesInRange = sql`from ${events} where ${seriesOverlapping({ owner, from, to })}`

/** Columns with the single events that overlap the range, at most 1,000, and with series. Need `ownerId`, `from` and `to`. */
export const calendarColumns = {
  events: jsonRows(
    shown,
    sql`from (select * from ${events} where ${inRange} order by ${byStart}, ${_id} limit ${rowLimit}) ${events}`,
    sql`${startDate}, ${_id}`,
  ),
  series: jsonRows({ ...shown, ...seriesColumns }, seriesInRange, sql`${_id}`),
}

type CalendarRow = {
  events: Omit<CalendarEvent, 'occurrence'>[]
  series: (Omit<CalendarEvent, 'occurrence'> & Pick<Times, 'repeat' | 'skipped' | 'repeatUntil'>)[]
}

/** What a calendar shows of a row with `calendarColumns`: at most 1,000 events and occurrences, by start. */
export function calendarEventsOf({ events, series }: CalendarRow, range: Range): CalendarEvent[] {
  return withOccurrences(events, series, range).map(
    ({ _id, Name, Location, Eventtype, startDate, endDate, occurrence, version }) => ({
      _id,
      Name,
      Location,
      Eventtype,
      startDate,
      endDate,
      occurrence,
      version,
    }),
  )
}

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
  .orderBy(listStart, _id)
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

const timesOfSeries = { _id, startDate, endDate, ...seriesColumns }

const seriesStatement = mappedRows(
  db
    .select(timesOfSeries)
    .from(events)
    .where(seriesOverlapping({ owner, from, to }))
    .prepare('events_repeating'),
  timesOfSeries,
)

const shownStatement = mappedRows(
  db
    .select(eventListColumns)
    .from(events)
    .where(sql`${events.ownerId} = ${owner} and ${_id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('events_shown'),
  eventListColumns,
)

type Range = { from: string; to: string }

/** The body of `GET /events` with `from` and `to`. With series, it counts to 1,000. */
export async function listEventsBetween(ownerId: string, range: Range) {
  const [singles, series] = await Promise.all([
    listSinglesBetween(ownerId, range),
    seriesStatement.execute({ ownerId, ...range }),
  ])
  const occurrences = occurrencesIn(series, range)
  if (occurrences.length === 0) return bodyOf(singles.events, singles.total)
  const total = Math.min(singles.total + occurrences.length, occurrenceLimit)
  const isCut = singles.events.length < Math.min(singles.total, occurrenceLimit)
  const last = singles.events.at(-1)?.startDate ?? ''
  const shown = occurrences.filter(({ startDate }) => !isCut || startDate <= last)
  const ids = `{${[...new Set(shown.map(({ _id }) => _id))]}}`
  const rows = await shownStatement.execute({ ownerId, ids })
  const byId = new Map(rows.map((row) => [row._id, row]))
  const listed = shown.flatMap(({ _id, startDate, endDate, occurrence }) => {
    const row = byId.get(_id)
    return row ? [{ ...row, startDate, endDate, occurrence }] : []
  })
  return bodyOf(withinLimits([...singles.events, ...listed].sort(byTime).slice(0, occurrenceLimit)), total)
}

/** The first events with as many attendees and bytes as a response may have. */
function withinLimits(merged: ListedEvent[]) {
  let [attendees, bytes] = [0, 0]
  const texts = ({ Name, Description, Location }: ListedEvent) =>
    Buffer.byteLength(Name + Description + Location)
  const end = merged.findIndex((event) => {
    attendees += event.totalBuds
    bytes += texts(event) + bytesOfEvent + bytesOfBud * event.buds.length
    return attendees > attendeeLimit || bytes > byteLimit
  })
  return merged.slice(0, end < 0 ? undefined : end)
}

async function listSinglesBetween(ownerId: string, range: Range) {
  const few = await fewStatement.execute({ ownerId, ...range })
  const fewAttendees = few.reduce((sum, { totalBuds }) => sum + totalBuds, 0)
  if (few.length <= fewEvents && fewAttendees <= attendeeLimit) return { events: few, total: few.length }
  const rows = await rangeStatement.execute({ ownerId, ...range })
  return { events: rows.map(({ total: _, ...event }) => event), total: rows[0]?.total ?? 0 }
}

function bodyOf(events: ListedEvent[], totalEvents: number) {
  return { events, totalEvents, numOfPages: Math.min(totalEvents, 1), currentPage: 1 }
}
