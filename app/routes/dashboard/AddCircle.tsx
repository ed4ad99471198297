import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { requireUser } from '~/accounts/sessions.server'
import { handleFindIntent, loadBudPicker, withBudPicker } from '~/buds/bud-picker.server'
import { CircleForm } from '~/circles/CircleForm'
import { circleForm } from '~/circles/circle-input.server'
import { createCircle } from '~/circles/circles.server'
import { milestoneKind } from '~/circles/milestones'
import { handleRowIntent } from '~/components/row-intents.server'
import { redirectWithSuccess } from '~/components/toast.server'
import { idempotencyKey, invalidForm, parseForm, refuseForm } from '~/forms/form.server'

export const meta: MetaFunction = () => [{ title: 'Add Circle · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  return { newId: uuid(), picker: await loadBudPicker(user._id) }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const submission = await parseForm(call.request, circleForm)
  const intentResponse = handleFindIntent(submission) ?? handleRowIntent(milestoneKind, submission)
  if (intentResponse) return withBudPicker(user._id, submission, intentResponse)
  if (submission.status !== 'success') return withBudPicker(user._id, submission, invalidForm(submission))
  try {
    await createCircle(user._id, submission.value, idempotencyKey(submission.payload._id))
  } catch (error) {
    return withBudPicker(user._id, submission, refuseForm(call, submission, error))
  }
  return redirectWithSuccess('/dashboard/allcircles', 'Circle added successfully')
}

export default function AddCircle() {
  const { newId, picker } = useLoaderData<typeof loader>()
  return (
    <CircleForm
      title="Add Circle"
      newId={newId}
      picker={picker}
      actionData={useActionData<typeof action>()}
    />
  )
}
