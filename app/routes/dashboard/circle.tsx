import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { requireUser } from '~/account/accounts/sessions.server'
import { countOf } from '~/base/components/count'
import { DeleteDialog, useDeleteDialog } from '~/base/components/delete-dialog'
import { AddLinks, EditableCard, EditLink } from '~/base/components/edit-in-place'
import { partIn, partOf } from '~/base/components/edited-part'
import { EmptyState } from '~/base/components/empty-state'
import { Link } from '~/base/components/link'
import { onDemand, preparedBy } from '~/base/components/on-demand'
import { handleRowIntent } from '~/base/components/row-intents.server'
import { readTypedForm } from '~/base/forms/form.server'
import { storePart } from '~/base/forms/part.server'
import { redirectWithFailure } from '~/base/http/toast.server'
import { daysFrom, lateness, yearsText } from '~/people/buds/bud-dates'
import { asPickerBud } from '~/people/buds/bud-picker'
import { handlePickerIntent, pickerOf, withBudPicker } from '~/people/buds/bud-picker.server'
import { circleParts } from '~/people/circles/circle'
import { badgeOf } from '~/people/circles/circle-card'
import { circleFormOf } from '~/people/circles/circle-input.server'
import { updateCircle } from '~/people/circles/circles.server'
import type { MilestoneDay } from '~/people/circles/milestone-days'
import { milestoneKind } from '~/people/circles/milestones'
import { resultOfCircle } from '~/people/find/find'
import { useRecent } from '~/people/find/recent'
import { shortDay } from '~/planning/today/reason'
import { loadCirclePage } from '~/planning/together/circle-page.server'
import { EventLinks } from '~/planning/together/event-links'
import { PersonRow } from '~/planning/together/person-row'
import { RecordHeader } from '~/planning/together/record-header'
import { togetherPath } from '~/planning/together/together'
import { namedConflicts } from '~/planning/together/together.server'
import { WhatTheyShare } from '~/planning/together/what-they-share'
import '~/planning/together/together.css'

const CirclePartForm = onDemand(
  async () => (await import('~/people/circles/circle-part-fields')).CirclePartForm,
)

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.circle.Name ?? 'Circle'} · Budkeeper` },
]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  await CirclePartForm.prepare()
  try {
    const { plan, circle, ...page } = await loadCirclePage(user._id, call.params.id ?? '')
    const { buds: _, ...facts } = circle
    const members = plan.people.map(asPickerBud)
    return {
      ...page,
      circle: facts,
      today: plan.today,
      shared: { conflicts: namedConflicts(plan), suitsAll: plan.suitsAll, buds: members },
      picker: partOf(new URL(call.request.url)) === 'buds' ? await pickerOf(user._id, members) : undefined,
    }
  } catch (error) {
    throw await redirectWithFailure(call, '/dashboard/allcircles', error)
  }
}

type Loaded = SerializeFrom<typeof loader>

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const { id = '' } = call.params
  const form = await readTypedForm(call.request)
  const part = partIn(circleParts, form.get('edit'))
  if (!part) throw new Response('The form could not be read', { status: 400 })
  const { submission, returned, redirect } = await storePart(call, form, {
    schema: circleFormOf(circleParts[part]),
    answerIntent: (submission) =>
      handlePickerIntent(submission) ?? handleRowIntent(milestoneKind, submission),
    store: (input, expected) => updateCircle(user._id, id, input, expected),
    path: `/dashboard/Circle/${id}`,
    message: 'Circle edited successfully',
  })
  return returned ? withBudPicker(user._id, submission, returned) : redirect
}

/** A circle at a glance: who belongs to it, what they share, what it has been and will be (product 4.5). */
export default function CircleScreen() {
  const { circle, buds, milestones, events, today, shared, picker } = useLoaderData<typeof loader>()
  const form = <CirclePartForm record={circle} picker={picker} actionData={useActionData<typeof action>()} />
  useRecent(resultOfCircle(circle))
  const { deleteButton, item, close } = useDeleteDialog([circle])
  const { _id, Name, Shortname, Circletype, Location, Description, cadenceDays } = circle
  return (
    <article className="together record-page" {...preparedBy(CirclePartForm)}>
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
        form={form}
      >
        {buds.length > 0 && (
          <Link className="button" to={`${togetherPath}?circle=${_id}`}>
            Plan together
          </Link>
        )}
      </RecordHeader>
      <AddLinks
        parts={[
          ...(Description ? [] : [{ part: 'description', label: 'Add description' }]),
          ...(milestones.length > 0 ? [] : [{ part: 'milestones', label: 'Add milestone' }]),
        ]}
      />
      <div className="together-columns">
        <div>
          <EditableCard part="description" title="Description" isEmpty={!Description} form={form}>
            <p className="text">{Description}</p>
          </EditableCard>
          <MemberSection buds={buds} today={today} form={form} />
          <MilestoneSection milestones={milestones} today={today} form={form} />
          <EventSection events={events} today={today} />
        </div>
        <div>{buds.length > 0 && <WhatTheyShare {...shared} />}</div>
      </div>
      <DeleteDialog name={item && Name} action={`/dashboard/DeleteCircle/${_id}`} onClose={close} />
    </article>
  )
}

type MemberProps = Pick<Loaded, 'buds' | 'today'> & { form: ReactNode }

function MemberSection({ buds, today, form }: MemberProps) {
  return (
    <EditableCard part="buds" title="Buds" aside={<span className="count">{buds.length}</span>} form={form}>
      {buds.length === 0 ? (
        <EmptyState sentence="No buds associated with this circle">
          <EditLink part="buds" id="choose-buds" className="button quiet">
            Choose buds
          </EditLink>
        </EmptyState>
      ) : (
        <ul className="record-list">
          {buds.map(({ lastContactOn, dueOn, ...bud }) => (
            <PersonRow key={bud._id} bud={bud}>
              <span className="unbroken">
                {lastContactOn ? `Last in touch on ${shortDay(lastContactOn, today)}` : 'Not in touch yet'}
              </span>
              {dueOn && '\u00a0· '}
              {dueOn && dueOn < today && <strong className="late">{lateness(daysFrom(dueOn, today))}</strong>}
              {dueOn && dueOn >= today && <span className="unbroken">{`due ${shortDay(dueOn, today)}`}</span>}
            </PersonRow>
          ))}
        </ul>
      )}
    </EditableCard>
  )
}

type MilestoneProps = { milestones: MilestoneDay[]; today: string; form: ReactNode }

function MilestoneSection({ milestones, today, form }: MilestoneProps) {
  return (
    <EditableCard part="milestones" title="Milestones" isEmpty={milestones.length === 0} form={form}>
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
    </EditableCard>
  )
}

/** 'in 12 days', or '2 years tomorrow' of one that returns. */
function nextText({ on, years }: Pick<MilestoneDay, 'on' | 'years'>, today: string) {
  const days = daysFrom(today, on ?? today)
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${countOf(days, 'day')}`
  return [yearsText('', years), when].filter(Boolean).join(' ')
}

function EventSection({ events, today }: Pick<Loaded, 'events' | 'today'>) {
  const withNote = events.map((event) => ({ ...event, note: `\u00a0· ${event.members}\u00a0of\u00a0them` }))
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
