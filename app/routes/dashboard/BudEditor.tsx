import { useForm } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useParams } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { requireUser } from '~/accounts/sessions.server'
import { budtypes, budLabels as labels } from '~/buds/bud'
import { type BudInput, budForm } from '~/buds/bud-input.server'
import { createBud, findBud, updateBud } from '~/buds/buds.server'
import { CustomFields } from '~/buds/CustomFields'
import { customFieldKind } from '~/buds/custom-fields'
import { hobbies, industries, placesMet, preferences } from '~/buds/options'
import { TextField } from '~/components/field'
import { FormPage, FormSection } from '~/components/form-page'
import { MultiSelect } from '~/components/multi-select'
import { SelectField, TextArea } from '~/components/other-fields'
import { handleRowIntent } from '~/components/row-intents.server'
import { rowLabels } from '~/components/rows'
import { expectedVersion, idempotencyKey, invalidForm, parseForm, refuseForm } from '~/forms/form.server'
import { descriptionLength, nameLength } from '~/forms/lengths'
import { redirectWithFailure, redirectWithSuccess } from '~/http/toast.server'

/** The screens AddBud and EditBud/{id}. Only the second has `params.id`. */
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

/** To React, both screens are one component. The key resets the form when the URL changes. */
export default function BudEditor() {
  return <BudForm key={useParams().id} />
}

const labelsWithRows = { ...labels, ...rowLabels(customFieldKind) }

const lists = {
  hobbies: { options: hobbies, placeholder: 'Select hobbies...' },
  preferences: { options: preferences, placeholder: 'Select preferences...' },
  industry: { options: industries, placeholder: 'Select industry...' },
  origination: { options: placesMet, placeholder: 'Select origin...' },
}

function BudForm() {
  const { bud, newId } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const [form, fields] = useForm<BudInput>({
    id: 'bud',
    lastResult: actionData?.result,
    defaultValue: bud ?? { Budtype: 'Other' },
  })
  const submitted = actionData?.result.initialValue
  const values = (submitted ?? bud) as Partial<BudInput> | undefined
  return (
    <FormPage
      form={form}
      title={bud ? 'Edit Bud' : 'Add Bud'}
      help="Only the first name is needed. The rest can come as you learn it."
      aside={<SelectField label={labels.Budtype} field={fields.Budtype} options={budtypes} />}
      actionData={actionData}
      labels={labelsWithRows}
      newId={newId}
      version={bud?.version}
      back="/dashboard"
    >
      <FormSection title="Personal Details">
        <TextField label={labels.Firstname} field={fields.Firstname} maxLength={nameLength} required />
        <TextField label={labels.Surname} field={fields.Surname} maxLength={nameLength} />
        <TextField label={labels.Nickname} field={fields.Nickname} maxLength={nameLength} />
        <TextField label={labels.Location} field={fields.Location} maxLength={nameLength} />
        <BudList name="hobbies" values={values} />
        <BudList name="preferences" values={values} />
      </FormSection>

      <FormSection title="Professional Details">
        <TextField label={labels.Occupation} field={fields.Occupation} maxLength={nameLength} />
        <TextField
          label={labels.OccupationLocation}
          field={fields.OccupationLocation}
          maxLength={nameLength}
        />
        <BudList name="industry" values={values} />
      </FormSection>

      <FormSection title="Relationship">
        <BudList name="origination" values={values} />
        <TextArea
          label={labels.LastInteraction}
          field={fields.LastInteraction}
          maxLength={descriptionLength}
        />
      </FormSection>

      <FormSection title="Additional Information">
        <CustomFields
          formId={form.id}
          rows={submitted ? customFieldKind.read(submitted) : (bud?.customFields ?? [])}
          isOverLimit={actionData?.msg === customFieldKind.limitReached}
        />
      </FormSection>
    </FormPage>
  )
}

type ListProps = { name: keyof typeof lists; values: Partial<BudInput> | undefined }

function BudList({ name, values }: ListProps) {
  return <MultiSelect label={labels[name]} name={name} {...lists[name]} defaultValue={values?.[name]} />
}
