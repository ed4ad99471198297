import { useForm } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useParams } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { requireUser } from '~/account/accounts/sessions.server'
import { TextField } from '~/base/components/field'
import { FormPage, FormSection } from '~/base/components/form-page'
import { MultiSelect } from '~/base/components/multi-select'
import { CheckField, SelectField, TextArea } from '~/base/components/other-fields'
import { PictureField } from '~/base/components/picture-field'
import { handleRowIntents } from '~/base/components/row-intents.server'
import { rowLabels } from '~/base/components/rows'
import {
  editedId,
  expectedVersion,
  idOfNewRecord,
  invalidForm,
  parseForm,
  refuseForm,
} from '~/base/forms/form.server'
import { redirectWithFailure, redirectWithSuccess, redirectWithUndo } from '~/base/http/toast.server'
import { budtypes, photoMaximum, photoTooLarge } from '~/people/buds/bud'
import { fieldTable, budLabels as labels, type TextField as TextName } from '~/people/buds/bud-fields'
import { type BudInput, budForm } from '~/people/buds/bud-input.server'
import { readPhoto } from '~/people/buds/bud-photos.server'
import { createBud, findBud, updateBud } from '~/people/buds/buds.server'
import { CadenceField } from '~/people/buds/cadence-field'
import { contactKinds } from '~/people/buds/contact'
import { ContactFields, DateFields } from '~/people/buds/contact-fields'
import { CustomFields } from '~/people/buds/custom-field-inputs'
import { customFieldKind } from '~/people/buds/custom-fields'
import { hobbies, industries, placesMet, preferences } from '~/people/buds/options.data'

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
  const submission = await parseForm(call.request, budForm, formLimit)
  const id = editedId(submission, call.params.id)
  const intentResponse = handleRowIntents(rowKinds, submission)
  if (intentResponse) return intentResponse
  if (submission.status !== 'success') return invalidForm(submission)
  const { photo, removePhoto, ...input } = submission.value
  try {
    const picture = photo ? await readPhoto(user._id, new Uint8Array(await photo.arrayBuffer())) : undefined
    if (!id) {
      await createBud(user._id, { ...input, picture }, idOfNewRecord(submission))
      return redirectWithSuccess('/dashboard', 'Bud added successfully')
    }
    const change = removePhoto ? { picture: null, ...input } : { ...input, picture }
    const { changeId } = await updateBud(user._id, id, change, expectedVersion(submission))
    return redirectWithUndo('/dashboard', 'Bud edited successfully', changeId)
  } catch (error) {
    return refuseForm(call, submission, error)
  }
}

/** In bytes. Photos above their limit are read too, so that a refused form keeps what was typed. */
const formLimit = 20_000_000

const rowKinds = [...contactKinds, customFieldKind]

/** To React, both screens are one component. The key resets the form when the URL changes. */
export default function BudEditor() {
  return <BudForm key={useParams().id} />
}

const labelsWithRows = Object.assign({ photo: 'Photo' }, labels, ...rowKinds.map(rowLabels))

const lists = {
  hobbies: { options: hobbies, placeholder: 'Select hobbies...' },
  preferences: { options: preferences, placeholder: 'Select preferences...' },
  industry: { options: industries, placeholder: 'Select industry...' },
  origination: { options: placesMet, placeholder: 'Select origin...' },
}

function BudForm() {
  const { bud, newId } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const [form, fields] = useForm<BudFormFields>({
    id: 'bud',
    lastResult: actionData?.result,
    defaultValue: bud ? { ...bud, photo: undefined } : { Budtype: 'Other' },
  })
  const submitted = actionData?.result.initialValue
  const values = (submitted ?? bud) as Partial<BudInput> | undefined
  const text = (name: TextName) => ({
    label: labels[name],
    field: fields[name],
    maxLength: fieldTable[name].limit,
  })
  const rows = { formId: form.id, bud, submitted, errors: form.allErrors, msg: actionData?.msg }
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
      encType="multipart/form-data"
    >
      <FormSection title="Personal Details">
        <PhotoField fields={fields} url={bud?.photo} />
        <TextField {...text('Firstname')} required />
        <TextField {...text('Surname')} />
        <TextField {...text('Nickname')} />
        <TextField {...text('Location')} />
        <BudList name="hobbies" values={values} />
        <BudList name="preferences" values={values} />
      </FormSection>

      <FormSection title="Contact">
        <ContactFields {...rows} />
      </FormSection>

      <FormSection title="Dates">
        <DateFields {...rows} />
      </FormSection>

      <FormSection title="Professional Details">
        <TextField {...text('Occupation')} />
        <TextField {...text('OccupationLocation')} />
        <BudList name="industry" values={values} />
      </FormSection>

      <FormSection title="Relationship">
        <BudList name="origination" values={values} />
        <CadenceField
          field={fields.cadenceDays}
          help="Today reminds you when it is time. Empty: the shortest of the circles."
        />
        <TextArea {...text('LastInteraction')} />
        <div className="wide">
          <TextArea {...text('notes')} />
        </div>
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

type BudFormFields = BudInput & { photo: File; removePhoto: string }
type Fields = ReturnType<typeof useForm<BudFormFields>>[1]

function PhotoField({ fields, url }: { fields: Fields; url: string | null | undefined }) {
  return (
    <PictureField
      key={url}
      label="Photo"
      field={fields.photo}
      url={url}
      maximum={photoMaximum}
      tooLarge={photoTooLarge}
      help="JPEG, PNG or WebP, at most 5 MB. It is cut to a square."
    >
      {url && <CheckField label="Remove the photo" field={fields.removePhoto} />}
    </PictureField>
  )
}

type ListProps = { name: keyof typeof lists; values: Partial<BudInput> | undefined }

function BudList({ name, values }: ListProps) {
  return <MultiSelect label={labels[name]} name={name} {...lists[name]} defaultValue={values?.[name]} />
}
