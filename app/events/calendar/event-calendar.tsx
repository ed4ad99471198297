import { useNavigate } from '@remix-run/react'
import { memo, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { Calendar, type SlotInfo } from 'react-big-calendar'
import type { CalendarEvent } from '~/events/events/event-input.server'
import type { CalendarDate } from './calendar-date'
import { ShownDates } from './calendar-dates'
import {
  addMonths,
  asDate,
  dayOf,
  daysBetween,
  firstOfMonth,
  isWeekend,
  mondayOf,
  wallClockNow,
  wallClockOf,
  weekdayOf,
} from './calendar-days'
import { type EventItem, StartDrag } from './calendar-events'
import { formats, localizer } from './calendar-localizer'
import { type CalendarItem, type DateItem, parts } from './calendar-parts'
import { type CalendarView, newEventPaths } from './calendar-period'
import { step } from './event-drag'
import { type Move, useEventMove } from './event-move'
import { keyOf } from './event-times'

type Props = {
  view: CalendarView
  date: string
  events: CalendarEvent[]
  dates: CalendarDate[]
  newIds: ReadonlySet<string>
}

const minute = 60_000
const day = 24 * 60 * minute
const doNothing = () => {}
const noIds: ReadonlySet<string> = new Set()
const noView = () => null

/** The month, week and day view, whose events a mouse can drag. The URL controls view and date. */
export function EventCalendar(props: Props) {
  const { move, startDrag, dialog } = useEventMove(props)
  return (
    <StartDrag.Provider value={startDrag}>
      <DrawnCalendar {...props} move={move} />
      {dialog}
    </StartDrag.Provider>
  )
}

type DrawnProps = Props & { move: Move | undefined }

/** The views by react-big-calendar. */
const DrawnCalendar = memo(function DrawnCalendar({ view, date, events, dates, newIds, move }: DrawnProps) {
  // A drag draws others anew, which would fade in once more.
  const fading = move ? noIds : newIds
  const items = useMemo(() => {
    const eventItems = events.map((event) => asItem(event, fading))
    return view === 'month' ? [...dates.map((one) => asDateItem(one, fading)), ...eventItems] : eventItems
  }, [view, events, dates, fading])
  const shownItems = useMemo(() => withMove(items, move), [items, move])
  const shownDate = useMemo(() => asDate(date), [date])
  const width = useIsNarrow() ? 'narrow' : 'wide'
  const onSelectSlot = useSlotSelection(view)
  useHorizontalScroll(view, date)
  const scrollTime = useMemo(() => scrollTimeOf(events), [events])
  return (
    <ShownDates.Provider value={dates}>
      <Calendar<CalendarItem>
        localizer={localizer}
        formats={formats}
        components={parts[width]}
        {...{ rowLimit: rowLimitOf(date, width) }}
        toolbar={false}
        view={view}
        date={shownDate}
        onView={doNothing}
        onNavigate={doNothing}
        getDrilldownView={noView}
        getNow={wallClockNow}
        scrollToTime={scrollTime}
        className={move?.state === 'dragged' ? 'is-dragging' : undefined}
        events={shownItems}
        step={step}
        showMultiDayTimes
        dayLayoutAlgorithm="no-overlap"
        dayPropGetter={dayProps}
        selectable
        onSelectSlot={onSelectSlot}
      />
    </ShownDates.Provider>
  )
})

/** In rem, as in the style sheets: all weeks of a month together, the number of a day, and an event. */
const weeksHeight = 36
const heights = { wide: { number: 1.5, event: 1.5 }, narrow: { number: 1.75, event: 0.75 } }

/** For how many lines of events a week of the month has room. Only the build reads it (`vite.config.ts`). */
function rowLimitOf(date: string, width: keyof typeof heights) {
  const first = firstOfMonth(date)
  const weeks = Math.ceil(daysBetween(mondayOf(first), addMonths(first, 1)).length / 7)
  return Math.floor((weeksHeight / weeks - heights[width].number) / heights[width].event)
}

/** The time at the top of a day: shortly before eight, or before the first event if that begins earlier in the morning. */
function scrollTimeOf(events: CalendarEvent[]) {
  const starts = events.map(({ startDate }) => startDate.slice(11)).filter((time) => time >= '05:00')
  const [first = '08:00'] = [...starts, '08:00'].sort()
  return new Date(asDate(`2000-01-01T${first}`).getTime() - 20 * minute)
}

function asItem(event: CalendarEvent, newIds: ReadonlySet<string>): EventItem {
  const { Name, startDate, endDate } = event
  return {
    title: Name,
    start: asDate(startDate),
    end: drawnEnd(asDate(startDate).getTime(), asDate(endDate).getTime()),
    event,
    isNew: newIds.has(keyOf(event)),
  }
}

/** Draws a moved event at its new place. An event that was loaded since is another object. */
function withMove(items: CalendarItem[], move: Move | undefined): CalendarItem[] {
  if (!move || move.state === 'over') return items
  const { event, times } = move
  const item = { ...asItem({ ...event, ...times }, noIds), isMoved: true }
  return items.map((one) => ('event' in one && one.event === event ? item : one))
}

function asDateItem(date: CalendarDate, newIds: ReadonlySet<string>): DateItem {
  const start = asDate(date.on)
  return {
    title: date.name,
    start,
    end: new Date(start.getTime() + minute),
    date,
    isNew: newIds.has(date._id),
  }
}

/**
 * The end at which the calendar draws an event. Extends a short event to the height of one line. Moves an end at
 * midnight to the day before.
 */
function drawnEnd(start: number, end: number) {
  const midnight = (Math.floor(start / day) + 1) * day
  const drawn = Math.max(end, Math.min(start + step * minute, midnight))
  return new Date(drawn % day === 0 ? drawn - 1 : drawn)
}

const dayProps = (date: Date) => ({ className: isWeekend(dayOf(date)) ? 'weekend' : '' })

/** A selection opens AddEvent: in the month view for whole days, in other views for the selected times. */
function useSlotSelection(view: CalendarView) {
  const navigate = useNavigate()
  return useCallback(
    ({ slots, start, end }: SlotInfo) => {
      const newEvent = newEventPaths(location.search)
      const [first = start] = slots
      navigate(
        view === 'month'
          ? newEvent.forDays(dayOf(first), dayOf(slots.at(-1) ?? first))
          : newEvent.forTimes(wallClockOf(start), wallClockOf(roundUpToMinute(end))),
      )
    },
    [navigate, view],
  )
}

/** The last slot of a day ends a millisecond before midnight. */
const roundUpToMinute = (date: Date) => new Date(Math.ceil(date.getTime() / minute) * minute)

/** Scrolls a week that is wider than its frame to the day `date`, and columns to a header that has got the focus. */
function useHorizontalScroll(view: CalendarView, date: string) {
  useEffect(() => {
    const headers = document.querySelector('.rbc-time-header')
    const columns = document.querySelector('.rbc-time-content')
    const hours = columns?.querySelector('.calendar-hours')
    if (!headers || !columns || !hours || view !== 'week') return
    const align = () => {
      if (headers.matches(':focus-within')) columns.scrollLeft = headers.scrollLeft
    }
    columns.scrollLeft = ((columns.scrollWidth - hours.clientWidth) / 7) * weekdayOf(date)
    headers.addEventListener('scroll', align)
    return () => headers.removeEventListener('scroll', align)
  }, [view, date])
}

const narrowWindow = typeof matchMedia === 'undefined' ? undefined : matchMedia('(max-width: 599px)')

function useIsNarrow() {
  return useSyncExternalStore(
    (listener) => {
      narrowWindow?.addEventListener('change', listener)
      return () => narrowWindow?.removeEventListener('change', listener)
    },
    () => narrowWindow?.matches ?? false,
  )
}
