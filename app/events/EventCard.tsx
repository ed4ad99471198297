import { BudLinks, budsOnCard } from '~/buds/BudLinks'
import { type Deletion, Entry } from '~/components/entry'
import type { ListedEvent } from './event-input.server'

/** The fields of an event that its card shows: no other is sent. */
export function onEventCard({ buds, totalBuds, ...event }: ListedEvent) {
  const { _id, Name, Description, Location, Eventtype, startDate, endDate } = event
  return { _id, Name, Description, Location, Eventtype, startDate, endDate, ...budsOnCard(buds, totalBuds) }
}

type EventCardFields = ReturnType<typeof onEventCard>

export function EventCard({ event, deletion }: { event: EventCardFields; deletion: Deletion }) {
  const { _id, Name, Description, Location, Eventtype, startDate, endDate, buds, moreBuds } = event
  const [initial = ''] = Name
  return (
    <Entry
      _id={_id}
      badge={initial}
      type={Eventtype}
      tint={`event ${Eventtype}`}
      name={Name}
      editAt="/dashboard/EditEvent"
      deletion={deletion}
    >
      <div className="entry-facts">
        <p className="time">
          <span>
            <Time at={startDate} /> to <Time at={endDate} />
          </span>
        </p>
        <p className="place">{Location}</p>
        {Description && <p className="words">{Description}</p>}
      </div>
      <div className="entry-buds">
        {buds.length > 0 ? (
          <BudLinks buds={buds} more={moreBuds} allAt={`/dashboard/EditEvent/${_id}`} />
        ) : (
          <p className="help">No buds attending this event</p>
        )}
      </div>
    </Entry>
  )
}

function Time({ at }: { at: string }) {
  return <time dateTime={at}>{at.replace('T', ' ')}</time>
}
