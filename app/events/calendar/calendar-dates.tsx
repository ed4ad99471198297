import { createContext, type ReactNode } from 'react'
import { DashboardIcon } from '~/base/components/dashboard-icons'
import { Link } from '~/base/components/link'
import { type CalendarDate, iconOfDate, textOfDate, wordsOfDate } from './calendar-date'
import { longDay } from './calendar-days'
import { preventSlotSelection } from './calendar-events'

/** The dates that the headers of the week and day view show. */
export const ShownDates = createContext<CalendarDate[]>([])

/** Links a date to its bud or circle. Dates have an icon and no background, so that they cannot be mistaken for events. */
export function DateLink({ date, className = '', children }: LinkProps) {
  const [first, second] = wordsOfDate(date)
  return (
    <Link
      ref={preventSlotSelection}
      className={`rbc-event date ${className}`}
      to={`/dashboard/${date.page}`}
      discover="none"
      draggable={false}
      title={`${date.name}: ${textOfDate(date)}`}
    >
      <DashboardIcon name={iconOfDate(date)} />
      <span className="event-name">{first}</span>
      <span className="date-text">
        <span className="visually-hidden">: </span>
        {second}
      </span>
      {children}
    </Link>
  )
}

type LinkProps = { date: CalendarDate; className?: string; children?: ReactNode }

/** A date in the month view, and above the hours of a day in the week and day view. */
export const DateLine = ({ date, isNew }: { date: CalendarDate; isNew?: boolean }) => (
  <DateLink date={date} className={isNew ? 'is-new' : ''}>
    <span className="visually-hidden">, {longDay(date.on)}</span>
  </DateLink>
)

/** A date in the month view of a phone: not a link, because the whole day is a link. */
export const DateMark = ({ date }: { date: CalendarDate }) => (
  <span className="rbc-event date">
    <DashboardIcon name={iconOfDate(date)} />
    <span className="visually-hidden">
      {date.name}: {textOfDate(date)}, {longDay(date.on)}
    </span>
  </span>
)
