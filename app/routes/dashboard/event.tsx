import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { requireUser } from '~/account/accounts/sessions.server'
import { DeleteDialog, useDeleteDialog } from '~/base/components/delete-dialog'
import { AddLinks, EditableCard, EditLink } from '~/base/components/edit-in-place'
import { partIn, partOf } from '~/base/components/edited-part'
import { EmptyState } from '~/base/components/empty-state'
import { initialOf } from '~/base/components/initial'
import { Link } from '~/base/components/link'
import { preparedBy } from '~/base/components/on-demand'
import { readTypedForm } from '~/base/forms/form.server'
import { storePart } from '~/base/forms/part.server'
import { fieldsOf } from '~/base/forms/rules'
import { redirectWithFailure } from '~/base/http/toast.server'
import { eventInput } from '~/events/events/event-input.server'
import { updateEvent } from '~/events/events/events.server'
import { eventTime } from '~/events/guests/event-time'
import { type Answer, answerNames, answersText, broughtText, guestsPath } from '~/events/guests/guest'
import { asPickerBud } from '~/people/buds/bud-picker'
import { handlePickerIntent, pickerOf, withBudPicker } from '~/people/buds/bud-picker.server'
import { resultOfEvent } from '~/people/find/find'
import { useRecent } from '~/people/find/recent'
import { EventLinks } from '~/planning/together/event-links'
import { loadEventPage } from '~/planning/together/event-page.server'
import { EventPartForm } from '~/planning/together/part-forms'
import { PersonRow } from '~/planning/together/person-row'
import { RecordHeader } from '~/planning/together/record-header'
import { eventParts } from '~/planning/together/record-parts'
import { namedConflicts } from '~/planning/together/together.server'
import { WhatTheyShare } from '~/planning/together/what-they-share'
import '~/events/guests/guests.css'
import '~/planning/together/together.css'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.event.Name ?? 'Event'} · Budkeeper` },
]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  await EventPartForm.prepare()
  try {
    const { plan, event, guests, totals, near } = await loadEventPage(user._id, call.params.id ?? '')
    const members = plan.people.map(asPickerBud)
    return {
      event,
      guests: guests.map(({ bud, answer, guests, diet, note }) => ({ bud, answer, guests, diet, note })),
      answers: answersText(totals, guests.length),
      near,
      today: plan.today,
      shared: { conflicts: namedConflicts(plan), suitsAll: plan.suitsAll, buds: members },
      picker: partOf(new URL(call.request.url)) === 'buds' ? await pickerOf(user._id, members) : undefined,
    }
  } catch (error) {
    throw await redirectWithFailure(call, '/dashboard/allevents', error)
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const { id = '' } = call.params
  const form = await readTypedForm(call.request)
  const part = partIn(eventParts, form.get('edit'))
  if (!part) throw new Response('The form could not be read', { status: 400 })
  const { submission, returned, redirect } = await storePart(call, form, {
    schema: fieldsOf(eventInput, eventParts[part]),
    answerIntent: handlePickerIntent,
    store: (input, expected) => updateEvent(user._id, id, input, expected),
    path: `/dashboard/Event/${id}`,
    message: 'Event edited successfully',
  })
  return returned ? withBudPicker(user._id, submission, returned) : redirect
}

/** An event at a glance: when and where, who comes, what they share, what is near it (product 5.4). */
export default function EventScreen() {
  const { event, guests, answers, near, today, shared, picker } = useLoaderData<typeof loader>()
  const form = <EventPartForm record={event} picker={picker} actionData={useActionData<typeof action>()} />
  useRecent(resultOfEvent(event))
  const { deleteButton, item, close } = useDeleteDialog([event])
  const { _id, Name, Eventtype, startDate, endDate, Location, Description } = event
  const again = new URLSearchParams({ event: _id, Name, Eventtype })
  return (
    <article className="together record-page" {...preparedBy(EventPartForm)}>
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
        form={form}
      >
        <Link className="button" to={`/dashboard/AddEvent?${again}`}>
          Plan again
        </Link>
        <Link className="button quiet" to={`${guestsPath}/${_id}`}>
          Guests
        </Link>
      </RecordHeader>
      {!Description && <AddLinks parts={[{ part: 'description', label: 'Add description' }]} />}
      <div className="together-columns">
        <div>
          <EditableCard part="description" title="Description" isEmpty={!Description} form={form}>
            <p className="text">{Description}</p>
          </EditableCard>
          <GuestSection _id={_id} guests={guests} answers={answers} form={form} />
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

type GuestProps = { _id: string; form: ReactNode } & Pick<Loaded, 'guests' | 'answers'>

function GuestSection({ _id, guests, answers, form }: GuestProps) {
  return (
    <EditableCard
      part="buds"
      title="Who comes"
      aside={<span className="count">{answers || guests.length}</span>}
      links={
        guests.length > 0 && (
          <Link className="edit-link" to={`${guestsPath}/${_id}`} discover="none">
            Answers
          </Link>
        )
      }
      form={form}
    >
      {guests.length === 0 ? (
        <EmptyState sentence="Nobody attends this event yet.">
          <EditLink part="buds" id="choose-buds" className="button quiet">
            Choose attendees
          </EditLink>
        </EmptyState>
      ) : (
        <ul className="record-list">
          {guests.map(({ bud, answer, ...guest }) => (
            <PersonRow key={bud._id} bud={bud} tag={answer && <AnswerTag answer={answer} />}>
              {detailsOf(guest)}
            </PersonRow>
          ))}
        </ul>
      )}
    </EditableCard>
  )
}

const AnswerTag = ({ answer }: { answer: Answer }) => (
  <span className={`tag answer ${answer}`}>{answerNames[answer]}</span>
)

function detailsOf({ guests, diet, note }: Pick<Loaded['guests'][number], 'guests' | 'diet' | 'note'>) {
  return [guests > 0 && broughtText(guests), ...diet, note].filter(Boolean).join(' · ')
}
