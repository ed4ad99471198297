import { useMemo, useState } from 'react'
import type { CalendarEvent } from '~/events/event-input.server'
import type { Range } from './calendar-period'
import { overlaps } from './event-times'

/** A range of time and the events in it, from one response of the server. */
export type Load = Range & { events: CalendarEvent[] }

type State = {
  /** The last merged load. */
  load: Load | null | undefined
  events: ReadonlyMap<string, CalendarEvent>
  /** The ids of events that the last load added or changed. */
  newIds: ReadonlySet<string>
  /** The ranges of all loads. */
  ranges: readonly Range[]
}

const noIds: ReadonlySet<string> = new Set()
const initialState: State = { load: undefined, events: new Map(), newIds: noIds, ranges: [] }

/** Merges the events of all loads and returns those in a range. A later load replaces all events in its own range. */
export function useLoadedEvents(load: Load | null | undefined, { from, to }: Range) {
  const [lastState, setLastState] = useState(() => merge(initialState, load))
  const state = lastState.load === load ? lastState : merge(lastState, load)
  if (state !== lastState) setLastState(state)
  const { newIds, ranges } = state
  const isLoaded = ranges.some((range) => range.from <= from && to <= range.to)
  const events = useMemo(
    () => [...state.events.values()].filter((event) => overlaps(event, { from, to })).sort(byStart),
    [state.events, from, to],
  )
  return { events, newIds, isLoaded }
}

function merge(state: State, load: Load | null | undefined): State {
  if (!load) return { ...state, load }
  const loadedEvents = new Set(load.events.map((event) => reuseIfEqual(state.events.get(event._id), event)))
  const removed = [...state.events.values()].filter(
    (event) => overlaps(event, load) && !loadedEvents.has(event),
  )
  const added = [...loadedEvents].filter((event) => state.events.get(event._id) !== event)
  const ranges = [...state.ranges.filter(({ from, to }) => from !== load.from || to !== load.to), load]
  if (added.length + removed.length === 0) return { ...state, load, ranges, newIds: noIds }
  const events = new Map(state.events)
  for (const { _id } of removed) events.delete(_id)
  for (const event of added) events.set(event._id, event)
  return { load, ranges, events, newIds: new Set(added.map(({ _id }) => _id)) }
}

/** An unchanged event stays the same object, so that React does not render it again. */
function reuseIfEqual(before: CalendarEvent | undefined, event: CalendarEvent) {
  return before && JSON.stringify(before) === JSON.stringify(event) ? before : event
}

const byStart = (a: CalendarEvent, b: CalendarEvent) =>
  a.startDate < b.startDate || (a.startDate === b.startDate && a._id < b._id) ? -1 : 1
