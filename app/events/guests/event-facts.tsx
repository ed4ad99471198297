import { Icon } from '~/base/components/icons'
import { eventTime } from './event-time'

type Props = {
  event: { Location: string; Description: string; startDate: string; endDate: string }
  calendarPath: string
}

/** When and where an event is, for a guest, and the event for the guest's calendar. */
export function EventFacts({ event, calendarPath }: Props) {
  const { Location, Description, startDate, endDate } = event
  return (
    <>
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
    </>
  )
}
