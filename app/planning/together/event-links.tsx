import type { ReactNode } from 'react'
import { Link } from '~/base/components/link'
import { shortDateAndTimes } from '~/events/calendar/event-times'
import { eventPath } from '~/events/events/event'
import type { CalendarEvent } from '~/events/events/event-input.server'

type Props = { events: (Omit<CalendarEvent, 'version'> & { note?: ReactNode })[]; today: string }

/** Events with their times, each a link to its page. */
export function EventLinks({ events, today }: Props) {
  return (
    <ul className="record-list">
      {events.map(({ _id, occurrence, Name, note, ...event }) => (
        <li key={`${_id} ${occurrence}`}>
          <span className={`event-mark event ${event.Eventtype}`} aria-hidden="true" />
          <div>
            <Link to={eventPath(_id, occurrence)} discover="none">
              {Name}
            </Link>
            <p>
              <time dateTime={event.startDate}>{shortDateAndTimes(event, today)}</time>
              {note}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
