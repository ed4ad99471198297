import { useId, useState } from 'react'
import type { ShowMoreProps } from 'react-big-calendar'
import { type CalendarItem, EventLink, preventSlotSelection } from './CalendarEvents'
import { dayOf, longDay } from './calendar-days'
import { timesOn } from './event-times'
import { PeriodLink } from './PeriodLink'

/** A button that opens all events of a day in a popover. The content is rendered when the popover first opens. */
export function ShowMore({ slotDate, count, events }: ShowMoreProps<CalendarItem>) {
  const id = useId()
  const [isRendered, setRendered] = useState(false)
  const day = dayOf(slotDate)
  return (
    <div ref={preventSlotSelection} className="show-more">
      <button
        type="button"
        aria-label={`+${count} more on ${longDay(day)}`}
        onClick={() => setRendered(true)}
        {...{ popovertarget: id }}
      >
        +{count} more
      </button>
      <div id={id} className="day-events" {...{ popover: 'auto' }}>
        {isRendered && <DayEvents day={day} items={events} />}
      </div>
    </div>
  )
}

function DayEvents({ day, items }: { day: string; items: CalendarItem[] }) {
  return (
    <>
      <h3>
        <PeriodLink period={{ view: 'day', date: day }}>{longDay(day)}</PeriodLink>
      </h3>
      <ul>
        {items.map(({ event }) => (
          <li key={event._id}>
            <EventLink event={event} className={`rbc-event event ${event.Eventtype}`}>
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

/** The number of further events in the month view of a phone. */
export const MoreMarks = ({ count }: ShowMoreProps<CalendarItem>) => (
  <span className="show-more">+{count}</span>
)
