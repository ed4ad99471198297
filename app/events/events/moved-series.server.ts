import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '~/base/db/db.server'
import { later, minutesBetween } from '~/events/repeats/occurrences'
import { presetOf, repeatOf, withEnd } from '~/events/repeats/repeat'
import { assertSeries, refuse, startsAmong, takenOutRepeats } from '~/events/repeats/repeat-rule.server'
import { events, nextVersion } from '~drizzle/schema'
import type { Event, EventInput } from './event-input.server'

type Times = Pick<Event, '_id' | 'startDate' | 'endDate' | 'repeat' | 'skipped' | 'series'>
type Change = Partial<Pick<EventInput, 'startDate' | 'endDate' | 'repeat' | 'skipped'>>

/** SQL condition: the event was taken out of a series. */
export const isTakenOutOf = (ownerId: string, { _id }: { _id: string }) =>
  and(eq(events.ownerId, ownerId), eq(events.series, _id))

/**
 * The times of an event after a change. What is left out moves with the start of a series, its end too, and a rule of the form
 * becomes that of the new start. Throws 400 for what no series can have.
 */
export function movedSeries<E extends Times>(event: E, change: Change): E {
  const changed = { ...event, ...change }
  if (event.series !== null && changed.repeat !== null) return refuse('repeat', takenOutRepeats)
  if (event.repeat === null || changed.repeat === null)
    return assertSeries({ ...changed, skipped: change.skipped ?? [] })
  const minutes = minutesBetween(event.startDate, changed.startDate)
  const repeat = change.repeat ?? movedRule(event.repeat, event.startDate, minutes)
  if (change.skipped) return assertSeries({ ...changed, repeat })
  const { repeat: rule } = assertSeries({ ...changed, repeat, skipped: [] })
  const moved = event.skipped.map((start) => later(start, minutes))
  const starts = startsAmong({ repeat: rule ?? '', startDate: changed.startDate }, moved)
  return { ...changed, repeat: rule, skipped: moved.filter((start) => starts.has(start)) }
}

function movedRule(repeat: string, startDate: string, minutes: number) {
  if (minutes === 0) return repeat
  const { preset, end } = presetOf(repeat, startDate)
  const movedEnd =
    end && 'until' in end
      ? { until: later(`${end.until}T${startDate.slice(11)}`, minutes).slice(0, 10) }
      : end
  return preset ? repeatOf(preset, later(startDate, minutes), movedEnd) : withEnd(repeat, movedEnd)
}

/**
 * Moves what was taken out of a series, unless it was moved by itself. What no longer replaces a start of the series becomes
 * a single event.
 */
export async function moveTakenOut(tx: Db, ownerId: string, before: Times, after: Times) {
  const { _id, startDate, endDate, occurrence } = events
  const takenOut = await tx
    .select({ _id, startDate, endDate, occurrence })
    .from(events)
    .where(isTakenOutOf(ownerId, before))
    .orderBy(_id)
    .for('update')
  const minutes = minutesBetween(before.startDate, after.startDate)
  const left = new Set(after.skipped)
  const single = takenOut.filter((one) => !left.has(later(one.occurrence ?? '', minutes)))
  if (single.length > 0)
    await tx
      .update(events)
      .set({ series: null, occurrence: null, version: nextVersion })
      .where(
        and(
          eq(events.ownerId, ownerId),
          inArray(
            _id,
            single.map((one) => one._id),
          ),
        ),
      )
  if (minutes === 0) return
  for (const one of takenOut.filter((one) => !single.includes(one))) {
    const isMoved = one.startDate !== one.occurrence
    const times = isMoved
      ? {}
      : { startDate: later(one.startDate, minutes), endDate: later(one.endDate, minutes) }
    await tx
      .update(events)
      .set({ ...times, occurrence: later(one.occurrence ?? '', minutes), version: nextVersion })
      .where(and(eq(events.ownerId, ownerId), eq(_id, one._id)))
  }
}
