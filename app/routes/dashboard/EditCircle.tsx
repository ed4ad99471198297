import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireUser } from '~/accounts/sessions.server'
import { budChoice, findMoreBuds, withBudChoice } from '~/buds/bud-choice.server'
import { CircleForm } from '~/circles/CircleForm'
import { circleForm } from '~/circles/circle-input.server'
import { asWritten, findCircle, updateCircle } from '~/circles/circles.server'
import { changeMilestones } from '~/circles/milestone-rows.server'
import { redirectWithFailure, redirectWithSuccess } from '~/components/toast.server'
import { versionOf } from '~/db/versions.server'
import { invalidForm, parseForm, refuseForm, versionByForm } from '~/forms/form.server'

export const meta: MetaFunction = () => [{ title: 'Edit Circle · Budkeeper' }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  try {
    const circle = await findCircle(user._id, call.params.id ?? '')
    const selectedBuds = circle.buds.map(({ _id }) => _id)
    return {
      circle,
      version: versionOf(asWritten(circle).stored),
      choice: await budChoice(user._id, { selectedBuds }),
    }
  } catch (error) {
    throw await redirectWithFailure(call, '/dashboard/allcircles', error)
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const submission = await parseForm(call.request, circleForm)
  const changed = findMoreBuds(submission) ?? changeMilestones(submission)
  if (changed) return withBudChoice(user._id, submission, changed)
  if (submission.status !== 'success') return withBudChoice(user._id, submission, invalidForm(submission))
  try {
    await updateCircle(user._id, call.params.id ?? '', submission.value, versionByForm(submission))
  } catch (error) {
    return withBudChoice(user._id, submission, refuseForm(call, submission, error))
  }
  return redirectWithSuccess('/dashboard/allcircles', 'Circle edited successfully')
}

export default function EditCircle() {
  const { circle, version, choice } = useLoaderData<typeof loader>()
  return (
    <CircleForm
      key={circle._id}
      title="Edit Circle"
      circle={circle}
      version={version}
      choice={choice}
      answer={useActionData<typeof action>()}
    />
  )
}
