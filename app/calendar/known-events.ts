import { useMemo, useState } from 'react'
import type { CalendarEvent } from '~/events/event-input.server'
import type { Range } from './calendar-period'
import { overlaps } from './event-times'

export type Load = Range & { events: CalendarEvent[] }

type Known = {
  load: Load | null | undefined
  events: ReadonlyMap<string, CalendarEvent>
  /** Those that the last load has brought. */
  arrived: ReadonlySet<string>
  /** What was loaded so far. */
  told: readonly Range[]
}

const none: ReadonlySet<string> = new Set()
const nothing: Known = { load: undefined, events: new Map(), arrived: none, told: [] }

/** The events of a range as far as any load has told; the last load of a time is right about it. */
export function useKnownEvents(load: Load | null | undefined, { from, to }: Range) {
  const [last, setLast] = useState(() => learn(nothing, load))
  const known = last.load === load ? last : learn(last, load)
  if (known !== last) setLast(known)
  const { arrived, told } = known
  const isTold = told.some((range) => range.from <= from && to <= range.to)
  const events = useMemo(
    () => [...known.events.values()].filter((event) => overlaps(event, { from, to })).sort(byStart),
    [known.events, from, to],
  )
  return { events, arrived, isTold }
}

function learn(known: Known, load: Load | null | undefined): Known {
  if (!load) return { ...known, load }
  const now = new Set(load.events.map((event) => unchanged(known.events.get(event._id), event)))
  const forgotten = [...known.events.values()].filter((event) => overlaps(event, load) && !now.has(event))
  const news = [...now].filter((event) => known.events.get(event._id) !== event)
  const told = [...known.told.filter(({ from, to }) => from !== load.from || to !== load.to), load]
  if (news.length + forgotten.length === 0) return { ...known, load, told, arrived: none }
  const events = new Map(known.events)
  for (const { _id } of forgotten) events.delete(_id)
  for (const event of news) events.set(event._id, event)
  return { load, told, events, arrived: new Set(news.map(({ _id }) => _id)) }
}

/** What is the same stays the same object, so that nothing is drawn again. */
function unchanged(before: CalendarEvent | undefined, event: CalendarEvent) {
  return before && JSON.stringify(before) === JSON.stringify(event) ? before : event
}

const byStart = (a: CalendarEvent, b: CalendarEvent) =>
  a.startDate < b.startDate || (a.startDate === b.startDate && a._id < b._id) ? -1 : 1
