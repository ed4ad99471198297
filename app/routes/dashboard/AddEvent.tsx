import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { requireUser } from '~/accounts/sessions.server'
import { handleFindIntent, loadBudPicker, withBudPicker } from '~/buds/bud-picker.server'
import { redirectWithSuccess } from '~/components/toast.server'
import { EventForm } from '~/events/EventForm'
import { eventInput, eventTimes } from '~/events/event-input.server'
import { createEvent } from '~/events/events.server'
import { idempotencyKey, invalidForm, ownPath, parseForm, refuseForm } from '~/forms/form.server'

export const meta: MetaFunction = () => [{ title: 'Add Event · Budkeeper' }]

const listPath = '/dashboard/allevents'
const calendarPath = '/dashboard/calendar'

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const query = Object.fromEntries(new URL(call.request.url).searchParams)
  const times = eventTimes.parse(query)
  const returnTo = ownPath(query.returnTo, listPath)
  return { newId: uuid(), times, returnTo, picker: await loadBudPicker(user._id) }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const submission = await parseForm(call.request, eventInput)
  const intentResponse = handleFindIntent(submission)
  if (intentResponse) return withBudPicker(user._id, submission, intentResponse)
  if (submission.status !== 'success') return withBudPicker(user._id, submission, invalidForm(submission))
  try {
    await createEvent(user._id, submission.value, idempotencyKey(submission.payload._id))
  } catch (error) {
    return withBudPicker(user._id, submission, refuseForm(call, submission, error))
  }
  return redirectWithSuccess(ownPath(submission.payload.returnTo, listPath), 'Event added successfully')
}

export default function AddEvent() {
  const { newId, times, returnTo, picker } = useLoaderData<typeof loader>()
  const isFromCalendar = times.startDate && returnTo.toLowerCase().startsWith(calendarPath)
  return (
    <EventForm
      title={isFromCalendar ? 'Add Event (from calendar)' : 'Add Event'}
      times={times}
      newId={newId}
      picker={picker}
      actionData={useActionData<typeof action>()}
      returnTo={returnTo}
    />
  )
}
