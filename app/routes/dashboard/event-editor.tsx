import { useForm } from '@conform-to/react'
import type { ActionFunctionArgs, data, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { requireUser } from '~/account/accounts/sessions.server'
import { type FormActionData, FormPage, FormSection, useFormKey } from '~/base/components/form-page'
import { Link } from '~/base/components/link'
import { TextArea } from '~/base/components/other-fields'
import {
  editedId,
  expectedVersion,
  idOfNewRecord,
  invalidForm,
  parseForm,
  pathAfterAdding,
  refuseForm,
} from '~/base/forms/form.server'
import { descriptionLength } from '~/base/forms/lengths'
import { ownPath } from '~/base/forms/rules'
import { redirectWithFailure, redirectWithSuccess, redirectWithUndo } from '~/base/http/toast.server'
import { eventPath, eventFormLabels as labels } from '~/events/events/event'
import { EventDetails, type EventForm as Fields } from '~/events/events/event-details'
import { asEventForm, changeOf, formOf } from '~/events/events/event-form.server'
import { eventInput, eventPrefill } from '~/events/events/event-input.server'
import { createEvent } from '~/events/events/events.server'
import { atOf, findOccurrence, occurrenceOfUrl, placeOf, updateAt } from '~/events/events/series.server'
import { scopeChoice } from '~/events/repeats/repeat'
import { ruleWords } from '~/events/repeats/repeat-words'
import { asPickerBud } from '~/people/buds/bud-picker'
import { handlePickerIntent, loadBudPicker, pickerOf, withBudPicker } from '~/people/buds/bud-picker.server'
import { BudPicker } from '~/people/buds/bud-picker-field'
import { handleListIntent } from '~/people/lists/list-guests.server'
import { FreeTimesField } from '~/planning/together/free-times-field'
import { ListGuests } from '~/planning/together/list-guests'
import { alsoInviteTo, handleTimeIntent, loadChosen, withPlan } from '~/planning/together/together.server'
import { WhoElseField } from '~/planning/together/who-else-field'

/** The screens AddEvent and EditEvent/{id}. Only the second has `params.id`. */
export const meta: MetaFunction = ({ params }) => [
  { title: `${params.id ? 'Edit' : 'Add'} Event · Budkeeper` },
]

const listPath = '/dashboard/allevents'

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  if (!call.params.id) {
    const query = Object.fromEntries(new URL(call.request.url).searchParams)
    const returnTo = ownPath(query.returnTo, listPath)
    const { people, alsoInvite } = await loadChosen(user._id, new URL(call.request.url).searchParams)
    const picker = await pickerOf(user._id, people.map(asPickerBud))
    return { newId: uuid(), prefill: eventPrefill.parse(query), returnTo, picker, alsoInvite }
  }
  try {
    const { id, at } = await placeOf(user._id, call.params.id, occurrenceOfUrl(call.request))
    const event = await findOccurrence(user._id, id, at.occurrence)
    const selectedBuds = event.buds.map(({ _id }) => _id)
    const [picker, alsoInvite] = await Promise.all([
      loadBudPicker(user._id, { selectedBuds }),
      alsoInviteTo(user._id, selectedBuds),
    ])
    return {
      event: formOf(event),
      rule: ruleWords(event),
      occurrence: at.occurrence,
      returnTo: listPath,
      picker,
      alsoInvite,
    }
  } catch (error) {
    throw await redirectWithFailure(call, listPath, error)
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const submission = await parseForm(call.request, asEventForm(eventInput))
  const id = editedId(submission, call.params.id)
  const refuse = async <D extends FormActionData>(response: ReturnType<typeof data<D>>) =>
    withPlan(user._id, submission, await withBudPicker(user._id, submission, response))
  const intentResponse =
    (await handleListIntent(user._id, submission)) ??
    handlePickerIntent(submission) ??
    handleTimeIntent(submission)
  if (intentResponse) return refuse(intentResponse)
  if (submission.status !== 'success') return refuse(invalidForm(submission))
  try {
    if (!id) {
      const { _id } = await createEvent(user._id, submission.value, idOfNewRecord(submission))
      const returnTo = ownPath(submission.payload.returnTo, listPath)
      return redirectWithSuccess(pathAfterAdding(call, submission, returnTo, _id), 'Event added successfully')
    }
    const { id: place, at } = await placeOf(user._id, id, atOf(call.request, submission.payload.scope))
    const event = await findOccurrence(user._id, place, at.occurrence)
    const change = changeOf(submission.value, submission.payload, event)
    const { changeId } = await updateAt(user._id, place, change, at, expectedVersion(submission))
    return redirectWithUndo(listPath, 'Event edited successfully', changeId)
  } catch (error) {
    return refuse(refuseForm(call, submission, error, id ? undefined : 'Error creating event'))
  }
}

export default function EventEditor() {
  return <EventForm key={useFormKey()} />
}

function EventForm() {
  const { event, rule, occurrence, prefill, newId, picker, alsoInvite, returnTo } =
    useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const [form, fields] = useForm<Fields>({
    id: 'event',
    lastResult: actionData?.result,
    defaultValue: event ?? prefill,
  })
  const isFromCalendar = prefill?.startDate && returnTo.toLowerCase().startsWith('/dashboard/calendar')
  return (
    <FormPage
      form={form}
      title={`${event ? 'Edit' : 'Add'} Event${isFromCalendar ? ' (from calendar)' : ''}`}
      help={
        <>
          Times are those on the clocks where it takes place.{' '}
          {event && <Link to={eventPath(event._id, occurrence)}>See the event</Link>}
        </>
      }
      actionData={actionData}
      labels={labels}
      newId={newId}
      version={event?.version}
      hasAnother
      submit={occurrence ? { choice: scopeChoice } : undefined}
      back={returnTo}
    >
      <input type="hidden" name="returnTo" value={returnTo} />
      <FormSection title="Details">
        <EventDetails fields={fields} autoFocus={!event && !actionData} rule={rule} />
        <div className="wide">
          <TextArea label={labels.Description} field={fields.Description} maxLength={descriptionLength} />
        </div>
      </FormSection>
      <FormSection title="Who is attending">
        <BudPicker field={fields.selectedBuds} picker={actionData?.picker ?? picker}>
          {(selected, add) => (
            <>
              <ListGuests selected={selected} add={add} />
              <FreeTimesField loaded={actionData?.freeTimes} selected={selected} />
              <WhoElseField loaded={actionData?.alsoInvite ?? alsoInvite} selected={selected} add={add} />
            </>
          )}
        </BudPicker>
      </FormSection>
    </FormPage>
  )
}
