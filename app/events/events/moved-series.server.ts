import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '~/base/db/db.server'
import { movedRule, movedStarts } from '~/events/repeats/moved-rule.server'
import { later, lengthOf } from '~/events/repeats/occurrences'
import { assertSeries, refuse, takenOutRepeats } from '~/events/repeats/repeat-rule.server'
import { events, nextVersion } from '~drizzle/schema'
import type { Event, EventInput } from './event-input.server'

type Times = Pick<Event, '_id' | 'startDate' | 'endDate' | 'repeat' | 'skipped' | 'series'>
type Change = Partial<Pick<EventInput, 'startDate' | 'endDate' | 'repeat' | 'skipped'>>

/** SQL condition: the event was taken out of a series. */
export const isTakenOutOf = (ownerId: string, { _id }: { _id: string }) =>
  and(eq(events.ownerId, ownerId), eq(events.series, _id))

/**
 * The times of an event after a change. What is left out moves with the start of a series, and so does its rule, unless the
 * change has another one. Throws 400 for what no series can have.
 */
export function movedSeries<E extends Times>(event: E, change: Change): E {
  const changed = { ...event, ...change }
  if (event.series !== null && changed.repeat !== null) return refuse('repeat', takenOutRepeats)
  if (event.repeat === null || changed.repeat === null)
    return assertSeries({ ...changed, skipped: change.skipped ?? [] })
  const repeat = change.repeat ?? movedRule({ ...event, repeat: event.repeat }, changed.startDate)
  const after = assertSeries({ ...changed, repeat, skipped: change.skipped ?? [] })
  return change.skipped
    ? after
    : { ...after, skipped: [...startsAfter(event, after, event.skipped).values()] }
}

/** What becomes of some starts of an event. Those that it no longer has are left out. */
const startsAfter = (before: Times, after: Times, starts: string[]) =>
  before.repeat === null || after.repeat === null
    ? new Map<string, string>()
    : movedStarts({ ...before, repeat: before.repeat }, { ...after, repeat: after.repeat }, starts)

/**
 * Moves what was taken out of a series, unless it was moved by itself or `staysInPlace`. What no longer replaces a start of the
 * series becomes a single event.
 */
export async function moveTakenOut(
  tx: Db,
  ownerId: string,
  before: Times,
  after: Times,
  staysInPlace: boolean,
) {
  const { _id, startDate, endDate, occurrence } = events
  const takenOut = await tx
    .select({ _id, startDate, endDate, occurrence })
    .from(events)
    .where(isTakenOutOf(ownerId, before))
    .orderBy(_id)
    .for('update')
  const left = new Set(after.skipped)
  const moved = startsAfter(
    before,
    after,
    takenOut.map(({ occurrence }) => occurrence ?? ''),
  )
  const single: string[] = []
  for (const one of takenOut) {
    const start = moved.get(one.occurrence ?? '')
    if (start === undefined || !left.has(start)) single.push(one._id)
    else if (start !== one.occurrence) {
      const isMoved = staysInPlace || one.startDate !== one.occurrence
      const times = { startDate: start, endDate: later(start, lengthOf(one)) }
      await tx
        .update(events)
        .set({ ...(isMoved ? {} : times), occurrence: start, version: nextVersion })
        .where(and(eq(events.ownerId, ownerId), eq(_id, one._id)))
    }
  }
  if (single.length > 0)
    await tx
      .update(events)
      .set({ series: null, occurrence: null, version: nextVersion })
      .where(and(eq(events.ownerId, ownerId), inArray(_id, single)))
}
