import { useLocation } from '@remix-run/react'
import type { MouseEvent, ReactNode } from 'react'
import { countOf } from '~/base/components/count'
import { DashboardIcon } from '~/base/components/dashboard-icons'
import { EmptyState } from '~/base/components/empty-state'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { eventPath } from '~/events/events/event'
import type { CalendarEvent } from '~/events/events/event-input.server'
import { type CalendarDate, iconOfDate, textOfDate } from './calendar-date'
import { dayNumber, longDay, monthName, weekdayName } from './calendar-days'
import { daysOf, newEventPaths, type Period, shiftPeriod, titleOf } from './calendar-period'
import { keyOf, spanOf, timesOn } from './event-times'
import { PeriodLink } from './period-link'

type Props = {
  period: Period
  events: CalendarEvent[]
  dates: CalendarDate[]
  today: string
  /** Replaces the empty state while the entries are not loaded. */
  placeholder: ReactNode
}

/** A month and a week without JavaScript show at most so many events of a day. The day shows all. */
const eventsOfOverview = 8

/**
 * The dates and events of a period by day: the agenda view, and every view without JavaScript. If today is in a month or a
 * week, the days before it are folded, or those before the date of an earlier URL.
 */
export function EventAgenda({ period, events, dates, today, placeholder }: Props) {
  const days = entriesByDay(period, events, dates)
  const limit = period.view === 'month' || period.view === 'week' ? eventsOfOverview : events.length
  const isFilled = ({ dates, events }: Day) => dates.length + events.length > 0
  if (!days.some(isFilled))
    return (
      <div className="agenda">
        {placeholder ?? <NothingPlanned period={period} />}
        <NextDays period={period} />
      </div>
    )
  const from = daysOf(period)[0] as string
  const hasToday = days.some(({ day }) => day === today)
  const first = !hasToday ? '' : period.date < today ? period.date : today
  const earlier = days.filter((one) => one.day < first && isFilled(one))
  return (
    <div className="agenda">
      {earlier.length > 0 && (
        <details className="agenda-earlier">
          <summary>Earlier ({countOf(earlier.length, 'day')})</summary>
          <AgendaDays days={earlier} {...{ from, today, limit }} />
        </details>
      )}
      <AgendaDays
        days={days.filter((one) => one.day >= first && (one.day === today || isFilled(one)))}
        {...{ from, today, limit }}
      />
      <NextDays period={period} />
    </div>
  )
}

/** Leads on below the last day, where somebody who reads an agenda down has got to. They go on at its top. */
function NextDays({ period }: Pick<Props, 'period'>) {
  if (period.view !== 'agenda') return null
  // A press that opens a tab leaves the focus here.
  const toTop = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    if (!ctrlKey && !metaKey && !shiftKey) document.querySelector('main')?.focus({ preventScroll: true })
  }
  const next = shiftPeriod(1, period)
  return (
    <p className="agenda-next">
      <PeriodLink period={next} preventScrollReset={false} onClick={toTop}>
        {titleOf(next)}
      </PeriodLink>
    </p>
  )
}

type Day = { day: string; dates: CalendarDate[]; events: CalendarEvent[] }

/** Each day of the period with its entries. */
function entriesByDay(period: Period, events: CalendarEvent[], dates: CalendarDate[]) {
  const days = daysOf(period).map((day): Day => ({ day, dates: [], events: [] }))
  const byDay = new Map(days.map((one) => [one.day, one]))
  for (const date of dates) byDay.get(date.on)?.dates.push(date)
  for (const event of events) for (const one of daysWith(event)) one.events.push(event)
  return days

  function daysWith(event: CalendarEvent) {
    const [first, last] = spanOf(event)
    if (first !== last) return days.filter(({ day }) => first <= day && day <= last)
    const only = byDay.get(first)
    return only ? [only] : []
  }
}

type DaysProps = { days: Day[]; from: string; today: string; limit: number }

/** A day of another month than that of the one before, or of `from`, stands below the name of its month. */
function AgendaDays({ days, from, today, limit }: DaysProps) {
  return (
    <ul className="agenda-days">
      {days.flatMap(({ day, dates, events }, n) => [
        monthName(day) !== monthName(days[n - 1]?.day ?? from) && (
          <li key={monthName(day)} className="agenda-month" aria-hidden="true">
            {monthName(day)}
          </li>
        ),
        <li key={day} className="agenda-day">
          <h3>
            <PeriodLink period={{ view: 'day', date: day }} aria-current={day === today ? 'date' : undefined}>
              {weekdayName(day)} <span className="day-number">{dayNumber(day)}</span>
              <span className="visually-hidden"> {monthName(day)}</span>
            </PeriodLink>
          </h3>
          <ul className="agenda-events">
            {dates.map((date) => (
              <AgendaDate key={date._id} date={date} />
            ))}
            {events.slice(0, limit).map((event) => (
              <AgendaEvent key={keyOf(event)} event={event} day={day} />
            ))}
            {events.length > limit && (
              <li>
                <PeriodLink className="agenda-more" period={{ view: 'day', date: day }}>
                  +{events.length - limit} more <span className="visually-hidden">on {longDay(day)}</span>
                </PeriodLink>
              </li>
            )}
            {dates.length + events.length === 0 && <li className="agenda-free">Nothing planned today</li>}
          </ul>
        </li>,
      ])}
    </ul>
  )
}

function AgendaEvent({ event, day }: { event: CalendarEvent; day: string }) {
  const { _id, occurrence, Name, Location, Eventtype } = event
  return (
    <li>
      <Link
        className={`agenda-event event ${Eventtype}`}
        to={eventPath(_id, occurrence, 'EditEvent')}
        discover="none"
      >
        <span className="event-time">{timesOn(event, day)}</span>
        <span className="agenda-words">
          <span className="event-name">{Name}</span>
          <span className="event-place">{Location}</span>
        </span>
        <span className={`tag event ${Eventtype}`}>{Eventtype}</span>
      </Link>
    </li>
  )
}

function AgendaDate({ date }: { date: CalendarDate }) {
  return (
    <li>
      <Link className="agenda-event date" to={`/dashboard/${date.page}`} discover="none">
        <span className="event-time">All day</span>
        <span className="agenda-words">
          <span className="event-name">{date.name}</span>
          <span className="visually-hidden">:</span> <span className="date-text">{textOfDate(date)}</span>
        </span>
        <span className="tag date">
          <DashboardIcon name={iconOfDate(date)} />
          Date
        </span>
      </Link>
    </li>
  )
}

function NothingPlanned({ period }: Pick<Props, 'period'>) {
  const newEvent = newEventPaths(useLocation().search)
  return (
    <EmptyState
      icon={<Icon name="calendar" />}
      sentence={`Nothing is planned for ${titleOf(period)}.`}
      link={{ label: 'Plan something', to: newEvent.forDays(daysOf(period)[0] as string) }}
    />
  )
}
