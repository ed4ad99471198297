import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { type Db, db } from '~/base/db/db.server'
import { wallClockText } from '~/base/db/fragments.server'
import {
  assertNotStale,
  type ExpectedVersion,
  isAlreadyStored,
  type Versioned,
} from '~/base/db/versions.server'
import { wallClock } from '~/base/forms/rules'
import { isOccurrence, later, lengthOf, minutesBetween, occurrencesFrom } from '~/events/repeats/occurrences'
import { scopes, withEnd } from '~/events/repeats/repeat'
import { refuse, skippedLimit, takenOutRepeats, tooManySkipped } from '~/events/repeats/repeat-rule.server'
import { repeatWords } from '~/events/repeats/repeat-words'
import { ruleOf } from '~/events/repeats/rule'
import { settleSeries } from '~/events/repeats/settle.server'
import { startsFrom } from '~/events/repeats/starts'
import { writeBuds } from '~/people/buds/selected-buds.server'
import { eventBuds, events, nextVersion } from '~drizzle/schema'
import type { Event, EventInput } from './event-input.server'
import {
  assertEndNotBeforeStart,
  assertNotEmpty,
  deleteEvent,
  editOf,
  findEvent,
  lockEvent,
  removeEmptySeries,
  removeEvent,
  updateEvent,
  writeEvent,
} from './events.server'
import { isTakenOutOf } from './moved-series.server'

/** Which occurrence of a series a change is made at, and which ones it is about. Without both, the whole series. */
export const occurrenceQuery = z
  .object({
    occurrence: wallClock('occurrence').optional(),
    scope: z.enum(scopes, { error: `scope must be one of ${scopes.join(', ')}` }).optional(),
  })
  .refine(({ occurrence, scope }) => (occurrence === undefined) === (scope === undefined), {
    path: ['scope'],
    message: 'occurrence and scope belong together',
  })

export type At = z.infer<typeof occurrenceQuery>

/** The occurrence that the URL of a screen names. An invalid one is ignored. */
export const occurrenceOfUrl = ({ url }: Request) =>
  z
    .object({ occurrence: wallClock('occurrence').optional().catch(undefined) })
    .parse(Object.fromEntries(new URL(url).searchParams))

/** Where a form of a screen changes something. Without a button, only the one occurrence. */
export function atOf(request: Request, scope: unknown): At {
  const { occurrence } = occurrenceOfUrl(request)
  return occurrence === undefined ? {} : occurrenceQuery.parse({ occurrence, scope: scope || 'this' })
}
type Series = Versioned<Event> & { repeat: string }
type Change = Partial<EventInput>

/** Throws 400 for a start that the event does not have, or leaves out. */
function asSeries(event: Versioned<Event>, occurrence: string): Series {
  const { repeat } = event
  if (repeat !== null && isOccurrence(event, occurrence)) return { ...event, repeat }
  return refuse('occurrence', `The event has no occurrence at ${occurrence.replace('T', ' ')}`)
}

/** An occurrence of a series as an event, with its own times. Throws 400 for a start that the series does not have. */
export function occurrenceOf(event: Versioned<Event>, occurrence: string): Versioned<Event> {
  asSeries(event, occurrence)
  return { ...event, startDate: occurrence, endDate: later(occurrence, lengthOf(event)), occurrence }
}

/** Where a screen reads or writes an occurrence: at the event that was taken out for it, if there is one. */
export async function placeOf(ownerId: string, id: string, at: Partial<At>) {
  const takenOut = at.occurrence && (await findTakenOut(db, ownerId, id, at.occurrence))
  return takenOut ? { id: takenOut, at: {} } : { id, at }
}

export async function findOccurrence(ownerId: string, id: string, occurrence: string | undefined) {
  const event = await findEvent(ownerId, id)
  return occurrence === undefined ? event : occurrenceOf(event, occurrence)
}

/** Edits an event, or some occurrences of a series (product 5.5), as one change set. */
export async function updateAt(
  ownerId: string,
  id: string,
  change: Change,
  { occurrence, scope }: At,
  expected?: ExpectedVersion,
): Promise<Versioned<Event>> {
  if (occurrence === undefined) return updateEvent(ownerId, id, change, expected)
  return db.transaction(async (tx) => {
    const { changeId, event } = await lockEvent(tx, ownerId, id)
    const sentAgain = scope === 'this' && (await storedBefore(tx, ownerId, id, occurrence, change))
    if (sentAgain) return sentAgain
    const series = asSeries(event, occurrence)
    const one = occurrenceOf(event, occurrence)
    const edit = editOf(one, change)
    if (isAlreadyStored(edit)) return one
    assertNotStale({ event }, expected, edit)
    const written =
      scope === 'this'
        ? await takeOut(tx, ownerId, series, occurrence, change)
        : scope === 'following' && !(await isFirst(tx, ownerId, series, occurrence))
          ? await splitAt(tx, ownerId, series, occurrence, change)
          : await writeAll(tx, ownerId, series, one, change)
    if (scope !== 'this') await assertNotEmpty(tx, ownerId, written)
    return { ...(await findEvent(ownerId, written, tx)), changeId }
  })
}

/** The event that was taken out by a change that is sent once more. */
async function storedBefore(tx: Db, ownerId: string, id: string, occurrence: string, change: Change) {
  const takenOut = await findTakenOut(tx, ownerId, id, occurrence)
  const event = takenOut && (await findEvent(ownerId, takenOut, tx))
  const { repeat: _, skipped: __, ...own } = change
  return event && isAlreadyStored(editOf(event, own)) ? event : undefined
}

/** Deletes an event, or some occurrences of a series. Resolves to the id of the change set. */
export async function deleteAt(
  ownerId: string,
  id: string,
  { occurrence, scope }: At,
  expected?: ExpectedVersion,
) {
  if (occurrence === undefined) return deleteEvent(ownerId, id, expected)
  return db.transaction(async (tx) => {
    const { changeId, event } = await lockEvent(tx, ownerId, id)
    const series = asSeries(event, occurrence)
    assertNotStale({ event }, expected)
    if (scope === 'this') {
      await leaveOut(tx, ownerId, series, occurrence)
      await removeEmptySeries(tx, ownerId, series._id)
    } else if (scope === 'all' || (await isFirst(tx, ownerId, series, occurrence)))
      await removeEvent(tx, ownerId, event)
    else await endBefore(tx, ownerId, series, occurrence)
    return changeId
  })
}

const isEvent = (ownerId: string, id: string) => and(eq(events.ownerId, ownerId), eq(events._id, id))

const firstStart = (series: Series) => startsFrom(series, series.startDate).next().value

/** Whether nothing of a series comes before an occurrence. Then all that follows is the whole series. */
async function isFirst(tx: Db, ownerId: string, series: Series, occurrence: string) {
  if (firstStart(series) !== occurrence) return false
  const isEarlier = and(isTakenOutOf(ownerId, series), lt(events.occurrence, occurrence))
  return (await tx.$count(events, isEarlier)) === 0
}

/** Moves all by the difference to the occurrence at which the change was made. */
async function writeAll(tx: Db, ownerId: string, series: Series, one: Event, change: Change) {
  const { startDate = one.startDate, endDate = one.endDate } = change
  const first = later(series.startDate, minutesBetween(one.startDate, startDate))
  const end = later(first, minutesBetween(startDate, endDate))
  assertEndNotBeforeStart({ startDate, endDate })
  await writeEvent(tx, ownerId, series, { ...change, startDate: first, endDate: end })
  return series._id
}

/** Makes an occurrence an event of its own, which the series leaves out. Resolves to its id. */
async function takeOut(tx: Db, ownerId: string, series: Series, occurrence: string, change: Change = {}) {
  if (change.repeat && change.repeat !== series.repeat) refuse('repeat', takenOutRepeats)
  await leaveOut(tx, ownerId, series, occurrence)
  return copyOf(tx, ownerId, occurrenceOf(series, occurrence), {
    ...change,
    ...{ repeat: null, skipped: [], series: series._id, occurrence },
  })
}

/**
 * Returns a function that finds the event that an answer or a link belongs to: an occurrence of a series is taken out of it,
 * if it was not yet.
 */
export const occurrenceAsEvent =
  (ownerId: string, id: string, occurrence: string | undefined) => async (tx: Db) => {
    if (occurrence === undefined) return id
    const { event } = await lockEvent(tx, ownerId, id)
    const takenOut = await findTakenOut(tx, ownerId, id, occurrence)
    return takenOut ?? takeOut(tx, ownerId, asSeries(event, occurrence), occurrence)
  }

async function leaveOut(tx: Db, ownerId: string, series: Series, occurrence: string) {
  const skipped = [...series.skipped, occurrence].sort()
  if (skipped.length > skippedLimit) refuse('skipped', tooManySkipped)
  await tx.update(events).set({ skipped, version: nextVersion }).where(isEvent(ownerId, series._id))
  await settleSeries(tx, ownerId)
}

type Copied = Change & { series: string | null; occurrence: string | null }

/** Adds an event like another one. Resolves to its id. */
export async function copyOf(tx: Db, ownerId: string, event: Event, { selectedBuds, ...change }: Copied) {
  const { _id: _, buds, createdAt: __, ...fields } = { ...event, ...change }
  const { version: ___, ...values } = fields as typeof fields & { version?: number }
  assertEndNotBeforeStart(values)
  const id = uuid()
  await tx.insert(events).values({ ...values, ownerId, _id: id })
  await writeBuds(tx, eventBuds, ownerId, id, selectedBuds ?? buds.map(({ _id }) => _id))
  return id
}

/** Ends a series before an occurrence, and begins another one there. Resolves to the id of that one. */
async function splitAt(tx: Db, ownerId: string, series: Series, occurrence: string, change: Change) {
  const isLater = (start: string) => start >= occurrence
  await tx
    .update(events)
    .set({
      repeat: endedBefore(series, occurrence),
      skipped: series.skipped.filter((start) => !isLater(start)),
      version: nextVersion,
    })
    .where(isEvent(ownerId, series._id))
  const rest = { ...occurrenceOf(series, occurrence), repeat: restFrom(series, occurrence) }
  const id = await copyOf(tx, ownerId, rest, {
    skipped: series.skipped.filter(isLater),
    series: null,
    occurrence: null,
  })
  await tx
    .update(events)
    .set({ series: id, version: nextVersion })
    .where(and(isTakenOutOf(ownerId, series), gte(events.occurrence, occurrence)))
  await settleSeries(tx, ownerId)
  const begun = await findEvent(ownerId, id, tx)
  if (!isAlreadyStored(editOf(begun, change)))
    await writeEvent(tx, ownerId, begun, change, { takenOutStays: true })
  return id
}

async function endBefore(tx: Db, ownerId: string, series: Series, occurrence: string) {
  await tx
    .update(events)
    .set({
      repeat: endedBefore(series, occurrence),
      skipped: series.skipped.filter((start) => start < occurrence),
      version: nextVersion,
    })
    .where(isEvent(ownerId, series._id))
  await tx.delete(events).where(and(isTakenOutOf(ownerId, series), gte(events.occurrence, occurrence)))
  await settleSeries(tx, ownerId)
}

/** The rule up to the day before an occurrence. COUNT is shared out between the two series. */
function endedBefore(series: Series, occurrence: string) {
  if (ruleOf(series.repeat).count < Number.POSITIVE_INFINITY)
    return withEnd(series.repeat, { count: timesBefore(series, occurrence) })
  return withEnd(series.repeat, { until: later(occurrence, -24 * 60).slice(0, 10) })
}

function restFrom(series: Series, occurrence: string) {
  const { count } = ruleOf(series.repeat)
  if (count === Number.POSITIVE_INFINITY) return series.repeat
  return withEnd(series.repeat, { count: count - timesBefore(series, occurrence) })
}

function timesBefore({ repeat, startDate }: Series, occurrence: string) {
  let times = 0
  for (const start of startsFrom({ repeat, startDate, skipped: [] }, startDate)) {
    if (start >= occurrence) break
    times += 1
  }
  return times
}

const coming = 6

/** What the page of a series, of one of its occurrences, or of what was taken out of it says of the series. */
export async function seriesOf(ownerId: string, event: Event) {
  const isTakenOut = event.series !== null
  const [row] = await findSeries.execute({ ownerId, id: event.series ?? event._id })
  if (!row?.repeat) return
  const { now, ...series } = row
  const starts = []
  for (const { startDate, endDate } of occurrencesFrom(series, now)) {
    if (starts.push({ startDate, endDate }) === coming) break
  }
  return { _id: series._id, Name: series.Name, words: repeatWords(row.repeat), isTakenOut, coming: starts }
}

const findSeries = db
  .select({
    _id: events._id,
    Name: events.Name,
    startDate: events.startDate,
    endDate: events.endDate,
    repeat: events.repeat,
    skipped: events.skipped,
    now: wallClockText(sql`owner_now(${events.ownerId})`),
  })
  .from(events)
  .where(and(eq(events.ownerId, sql.placeholder('ownerId')), eq(events._id, sql.placeholder('id'))))
  .prepare('find_series')

/** The event that replaces an occurrence of a series, if it was taken out of it. */
async function findTakenOut(tx: Db, ownerId: string, id: string, occurrence: string) {
  if (!z.guid().safeParse(id).success) return
  const isIt = and(isTakenOutOf(ownerId, { _id: id }), eq(events.occurrence, occurrence))
  const [found] = await tx.select({ _id: events._id }).from(events).where(isIt).limit(1)
  return found?._id
}

/** Takes an occurrence out of its series. Resolves to the id of the event. */
export const makeEvent = (ownerId: string, id: string, occurrence: string) =>
  db.transaction(occurrenceAsEvent(ownerId, id, occurrence))
