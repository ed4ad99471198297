import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { requireUser } from '~/accounts/sessions.server'
import { handleFindIntent, loadBudPicker, withBudPicker } from '~/buds/bud-picker.server'
import { CircleForm } from '~/circles/CircleForm'
import { circleForm } from '~/circles/circle-input.server'
import { createCircle, findCircle, updateCircle } from '~/circles/circles.server'
import { milestoneKind } from '~/circles/milestones'
import { handleRowIntent } from '~/components/row-intents.server'
import { redirectWithFailure, redirectWithSuccess } from '~/components/toast.server'
import { expectedVersion, idempotencyKey, invalidForm, parseForm, refuseForm } from '~/forms/form.server'

/** AddCircle and EditCircle/{id}. */
export const meta: MetaFunction = ({ params }) => [
  { title: `${params.id ? 'Edit' : 'Add'} Circle · Budkeeper` },
]

const listPath = '/dashboard/allcircles'

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  if (!call.params.id) return { newId: uuid(), picker: await loadBudPicker(user._id) }
  try {
    const circle = await findCircle(user._id, call.params.id)
    const selectedBuds = circle.buds.map(({ _id }) => _id)
    return { circle, picker: await loadBudPicker(user._id, { selectedBuds }) }
  } catch (error) {
    throw await redirectWithFailure(call, listPath, error)
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const { id } = call.params
  const submission = await parseForm(call.request, circleForm)
  const intentResponse = handleFindIntent(submission) ?? handleRowIntent(milestoneKind, submission)
  if (intentResponse) return withBudPicker(user._id, submission, intentResponse)
  if (submission.status !== 'success') return withBudPicker(user._id, submission, invalidForm(submission))
  try {
    if (id) await updateCircle(user._id, id, submission.value, expectedVersion(submission))
    else await createCircle(user._id, submission.value, idempotencyKey(submission.payload._id))
  } catch (error) {
    return withBudPicker(user._id, submission, refuseForm(call, submission, error))
  }
  return redirectWithSuccess(listPath, `Circle ${id ? 'edited' : 'added'} successfully`)
}

export default function CircleEditor() {
  const { circle, newId, picker } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  return (
    <CircleForm key={circle?._id} circle={circle} newId={newId} picker={picker} actionData={actionData} />
  )
}
