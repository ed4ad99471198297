import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '~/base/db/db.server'
import { isAlreadyStored } from '~/base/db/versions.server'
import type { Event, EventInput } from '~/events/events/event-input.server'
import { editOf, findEvent, writeEvent } from '~/events/events/events.server'
import { copyOf } from '~/events/events/series.server'
import { askedAmong } from '~/events/guests/asked.server'
import { movedStarts } from '~/events/repeats/moved-rule.server'
import { events, nextVersion } from '~drizzle/schema'
import type { ReadObject, ReadOccurrence } from './calendar-object'
import type { Stored } from './stored-events.server'

type TakenOut = Stored['takenOut'][number]
type Pair = { stored: TakenOut; sent: ReadOccurrence }

/**
 * What becomes of the occurrences that were taken out of a series when a client sends it: those that it
 * sends too, those that it adds, and those that are by the rule again. Guests who were asked to one of
 * them keep it, unless the client leaves it out.
 */
export type OccurrencePlan = { pairs: Pair[]; added: ReadOccurrence[]; removed: string[]; kept: string[] }

export async function planOccurrences(
  tx: Db,
  ownerId: string,
  stored: Stored,
  { master, occurrences }: ReadObject,
): Promise<OccurrencePlan> {
  const sent = occurrences.filter(({ isCancelled }) => !isCancelled)
  const starts = stored.takenOut.map(({ occurrence }) => occurrence ?? '')
  const moved = movedTo(stored, master, starts)
  const startOf = ({ occurrence }: TakenOut) => moved.get(occurrence ?? '')
  const pairs: Pair[] = []
  for (const one of stored.takenOut) {
    const isFree = (other: ReadOccurrence) => !pairs.some(({ sent }) => sent === other)
    const found =
      sent.find((other) => other.occurrence === startOf(one) && isFree(other)) ??
      sent.find((other) => other.occurrence === one.occurrence && isFree(other))
    if (found) pairs.push({ stored: one, sent: found })
  }
  const gone = stored.takenOut.filter((one) => !pairs.some(({ stored }) => stored === one))
  const isLeftOut = (one: TakenOut) => master.skipped.includes(startOf(one) ?? '')
  const asked = await askedAmong(
    tx,
    ownerId,
    gone.filter((one) => !isLeftOut(one)).map(({ _id }) => _id),
  )
  const kept = gone.filter(({ _id }) => asked.has(_id))
  return {
    pairs,
    added: sent.filter((one) => !pairs.some(({ sent }) => sent === one)),
    removed: gone.filter((one) => !kept.includes(one)).map(({ _id }) => _id),
    kept: kept.flatMap((one) => startOf(one) ?? []),
  }
}

type Series = Pick<Event, 'repeat' | 'startDate'>

function movedTo(before: Series, after: Series, starts: string[]) {
  if (before.repeat === null || after.repeat === null || starts.length === 0) return new Map<string, string>()
  return movedStarts({ ...before, repeat: before.repeat }, { ...after, repeat: after.repeat }, starts)
}

export const removeOccurrences = (tx: Db, ownerId: string, ids: string[]) =>
  tx.delete(events).where(and(eq(events.ownerId, ownerId), inArray(events._id, ids)))

/** Writes the occurrences after their series. `given` is what a client could read before. */
export async function writeOccurrences(
  tx: Db,
  ownerId: string,
  id: string,
  { pairs, added }: OccurrencePlan,
  given: ReadOccurrence[],
) {
  for (const { stored, sent } of pairs) {
    await putBack(tx, ownerId, id, stored._id, sent.occurrence)
    const before = given.find(({ occurrence }) => occurrence === stored.occurrence)
    await writeChanged(tx, ownerId, stored._id, changedFields(sent, before))
  }
  if (added.length === 0) return
  const series = await findEvent(ownerId, id, tx)
  for (const sent of added) {
    const own = { repeat: null, skipped: [], series: id, occurrence: sent.occurrence }
    await copyOf(tx, ownerId, series, { ...changedFields(sent, undefined), ...own })
  }
}

/** A move of the series may have made it a single event, or one for another start. */
async function putBack(tx: Db, ownerId: string, series: string, id: string, occurrence: string) {
  const isIt = and(eq(events.ownerId, ownerId), eq(events._id, id))
  const [now] = await tx
    .select({ series: events.series, occurrence: events.occurrence })
    .from(events)
    .where(isIt)
  if (now && now.series === series && now.occurrence === occurrence) return
  await tx.update(events).set({ series, occurrence, version: nextVersion }).where(isIt)
}

async function writeChanged(tx: Db, ownerId: string, id: string, change: Partial<EventInput>) {
  const event = await findEvent(ownerId, id, tx)
  if (!isAlreadyStored(editOf(event, change))) await writeEvent(tx, ownerId, event, change)
}

const fields = ['Name', 'Location', 'Description', 'Eventtype', 'startDate', 'endDate'] as const
type Fields = { [Field in (typeof fields)[number]]?: EventInput[Field] }

/** The fields that a client has changed since it read them. All are new to it without `given`. */
export function changedFields(sent: Fields, given: Fields | undefined): Partial<EventInput> {
  const changed = fields.filter((field) => sent[field] !== undefined && sent[field] !== given?.[field])
  return Object.fromEntries(changed.map((field) => [field, sent[field]]))
}
