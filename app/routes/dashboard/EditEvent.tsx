import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireUser } from '~/accounts/sessions.server'
import { handleFindIntent, loadBudPicker, withBudPicker } from '~/buds/bud-picker.server'
import { redirectWithFailure, redirectWithSuccess } from '~/components/toast.server'
import { EventForm } from '~/events/EventForm'
import { eventInput } from '~/events/event-input.server'
import { findEvent, updateEvent } from '~/events/events.server'
import { expectedVersion, invalidForm, parseForm, refuseForm } from '~/forms/form.server'

export const meta: MetaFunction = () => [{ title: 'Edit Event · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  try {
    const event = await findEvent(user._id, call.params.id ?? '')
    const selectedBuds = event.buds.map(({ _id }) => _id)
    return { event, picker: await loadBudPicker(user._id, { selectedBuds }) }
  } catch (error) {
    throw await redirectWithFailure(call, '/dashboard/allevents', error)
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const submission = await parseForm(call.request, eventInput)
  const intentResponse = handleFindIntent(submission)
  if (intentResponse) return withBudPicker(user._id, submission, intentResponse)
  if (submission.status !== 'success') return withBudPicker(user._id, submission, invalidForm(submission))
  try {
    await updateEvent(user._id, call.params.id ?? '', submission.value, expectedVersion(submission))
  } catch (error) {
    return withBudPicker(user._id, submission, refuseForm(call, submission, error))
  }
  return redirectWithSuccess('/dashboard/allevents', 'Event edited successfully')
}

export default function EditEvent() {
  const { event, picker } = useLoaderData<typeof loader>()
  return (
    <EventForm
      key={event._id}
      title="Edit Event"
      event={event}
      picker={picker}
      actionData={useActionData<typeof action>()}
      returnTo="/dashboard/allevents"
    />
  )
}
