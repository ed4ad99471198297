import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireUser } from '~/accounts/sessions.server'
import { handleFindIntent, loadBudPicker, withBudPicker } from '~/buds/bud-picker.server'
import { CircleForm } from '~/circles/CircleForm'
import { circleForm } from '~/circles/circle-input.server'
import { findCircle, updateCircle } from '~/circles/circles.server'
import { milestoneKind } from '~/circles/milestones'
import { handleRowIntent } from '~/components/row-intents.server'
import { redirectWithFailure, redirectWithSuccess } from '~/components/toast.server'
import { expectedVersion, invalidForm, parseForm, refuseForm } from '~/forms/form.server'

export const meta: MetaFunction = () => [{ title: 'Edit Circle · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  try {
    const circle = await findCircle(user._id, call.params.id ?? '')
    const selectedBuds = circle.buds.map(({ _id }) => _id)
    return { circle, picker: await loadBudPicker(user._id, { selectedBuds }) }
  } catch (error) {
    throw await redirectWithFailure(call, '/dashboard/allcircles', error)
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const submission = await parseForm(call.request, circleForm)
  const intentResponse = handleFindIntent(submission) ?? handleRowIntent(milestoneKind, submission)
  if (intentResponse) return withBudPicker(user._id, submission, intentResponse)
  if (submission.status !== 'success') return withBudPicker(user._id, submission, invalidForm(submission))
  try {
    await updateCircle(user._id, call.params.id ?? '', submission.value, expectedVersion(submission))
  } catch (error) {
    return withBudPicker(user._id, submission, refuseForm(call, submission, error))
  }
  return redirectWithSuccess('/dashboard/allcircles', 'Circle edited successfully')
}

export default function EditCircle() {
  const { circle, picker } = useLoaderData<typeof loader>()
  return (
    <CircleForm
      key={circle._id}
      title="Edit Circle"
      circle={circle}
      picker={picker}
      actionData={useActionData<typeof action>()}
    />
  )
}
