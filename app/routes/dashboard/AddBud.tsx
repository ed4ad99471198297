import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { requireUser } from '~/accounts/sessions.server'
import { BudForm } from '~/buds/BudForm'
import { budForm } from '~/buds/bud-input.server'
import { createBud } from '~/buds/buds.server'
import { changeRows } from '~/buds/custom-field-rows.server'
import { redirectWithSuccess } from '~/components/toast.server'
import { invalidForm, parseForm, refuseForm } from '~/server/form.server'

export const meta: MetaFunction = () => [{ title: 'Add Bud · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  await requireUser(call)
  return null
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const submission = await parseForm(call.request, budForm)
  const changed = changeRows(submission)
  if (changed) return changed
  if (submission.status !== 'success') return invalidForm(submission)
  try {
    await createBud(user._id, submission.value)
  } catch (error) {
    return refuseForm(call, submission, error)
  }
  return redirectWithSuccess('/dashboard', 'Bud added successfully')
}

export default function AddBud() {
  return <BudForm title="Add Bud" answer={useActionData<typeof action>()} />
}
