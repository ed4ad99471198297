import { useForm } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { requireUser } from '~/account/accounts/sessions.server'
import { FormPage, FormSection, useFormKey } from '~/base/components/form-page'
import { Link } from '~/base/components/link'
import { TextArea } from '~/base/components/other-fields'
import { handleRowIntent } from '~/base/components/row-intents.server'
import {
  editedId,
  expectedVersion,
  idOfNewRecord,
  invalidForm,
  parseForm,
  pathAfterAdding,
  refuseForm,
} from '~/base/forms/form.server'
import { descriptionLength } from '~/base/forms/lengths'
import { redirectWithFailure, redirectWithSuccess, redirectWithUndo } from '~/base/http/toast.server'
import { handlePickerIntent, loadBudPicker, withBudPicker } from '~/people/buds/bud-picker.server'
import { BudPicker } from '~/people/buds/bud-picker-field'
import { circleLabels as labels } from '~/people/circles/circle'
import { CircleDetails, circleFormLabels } from '~/people/circles/circle-details'
import { type CircleInput, circleForm } from '~/people/circles/circle-input.server'
import { createCircle, findCircle, updateCircle } from '~/people/circles/circles.server'
import { Milestones } from '~/people/circles/milestone-list'
import { milestoneKind, milestoneRows, readMilestones } from '~/people/circles/milestones'

/** The screens AddCircle and EditCircle/{id}. Only the second has `params.id`. */
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
  const submission = await parseForm(call.request, circleForm)
  const id = editedId(submission, call.params.id)
  const intentResponse = handlePickerIntent(submission) ?? handleRowIntent(milestoneKind, submission)
  if (intentResponse) return withBudPicker(user._id, submission, intentResponse)
  if (submission.status !== 'success') return withBudPicker(user._id, submission, invalidForm(submission))
  try {
    if (!id) {
      const { _id } = await createCircle(user._id, submission.value, idOfNewRecord(submission))
      return redirectWithSuccess(
        pathAfterAdding(call, submission, listPath, _id),
        'Circle added successfully',
      )
    }
    const { changeId } = await updateCircle(user._id, id, submission.value, expectedVersion(submission))
    return redirectWithUndo(listPath, 'Circle edited successfully', changeId)
  } catch (error) {
    return withBudPicker(user._id, submission, refuseForm(call, submission, error))
  }
}

export default function CircleEditor() {
  return <CircleForm key={useFormKey()} />
}

function CircleForm() {
  const { circle, newId, picker } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const [form, fields] = useForm<CircleInput>({
    id: 'circle',
    lastResult: actionData?.result,
    defaultValue: circle ?? { Circletype: 'Other' },
  })
  const submitted = actionData?.result.initialValue
  return (
    <FormPage
      form={form}
      title={circle ? 'Edit Circle' : 'Add Circle'}
      help={
        <>
          Only the name is needed. Choose who belongs to it, and see what they share.{' '}
          {circle && <Link to={`/dashboard/Circle/${circle._id}`}>See the circle</Link>}
        </>
      }
      actionData={actionData}
      labels={circleFormLabels}
      newId={newId}
      version={circle?.version}
      hasAnother
      back="/dashboard/AllCircles"
    >
      <FormSection title="Details">
        <CircleDetails fields={fields} autoFocus={!circle && !actionData} />
        <div className="wide">
          <TextArea label={labels.Description} field={fields.Description} maxLength={descriptionLength} />
        </div>
      </FormSection>
      <FormSection title="Who belongs to it">
        <BudPicker field={fields.selectedBuds} picker={actionData?.picker ?? picker} />
      </FormSection>
      <FormSection title="Milestones">
        <Milestones
          formId={form.id}
          rows={milestoneRows(submitted ? readMilestones(submitted) : (circle?.milestones ?? []))}
          errors={form.allErrors}
          isOverLimit={actionData?.msg === milestoneKind.limitReached}
        />
      </FormSection>
    </FormPage>
  )
}
