import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '~/account/accounts/sessions.server'
import { DeleteDialog, useDeleteDialog } from '~/base/components/delete-dialog'
import { EmptyState } from '~/base/components/empty-state'
import { initialOf } from '~/base/components/initial'
import { Link } from '~/base/components/link'
import { redirectWithFailure } from '~/base/http/toast.server'
import { eventTime } from '~/events/guests/event-time'
import { type Answer, answerNames, answersText, broughtText, guestsPath } from '~/events/guests/guest'
import { fullName } from '~/people/buds/bud'
import { asPickerBud } from '~/people/buds/bud-picker'
import { BudPortrait } from '~/people/buds/bud-portrait'
import { EventLinks } from '~/planning/together/event-links'
import { loadEventPage } from '~/planning/together/event-page.server'
import { RecordHeader } from '~/planning/together/record-header'
import { namedConflicts } from '~/planning/together/together.server'
import { WhatTheyShare } from '~/planning/together/what-they-share'
import '~/events/guests/guests.css'
import '~/planning/together/together.css'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.event.Name ?? 'Event'} · Budkeeper` },
]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  try {
    const { plan, event, guests, totals, near } = await loadEventPage(user._id, call.params.id ?? '')
    return {
      event,
      guests: guests.map(({ bud, answer, guests, diet, note }) => ({ bud, answer, guests, diet, note })),
      answers: answersText(totals, guests.length),
      near,
      today: plan.today,
      shared: {
        conflicts: namedConflicts(plan),
        suitsAll: plan.suitsAll,
        buds: plan.people.map(asPickerBud),
      },
    }
  } catch (error) {
    throw await redirectWithFailure(call, '/dashboard/allevents', error)
  }
}

/** An event at a glance: when and where, who comes, what they share, what is near it (product 5.4). */
export default function EventScreen() {
  const { event, guests, answers, near, today, shared } = useLoaderData<typeof loader>()
  const { deleteButton, item, close } = useDeleteDialog([event])
  const { _id, Name, Eventtype, startDate, endDate, Location, Description } = event
  const again = new URLSearchParams({ event: _id, Name, Eventtype })
  return (
    <article className="together record-page">
      <RecordHeader
        _id={_id}
        name={Name}
        badge={initialOf(Name)}
        type={Eventtype}
        tint={`event ${Eventtype}`}
        facts={[
          {
            icon: 'calendar',
            text: <time dateTime={startDate}>{eventTime(startDate, endDate)}</time>,
          },
          { icon: 'pin', text: Location },
        ]}
        editPath={`/dashboard/EditEvent/${_id}`}
        deleteButton={deleteButton}
      >
        <Link className="button" to={`/dashboard/AddEvent?${again}`}>
          Plan again
        </Link>
        <Link className="button quiet" to={`${guestsPath}/${_id}`}>
          Guests
        </Link>
      </RecordHeader>
      {Description && <p className="text">{Description}</p>}
      <div className="together-columns">
        <div>
          <GuestSection _id={_id} guests={guests} answers={answers} />
          <section className="card" aria-labelledby="near">
            <h2 id="near">Near it in the calendar</h2>
            {near.length === 0 ? (
              <p className="together-note">Nothing else in the three days before and after.</p>
            ) : (
              <EventLinks events={near} today={today} />
            )}
          </section>
        </div>
        <div>{guests.length > 0 && <WhatTheyShare {...shared} />}</div>
      </div>
      <DeleteDialog name={item && Name} action={`/dashboard/DeleteEvent/${_id}`} onClose={close} />
    </article>
  )
}

type Loaded = SerializeFrom<typeof loader>

function GuestSection({ _id, guests, answers }: { _id: string } & Pick<Loaded, 'guests' | 'answers'>) {
  return (
    <section className="card" aria-labelledby="guests">
      <header>
        <h2 id="guests">
          Who comes <span className="count">{answers || guests.length}</span>
        </h2>
        {guests.length > 0 && (
          <Link className="button quiet" to={`${guestsPath}/${_id}`} discover="none">
            Answers and links
          </Link>
        )}
      </header>
      {guests.length === 0 ? (
        <EmptyState
          sentence="Nobody attends this event yet."
          link={{ label: 'Choose attendees', to: `/dashboard/EditEvent/${_id}` }}
        />
      ) : (
        <ul className="record-list">
          {guests.map(({ bud, answer, ...guest }) => (
            <li key={bud._id}>
              <BudPortrait bud={bud} />
              <div>
                <Link to={`/dashboard/Bud/${bud._id}`} discover="none">
                  {fullName(bud)}
                </Link>
                {answer && <AnswerTag answer={answer} />}
                <p>{detailsOf(guest)}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const AnswerTag = ({ answer }: { answer: Answer }) => (
  <span className={`tag answer ${answer}`}>{answerNames[answer]}</span>
)

function detailsOf({ guests, diet, note }: Pick<Loaded['guests'][number], 'guests' | 'diet' | 'note'>) {
  return [guests > 0 && broughtText(guests), ...diet, note].filter(Boolean).join(' · ')
}
