import { useForm } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { v7 as uuid } from 'uuid'
import { requireUser } from '~/account/accounts/sessions.server'
import { TextField } from '~/base/components/field'
import { FoldedPart, FoldedSection } from '~/base/components/folded-section'
import { FormPage, FormSection, useFormKey } from '~/base/components/form-page'
import { Link } from '~/base/components/link'
import { SelectField, TextArea } from '~/base/components/other-fields'
import { handleRowIntents } from '~/base/components/row-intents.server'
import type { Row, RowKind } from '~/base/components/rows'
import {
  editedId,
  expectedVersion,
  idOfNewRecord,
  invalidForm,
  parseForm,
  pathAfterAdding,
  refuseForm,
} from '~/base/forms/form.server'
import { redirectWithFailure, redirectWithSuccess, redirectWithUndo } from '~/base/http/toast.server'
import { splitFullName } from '~/data/imports/reading/full-name'
import { budtypes, fullName } from '~/people/buds/bud'
import { type BudField, budLabels as labels } from '~/people/buds/bud-fields'
import { type BudInput, budForm, budFormLimit } from '~/people/buds/bud-input.server'
import {
  type BudFormFields,
  budFormLabels,
  type BudFields as Fields,
  OptionsField,
  PhotoField,
  textOf as text,
} from '~/people/buds/bud-inputs'
import { withPicture } from '~/people/buds/bud-photos.server'
import { createBud, findBud, updateBud } from '~/people/buds/buds.server'
import { CadenceField } from '~/people/buds/cadence-field'
import { addressKind, linkKind } from '~/people/buds/contact'
import { ContactFields } from '~/people/buds/contact-fields'
import { CustomFields } from '~/people/buds/custom-field-inputs'
import { budRowKinds, customFieldKind } from '~/people/buds/custom-fields'
import { DateFields } from '~/people/buds/date-fields'
import { FirstRows, hasMore, useFirstRows } from '~/people/buds/first-rows'
import { tagsText } from '~/people/buds/tags'
import { listTags } from '~/people/buds/tags.server'
import { TagsField } from '~/people/buds/tags-field'
import './bud-editor.css'

/** The screens AddBud and EditBud/{id}. Only the second has `params.id`. */
export const meta: MetaFunction = ({ params }) => [{ title: `${params.id ? 'Edit' : 'Add'} Bud · Budkeeper` }]

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  if (!call.params.id) {
    const { Firstname, Surname } = splitFullName(nameOfQuery(call.request))
    return { newId: uuid(), name: { Firstname, Surname }, tagChoices: await tagNames(user._id) }
  }
  try {
    return { bud: await findBud(user._id, call.params.id), tagChoices: await tagNames(user._id) }
  } catch (error) {
    throw await redirectWithFailure(call, '/dashboard', error)
  }
}

const tagNames = async (ownerId: string) => (await listTags(ownerId)).map(({ name }) => name)

/** The text of the action 'Add …' of quick find. */
const nameOfQuery = ({ url }: Request) => (new URL(url).searchParams.get('name') ?? '').slice(0, 200)

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const submission = await parseForm(call.request, budForm, budFormLimit)
  const id = editedId(submission, call.params.id)
  const intentResponse = handleRowIntents(budRowKinds, submission)
  if (intentResponse) return intentResponse
  if (submission.status !== 'success') return invalidForm(submission)
  try {
    const change = await withPicture(user._id, submission.value)
    if (!id) {
      const { _id } = await createBud(user._id, change, idOfNewRecord(submission))
      return redirectWithSuccess(
        pathAfterAdding(call, submission, '/dashboard', _id),
        'Bud added successfully',
      )
    }
    const { changeId } = await updateBud(user._id, id, change, expectedVersion(submission))
    return redirectWithUndo('/dashboard', 'Bud edited successfully', changeId)
  } catch (error) {
    return refuseForm(call, submission, error)
  }
}

export default function BudEditor() {
  return <BudForm key={useFormKey()} />
}

function BudForm() {
  const { bud, newId, name, tagChoices } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const [form, fields] = useForm<BudFormFields>({
    id: 'bud',
    lastResult: actionData?.result,
    defaultValue: bud
      ? { ...bud, tags: tagsText(bud.tags), photo: undefined }
      : { Budtype: 'Other', ...name },
  })
  const submitted = actionData?.result.initialValue
  const rows = { formId: form.id, bud, submitted, errors: form.allErrors, msg: actionData?.msg }
  const first = useFirstRows(rows)
  const more = { fields, values: (submitted ?? bud) as Values, rows, first, tagChoices }
  return (
    <FormPage
      form={form}
      title={bud ? 'Edit Bud' : 'Add Bud'}
      help={
        <>
          Only the first name is needed. The rest can come as you learn it.{' '}
          {bud && <Link to={`/dashboard/Bud/${bud._id}`}>See {fullName(bud)}</Link>}
        </>
      }
      actionData={actionData}
      labels={budFormLabels}
      newId={newId}
      version={bud?.version}
      hasAnother
      isErrorToasted={!bud}
      back="/dashboard"
      encType="multipart/form-data"
    >
      <FormSection title="Personal Details">
        <header className="bud-sheet">
          <TextField {...text(fields, 'Firstname')} required autoFocus={!bud && !actionData} />
          <TextField {...text(fields, 'Surname')} />
          <SelectField label={labels.Budtype} field={fields.Budtype} options={budtypes} />
          <PhotoField fields={fields} url={bud?.photo} />
          <FirstRows props={rows} first={first} />
          <CadenceField
            field={fields.cadenceDays}
            help="Today reminds you when it is time. Empty: as often as their circles say."
          />
        </header>
        <MorePersonalDetails {...more} />
      </FormSection>
      <MoreSections {...more} />
    </FormPage>
  )
}

type Values = Partial<BudInput> | undefined
type MoreProps = {
  fields: Fields
  /** The fields of the refused form or of the bud. */
  values: Values
  rows: ComponentProps<typeof ContactFields>
  first: ReturnType<typeof useFirstRows>
  tagChoices: readonly string[]
}

/** Whether one of the fields has a value or an error, so that its section is open. */
function hasContent({ values, rows }: MoreProps, ...names: BudField[]) {
  const isInvalid = Object.keys(rows.errors).some((key) => names.some((name) => key.split('[')[0] === name))
  return isInvalid || names.some((name) => String(values?.[name] ?? '').replace('[]', '') !== '')
}

function MorePersonalDetails(props: MoreProps) {
  const { fields, values } = props
  return (
    <FoldedPart
      title="More personal details"
      isOpen={hasContent(props, 'Nickname', 'Location', 'hobbies', 'preferences', 'tags')}
    >
      <TextField {...text(fields, 'Nickname')} />
      <TextField {...text(fields, 'Location')} />
      <OptionsField name="hobbies" values={values} />
      <OptionsField name="preferences" values={values} />
      <TagsField field={fields.tags} choices={props.tagChoices} />
    </FoldedPart>
  )
}

/** The sections below the sheet, each folded while it is empty. */
function MoreSections(props: MoreProps) {
  const { rows, first } = props
  const customFields = rowsIn(customFieldKind, props)
  const hasContact =
    hasMore(first.email) ||
    hasMore(first.phone) ||
    rowsIn(addressKind, props).length > 0 ||
    rowsIn(linkKind, props).length > 0
  return (
    <div className="folded-sections">
      <FoldedSection title="Contact" isOpen={hasContact}>
        <ContactFields {...rows} email={first.email} phone={first.phone} />
      </FoldedSection>
      <FoldedSection title="Dates" isOpen={hasMore(first.birthday)}>
        <DateFields {...rows} birthday={first.birthday} />
      </FoldedSection>
      <ProfessionalDetails {...props} />
      <Relationship {...props} />
      <FoldedSection title="Additional Information" isOpen={customFields.length > 0}>
        <CustomFields
          formId={rows.formId}
          rows={customFields}
          isOverLimit={rows.msg === customFieldKind.limitReached}
        />
      </FoldedSection>
    </div>
  )
}

/** The rows of the refused form or of the bud. */
function rowsIn<R extends Row>(kind: RowKind<R>, { rows: { submitted, bud } }: MoreProps) {
  return submitted ? kind.read(submitted) : ((bud?.[kind.field as keyof BudInput] ?? []) as unknown as R[])
}

function ProfessionalDetails(props: MoreProps) {
  const { fields, values } = props
  return (
    <FoldedSection
      title="Professional Details"
      isOpen={hasContent(props, 'Occupation', 'OccupationLocation', 'industry')}
    >
      <TextField {...text(fields, 'Occupation')} />
      <TextField {...text(fields, 'OccupationLocation')} />
      <OptionsField name="industry" values={values} />
    </FoldedSection>
  )
}

function Relationship(props: MoreProps) {
  const { fields, values } = props
  return (
    <FoldedSection title="Relationship" isOpen={hasContent(props, 'origination', 'LastInteraction', 'notes')}>
      <OptionsField name="origination" values={values} />
      <TextArea {...text(fields, 'LastInteraction')} />
      <div className="wide">
        <TextArea {...text(fields, 'notes')} />
      </div>
    </FoldedSection>
  )
}
