import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { db } from '~/server/db.server'
import { events } from '~drizzle/schema'
import type { CalendarEvent, Event } from './event'
import { eventColumns } from './events.server'

const { _id, Name, Location, Eventtype, startDate, endDate } = eventColumns
const atMost = 1_000

const owner = sql`${sql.placeholder('ownerId')}::uuid`
const from = sql`${sql.placeholder('from')}::timestamp`
const to = sql`${sql.placeholder('to')}::timestamp`

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

function range(name: string, columns: Record<string, PgColumn | SQL.Aliased>) {
  return db.select(columns).from(events).where(inRange).orderBy(startDate, _id).limit(atMost).prepare(name)
}

const calendar = range('events_calendar', { _id, Name, Location, Eventtype, startDate, endDate })
const whole = range('events_range', eventColumns)

type Range = { from: string; to: string }

/** The owner's events that overlap a stretch of time, by their start, at most 1,000 (decisions §3). */
export async function eventsBetween(ownerId: string, range: Range): Promise<CalendarEvent[]> {
  return (await calendar.execute({ ownerId, ...range })) as CalendarEvent[]
}

/** The body of `GET /events` with `from` and `to`. */
export async function listEventsBetween(ownerId: string, range: Range) {
  const found = (await whole.execute({ ownerId, ...range })) as Event[]
  return { events: found, totalEvents: found.length, numOfPages: Math.min(found.length, 1), currentPage: 1 }
}
