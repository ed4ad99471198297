import { useLocation } from '@remix-run/react'
import { type CSSProperties, forwardRef, type ReactNode, useId, useState } from 'react'
import type { Components, DateHeaderProps, HeaderProps, ShowMoreProps } from 'react-big-calendar'
import { Icon } from '~/components/icons'
import type { CalendarEvent } from '~/events/event-input.server'
import { dayNumber, dayOf, longDay, monthName, wallClockNow, weekdayName } from './calendar-days'
import { isLong, partialTimes, timeOf, timesOn, whenOf } from './event-times'
import { newEventFrom } from './new-event'
import { PeriodLink } from './PeriodLink'

/** An event as react-big-calendar wants it. */
export type Entry = { title: string; start: Date; end: Date; event: CalendarEvent; isNew: boolean }

type Part = { event: Entry; continuesPrior: boolean; continuesAfter: boolean }
type TimedPart = Part & { style: { top: number; height: string; width: string; xOffset: string } }

const classOf = ({ event: { event, isNew }, continuesPrior, continuesAfter }: Part) =>
  [
    'rbc-event event',
    event.Eventtype,
    isNew && 'is-new',
    isLong(event) && 'is-long',
    continuesPrior && 'continues-prior',
    continuesAfter && 'continues-after',
  ]
    .filter(Boolean)
    .join(' ')

/** What is pressed here is no slot: react-big-calendar, which listens at the document, does not hear of it. */
function keepPresses(element: HTMLElement | null) {
  element?.addEventListener('mousedown', stop)
  element?.addEventListener('touchstart', stop, { passive: true })
}

const stop = (event: Event) => event.stopPropagation()

function EventLink({ event, part, style, children }: LinkProps) {
  const { _id, Eventtype, Location } = event
  return (
    <a
      ref={keepPresses}
      className={part}
      style={style}
      href={`/dashboard/EditEvent/${_id}`}
      draggable={false}
      title={`${whenOf(event)} · ${Location} · ${Eventtype}`}
    >
      {children}
    </a>
  )
}

type LinkProps = { event: CalendarEvent; part: string; style?: CSSProperties; children: ReactNode }

/** In a month: one line. */
function MonthEvent(part: Part) {
  const { event } = part.event
  return (
    <EventLink key={event._id} event={event} part={classOf(part)}>
      <span className="event-mark" />
      {!part.continuesPrior && <span className="event-time">{timeOf(event.startDate)}</span>}
      <span className="event-name">{event.Name}</span>
      <span className="visually-hidden">
        , {whenOf(event)}, {event.Eventtype}
      </span>
    </EventLink>
  )
}

/** In a month on a phone, where a day is as wide as a finger: a mark. The day is what is pressed. */
function MonthMark(part: Part) {
  const { event } = part.event
  return (
    <span key={event._id} className={classOf(part)}>
      <span className="event-mark" />
      <span className="visually-hidden">
        {event.Name}, {whenOf(event)}, {event.Eventtype}
      </span>
    </span>
  )
}

/** In a week or a day: at its hours. */
function TimedEvent(part: TimedPart) {
  const { event } = part.event
  const times = partialTimes(event, part.continuesPrior, part.continuesAfter)
  const [from, until] = times.split('–')
  const { top, height, width, xOffset } = part.style
  return (
    <EventLink
      key={event._id}
      event={event}
      part={classOf(part)}
      style={{ top: `${top}%`, height, width, left: xOffset }}
    >
      <span className="event-words">
        <span className="event-name">{event.Name}</span>
        <span className="event-time">
          {from}
          {until && <span className="event-until">–{until}</span>}
        </span>
        <span className="event-place">{event.Location}</span>
        <span className="event-type">
          <span className="event-mark" />
          {event.Eventtype}
        </span>
      </span>
    </EventLink>
  )
}

function Weekday({ date }: HeaderProps) {
  const name = weekdayName(dayOf(date))
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rest of the table is made of divs
    // biome-ignore lint/a11y/useFocusableInteractive: there is nothing to do with it
    <span role="columnheader" aria-label={name}>
      {name.slice(0, 3)}
    </span>
  )
}

/** The number of a day in a month: the way to it. */
function MonthDay({ date }: DateHeaderProps) {
  const day = dayOf(date)
  const isFirst = dayNumber(day) === 1
  return (
    <DayLink day={day}>
      <span className="visually-hidden">{weekdayName(day)} </span>
      <span className="day-number">{dayNumber(day)}</span>{' '}
      <span className={isFirst ? 'day-month' : 'visually-hidden'}>
        {isFirst ? monthName(day).slice(0, 3) : monthName(day)}
      </span>
    </DayLink>
  )
}

function DayLink({ day, children }: { day: string; children: ReactNode }) {
  const isToday = day === dayOf(wallClockNow())
  return (
    <PeriodLink
      ref={keepPresses}
      className="day-link"
      to={{ view: 'day', date: day }}
      aria-current={isToday ? 'date' : undefined}
    >
      {children}
    </PeriodLink>
  )
}

/** The head of a day's column: the way to the day, and to a new event on it. */
function ColumnHeader({ date }: HeaderProps) {
  const { search } = useLocation()
  const day = dayOf(date)
  return (
    <>
      <DayLink day={day}>
        <span className="day-name">{weekdayName(day).slice(0, 3)}</span>{' '}
        <span className="day-number">{dayNumber(day)}</span>
        <span className="visually-hidden"> {monthName(day)}</span>
      </DayLink>
      <a className="add-on-day" href={newEventFrom(search).on(day)} title="Add Event">
        <Icon name="plus" />
        <span className="add-words">
          Add Event <span className="visually-hidden">on {longDay(day)}</span>
        </span>
      </a>
    </>
  )
}

type ColumnProps = { className: string; date: Date; children: ReactNode }

const DayColumn = forwardRef<HTMLDivElement, ColumnProps>(({ className, date, children }, ref) => (
  // biome-ignore lint/a11y/useSemanticElements: react-big-calendar's styles and presses want a div
  <div ref={ref} className={className} role="group" aria-label={longDay(dayOf(date))}>
    {children}
  </div>
))

/** The hours can be reached, so that the keyboard scrolls them on a day without events too. */
function Hours({ children }: { children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached
    // biome-ignore lint/a11y/useSemanticElements: a group of nothing that is filled in
    <div className="calendar-hours" role="group" aria-label="Hours" tabIndex={0}>
      {children}
    </div>
  )
}

/** react-big-calendar makes each week a row of a table; its events are one more cell. */
function WeekEvents({ children }: { children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rest of the table is made of divs
    <div role="cell">{children}</div>
  )
}

/** Opens the events of a day. What they are is written when it is asked for. */
function ShowMore({ slotDate, count, events }: ShowMoreProps<Entry>) {
  const id = useId()
  const [isAsked, setAsked] = useState(false)
  const day = dayOf(slotDate)
  return (
    <div ref={keepPresses} className="show-more">
      <button
        type="button"
        aria-label={`+${count} more on ${longDay(day)}`}
        onClick={() => setAsked(true)}
        {...{ popovertarget: id }}
      >
        +{count} more
      </button>
      <div id={id} className="day-events" {...{ popover: 'auto' }}>
        {isAsked && <DayEvents day={day} entries={events} />}
      </div>
    </div>
  )
}

function DayEvents({ day, entries }: { day: string; entries: Entry[] }) {
  return (
    <>
      <h3>
        <PeriodLink to={{ view: 'day', date: day }}>{longDay(day)}</PeriodLink>
      </h3>
      <ul>
        {entries.map(({ event }) => (
          <li key={event._id}>
            <EventLink event={event} part={`rbc-event event ${event.Eventtype}`}>
              <span className="event-mark" />
              <span className="event-time">{timesOn(event, day)}</span>
              <span className="event-name">{event.Name}</span>
              <span className="visually-hidden">, {event.Eventtype}</span>
            </EventLink>
          </li>
        ))}
      </ul>
    </>
  )
}

const MoreMarks = ({ count }: ShowMoreProps<Entry>) => <span className="show-more">+{count}</span>

const inHours = { header: ColumnHeader, eventWrapper: TimedEvent }

const shared = {
  dayColumnWrapper: DayColumn,
  timeGutterWrapper: Hours,
  weekWrapper: WeekEvents,
  week: inHours,
  day: inHours,
}

/** What react-big-calendar draws with, where there is room and where there is little. */
export const parts = {
  wide: {
    ...shared,
    showMore: ShowMore,
    month: { header: Weekday, dateHeader: MonthDay, eventWrapper: MonthEvent },
  },
  narrow: {
    ...shared,
    showMore: MoreMarks,
    month: { header: Weekday, dateHeader: MonthDay, eventWrapper: MonthMark },
  },
} as unknown as Record<'wide' | 'narrow', Components<Entry>>
