import { useMemo, useState } from 'react'
import type { CalendarEvent } from '~/events/events/event-input.server'
import { type CalendarDate, isDate } from './calendar-date'
import type { Range } from './calendar-period'
import { keyOf, overlaps } from './event-times'

/** A range of time with its events and dates, from one response of the server. */
export type Load = Range & { events: CalendarEvent[]; dates: CalendarDate[] }

type Entry = CalendarEvent | CalendarDate

type State = {
  /** The last merged load. */
  load: Load | null | undefined
  entries: ReadonlyMap<string, Entry>
  /** The ids of entries that the last load added or changed. */
  newIds: ReadonlySet<string>
  /** The ranges of all loads. */
  ranges: readonly Range[]
}

const noIds: ReadonlySet<string> = new Set()
const initialState: State = { load: undefined, entries: new Map(), newIds: noIds, ranges: [] }

/**
 * Merges the events and dates of all loads and returns those in a range. A later load replaces everything in its own
 * range.
 */
export function useLoadedEvents(load: Load | null | undefined, { from, to }: Range) {
  const [lastState, setLastState] = useState(() => merge(initialState, load))
  const state = lastState.load === load ? lastState : merge(lastState, load)
  if (state !== lastState) setLastState(state)
  const { newIds, ranges } = state
  const isLoaded = ranges.some((range) => range.from <= from && to <= range.to)
  const shown = useMemo(() => {
    const entries = [...state.entries.values()].filter((entry) => isIn(entry, { from, to }))
    return {
      events: entries.filter(isEvent).sort(byStart),
      dates: entries.filter(isDate).sort(byDay),
    }
  }, [state.entries, from, to])
  return { ...shown, newIds, isLoaded }
}

function merge(state: State, load: Load | null | undefined): State {
  if (!load) return { ...state, load }
  const loaded = new Map<string, Entry>()
  const added: string[] = []
  for (const entry of [...load.dates, ...load.events]) {
    const key = entryKey(entry)
    const before = state.entries.get(key)
    const isSame = before !== undefined && isEqual(before, entry)
    // An unchanged entry stays the same object, so that React does not render it again.
    loaded.set(key, isSame ? before : entry)
    if (!isSame) added.push(key)
  }
  const kept = [...state.entries].filter(([key, entry]) => loaded.has(key) || !isIn(entry, load))
  const { from, to } = load
  const ranges = [...state.ranges.filter((range) => range.from !== from || range.to !== to), { from, to }]
  if (added.length === 0 && kept.length === state.entries.size)
    return { ...state, load, ranges, newIds: noIds }
  const entries = new Map([...kept, ...loaded])
  return { load, ranges, entries, newIds: new Set(added) }
}

const entryKey = (entry: Entry) => (isDate(entry) ? entry._id : keyOf(entry))

const isEvent = (entry: Entry): entry is CalendarEvent => !isDate(entry)

function isIn(entry: Entry, range: Range) {
  if (!isDate(entry)) return overlaps(entry, range)
  return range.from <= `${entry.on}T00:00` && `${entry.on}T00:00` < range.to
}

const isEqual = (before: Entry, entry: Entry) => JSON.stringify(before) === JSON.stringify(entry)

const byStart = (a: CalendarEvent, b: CalendarEvent) =>
  a.startDate < b.startDate || (a.startDate === b.startDate && a._id < b._id) ? -1 : 1

const byDay = (a: CalendarDate, b: CalendarDate) =>
  a.on < b.on || (a.on === b.on && a.name < b.name) ? -1 : 1
