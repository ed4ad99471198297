import { Link, useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { DateHeaderProps, HeaderProps } from 'react-big-calendar'
import { Icon } from '~/components/icons'
import { preventSlotSelection } from './CalendarEvents'
import { dayNumber, dayOf, longDay, monthName, wallClockNow, weekdayName } from './calendar-days'
import { newEventPaths } from './calendar-period'
import { PeriodLink } from './PeriodLink'

export function Weekday({ date }: HeaderProps) {
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
export function MonthDay({ date }: DateHeaderProps) {
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
export function ColumnHeader({ date }: HeaderProps) {
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
    </>
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
