import { useNavigate } from '@remix-run/react'
import { memo, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { Calendar, type SlotInfo } from 'react-big-calendar'
import type { CalendarEvent } from '~/events/event-input.server'
import { asDate, dayOf, isWeekend, wallClockNow, wallClockOf, weekdayOf } from './calendar-days'
import { formats, localizer } from './calendar-localizer'
import { type Entry, parts } from './calendar-parts'
import type { CalendarView } from './calendar-period'
import { newEventFrom } from './new-event'

type Props = {
  view: CalendarView
  date: string
  events: CalendarEvent[]
  /** Those that were not known before: they fade in. */
  arrived: ReadonlySet<string>
}

const minute = 60_000
const day = 24 * 60 * minute
const step = 30
const morning = asDate('2000-01-01T07:40')
const nothing = () => {}
const noView = () => null

/** Month, week and day as react-big-calendar draws them. Where it is, is for the address to say. */
export const EventCalendar = memo(function EventCalendar({ view, date, events, arrived }: Props) {
  const entries = useMemo(() => events.map((event) => asEntry(event, arrived)), [events, arrived])
  const shown = useMemo(() => asDate(date), [date])
  const onSelectSlot = useSlots(view)
  useSideways(view, date)
  return (
    <Calendar<Entry>
      localizer={localizer}
      formats={formats}
      components={useIsNarrow() ? parts.narrow : parts.wide}
      toolbar={false}
      view={view}
      date={shown}
      onView={nothing}
      onNavigate={nothing}
      getDrilldownView={noView}
      getNow={wallClockNow}
      scrollToTime={morning}
      events={entries}
      step={step}
      showMultiDayTimes
      dayLayoutAlgorithm="no-overlap"
      dayPropGetter={toneOf}
      selectable
      onSelectSlot={onSelectSlot}
    />
  )
})

function asEntry(event: CalendarEvent, arrived: ReadonlySet<string>): Entry {
  const { _id, Name, startDate, endDate } = event
  return {
    title: Name,
    start: asDate(startDate),
    end: drawnEnd(asDate(startDate).getTime(), asDate(endDate).getTime()),
    event,
    isNew: arrived.has(_id),
  }
}

/** A short event is as long as the line it is written in, and midnight belongs to the day before. */
function drawnEnd(start: number, end: number) {
  const midnight = (Math.floor(start / day) + 1) * day
  const drawn = Math.max(end, Math.min(start + step * minute, midnight))
  return new Date(drawn % day === 0 ? drawn - 1 : drawn)
}

const toneOf = (date: Date) => ({ className: isWeekend(dayOf(date)) ? 'weekend' : '' })

/** What is selected in a month are days; elsewhere it is a time. */
function useSlots(view: CalendarView) {
  const navigate = useNavigate()
  return useCallback(
    ({ slots, start, end }: SlotInfo) => {
      const newEvent = newEventFrom(location.search)
      const [first = start] = slots
      navigate(
        view === 'month'
          ? newEvent.on(dayOf(first), dayOf(slots.at(-1) ?? first))
          : newEvent.at(wallClockOf(start), wallClockOf(wholeMinute(end))),
      )
    },
    [navigate, view],
  )
}

/** The last slot of a day ends a millisecond before midnight. */
const wholeMinute = (date: Date) => new Date(Math.ceil(date.getTime() / minute) * minute)

/** Where a week is wider than its frame its day is in sight, and columns follow their heads as these follow them. */
function useSideways(view: CalendarView, date: string) {
  useEffect(() => {
    const heads = document.querySelector('.rbc-time-header')
    const columns = document.querySelector('.rbc-time-content')
    if (!heads || !columns || view !== 'week') return
    const follow = () => {
      columns.scrollLeft = heads.scrollLeft
    }
    columns.scrollLeft = ((columns.scrollWidth - columns.clientWidth) * weekdayOf(date)) / 6
    heads.addEventListener('scroll', follow)
    return () => heads.removeEventListener('scroll', follow)
  }, [view, date])
}

const narrow = typeof matchMedia === 'undefined' ? undefined : matchMedia('(max-width: 599px)')

function useIsNarrow() {
  return useSyncExternalStore(
    (listener) => {
      narrow?.addEventListener('change', listener)
      return () => narrow?.removeEventListener('change', listener)
    },
    () => narrow?.matches ?? false,
  )
}
