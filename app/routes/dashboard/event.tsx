import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { requireUser } from '~/account/accounts/sessions.server'
import { AccountField } from '~/base/components/account-field'
import { DeleteDialog, useDeleteDialog } from '~/base/components/delete-dialog'
import { AddLinks, EditableCard, EditLink } from '~/base/components/edit-in-place'
import { partIn, partOf } from '~/base/components/edited-part'
import { EmptyState } from '~/base/components/empty-state'
import { initialOf } from '~/base/components/initial'
import { Link } from '~/base/components/link'
import { onDemand, preparedBy } from '~/base/components/on-demand'
import { readTypedForm } from '~/base/forms/form.server'
import { storePart } from '~/base/forms/part.server'
import { fieldsOf } from '~/base/forms/rules'
import { redirectWithFailure } from '~/base/http/toast.server'
import { shortDateAndTimes } from '~/events/calendar/event-times'
import { eventParts, eventPath } from '~/events/events/event'
import { asEventForm, changeOf, formOf } from '~/events/events/event-form.server'
import { eventInput } from '~/events/events/event-input.server'
import {
  atOf,
  findOccurrence,
  makeEvent,
  occurrenceOfUrl,
  placeOf,
  seriesOf,
  updateAt,
} from '~/events/events/series.server'
import { eventTime } from '~/events/guests/event-time'
import { type Answer, answerNames, answersText, broughtText, guestsPath } from '~/events/guests/guest'
import { scopeChoice } from '~/events/repeats/repeat'
import { ruleWords } from '~/events/repeats/repeat-words'
import { asPickerBud } from '~/people/buds/bud-picker'
import { handlePickerIntent, pickerOf, withBudPicker } from '~/people/buds/bud-picker.server'
import { resultOfEvent } from '~/people/find/find'
import { useRecent } from '~/people/find/recent'
import { EventLinks } from '~/planning/together/event-links'
import { loadEventPage } from '~/planning/together/event-page.server'
import { PersonRow } from '~/planning/together/person-row'
import { RecordHeader } from '~/planning/together/record-header'
import { namedConflicts } from '~/planning/together/together.server'
import { WhatTheyShare } from '~/planning/together/what-they-share'
import '~/events/guests/guests.css'
import '~/planning/together/together.css'

const EventPartForm = onDemand(async () => (await import('~/events/events/event-part-fields')).EventPartForm)

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.event.Name ?? 'Event'} · Budkeeper` },
]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  await EventPartForm.prepare()
  try {
    const named = occurrenceOfUrl(call.request)
    const part = partOf(new URL(call.request.url))
    const { id, at } = await placeOf(user._id, call.params.id ?? '', named)
    // A form that is open stays, with what was typed.
    if (at.occurrence !== named.occurrence && !part) throw redirect(eventPath(id))
    const { occurrence } = at
    const { plan, event, guests, totals, near } = await loadEventPage(user._id, id, occurrence)
    const members = plan.people.map(asPickerBud)
    return {
      event: formOf(event),
      rule: ruleWords(event),
      series: await seriesOf(user._id, event),
      occurrence,
      guests: guests.map(({ bud, answer, guests, diet, note }) => ({ bud, answer, guests, diet, note })),
      answers: answersText(totals, guests.length),
      near,
      today: plan.today,
      shared: { conflicts: namedConflicts(plan), suitsAll: plan.suitsAll, buds: members },
      picker: part === 'buds' ? await pickerOf(user._id, members) : undefined,
    }
  } catch (error) {
    if (error instanceof Response) throw error
    throw await redirectWithFailure(call, '/dashboard/allevents', error)
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const { id = '' } = call.params
  const form = await readTypedForm(call.request)
  const { occurrence } = occurrenceOfUrl(call.request)
  if (form.get('intent') === 'guests' && occurrence) {
    try {
      return redirect(`${guestsPath}/${await makeEvent(user._id, id, occurrence)}`)
    } catch (error) {
      return redirectWithFailure(call, eventPath(id), error)
    }
  }
  const part = partIn(eventParts, form.get('edit'))
  if (!part) throw new Response('The form could not be read', { status: 400 })
  const {
    submission,
    returned,
    redirect: stored,
  } = await storePart(call, form, {
    schema: asEventForm(fieldsOf(eventInput, eventParts[part])),
    answerIntent: handlePickerIntent,
    store: async (input, expected) => {
      const { id: place, at } = await placeOf(user._id, id, atOf(call.request, form.get('scope')))
      const event = await findOccurrence(user._id, place, at.occurrence)
      return updateAt(user._id, place, changeOf(input, Object.fromEntries(form), event), at, expected)
    },
    path: ({ _id }) => eventPath(_id),
    message: 'Event edited successfully',
  })
  return returned ? withBudPicker(user._id, submission, returned) : stored
}

/** An event at a glance: when and where, who comes, what they share, what is near it (product 5.4). */
export default function EventScreen() {
  const { event, rule, series, occurrence, ...loaded } = useLoaderData<typeof loader>()
  const { guests, answers, near, today, shared, picker } = loaded
  const form = (
    <EventPartForm
      record={event}
      rule={rule}
      isOccurrence={occurrence !== undefined}
      picker={picker}
      actionData={useActionData<typeof action>()}
    />
  )
  useRecent(resultOfEvent(event))
  const { deleteButton, item, close } = useDeleteDialog([event])
  const { _id, Name, Eventtype, startDate, endDate, Location, Description } = event
  const isSeries = series?._id === _id
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
            text: (
              <span>
                {(!isSeries || occurrence) && (
                  <time dateTime={startDate}>{eventTime(startDate, endDate)}</time>
                )}
                {series && <SeriesLine series={series} isWhole={isSeries && !occurrence} />}
              </span>
            ),
          },
          { icon: 'pin', text: Location },
        ]}
        editPath={eventPath(_id, occurrence, 'EditEvent')}
        editLabel={occurrence && 'Edit'}
        deleteButton={deleteButton}
        form={form}
      >
        <Link className="button" to={`/dashboard/AddEvent?${again}`}>
          Plan again
        </Link>
        <GuestsButton _id={_id} isOccurrence={occurrence !== undefined} isSeries={isSeries} />
      </RecordHeader>
      {!Description && <AddLinks parts={[{ part: 'description', label: 'Add description' }]} />}
      <div className="together-columns">
        <div>
          <EditableCard part="description" title="Description" isEmpty={!Description} form={form}>
            <p className="text">{Description}</p>
          </EditableCard>
          {series && isSeries && !occurrence && <ComingCard series={series} today={today} />}
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
      <DeleteDialog
        name={item && Name}
        action={eventPath(_id, occurrence, 'DeleteEvent')}
        choice={occurrence ? scopeChoice : undefined}
        question={occurrence && `Which of ${Name} do you want to delete?`}
        onClose={close}
      />
    </article>
  )
}

type Loaded = SerializeFrom<typeof loader>

type Series = NonNullable<Loaded['series']>

/** How the event repeats, after its time. */
function SeriesLine({ series, isWhole }: { series: Series; isWhole: boolean }) {
  if (isWhole) return series.words
  const { isTakenOut, Name, words, _id } = series
  return (
    <>
      {isTakenOut ? ' · One of ' : ` · ${words} · `}
      <Link to={eventPath(_id)}>{isTakenOut ? Name : 'See the series'}</Link>
    </>
  )
}

/** Links belong to one occurrence, which becomes an event of its own for it. */
function GuestsButton({
  _id,
  isOccurrence,
  isSeries,
}: {
  _id: string
  isOccurrence: boolean
  isSeries: boolean
}) {
  if (!isSeries)
    return (
      <Link className="button quiet" to={`${guestsPath}/${_id}`}>
        Guests
      </Link>
    )
  if (!isOccurrence) return null
  return (
    <Form method="post">
      <AccountField />
      <button type="submit" className="button quiet" name="intent" value="guests">
        Guests
      </button>
    </Form>
  )
}

function ComingCard({ series: { _id, coming }, today }: { series: Series; today: string }) {
  return (
    <section className="card" aria-labelledby="coming">
      <h2 id="coming">Next times</h2>
      {coming.length === 0 ? (
        <p className="together-note">The series is over.</p>
      ) : (
        <ul className="record-list">
          {coming.map(({ startDate, endDate }) => (
            <li key={startDate}>
              <Link to={eventPath(_id, startDate)} discover="none">
                <time dateTime={startDate}>{shortDateAndTimes({ startDate, endDate }, today)}</time>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

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
