import { BudLinks, firstBuds } from '~/buds/BudLinks'
import { type DeleteButtonProps, ListCard } from '~/components/list-card'
import type { ListedEvent } from './event-input.server'

/** The fields that the card shows. The list loader sends no others to the browser. */
export function eventCardFields({ buds, totalBuds, ...event }: ListedEvent) {
  const { _id, Name, Description, Location, Eventtype, startDate, endDate } = event
  return { _id, Name, Description, Location, Eventtype, startDate, endDate, ...firstBuds(buds, totalBuds) }
}

type Props = { event: ReturnType<typeof eventCardFields>; deleteButton: DeleteButtonProps }

export function EventCard({ event, deleteButton }: Props) {
  const { _id, Name, Description, Location, Eventtype, startDate, endDate } = event
  const [initial = ''] = Name
  const time = (
    <span>
      <Time at={startDate} /> to <Time at={endDate} />
    </span>
  )
  return (
    <ListCard
      _id={_id}
      badge={initial}
      type={Eventtype}
      tint={`event ${Eventtype}`}
      name={Name}
      facts={{ time, place: Location, words: Description }}
      editPath="/dashboard/EditEvent"
      deleteButton={deleteButton}
    >
      <div className="list-card-buds">
        <BudLinks {...event} editPath="/dashboard/EditEvent" none="No buds attending this event" />
      </div>
    </ListCard>
  )
}

function Time({ at }: { at: string }) {
  return <time dateTime={at}>{at.replace('T', ' ')}</time>
}
