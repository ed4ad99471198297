import { eventtypes } from '~/events/event'

/** The mark and the name of each event type. */
export function CalendarLegend() {
  return (
    <ul className="calendar-types" aria-label="Event types">
      {eventtypes.map((type) => (
        <li key={type} className={`event ${type}`}>
          <span className="event-mark" />
          {type}
        </li>
      ))}
    </ul>
  )
}
