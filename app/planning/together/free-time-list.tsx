import type { ReactNode } from 'react'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { shortDateAndTimes } from '~/events/calendar/event-times'
import { shortDay } from '~/planning/today/reason'
import type { FreeTime } from './free-times'
import type { OfferedTime } from './together'
import './free-times.css'

type Props = {
  freeTimes: FreeTime[]
  lastMet: string | null
  today: string
  /** The number of people. */
  count: number
  /** The selection, for the form of an event. */
  query: string
}

/** When the people last met, and when they are free next. */
export function FreeTimes({ freeTimes, lastMet, today, count, query }: Props) {
  const all = count === 1 ? 'them' : 'all of them'
  const timesOf = (kind: FreeTime['kind']) => freeTimes.filter((time) => time.kind === kind)
  return (
    <section className="card" aria-labelledby="free-times">
      <h2 id="free-times">When they are free</h2>
      <p className="together-note">
        {lastMet ? `Last event with ${all}: ${shortDay(lastMet, today)}` : `No past event with ${all} yet.`}
      </p>
      {freeTimes.length === 0 ? (
        <p className="together-note">No weekend or evening is free in the next twelve weeks.</p>
      ) : (
        <>
          <Times title="Weekends" times={timesOf('weekend')} query={query} />
          <Times title="Evenings" times={timesOf('evening')} query={query} />
        </>
      )}
    </section>
  )
}

function Times({ title, times, query }: { title: string; times: FreeTime[]; query: string }) {
  if (times.length === 0) return null
  return (
    <div>
      <h3>{title}</h3>
      <ul className="free-times">
        {times.map((time) => (
          <FreeTimeItem key={time.startDate} time={time}>
            <Link
              className="choose-time"
              to={`/dashboard/AddEvent?${query}&startDate=${time.startDate}&endDate=${time.endDate}`}
              discover="none"
              aria-describedby={time.startDate}
            >
              <Icon name="chevron-right" label="Choose" />
            </Link>
          </FreeTimeItem>
        ))}
      </ul>
    </div>
  )
}

/** A free time with its reason. `children` is what chooses it. */
export function FreeTimeItem({ time, children }: { time: OfferedTime; children: ReactNode }) {
  return (
    <li>
      <div>
        <p className="free-time" id={time.startDate}>
          <time dateTime={time.startDate}>{shortDateAndTimes(time, time.startDate)}</time>
        </p>
        <p className="free-reason">{time.reason}</p>
      </div>
      {children}
    </li>
  )
}
