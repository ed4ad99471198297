import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireUser } from '~/accounts/sessions.server'
import { budChoice, findMoreBuds, withBudChoice } from '~/buds/bud-choice.server'
import { redirectWithFailure, redirectWithSuccess } from '~/components/toast.server'
import { versionOf } from '~/db/versions.server'
import { EventForm } from '~/events/EventForm'
import { eventInput } from '~/events/event-input.server'
import { asWritten, findEvent, updateEvent } from '~/events/events.server'
import { invalidForm, parseForm, refuseForm, versionByForm } from '~/forms/form.server'

export const meta: MetaFunction = () => [{ title: 'Edit Event · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  try {
    const event = await findEvent(user._id, call.params.id ?? '')
    const selectedBuds = event.buds.map(({ _id }) => _id)
    return {
      event,
      version: versionOf(asWritten(event).stored),
      choice: await budChoice(user._id, { selectedBuds }),
    }
  } catch (error) {
    throw await redirectWithFailure(call, '/dashboard/allevents', error)
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const submission = await parseForm(call.request, eventInput)
  const changed = findMoreBuds(submission)
  if (changed) return withBudChoice(user._id, submission, changed)
  if (submission.status !== 'success') return withBudChoice(user._id, submission, invalidForm(submission))
  try {
    await updateEvent(user._id, call.params.id ?? '', submission.value, versionByForm(submission))
  } catch (error) {
    return withBudChoice(user._id, submission, refuseForm(call, submission, error))
  }
  return redirectWithSuccess('/dashboard/allevents', 'Event edited successfully')
}

export default function EditEvent() {
  const { event, version, choice } = useLoaderData<typeof loader>()
  return (
    <EventForm
      key={event._id}
      title="Edit Event"
      event={event}
      version={version}
      choice={choice}
      answer={useActionData<typeof action>()}
      returnTo="/dashboard/allevents"
    />
  )
}
