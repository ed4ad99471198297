import { useForm } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useParams } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { requireUser } from '~/account/accounts/sessions.server'
import { DeleteDialog, useDeleteDialog } from '~/base/components/delete-dialog'
import { TextField } from '~/base/components/field'
import { FormPage } from '~/base/components/form-page'
import { SelectField, TextArea } from '~/base/components/other-fields'
import {
  editedId,
  expectedVersion,
  idOfNewRecord,
  invalidForm,
  parseForm,
  refuseForm,
} from '~/base/forms/form.server'
import { ownPath } from '~/base/forms/rules'
import { redirectWithFailure, redirectWithUndo } from '~/base/http/toast.server'
import { UserError } from '~/base/node/errors'
import { fullName } from '~/people/buds/bud'
import { handlePickerIntent, loadBudPicker, withBudPicker } from '~/people/buds/bud-picker.server'
import { BudPicker } from '~/people/buds/bud-picker-field'
import { findBud } from '~/people/buds/buds.server'
import {
  relationLabels as labels,
  relationKinds,
  relationLabelLength,
  relationName,
  relationNoteLength,
} from '~/people/relations/relation'
import { relationEditForm, relationForm } from '~/people/relations/relation-input.server'
import { createRelations, findRelation, updateRelation } from '~/people/relations/relations.server'

/** The screens AddRelation/{id of a bud} and EditRelation/{id}. */
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.relation ? 'Edit' : 'Add'} relation · Budkeeper` },
]

const isNew = ({ request }: { request: Request }) => /\/addrelation\//i.test(new URL(request.url).pathname)
const pageOf = (id: string) => `/dashboard/Bud/${id}`

export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const { id = '' } = call.params
  try {
    if (isNew(call)) {
      const { _id, Firstname, Surname } = await findBud(user._id, id)
      const picker = await loadBudPicker(user._id, {}, _id)
      return { from: { _id, Firstname, Surname }, newId: uuid(), picker, back: pageOf(_id) }
    }
    const { from, ...relation } = await findRelation(user._id, id)
    const returnTo = new URL(call.request.url).searchParams.get('returnTo')
    return { from, relation, back: ownPath(returnTo, pageOf(from._id)) }
  } catch (error) {
    throw await redirectWithFailure(call, '/dashboard', error)
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  return isNew(call) ? add(call, user._id) : edit(call, user._id)
}

async function add(call: ActionFunctionArgs, ownerId: string) {
  const id = (call.params.id ?? '').toLowerCase()
  const submission = await parseForm(call.request, relationForm)
  const intentResponse = handlePickerIntent(submission)
  if (intentResponse) return withBudPicker(ownerId, submission, intentResponse, id)
  if (submission.status !== 'success') return withBudPicker(ownerId, submission, invalidForm(submission), id)
  try {
    const { selectedBuds, ...fields } = submission.value
    const there = editedId(submission, undefined)
    if (there) {
      const change = { ...fields, with: onlyBud(selectedBuds) }
      const { changeId } = await updateRelation(ownerId, there, change, expectedVersion(submission))
      return redirectWithUndo(pageOf(id), 'Relation edited successfully', changeId)
    }
    const { changeId } = await createRelations(ownerId, id, selectedBuds, fields, idOfNewRecord(submission))
    return redirectWithUndo(pageOf(id), 'Relation added successfully', changeId)
  } catch (error) {
    return withBudPicker(ownerId, submission, refuseForm(call, submission, ofPicker(error)), id)
  }
}

/** The error of the field that the form has for `with`. */
function ofPicker(error: unknown) {
  const { with: errors, ...others } = (error instanceof UserError && error.details.errors) || {}
  if (!(error instanceof UserError) || !errors) return error
  return new UserError(error.status, error.msg, {
    ...error.details,
    errors: { ...others, selectedBuds: errors },
  })
}

/** The bud of one relation. Throws 400 for several. */
function onlyBud([first = '', ...others]: string[]) {
  if (others.length === 0) return first
  const msg = 'This form changes one relation. Choose one bud, and add others with a new form'
  throw new UserError(400, msg, { errors: { selectedBuds: [msg] } })
}

async function edit(call: ActionFunctionArgs, ownerId: string) {
  const submission = await parseForm(call.request, relationEditForm)
  if (submission.status !== 'success') return withBudPicker(ownerId, submission, invalidForm(submission))
  try {
    const { relation, changeId } = await updateRelation(
      ownerId,
      call.params.id ?? '',
      submission.value,
      expectedVersion(submission),
    )
    const returnTo = new URL(call.request.url).searchParams.get('returnTo')
    return redirectWithUndo(
      ownPath(returnTo, pageOf(relation.from._id)),
      'Relation edited successfully',
      changeId,
    )
  } catch (error) {
    return withBudPicker(ownerId, submission, refuseForm(call, submission, error))
  }
}

/** To React, both screens are one component. */
export default function RelationEditor() {
  return <RelationForm key={useParams().id} />
}

const kindOptions = relationKinds.map((value) => ({ value, label: relationName(value) }))

function RelationForm() {
  const { from, relation, newId, picker, back } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const { deleteButton, item, close } = useDeleteDialog(relation ? [relation] : [])
  const [form, fields] = useForm<Record<keyof typeof labels | 'selectedBuds', string>>({
    id: 'relation',
    lastResult: actionData?.result,
    defaultValue: relation && { ...relation, since: relation.since ?? '', until: relation.until ?? '' },
  })
  const shownPicker = picker && (actionData?.picker ?? picker)
  return (
    <>
      <FormPage
        form={form}
        title={relation ? 'Edit relation' : 'Add relation'}
        help={
          relation
            ? `What ${fullName(relation.bud)} is to ${fullName(from)}.`
            : `What the chosen buds are to ${fullName(from)}.`
        }
        actionData={actionData}
        labels={{ ...labels, selectedBuds: 'Buds' }}
        newId={newId}
        version={relation?.version}
        back={back}
        submit={{
          children: relation && (
            <button
              type="submit"
              className="button bare"
              {...deleteButton}
              name="delete"
              value={relation._id}
            >
              Delete
            </button>
          ),
        }}
      >
        <section className="card form-section">
          <SelectField
            label={labels.kind}
            field={fields.kind}
            options={kindOptions}
            placeholder="Select a kind"
          />
          <TextField
            label={labels.label}
            field={fields.label}
            maxLength={relationLabelLength}
            help="In your own words, such as Mother. The kind Other needs it."
          />
          {shownPicker && <BudPicker field={fields.selectedBuds} picker={shownPicker} hasPanels={false} />}
          <TextField label={labels.since} type="date" field={fields.since} />
          <TextField label={labels.until} type="date" field={fields.until} />
          <div className="wide">
            <TextArea label={labels.note} field={fields.note} maxLength={relationNoteLength} rows={3} />
          </div>
        </section>
      </FormPage>
      <DeleteDialog
        name={item && `the relation with ${fullName(item.bud)}`}
        action={`/dashboard/DeleteRelation/${relation?._id}?returnTo=${encodeURIComponent(back)}`}
        onClose={close}
      />
    </>
  )
}
