import { DashboardIcon } from '~/base/components/dashboard-icons'
import { FoldedRest } from '~/base/components/folded-rest'
import { Link } from '~/base/components/link'
import { addDays, longDay } from '~/events/calendar/calendar-days'
import { formatDateAndTimes, timesOn } from '~/events/calendar/event-times'
import { eventPath } from '~/events/events/event'
import { guestsPath } from '~/events/guests/guest'
import { occasionOf } from '~/people/buds/bud-dates'
import { BudPortrait } from '~/people/buds/bud-portrait'
import { badgeOf } from '~/people/circles/circle-card'
import { type DateOnDay, whoseDate } from '~/people/circles/dates'

/** The others are folded, so that the screen stays short. */
const firstDates = 8
const firstEvents = 6

/** Of each kind. All of them stand in the sections of dates and of events. */
const firstToday = 4

/** What today brings in a line each, above those who are overdue: dates, and events that have not ended `now`. */
export function HappeningToday({ dates, events, today, now }: DateProps & Props & { now: string }) {
  const datesToday = dates.filter(({ on }) => on === today).slice(0, firstToday)
  const isToday = ({ startDate, endDate }: Event) => startDate.slice(0, 10) <= today && endDate > now
  const eventsToday = events.filter(isToday).slice(0, firstToday)
  if (datesToday.length + eventsToday.length === 0) return null
  return (
    <ul className="happening" aria-label="Happening today">
      {datesToday.map((date) => (
        <li key={`${whoseDate(date).page} ${date.label}`}>
          <DashboardIcon name={date.circle ? 'flag' : 'cake'} />
          <Link to={`/dashboard/${whoseDate(date).page}`} discover="none">
            {whoseDate(date).name}
          </Link>
          <span>{occasionOf(date.label, date.years)}</span>
        </li>
      ))}
      {eventsToday.map((event) => (
        <li key={`${event._id} ${event.occurrence}`}>
          <DashboardIcon name="clock" />
          <Link to={pageOf(event)} discover="none">
            {event.Name}
          </Link>
          <span>{timesOn(event, today)}</span>
        </li>
      ))}
    </ul>
  )
}

type DateProps = { dates: DateOnDay[]; today: string }

/** The dates of buds and the milestones of circles in the next days. */
export function DateSection({ dates, today }: DateProps) {
  return (
    <section className="card" aria-labelledby="dates">
      <h2 id="dates">Coming up</h2>
      {dates.length === 0 ? (
        <p className="today-note">No birthdays or other dates in the next 30 days.</p>
      ) : (
        <>
          <ComingDates dates={dates.slice(0, firstDates)} today={today} />
          <FoldedRest count={dates.length - firstDates}>
            <ComingDates dates={dates.slice(firstDates)} today={today} />
          </FoldedRest>
        </>
      )}
    </section>
  )
}

const ComingDates = ({ dates, today }: DateProps) => (
  <ul className="coming">
    {dates.map((date) => (
      <ComingDate key={`${whoseDate(date).page} ${date.label} ${date.on}`} {...{ date, today }} />
    ))}
  </ul>
)

function ComingDate({ date, today }: { date: DateOnDay; today: string }) {
  const { bud, label, on, years } = date
  const { name, page } = whoseDate(date)
  return (
    <li>
      {bud ? (
        <BudPortrait bud={bud} />
      ) : (
        <span className="badge portrait Other" aria-hidden="true">
          {badgeOf(name)}
        </span>
      )}
      <div>
        <Link className="today-name" to={`/dashboard/${page}`} discover="none">
          {name}
        </Link>
        <p>
          <time dateTime={on}>{nearDay(on, today)}</time> {occasionOf(label, years)}
        </p>
      </div>
    </li>
  )
}

type Event = {
  _id: string
  series: string | null
  occurrence: string | null
  Name: string
  Eventtype: string
  startDate: string
  endDate: string
}

const pageOf = ({ _id, series, occurrence }: Event) => eventPath(_id, series ? null : occurrence)

type Shown = Event & { answers?: string | undefined; hasEnded?: boolean }
type Props = { events: Shown[] }

/** The events of the week, with what their guests have answered. Those that have ended `now` are the last. */
export function EventSection({ events: ofWeek, now }: Props & { now: string }) {
  const events = ofWeek
    .map((event) => ({ ...event, hasEnded: event.endDate <= now }))
    .sort((a, b) => Number(a.hasEnded) - Number(b.hasEnded))
  return (
    <section className="card" aria-labelledby="week">
      <h2 id="week">This week</h2>
      {events.length === 0 ? (
        <p className="today-note">No events this week.</p>
      ) : (
        <>
          <ComingEvents events={events.slice(0, firstEvents)} />
          <FoldedRest count={events.length - firstEvents}>
            <ComingEvents events={events.slice(firstEvents)} />
          </FoldedRest>
        </>
      )}
    </section>
  )
}

const ComingEvents = ({ events }: Props) => (
  <ul className="coming">
    {events.map((event) => (
      <ComingEvent key={`${event._id} ${event.occurrence}`} event={event} />
    ))}
  </ul>
)

function ComingEvent({ event }: { event: Shown }) {
  return (
    <li>
      <span className={`event-dot event ${event.Eventtype}`} aria-hidden="true" />
      <div>
        <Link className="today-name" to={pageOf(event)} discover="none">
          {event.Name}
        </Link>
        <p>
          <time dateTime={event.startDate}>{formatDateAndTimes(event)}</time>
          {event.hasEnded && 'ended'}
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
  )
}

function nearDay(day: string, today: string) {
  if (day === today) return 'Today'
  return day === addDays(today, 1) ? 'Tomorrow' : longDay(day)
}
