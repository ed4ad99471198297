import { scopeChoice } from '~/events/repeats/repeat'
import { RecordPartForm, type RecordPartProps } from '~/people/buds/record-part-form'
import { eventFormLabels } from './event'
import { EventDetails, type EventForm } from './event-details'

type Props = RecordPartProps<EventForm> & {
  rule: string | null | undefined
  /** Whether the record is an occurrence of a series. */
  isOccurrence: boolean
}

/** The form of the part of an event that is open. */
export function EventPartForm({ rule, isOccurrence, ...props }: Props) {
  return (
    <RecordPartForm<EventForm>
      {...props}
      id="event"
      labels={eventFormLabels}
      choice={isOccurrence ? scopeChoice : undefined}
      partsOf={({ fields }) => ({ details: <EventDetails fields={fields} rule={rule} /> })}
    />
  )
}
