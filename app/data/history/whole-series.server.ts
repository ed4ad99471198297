import { isOccurrence } from '~/events/repeats/occurrences'
import { readSeries, skippedLimit } from '~/events/repeats/repeat-rule.server'
import type { RowImage } from './change'

/** The rows of events as they will be after an undo. */
export type EventsAfter = {
  row: (id: string) => RowImage | undefined
  /** The ids of the events that were taken out of an event. */
  takenOutOf: (id: string) => string[]
  /** Whether guests have links to an event, or have answered. */
  isAsked: (id: string) => boolean
}

const wallClock = (time: unknown) => String(time).slice(0, 16)

const seriesOf = ({ start_date, end_date, repeat, skipped }: RowImage) => ({
  startDate: wallClock(start_date),
  endDate: wallClock(end_date),
  repeat: (repeat ?? null) as string | null,
  skipped: (skipped ?? []) as string[],
})

/** Whether an event, what it was taken out of and what was taken out of it have times that belong together. */
export function isWhole(id: string, events: EventsAfter) {
  const row = events.row(id)
  const takenOut = events.takenOutOf(id)
  if (!row) return takenOut.length === 0
  if (row.series && !isLeftOut(id, row, events)) return false
  if (!row.repeat) return takenOut.length === 0 && seriesOf(row).skipped.length === 0
  const { error } = readSeries(seriesOf(row))
  const isLeftOutOf = (one: string) => isLeftOut(one, events.row(one) ?? {}, events)
  return !error && !events.isAsked(id) && takenOut.every(isLeftOutOf)
}

/** Whether an event does not repeat, and alone replaces a start that its series leaves out. */
function isLeftOut(id: string, row: RowImage, events: EventsAfter) {
  const series = events.row(String(row.series))
  return (
    !row.repeat &&
    !!series?.repeat &&
    seriesOf(series).skipped.includes(wallClock(row.occurrence)) &&
    !isReplaced(id, row, events)
  )
}

const isReplaced = (id: string, { series, occurrence }: RowImage, events: EventsAfter) =>
  events
    .takenOutOf(String(series))
    .some((other) => other !== id && events.row(other)?.occurrence === occurrence)

/**
 * What has to change so that a restored event belongs to its series: nothing, the starts that the series leaves out, or the
 * event, which becomes a single one if the series does not have its start.
 */
export function fitted(id: string, events: EventsAfter): { id: string; values: RowImage } | undefined {
  const row = events.row(id)
  if (!row?.series || isLeftOut(id, row, events)) return
  const series = events.row(String(row.series))
  const start = wallClock(row.occurrence)
  const skipped = [...(series ? seriesOf(series).skipped : []), start].sort()
  return series && isOccurrence(seriesOf(series), start) && skipped.length <= skippedLimit
    ? { id: String(series.id), values: { skipped } }
    : { id, values: { series: null, occurrence: null } }
}
