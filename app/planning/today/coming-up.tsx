import { Link } from '~/base/components/link'
import { addDays, longDay } from '~/events/calendar/calendar-days'
import { formatDateAndTimes } from '~/events/calendar/event-times'
import { guestsPath } from '~/events/guests/guest'
import { fullName, type Person } from '~/people/buds/bud'
import { occasionOf } from '~/people/buds/bud-dates'
import { BudPortrait } from '~/people/buds/bud-portrait'

type DateProps = {
  dates: { bud: Person; label: string; on: string; years: number | null }[]
  today: string
}

/** The dates of buds in the next days. */
export function DateSection({ dates, today }: DateProps) {
  return (
    <section className="card" aria-labelledby="dates">
      <h2 id="dates">Coming up</h2>
      {dates.length === 0 ? (
        <p className="today-note">No birthdays or other dates in the next 30 days.</p>
      ) : (
        <ul className="coming">
          {dates.map(({ bud, label, on, years }) => (
            <li key={`${bud._id} ${label} ${on}`}>
              <BudPortrait bud={bud} />
              <div>
                <Link className="today-name" to={`/dashboard/Bud/${bud._id}`} discover="none">
                  {fullName(bud)}
                </Link>
                <p>
                  <time dateTime={on}>{nearDay(on, today)}</time> {occasionOf(label, years)}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type Event = { _id: string; Name: string; Eventtype: string; startDate: string; endDate: string }

/** The events of the week, with what their guests have answered. */
export function EventSection({ events }: { events: (Event & { answers?: string | undefined })[] }) {
  return (
    <section className="card" aria-labelledby="week">
      <h2 id="week">This week</h2>
      {events.length === 0 ? (
        <p className="today-note">No events this week.</p>
      ) : (
        <ul className="coming">
          {events.map((event) => (
            <li key={event._id}>
              <span className={`event-dot event ${event.Eventtype}`} aria-hidden="true" />
              <div>
                <Link className="today-name" to={`/dashboard/Event/${event._id}`} discover="none">
                  {event.Name}
                </Link>
                <p>
                  <time dateTime={event.startDate}>{formatDateAndTimes(event)}</time>
                  {event.answers && (
                    <Link
                      className="today-answers"
                      to={`${guestsPath}/${event._id}`}
                      discover="none"
                      aria-label={`Guests of ${event.Name}: ${event.answers}`}
                    >
                      {event.answers}
                    </Link>
                  )}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function nearDay(day: string, today: string) {
  if (day === today) return 'Today'
  return day === addDays(today, 1) ? 'Tomorrow' : longDay(day)
}
