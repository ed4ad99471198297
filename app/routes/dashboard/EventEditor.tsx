import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { requireUser } from '~/accounts/sessions.server'
import { handleFindIntent, loadBudPicker, withBudPicker } from '~/buds/bud-picker.server'
import { redirectWithFailure, redirectWithSuccess } from '~/components/toast.server'
import { EventForm } from '~/events/EventForm'
import { eventInput, eventTimes } from '~/events/event-input.server'
import { createEvent, findEvent, updateEvent } from '~/events/events.server'
import {
  expectedVersion,
  idempotencyKey,
  invalidForm,
  ownPath,
  parseForm,
  refuseForm,
} from '~/forms/form.server'

/** AddEvent and EditEvent/{id}. */
export const meta: MetaFunction = ({ params }) => [
  { title: `${params.id ? 'Edit' : 'Add'} Event · Budkeeper` },
]

const listPath = '/dashboard/allevents'

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  if (!call.params.id) {
    const query = Object.fromEntries(new URL(call.request.url).searchParams)
    const returnTo = ownPath(query.returnTo, listPath)
    return { newId: uuid(), times: eventTimes.parse(query), returnTo, picker: await loadBudPicker(user._id) }
  }
  try {
    const event = await findEvent(user._id, call.params.id)
    const selectedBuds = event.buds.map(({ _id }) => _id)
    return { event, returnTo: listPath, picker: await loadBudPicker(user._id, { selectedBuds }) }
  } catch (error) {
    throw await redirectWithFailure(call, listPath, error)
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const { id } = call.params
  const submission = await parseForm(call.request, eventInput)
  const intentResponse = handleFindIntent(submission)
  if (intentResponse) return withBudPicker(user._id, submission, intentResponse)
  if (submission.status !== 'success') return withBudPicker(user._id, submission, invalidForm(submission))
  try {
    if (id) await updateEvent(user._id, id, submission.value, expectedVersion(submission))
    else await createEvent(user._id, submission.value, idempotencyKey(submission.payload._id))
  } catch (error) {
    return withBudPicker(user._id, submission, refuseForm(call, submission, error))
  }
  if (id) return redirectWithSuccess(listPath, 'Event edited successfully')
  return redirectWithSuccess(ownPath(submission.payload.returnTo, listPath), 'Event added successfully')
}

export default function EventEditor() {
  const data = useLoaderData<typeof loader>()
  return <EventForm key={data.event?._id} {...data} actionData={useActionData<typeof action>()} />
}
