import { desc, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { assertSentAgain } from '~/base/db/created.server'
import { type Db, db } from '~/base/db/db.server'
import { listCounts, listPage, type PageRequest, recordSorts } from '~/base/db/lists.server'
import { byOwnerAndId, columnsOf } from '~/base/db/owned.server'
import {
  assertNotStale,
  type ExpectedVersion,
  isAlreadyStored,
  type Versioned,
} from '~/base/db/versions.server'
import { listSearch } from '~/base/forms/list-query'
import { UserError } from '~/base/node/errors'
import { countedAnswers } from '~/events/guests/counted-answers.server'
import { fullName } from '~/people/buds/bud'
import { budNames, listedBuds, writeBuds } from '~/people/buds/selected-buds.server'
import { eventBuds, events, nextVersion } from '~drizzle/schema'
import { eventLabels, eventtypes, eventWhen } from './event'
import { type Event, type EventInput, eventFields } from './event-input.server'

const { isOwn, assertExists, finder, lockRow } = byOwnerAndId('Event', events)
export const assertEventExists = assertExists

/** The fields of an event that the app and the API return. */
export const eventColumns = {
  _id: events._id,
  ...columnsOf(events, eventFields),
  buds: budNames(eventBuds, events),
  createdAt: events.createdAt,
}

const versionedColumns = { ...eventColumns, version: events.version }

export const eventListColumns = { ...eventColumns, ...listedBuds(eventBuds, events) }

/** Idempotent: a repeated id returns the event created first; 409 if its content is another one. The event and its buds are stored in one transaction. */
export async function createEvent(ownerId: string, { selectedBuds, ...fields }: EventInput, id = uuid()) {
  assertEndNotBeforeStart(fields)
  return db.transaction(async (tx) => {
    const [inserted] = await tx
      .insert(events)
      .values({ ...fields, ownerId, _id: id })
      .onConflictDoNothing({ target: [events.ownerId, events._id] })
      .returning({ _id: events._id })
    if (inserted) await writeBuds(tx, eventBuds, ownerId, id, selectedBuds)
    const event = await findEvent(ownerId, id, tx)
    if (!inserted) {
      const edit = editOf(event, { ...fields, selectedBuds })
      await assertSentAgain(tx, ownerId, { event }, edit, { table: events, members: eventBuds })
    }
    return event
  })
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
    assertEndNotBeforeStart({ ...event, ...fields })
    await tx
      .update(events)
      .set({ ...fields, version: nextVersion })
      .where(isOwn(ownerId, id))
    if (selectedBuds) await writeBuds(tx, eventBuds, ownerId, id, selectedBuds)
    return { ...(await findEvent(ownerId, id, tx)), changeId }
  })
}

/** Resolves to the id of the change set. */
export async function deleteEvent(ownerId: string, id: string, expectedVersion?: ExpectedVersion) {
  return db.transaction(async (tx) => {
    const { changeId, event } = await lockEvent(tx, ownerId, id)
    assertNotStale({ event }, expectedVersion)
    await tx.delete(events).where(isOwn(ownerId, id))
    return changeId
  })
}

async function lockEvent(tx: Db, ownerId: string, id: string) {
  const { changeId } = await lockRow(tx, ownerId, id)
  return { changeId, event: await findEvent(ownerId, id, tx) }
}

function assertEndNotBeforeStart({ startDate, endDate }: Pick<Event, 'startDate' | 'endDate'>) {
  if (endDate < startDate) throw new UserError(400, endTooEarly, { errors: { endDate: [endTooEarly] } })
}

const endTooEarly = 'End date must not be before the start date'

function editOf({ buds, ...fields }: Event, change: Partial<EventInput>) {
  const selectedBuds = buds.map(({ _id }) => _id).sort()
  return { change, stored: { ...fields, selectedBuds }, readable: { selectedBuds: buds.map(fullName) } }
}

/** What is to come, and what has ended by the wall clock of the owner. */
const eventParts = {
  upcoming: sql`${events.endDate} > clock.now`,
  past: sql`${events.endDate} <= clock.now`,
}

const latestFirst = [desc(events.startDate), desc(events._id)]

/** The sorts of the list with their ORDER BY. The first is the default of the API. */
const eventSorts = {
  ...recordSorts(events),
  eventType: [events.Eventtype, events.nameKey, events._id],
  soonestFirst: { upcoming: [events.startDate, events._id], past: latestFirst },
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
type EventSearch = z.infer<typeof eventSearch.strict>

const eventList = {
  table: events,
  type: events.Eventtype,
  sorts: eventSorts,
  parts: eventParts,
}

const eventPage = listPage({ ...eventList, columns: eventListColumns })

/** For the screen. The response of the API has no answers, because they do not change the version of an event. */
const eventCardPage = listPage({
  ...eventList,
  name: 'event_cards',
  columns: {
    ...eventListColumns,
    answers: countedAnswers,
    /** The owner's wall-clock time. */
    now: sql<string>`to_char(clock.now, 'YYYY-MM-DD"T"HH24:MI')`.as('now'),
  },
})

const eventCounts = listCounts(eventList)

/** The numbers of events of a search by type and letter, for the screen. */
export const countEvents = (ownerId: string, { search, when: part }: EventSearch) =>
  eventCounts({ ownerId, search, part })

/** The body of `GET /events` (product 7). */
export const listEvents = (ownerId: string, query: EventSearch) => listWith(eventPage, ownerId, query)

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

type Page<Row> = { rows: Row[]; total: number; numOfPages: number; currentPage: number }
