import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { requireUser } from '~/accounts/sessions.server'
import { budChoice, findMoreBuds, withBudChoice } from '~/buds/bud-choice.server'
import { redirectWithSuccess } from '~/components/toast.server'
import { EventForm } from '~/events/EventForm'
import { eventInput, eventTimes } from '~/events/event-input.server'
import { createEvent } from '~/events/events.server'
import { idByForm, invalidForm, ownPath, parseForm, refuseForm } from '~/forms/form.server'

export const meta: MetaFunction = () => [{ title: 'Add Event · Budkeeper' }]

const list = '/dashboard/allevents'
const calendar = '/dashboard/calendar'

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const query = Object.fromEntries(new URL(call.request.url).searchParams)
  const times = eventTimes.parse(query)
  const returnTo = ownPath(query.returnTo, list)
  return { newId: uuid(), times, returnTo, choice: await budChoice(user._id) }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const submission = await parseForm(call.request, eventInput)
  const changed = findMoreBuds(submission)
  if (changed) return withBudChoice(user._id, submission, changed)
  if (submission.status !== 'success') return withBudChoice(user._id, submission, invalidForm(submission))
  try {
    await createEvent(user._id, submission.value, idByForm(submission.payload._id))
  } catch (error) {
    return withBudChoice(user._id, submission, refuseForm(call, submission, error))
  }
  return redirectWithSuccess(ownPath(submission.payload.returnTo, list), 'Event added successfully')
}

export default function AddEvent() {
  const { newId, times, returnTo, choice } = useLoaderData<typeof loader>()
  const isFromCalendar = times.startDate && returnTo.toLowerCase().startsWith(calendar)
  return (
    <EventForm
      title={isFromCalendar ? 'Add Event (from calendar)' : 'Add Event'}
      times={times}
      newId={newId}
      choice={choice}
      answer={useActionData<typeof action>()}
      returnTo={returnTo}
    />
  )
}
