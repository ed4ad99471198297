import { sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import { addDays } from '~/events/calendar/calendar-days'
import type { Event } from '~/events/events/event-input.server'
import { calendarColumns, calendarEventsOf } from '~/events/events/event-range.server'
import { findOccurrence } from '~/events/events/series.server'
import { listGuests } from '~/events/guests/guests.server'
import { occurrencesFrom } from '~/events/repeats/occurrences'
import { loadTogether, sharedOf } from './together.server'

/** Days before and after an event in which others are near it. */
const nearDays = 3

/** What the page of an event shows (product 5.4). Throws 404. */
export async function loadEventPage(ownerId: string, id: string, occurrence?: string) {
  const event = await findOccurrence(ownerId, id, occurrence)
  const [answers, plan] = await Promise.all([
    listGuests(ownerId, event._id),
    loadTogether(ownerId, { buds: [], circle: null, event: event._id }),
  ])
  const [next] = occurrence ? [] : occurrencesFrom(event, `${plan.today}T00:00`)
  return { event, ...answers, near: await eventsNear(ownerId, { ...event, ...next }), plan }
}

/** The body of `GET /events/{id}/page`. */
export async function readEventPage(ownerId: string, id: string, occurrence?: string) {
  const {
    plan,
    event: { version: _, ...event },
    ...page
  } = await loadEventPage(ownerId, id, occurrence)
  return { event, ...page, ...sharedOf(plan) }
}

const selectNear = db.select(calendarColumns).from(sql`(values (1)) one`).prepare('events_near')

async function eventsNear(ownerId: string, { _id, startDate, endDate }: Event) {
  const from = startDate < '0001-01-04' ? '0001-01-01T00:00' : around(startDate, -nearDays)
  const to = endDate > '9999-12-28' ? '9999-12-31T23:59' : around(endDate, nearDays)
  const [row] = await selectNear.execute({ ownerId, from, to })
  const near = row ? calendarEventsOf(row, { from, to }) : []
  return near
    .filter((event) => event._id !== _id || (event.occurrence && event.startDate !== startDate))
    .map(({ version: _, ...event }) => event)
}

const around = (time: string, days: number) => addDays(time.slice(0, 10), days) + time.slice(10)
