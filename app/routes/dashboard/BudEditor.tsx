import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { requireUser } from '~/accounts/sessions.server'
import { BudForm } from '~/buds/BudForm'
import { budForm } from '~/buds/bud-input.server'
import { createBud, findBud, updateBud } from '~/buds/buds.server'
import { customFieldKind } from '~/buds/custom-fields'
import { handleRowIntent } from '~/components/row-intents.server'
import { redirectWithFailure, redirectWithSuccess } from '~/components/toast.server'
import { expectedVersion, idempotencyKey, invalidForm, parseForm, refuseForm } from '~/forms/form.server'

/** AddBud and EditBud/{id}. */
export const meta: MetaFunction = ({ params }) => [{ title: `${params.id ? 'Edit' : 'Add'} Bud · Budkeeper` }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  if (!call.params.id) return { newId: uuid() }
  try {
    return { bud: await findBud(user._id, call.params.id) }
  } catch (error) {
    throw await redirectWithFailure(call, '/dashboard', error)
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const { id } = call.params
  const submission = await parseForm(call.request, budForm)
  const intentResponse = handleRowIntent(customFieldKind, submission)
  if (intentResponse) return intentResponse
  if (submission.status !== 'success') return invalidForm(submission)
  try {
    if (id) await updateBud(user._id, id, submission.value, expectedVersion(submission))
    else await createBud(user._id, submission.value, idempotencyKey(submission.payload._id))
  } catch (error) {
    return refuseForm(call, submission, error)
  }
  return redirectWithSuccess('/dashboard', `Bud ${id ? 'edited' : 'added'} successfully`)
}

export default function BudEditor() {
  const { bud, newId } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  return <BudForm key={bud?._id} bud={bud} newId={newId} actionData={actionData} />
}
