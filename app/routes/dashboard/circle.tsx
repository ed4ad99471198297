import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '~/account/accounts/sessions.server'
import { countOf } from '~/base/components/count'
import { DeleteDialog, useDeleteDialog } from '~/base/components/delete-dialog'
import { EmptyState } from '~/base/components/empty-state'
import { Link } from '~/base/components/link'
import { redirectWithFailure } from '~/base/http/toast.server'
import { fullName } from '~/people/buds/bud'
import { daysFrom, yearsText } from '~/people/buds/bud-dates'
import { asPickerBud } from '~/people/buds/bud-picker'
import { BudPortrait } from '~/people/buds/bud-portrait'
import { badgeOf } from '~/people/circles/circle-card'
import type { MilestoneDay } from '~/people/circles/milestone-days'
import { shortDay } from '~/planning/today/reason'
import { loadCirclePage } from '~/planning/together/circle-page.server'
import { EventLinks } from '~/planning/together/event-links'
import { RecordHeader } from '~/planning/together/record-header'
import { togetherPath } from '~/planning/together/together'
import { namedConflicts } from '~/planning/together/together.server'
import { WhatTheyShare } from '~/planning/together/what-they-share'
import '~/planning/together/together.css'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.circle.Name ?? 'Circle'} · Budkeeper` },
]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  try {
    const { plan, circle, ...page } = await loadCirclePage(user._id, call.params.id ?? '')
    const { buds: _, milestones: __, ...facts } = circle
    return {
      ...page,
      circle: facts,
      today: plan.today,
      shared: {
        conflicts: namedConflicts(plan),
        suitsAll: plan.suitsAll,
        buds: plan.people.map(asPickerBud),
      },
    }
  } catch (error) {
    throw await redirectWithFailure(call, '/dashboard/allcircles', error)
  }
}

type Loaded = SerializeFrom<typeof loader>

/** A circle at a glance: who belongs to it, what they share, what it has been and will be (product 4.5). */
export default function CircleScreen() {
  const { circle, buds, milestones, events, today, shared } = useLoaderData<typeof loader>()
  const { deleteButton, item, close } = useDeleteDialog([circle])
  const { _id, Name, Shortname, Circletype, Location, Description, cadenceDays } = circle
  return (
    <article className="together record-page">
      <RecordHeader
        _id={_id}
        name={Name}
        badge={badgeOf(Name)}
        type={Circletype}
        facts={[
          { icon: 'circle', text: Shortname },
          { icon: 'pin', text: Location },
          { icon: 'calendar', text: cadenceDays && `In touch every ${countOf(cadenceDays, 'day')}` },
        ]}
        editPath={`/dashboard/EditCircle/${_id}`}
        deleteButton={deleteButton}
      >
        {buds.length > 0 && (
          <Link className="button" to={`${togetherPath}?circle=${_id}`}>
            Plan together
          </Link>
        )}
      </RecordHeader>
      {Description && <p className="text">{Description}</p>}
      <div className="together-columns">
        <div>
          <MemberSection _id={_id} buds={buds} today={today} />
          {milestones.length > 0 && <MilestoneSection milestones={milestones} today={today} />}
          <EventSection events={events} today={today} />
        </div>
        <div>{buds.length > 0 && <WhatTheyShare {...shared} />}</div>
      </div>
      <DeleteDialog name={item && Name} action={`/dashboard/DeleteCircle/${_id}`} onClose={close} />
    </article>
  )
}

function MemberSection({ _id, buds, today }: { _id: string } & Pick<Loaded, 'buds' | 'today'>) {
  return (
    <section className="card" aria-labelledby="members">
      <h2 id="members">
        Buds <span className="count">{buds.length}</span>
      </h2>
      {buds.length === 0 ? (
        <EmptyState
          sentence="No buds associated with this circle"
          link={{ label: 'Choose buds', to: `/dashboard/EditCircle/${_id}` }}
        />
      ) : (
        <ul className="record-list">
          {buds.map(({ lastContactOn, dueOn, ...bud }) => (
            <li key={bud._id}>
              <BudPortrait bud={bud} />
              <div>
                <Link to={`/dashboard/Bud/${bud._id}`} discover="none">
                  {fullName(bud)}
                </Link>
                <p>
                  {lastContactOn ? `Last in touch on ${shortDay(lastContactOn, today)}` : 'Not in touch yet'}
                  {dueOn && ` · due ${shortDay(dueOn, today)}`}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function MilestoneSection({ milestones, today }: { milestones: MilestoneDay[]; today: string }) {
  return (
    <section className="card" aria-labelledby="milestones">
      <h2 id="milestones">Milestones</h2>
      <ul className="record-list">
        {milestones.map(({ id, date, description, ...next }) => (
          <li key={id}>
            <span className="event-mark milestone" aria-hidden="true" />
            <div>
              <strong>{description || 'Milestone'}</strong>
              {date && (
                <p>
                  <time dateTime={date}>{shortDay(date, today)}</time> · {nextText(next, today)}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** 'in 12 days', or '2 years tomorrow' of one that returns. */
function nextText({ on, years }: Pick<MilestoneDay, 'on' | 'years'>, today: string) {
  const days = daysFrom(today, on ?? today)
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${countOf(days, 'day')}`
  return [yearsText('', years), when].filter(Boolean).join(' ')
}

function EventSection({ events, today }: Pick<Loaded, 'events' | 'today'>) {
  const withNote = events.map((event) => ({ ...event, note: ` · ${event.members} of them` }))
  return (
    <section className="card" aria-labelledby="events">
      <h2 id="events">Events of two or more of them</h2>
      {events.length === 0 ? (
        <p className="together-note">None so far.</p>
      ) : (
        [false, true].map((isPast) => {
          const shown = withNote.filter(({ hasEnded }) => hasEnded === isPast)
          return (
            shown.length > 0 && (
              <div key={String(isPast)}>
                <h3>{isPast ? 'Past' : 'Coming'}</h3>
                <EventLinks events={shown} today={today} />
              </div>
            )
          )
        })
      )}
    </section>
  )
}
