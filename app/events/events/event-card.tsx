import { initialOf } from '~/base/components/initial'
import { Link } from '~/base/components/link'
import type { Column } from '~/base/components/list-head'
import { ListItem, type Shown } from '~/base/components/list-item'
import type { ListView } from '~/base/forms/list-view'
import { type Answer, answersText, guestsPath } from '~/events/guests/guest'
import { later, lengthOf } from '~/events/repeats/occurrences'
import { repeatWords } from '~/events/repeats/repeat-words'
import { BudLinks, budCount, firstBuds } from '~/people/buds/bud-links'
import type { ListedEvent } from './event-input.server'

/** The fields that the card or row shows. The list loader sends no others to the browser. */
export function eventCardFields(
  {
    buds,
    totalBuds,
    answers,
    ...event
  }: ListedEvent & { answers: Record<Answer, number>; listStart: string },
  view: ListView,
) {
  const { _id, Name, Description, Location, Eventtype, repeat, listStart } = event
  return {
    _id,
    Name,
    Description,
    Location,
    Eventtype,
    /** Of a series, those of the occurrence that comes next, or of the last one. */
    startDate: listStart,
    endDate: later(listStart, lengthOf(event)),
    repeat: repeat && repeatWords(repeat),
    answers: answersText(answers, totalBuds),
    ...firstBuds(buds, totalBuds, view),
  }
}

export const eventHeadings: Column[] = [
  { label: 'Name', kind: 'name', sorts: ['A-Z', 'Z-A'] },
  { label: 'When', kind: 'time', sorts: ['soonestFirst', 'latestFirst'] },
  { label: 'Location', kind: 'place' },
  { label: 'Buds', kind: 'count' },
  { label: 'Type', kind: 'type', sorts: ['eventType'] },
]

type Props = { event: ReturnType<typeof eventCardFields> & { time: string } } & Shown

export function EventCard({ event, ...shown }: Props) {
  const { _id, Name, Description, Location, Eventtype, startDate, endDate, repeat, answers } = event
  const time =
    shown.view === 'rows' ? (
      <span>
        <time dateTime={startDate}>{event.time}</time>
        {repeat && ` · ${repeat}`}
      </span>
    ) : (
      <span>
        <Time at={startDate} /> to <Time at={endDate} />
        {repeat && ` · ${repeat}`}
      </span>
    )
  return (
    <ListItem
      {...shown}
      _id={_id}
      badge={initialOf(Name)}
      type={Eventtype}
      tint={`event ${Eventtype}`}
      name={Name}
      facts={{ time, place: Location, words: Description }}
      count={answers || budCount(event.totalBuds)}
      path="/dashboard/Event"
      editPath="/dashboard/EditEvent"
    >
      <div className="list-card-buds">
        <BudLinks
          {...event}
          editPath="/dashboard/EditEvent"
          none="No buds attending this event"
          planPath={`/dashboard/Together?event=${_id}`}
        />
        {event.totalBuds > 0 && (
          <p className="event-answers">
            {answers}{' '}
            <Link className="plan-link" to={`${guestsPath}/${_id}`} discover="none" aria-describedby={_id}>
              Guests
            </Link>
          </p>
        )}
      </div>
    </ListItem>
  )
}

function Time({ at }: { at: string }) {
  return <time dateTime={at}>{at.replace('T', ' ')}</time>
}
