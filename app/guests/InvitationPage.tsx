import type { ReactNode } from 'react'
import { Icon } from '~/components/icons'
import { Link } from '~/components/link'
import { Logo } from '~/components/logo'
import { ThemeToggle } from '~/components/theme'
import { eventTime } from './event-time'
import './invitation.css'

type Props = {
  event: { Name: string; Location: string; Description: string; startDate: string; endDate: string }
  /** First names. */
  host: string
  guest: string
  calendarPath: string
  children: ReactNode
}

/** What a guest sees of an event. It has no navigation, because guests have no account. */
export function InvitationPage({ event, host, guest, calendarPath, children }: Props) {
  const { Name, Location, Description, startDate, endDate } = event
  return (
    <div className="invitation">
      <header>
        <Link className="home" to="/">
          <Logo full />
        </Link>
        <ThemeToggle />
      </header>
      <main id="main" tabIndex={-1}>
        <p className="intro">
          Hello {guest}, {host} invites you to
        </p>
        <h1>{Name}</h1>
        <ul className="invitation-facts">
          <li>
            <Icon name="calendar" label="Time" />
            <time dateTime={startDate}>{eventTime(startDate, endDate)}</time>
          </li>
          <li>
            <Icon name="pin" label="Place" />
            {Location}
          </li>
        </ul>
        {Description && <p className="invitation-text">{Description}</p>}
        <p>
          <a className="button quiet" href={calendarPath}>
            Save the date
          </a>
        </p>
        {children}
      </main>
      <footer>
        <p>
          Your answer goes to {host} and to nobody else. <Link to="/privacy-policy">Privacy Policy</Link>
        </p>
      </footer>
    </div>
  )
}
