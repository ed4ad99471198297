import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { requireUser } from '~/accounts/sessions.server'
import { budChoice, findMoreBuds, withBudChoice } from '~/buds/bud-choice.server'
import { CircleForm } from '~/circles/CircleForm'
import { circleForm } from '~/circles/circle-input.server'
import { createCircle } from '~/circles/circles.server'
import { changeMilestones } from '~/circles/milestone-rows.server'
import { redirectWithSuccess } from '~/components/toast.server'
import { idByForm, invalidForm, parseForm, refuseForm } from '~/forms/form.server'

export const meta: MetaFunction = () => [{ title: 'Add Circle · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  return { newId: uuid(), choice: await budChoice(user._id) }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const submission = await parseForm(call.request, circleForm)
  const changed = findMoreBuds(submission) ?? changeMilestones(submission)
  if (changed) return withBudChoice(user._id, submission, changed)
  if (submission.status !== 'success') return withBudChoice(user._id, submission, invalidForm(submission))
  try {
    await createCircle(user._id, submission.value, idByForm(submission.payload._id))
  } catch (error) {
    return withBudChoice(user._id, submission, refuseForm(call, submission, error))
  }
  return redirectWithSuccess('/dashboard/allcircles', 'Circle added successfully')
}

export default function AddCircle() {
  const { newId, choice } = useLoaderData<typeof loader>()
  return (
    <CircleForm title="Add Circle" newId={newId} choice={choice} answer={useActionData<typeof action>()} />
  )
}
