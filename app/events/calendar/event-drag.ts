import type { PointerEvent as ReactPointerEvent } from 'react'
import type { CalendarEvent } from '~/events/events/event-input.server'
import { asDate, wallClockOf } from './calendar-days'
import { type Period, rangeOf } from './calendar-period'

const minute = 60_000
const day = 24 * 60 * minute
/** Minutes to which the week and day view snap. */
export const step = 30
/** A press that moves less than so many pixels is a click. */
const clickRadius = 5
/** So close to the upper or lower edge of the hours, they scroll. */
const scrollEdge = 12

export type Times = Pick<CalendarEvent, 'startDate' | 'endDate'>

type Drag = {
  /** Undefined outside of the days: a drop there moves nothing. */
  onDrag: (times: Times | undefined) => void
  onDrop: (times: Times | undefined) => void
}

/** Follows a mouse that presses an event. Returns what ends that. A finger scrolls instead. */
export function followDrag(
  down: ReactPointerEvent,
  event: CalendarEvent,
  period: Period,
  { onDrag, onDrop }: Drag,
) {
  const grabbed = placeAt(down, period)
  if (down.pointerType !== 'mouse' || down.button !== 0 || !grabbed) return () => {}
  const listeners = new AbortController()
  let pointer: Pick<PointerEvent, 'clientX' | 'clientY'> = down
  let state: 'pressed' | 'dragged' | 'dropped' = 'pressed'
  const timesNow = () => timesAt(event, grabbed, placeAt(pointer, period))
  function follow() {
    if (state !== 'dragged') return
    const times = timesNow()
    onDrag(times)
    if (times) scrollHours(pointer)
  }
  function drop(times?: Times) {
    if (state === 'dragged') onDrop(times)
    state = 'dropped'
  }
  // The element that was pressed may leave the page during the drag.
  const listen = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void) =>
    window.addEventListener(type, listener, { capture: true, signal: listeners.signal })
  listen('pointermove', (move) => {
    const distance = Math.hypot(move.clientX - down.clientX, move.clientY - down.clientY)
    if (state === 'pressed' && distance > clickRadius) state = 'dragged'
    pointer = move
    follow()
  })
  listen('scroll', follow)
  listen('pointerup', () => {
    if (state !== 'pressed') preventClick()
    drop(timesNow())
    listeners.abort()
  })
  listen('pointercancel', () => {
    drop()
    listeners.abort()
  })
  listen('keydown', ({ key }) => {
    if (key === 'Escape') drop()
  })
  return () => listeners.abort()
}

/** Where a pointer is: a day, and in the week and day view a time of it, in milliseconds. */
type Place = { day: number; time: number }

function placeAt({ clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>, period: Period) {
  const isMonth = period.view === 'month'
  const frame = document.querySelector(isMonth ? '.rbc-month-view' : '.rbc-time-content')
  const boxOver = (element: Element) => {
    const box = element.getBoundingClientRect()
    const isOver = box.left <= clientX && clientX < box.right && box.top <= clientY && clientY < box.bottom
    return isOver ? box : undefined
  }
  // On a phone the hours cover a part of the days.
  const hours = frame?.querySelector('.calendar-hours')
  if (!frame || !boxOver(frame) || (hours && boxOver(hours))) return
  const days = [...frame.querySelectorAll(isMonth ? '.rbc-day-bg' : '.rbc-day-slot')]
  for (const [n, element] of days.entries()) {
    const box = boxOver(element)
    if (!box) continue
    const time = isMonth ? 0 : ((clientY - box.top) / box.height) * day
    return { day: asDate(rangeOf(period).from).getTime() + n * day, time }
  }
}

/** The times of an event that was grabbed at a place and is held at another one. It keeps its length. */
function timesAt(event: Times, grabbed: Place, place: Place | undefined): Times | undefined {
  if (!place) return
  const [start, end] = [asDate(event.startDate).getTime(), asDate(event.endDate).getTime()]
  const steps = Math.round((place.time - grabbed.time) / (step * minute))
  let moved = start + place.day - grabbed.day
  if (steps !== 0) {
    const snap = steps > 0 ? Math.floor : Math.ceil
    moved = snap(moved / (step * minute) + steps) * step * minute
    // Does not leave the day at its upper edge.
    if (start >= grabbed.day) moved = Math.max(moved, place.day)
  }
  return { startDate: wallClockOf(new Date(moved)), endDate: wallClockOf(new Date(moved + end - start)) }
}

/** Each scroll calls `follow` again, so this goes on while the pointer rests at the edge. */
function scrollHours({ clientY }: Pick<PointerEvent, 'clientY'>) {
  const hours = document.querySelector('.rbc-time-content')
  if (!hours) return
  const { top, bottom } = hours.getBoundingClientRect()
  if (clientY < top + scrollEdge) hours.scrollTop -= scrollEdge / 2
  if (clientY > bottom - scrollEdge) hours.scrollTop += scrollEdge / 2
}

/** The click that follows a drop must not open the event. */
function preventClick() {
  const listener = new AbortController()
  const stop = (click: Event) => {
    click.preventDefault()
    click.stopPropagation()
  }
  window.addEventListener('click', stop, { capture: true, signal: listener.signal })
  setTimeout(() => listener.abort())
}
