import { useLocation } from '@remix-run/react'
import { type ElementType, forwardRef, type ReactNode, useContext, useId, useState } from 'react'
import type { Components, DateHeaderProps, HeaderProps, ShowMoreProps } from 'react-big-calendar'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import type { CalendarDate } from './calendar-date'
import { DateLine, DateLink, DateMark, ShownDates } from './calendar-dates'
import { dayNumber, dayOf, longDay, monthName, wallClockNow, weekdayName } from './calendar-days'
import {
  type EventItem,
  EventLink,
  MonthEvent,
  MonthMark,
  type Part,
  preventSlotSelection,
  TimedEvent,
} from './calendar-events'
import { newEventPaths } from './calendar-period'
import { keyOf, timesOn } from './event-times'
import { PeriodLink } from './period-link'

/** A date in the form that react-big-calendar needs. */
export type DateItem = { title: string; start: Date; end: Date; date: CalendarDate; isNew: boolean }
export type CalendarItem = EventItem | DateItem

type ColumnProps = { className: string; date: Date; children: ReactNode }

const DayColumn = forwardRef<HTMLDivElement, ColumnProps>(({ className, date, children }, ref) => (
  // biome-ignore lint/a11y/useSemanticElements: react-big-calendar needs a div
  <div ref={ref} className={className} role="group" aria-label={longDay(dayOf(date))}>
    {children}
  </div>
))

/** The hours next to the columns. Focusable, so that the keyboard can scroll a day without events. */
function Hours({ children }: { children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrollable element
    // biome-ignore lint/a11y/useSemanticElements: the group has no form fields
    <div className="calendar-hours" role="group" aria-label="Hours" tabIndex={0}>
      {children}
    </div>
  )
}

/** react-big-calendar gives each week the role of a table row, so the events of the week need the role of a cell. */
function WeekEvents({ children }: { children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: react-big-calendar builds the table from divs
    <div role="cell">{children}</div>
  )
}

function Weekday({ date }: HeaderProps) {
  const name = weekdayName(dayOf(date))
  return (
    // biome-ignore lint/a11y/useSemanticElements: react-big-calendar builds the table from divs
    // biome-ignore lint/a11y/useFocusableInteractive: the header is not interactive
    <span role="columnheader" aria-label={name}>
      {name.slice(0, 3)}
    </span>
  )
}

/** The number of a day in the month view, linked to the day view. */
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

/** The header of a column in the week and day view: a link to the day view and a link that adds an event. */
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
      <Link className="add-on-day" to={newEventPaths(search).forDays(day)} title="Add Event">
        <Icon name="plus" />
        <span className="add-words">
          Add Event <span className="visually-hidden">on {longDay(day)}</span>
        </span>
      </Link>
      <ColumnDates day={day} />
    </>
  )
}

/** At most so many dates of a day are shown above its hours. A popover has the others. */
const columnDates = 3

function ColumnDates({ day }: { day: string }) {
  const dates = useContext(ShownDates).filter(({ on }) => on === day)
  if (dates.length === 0) return null
  const shown = dates.length > columnDates ? dates.slice(0, columnDates - 1) : dates
  return (
    <ul className="column-dates" aria-label={`Dates on ${longDay(day)}`}>
      {shown.map((date) => (
        <li key={date._id}>
          <DateLine date={date} />
        </li>
      ))}
      {shown.length < dates.length && (
        <li>
          <More
            day={day}
            count={dates.length - shown.length}
            what="dates "
            items={dates.map((date) => ({ date }))}
          />
        </li>
      )}
    </ul>
  )
}

function DayLink({ day, children }: { day: string; children: ReactNode }) {
  const isToday = day === dayOf(wallClockNow())
  return (
    <PeriodLink
      ref={preventSlotSelection}
      className="day-link"
      period={{ view: 'day', date: day }}
      aria-current={isToday ? 'date' : undefined}
    >
      {children}
    </PeriodLink>
  )
}

const ShowMore = ({ slotDate, count, events }: ShowMoreProps<CalendarItem>) => (
  <More day={dayOf(slotDate)} count={count} items={events} />
)

type Listed = Pick<EventItem, 'event'> | Pick<DateItem, 'date'>
type MoreProps = { day: string; count: number; what?: string; items: Listed[] }

/** A button that opens all entries of a day in a popover. The content is rendered when the popover first opens. */
function More({ day, count, what = '', items }: MoreProps) {
  const id = useId()
  const [isRendered, setRendered] = useState(false)
  return (
    <div ref={preventSlotSelection} className="show-more">
      <button
        type="button"
        aria-label={`+${count} more ${what}on ${longDay(day)}`}
        onClick={() => setRendered(true)}
        {...{ popovertarget: id }}
      >
        +{count} more
      </button>
      <div id={id} className="day-events" {...{ popover: 'auto' }}>
        {isRendered && <DayEntries day={day} items={items} />}
      </div>
    </div>
  )
}

function DayEntries({ day, items }: Pick<MoreProps, 'day' | 'items'>) {
  return (
    <>
      <h3>
        <PeriodLink period={{ view: 'day', date: day }}>{longDay(day)}</PeriodLink>
      </h3>
      <ul>
        {items.map((item) =>
          'date' in item ? (
            <li key={item.date._id}>
              <DateLink date={item.date} />
            </li>
          ) : (
            <li key={keyOf(item.event)}>
              <ListedEvent event={item.event} day={day} />
            </li>
          ),
        )}
      </ul>
    </>
  )
}

const ListedEvent = ({ event, day }: Pick<EventItem, 'event'> & { day: string }) => (
  <EventLink event={event} className={`rbc-event event ${event.Eventtype}`}>
    <span className="event-mark" />
    <span className="event-time">{timesOn(event, day)}</span>
    <span className="event-name">{event.Name}</span>
    <span className="visually-hidden">, {event.Eventtype}</span>
  </EventLink>
)

/** The number of further entries in the month view of a phone. */
const MoreMarks = ({ count }: ShowMoreProps<CalendarItem>) => <span className="show-more">+{count}</span>

type MonthPart = Omit<Part, 'event'> & { event: CalendarItem }

const MonthEntry = ({ event, ...part }: MonthPart) =>
  'date' in event ? <DateLine {...event} /> : <MonthEvent event={event} {...part} />

const MonthEntryMark = ({ event, ...part }: MonthPart) =>
  'date' in event ? <DateMark date={event.date} /> : <MonthMark event={event} {...part} />

const timeView = { header: ColumnHeader, eventWrapper: TimedEvent }

const partsFor = (showMore: ElementType, monthEvent: ElementType) =>
  ({
    dayColumnWrapper: DayColumn,
    timeGutterWrapper: Hours,
    weekWrapper: WeekEvents,
    showMore,
    month: { header: Weekday, dateHeader: MonthDay, eventWrapper: monthEvent },
    week: timeView,
    day: timeView,
  }) as unknown as Components<CalendarItem>

/** The components that react-big-calendar renders, for wide and for narrow windows. */
export const parts = { wide: partsFor(ShowMore, MonthEntry), narrow: partsFor(MoreMarks, MonthEntryMark) }
