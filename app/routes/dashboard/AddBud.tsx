import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { requireUser } from '~/accounts/sessions.server'
import { BudForm } from '~/buds/BudForm'
import { budForm } from '~/buds/bud-input.server'
import { createBud } from '~/buds/buds.server'
import { customFieldKind } from '~/buds/custom-fields'
import { handleRowIntent } from '~/components/row-intents.server'
import { redirectWithSuccess } from '~/components/toast.server'
import { idempotencyKey, invalidForm, parseForm, refuseForm } from '~/forms/form.server'

export const meta: MetaFunction = () => [{ title: 'Add Bud · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  await requireUser(call)
  return { newId: uuid() }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const submission = await parseForm(call.request, budForm)
  const intentResponse = handleRowIntent(customFieldKind, submission)
  if (intentResponse) return intentResponse
  if (submission.status !== 'success') return invalidForm(submission)
  try {
    await createBud(user._id, submission.value, idempotencyKey(submission.payload._id))
  } catch (error) {
    return refuseForm(call, submission, error)
  }
  return redirectWithSuccess('/dashboard', 'Bud added successfully')
}

export default function AddBud() {
  const { newId } = useLoaderData<typeof loader>()
  return <BudForm title="Add Bud" newId={newId} actionData={useActionData<typeof action>()} />
}
