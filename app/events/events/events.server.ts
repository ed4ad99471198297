import { desc, or, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { assertSentAgain } from '~/base/db/created.server'
import { type Db, db } from '~/base/db/db.server'
import { wallClockText } from '~/base/db/fragments.server'
import { type ListCount, listPage, type PageRequest, recordSorts } from '~/base/db/lists.server'
import { byOwnerAndId, columnsOf } from '~/base/db/owned.server'
import {
  assertNotStale,
  type ExpectedVersion,
  isAlreadyStored,
  type Versioned,
} from '~/base/db/versions.server'
import { listSearch } from '~/base/forms/list-query'
import { UserError } from '~/base/node/errors'
import { askedAmong } from '~/events/guests/asked.server'
import { countedAnswers } from '~/events/guests/counted-answers.server'
import type { Times } from '~/events/repeats/occurrences'
import { assertSeries, refuse } from '~/events/repeats/repeat-rule.server'
import { settleSeries } from '~/events/repeats/settle.server'
import { startsFrom } from '~/events/repeats/starts'
import { fullName } from '~/people/buds/bud'
import { budNames, listedBuds, writeBuds } from '~/people/buds/selected-buds.server'
import { eventBuds, events, nextVersion } from '~drizzle/schema'
import { eventLabels, eventtypes, eventWhen } from './event'
import { type Event, type EventInput, eventFields } from './event-input.server'
import { isTakenOutOf, movedSeries, moveTakenOut } from './moved-series.server'

const { isOwn, assertExists, finder, lockRow } = byOwnerAndId('Event', events)
export const assertEventExists = assertExists

/** The fields of an event that the app and the API return. */
export const eventColumns = {
  _id: events._id,
  ...columnsOf(events, eventFields),
  series: events.series,
  occurrence: events.occurrence,
  buds: budNames(eventBuds, events),
  createdAt: events.createdAt,
}

const versionedColumns = { ...eventColumns, version: events.version }

export const eventListColumns = { ...eventColumns, ...listedBuds(eventBuds, events) }

/** Idempotent: a repeated id returns the event created first; 409 if its content is another one. The event and its buds are stored in one transaction. */
export async function createEvent(ownerId: string, input: EventInput, id = uuid()) {
  const { selectedBuds, ...fields } = assertSeries(input)
  assertEndNotBeforeStart(fields)
  return db.transaction(async (tx) => {
    const isNew = await insertEvent(tx, ownerId, { ...fields, selectedBuds }, id)
    if (isNew && fields.repeat) await assertNotEmpty(tx, ownerId, id)
    const event = await findEvent(ownerId, id, tx)
    if (!isNew) {
      const edit = editOf(event, { ...fields, selectedBuds })
      await assertSentAgain(tx, ownerId, { event }, edit, { table: events, members: eventBuds })
    }
    return event
  })
}

/** Resolves to whether it is new: false if there is an event of this id. */
export async function insertEvent(
  tx: Db,
  ownerId: string,
  { selectedBuds, ...fields }: EventInput,
  id: string,
) {
  const [inserted] = await tx
    .insert(events)
    .values({ ...fields, ownerId, _id: id })
    .onConflictDoNothing({ target: [events.ownerId, events._id] })
    .returning({ _id: events._id })
  if (inserted) await writeBuds(tx, eventBuds, ownerId, id, selectedBuds)
  if (inserted && fields.repeat) await settleSeries(tx, ownerId)
  return inserted !== undefined
}

export const findEvent = finder(versionedColumns)

export async function updateEvent(
  ownerId: string,
  id: string,
  change: Partial<EventInput>,
  expectedVersion?: ExpectedVersion,
): Promise<Versioned<Event>> {
  const { selectedBuds, ...fields } = change
  return db.transaction(async (tx) => {
    const { changeId, event } = await lockEvent(tx, ownerId, id)
    const edit = editOf(event, change)
    if (isAlreadyStored(edit)) return event
    assertNotStale({ event }, expectedVersion, edit)
    const isSeries = Boolean(event.repeat ?? change.repeat)
    // A device or an undo can leave a series empty. It can still be renamed.
    const wasEmpty = isSeries && (await isEmptySeries(tx, ownerId, id))
    await writeEvent(tx, ownerId, event, change)
    if (isSeries && !wasEmpty) await assertNotEmpty(tx, ownerId, id)
    return { ...(await findEvent(ownerId, id, tx)), changeId }
  })
}

/** Writes the changed fields of a locked event. A series takes along what was taken out of it. */
export async function writeEvent(
  tx: Db,
  ownerId: string,
  event: Event,
  change: Partial<EventInput>,
  { takenOutStays = false } = {},
) {
  const { selectedBuds, ...fields } = change
  const changed = movedSeries(event, fields)
  assertEndNotBeforeStart(changed)
  if (event.repeat === null && changed.repeat !== null) {
    const asked = await askedAmong(tx, ownerId, [event._id])
    if (asked.size > 0)
      refuse('repeat', 'Guests have been asked to this event. Plan the series as an event of its own')
  }
  const { startDate, endDate, repeat, skipped } = changed
  await tx
    .update(events)
    .set({ ...fields, startDate, endDate, repeat, skipped, version: nextVersion })
    .where(isOwn(ownerId, event._id))
  if (selectedBuds) await writeBuds(tx, eventBuds, ownerId, event._id, selectedBuds)
  if (event.repeat === null && repeat === null) return
  if (event.repeat) await moveTakenOut(tx, ownerId, event, changed, takenOutStays)
  await settleSeries(tx, ownerId)
}

/** Resolves to the id of the change set. */
export async function deleteEvent(ownerId: string, id: string, expectedVersion?: ExpectedVersion) {
  return db.transaction(async (tx) => {
    const { changeId, event } = await lockEvent(tx, ownerId, id)
    assertNotStale({ event }, expectedVersion)
    await removeEvent(tx, ownerId, event)
    return changeId
  })
}

/** Deletes an event with what was taken out of it, and its series if that has nothing left. */
export async function removeEvent(tx: Db, ownerId: string, event: Event) {
  await tx.delete(events).where(or(isOwn(ownerId, event._id), isTakenOutOf(ownerId, event)))
  if (event.series) await removeEmptySeries(tx, ownerId, event.series)
}

export async function removeEmptySeries(tx: Db, ownerId: string, id: string) {
  if (await isEmptySeries(tx, ownerId, id)) await tx.delete(events).where(isOwn(ownerId, id))
}

/** Throws 400 for a series that has nothing left. */
export async function assertNotEmpty(tx: Db, ownerId: string, id: string) {
  if (await isEmptySeries(tx, ownerId, id)) refuse('skipped', 'A series cannot leave out all of its starts')
}

/** Whether the event is a series that has no occurrence left, nor anything that was taken out of it. */
async function isEmptySeries(tx: Db, ownerId: string, id: string) {
  const { startDate, repeat, skipped } = events
  // Locked, so that what others take out of it or delete meanwhile is counted.
  const [series] = await tx
    .select({ startDate, repeat, skipped })
    .from(events)
    .where(isOwn(ownerId, id))
    .for('update')
  if (!series?.repeat || startsFrom({ ...series, repeat: series.repeat }, series.startDate).next().value)
    return false
  return (await tx.$count(events, isTakenOutOf(ownerId, { _id: id }))) === 0
}

export async function lockEvent(tx: Db, ownerId: string, id: string) {
  const { changeId } = await lockRow(tx, ownerId, id)
  return { changeId, event: await findEvent(ownerId, id, tx) }
}

export function assertEndNotBeforeStart({ startDate, endDate }: Pick<Event, 'startDate' | 'endDate'>) {
  if (endDate < startDate) throw new UserError(400, endTooEarly, { errors: { endDate: [endTooEarly] } })
}

const endTooEarly = 'End date must not be before the start date'

export function editOf({ buds, ...fields }: Event, change: Partial<EventInput>) {
  const selectedBuds = buds.map(({ _id }) => _id).sort()
  return { change, stored: { ...fields, selectedBuds }, readable: { selectedBuds: buds.map(fullName) } }
}

/** What is to come, and what has ended by the wall clock of the owner. */
const eventParts = {
  upcoming: sql`${events.endsAt} > clock.now`,
  past: sql`${events.endsAt} <= clock.now`,
}

const latestFirst = [desc(events.listStart), desc(events._id)]

/** The sorts of the list with their ORDER BY. The first is the default of the API. */
const eventSorts = {
  ...recordSorts(events),
  eventType: [events.Eventtype, events.nameKey, events._id],
  soonestFirst: { upcoming: [events.listStart, events._id], past: latestFirst },
  latestFirst,
}

const when = z.enum(eventWhen, { error: `when must be one of ${eventWhen.join(', ')}` }).default('all')

export const eventSearch = listSearch(
  'Eventtype',
  eventLabels.Eventtype,
  eventtypes,
  eventSorts,
  { when },
  'soonestFirst',
)
type EventSearch = z.infer<typeof eventSearch.strict> & { hasCounts?: boolean }

const eventList = {
  table: events,
  type: events.Eventtype,
  sorts: eventSorts,
  parts: eventParts,
}

/** The owner's wall-clock time. */
const now = wallClockText(sql`clock.now`).as('now')

const eventPage = listPage({ ...eventList, columns: { ...eventListColumns, now } })

/** For the screen. The response of the API has no answers, because they do not change the version of an event. */
const eventCardPage = listPage({
  ...eventList,
  name: 'event_cards',
  columns: {
    ...eventListColumns,
    answers: countedAnswers,
    listStart: events.listStart,
    now,
  },
})

/** The body of `GET /events` (product 7). */
export async function listEvents(ownerId: string, query: EventSearch) {
  const { events, ...list } = await listWith(eventPage, ownerId, query)
  return {
    events: events.map(({ now, ...event }) => ({ ...event, nextDate: nextDateOf(event, now) })),
    ...list,
  }
}

/** The next start of an event, or null if there is none to come. */
export function nextDateOf(event: Times, now: string) {
  if (event.repeat === null) return event.startDate >= now ? event.startDate : null
  return startsFrom({ ...event, repeat: event.repeat }, now).next().value ?? null
}

/** The events of the list screen, with the numbers of their answers. */
export const listEventCards = (ownerId: string, query: EventSearch) => listWith(eventCardPage, ownerId, query)

async function listWith<Row>(
  readPage: (request: PageRequest<keyof typeof eventSorts> & { ownerId: string }) => Promise<Page<Row>>,
  ownerId: string,
  { Eventtype: type, when: part, ...query }: EventSearch,
) {
  const { rows, total, ...pages } = await readPage({ ...query, ownerId, type, part })
  const { search, sort } = query
  return {
    events: rows,
    totalEvents: total,
    ...pages,
    searchValues: { search, Eventtype: type, when: part, sort },
  }
}

type Page<Row> = { rows: Row[]; total: number; counts?: ListCount[]; numOfPages: number; currentPage: number }
