import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { EmptyState } from '~/components/empty-state'
import type { CalendarEvent } from '~/events/event-input.server'
import { dayNumber, monthName, weekdayName } from './calendar-days'
import { daysOf, type Period, titleOf } from './calendar-period'
import { isOn, timesOn } from './event-times'
import { newEventFrom } from './new-event'
import { PeriodLink } from './PeriodLink'

type Props = {
  period: Period
  events: CalendarEvent[]
  today: string
  /** What to say when it is not known that there are none. */
  gap: ReactNode
}

/** The events of a period day by day: the agenda, and what a browser without JavaScript gets of every view. */
export function EventAgenda({ period, events, today, gap }: Props) {
  const days = daysOf(period)
    .map((day) => ({ day, events: events.filter((event) => isOn(event, day)) }))
    .filter(({ events }) => events.length > 0)
  if (days.length === 0) return <div className="agenda">{gap ?? <NothingPlanned period={period} />}</div>
  return (
    <ul className="agenda">
      {days.map(({ day, events }) => (
        <li key={day} className="agenda-day">
          <DayHeading day={day} isToday={day === today} />
          <ul className="agenda-events">
            {events.map((event) => (
              <AgendaEvent key={event._id} event={event} day={day} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function DayHeading({ day, isToday }: { day: string; isToday: boolean }) {
  return (
    <h3>
      <PeriodLink to={{ view: 'day', date: day }} aria-current={isToday ? 'date' : undefined}>
        {weekdayName(day)} <span className="day-number">{dayNumber(day)}</span>
        <span className="visually-hidden"> {monthName(day)}</span>
      </PeriodLink>
    </h3>
  )
}

function AgendaEvent({ event, day }: { event: CalendarEvent; day: string }) {
  const { _id, Name, Location, Eventtype } = event
  return (
    <li>
      <a className={`agenda-event event ${Eventtype}`} href={`/dashboard/EditEvent/${_id}`}>
        <span className="event-time">{timesOn(event, day)}</span>
        <span className="agenda-words">
          <span className="event-name">{Name}</span>
          <span className="event-place">{Location}</span>
        </span>
        <span className={`tag event ${Eventtype}`}>{Eventtype}</span>
      </a>
    </li>
  )
}

function NothingPlanned({ period }: Pick<Props, 'period'>) {
  const newEvent = newEventFrom(useLocation().search)
  return (
    <EmptyState sentence={`Nothing is planned for ${titleOf(period)}.`}>
      <a className="button quiet" href={newEvent.on(daysOf(period)[0] as string)}>
        Plan something
      </a>
    </EmptyState>
  )
}
