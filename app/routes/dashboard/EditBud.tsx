import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireUser } from '~/accounts/sessions.server'
import { BudForm } from '~/buds/BudForm'
import { budForm } from '~/buds/bud-input.server'
import { findBud, updateBud } from '~/buds/buds.server'
import { customFieldKind } from '~/buds/custom-fields'
import { handleRowIntent } from '~/components/row-intents.server'
import { redirectWithFailure, redirectWithSuccess } from '~/components/toast.server'
import { expectedVersion, invalidForm, parseForm, refuseForm } from '~/forms/form.server'

export const meta: MetaFunction = () => [{ title: 'Edit Bud · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  try {
    return { bud: await findBud(user._id, call.params.id ?? '') }
  } catch (error) {
    throw await redirectWithFailure(call, '/dashboard', error)
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const submission = await parseForm(call.request, budForm)
  const intentResponse = handleRowIntent(customFieldKind, submission)
  if (intentResponse) return intentResponse
  if (submission.status !== 'success') return invalidForm(submission)
  try {
    await updateBud(user._id, call.params.id ?? '', submission.value, expectedVersion(submission))
  } catch (error) {
    return refuseForm(call, submission, error)
  }
  return redirectWithSuccess('/dashboard', 'Bud edited successfully')
}

export default function EditBud() {
  const { bud } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  return <BudForm key={bud._id} title="Edit Bud" bud={bud} actionData={actionData} />
}
