import { useForm } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useParams } from '@remix-run/react'
import { v7 as uuid } from 'uuid'
import { requireUser } from '~/account/accounts/sessions.server'
import { DeleteDialog, useDeleteDialog } from '~/base/components/delete-dialog'
import { FieldErrors, type FieldProps, TextField, useAriaProps } from '~/base/components/field'
import { FormPage } from '~/base/components/form-page'
import { TextArea } from '~/base/components/other-fields'
import { ownerToday } from '~/base/db/owner-clock.server'
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
import { handlePickerIntent, loadBudPicker, withBudPicker } from '~/people/buds/bud-picker.server'
import { BudPicker } from '~/people/buds/bud-picker-field'
import {
  interactionNoteLength,
  kindName,
  kindOptions,
  interactionLabels as labels,
} from '~/people/interactions/interaction'
import { type InteractionInput, interactionInput } from '~/people/interactions/interaction-input.server'
import {
  createInteraction,
  findInteraction,
  updateInteraction,
} from '~/people/interactions/interactions.server'
import '~/planning/today/kind-field.css'

/** The screens LogInteraction and EditInteraction/{id}. Only the second has `params.id`. */
export const meta: MetaFunction = ({ params }) => [
  { title: `${params.id ? 'Edit' : 'Log'} interaction · Budkeeper` },
]

const todayPath = '/dashboard/Today'

/** `buds` of the query are the ids of the selected buds, separated by commas. */
export async function loader(call: LoaderFunctionArgs) {
  const user = await requireUser(call)
  const query = new URL(call.request.url).searchParams
  const returnTo = ownPath(query.get('returnTo'), todayPath)
  const today = await ownerToday(user._id)
  if (!call.params.id) {
    const selectedBuds = (query.get('buds') ?? '').split(',')
    return { newId: uuid(), today, returnTo, picker: await loadBudPicker(user._id, { selectedBuds }) }
  }
  try {
    const interaction = await findInteraction(user._id, call.params.id)
    const selectedBuds = interaction.buds.map(({ _id }) => _id)
    return { interaction, today, returnTo, picker: await loadBudPicker(user._id, { selectedBuds }) }
  } catch (error) {
    throw await redirectWithFailure(call, todayPath, error)
  }
}

export async function action(call: ActionFunctionArgs) {
  const user = await requireUser(call)
  const submission = await parseForm(call.request, interactionInput)
  const id = editedId(submission, call.params.id)
  const intentResponse = handlePickerIntent(submission)
  if (intentResponse) return withBudPicker(user._id, submission, intentResponse)
  if (submission.status !== 'success') return withBudPicker(user._id, submission, invalidForm(submission))
  const returnTo = ownPath(submission.payload.returnTo, todayPath)
  try {
    if (!id) {
      const key = idOfNewRecord(submission)
      const { changeId } = await createInteraction(user._id, submission.value, key)
      return redirectWithUndo(returnTo, 'Interaction added successfully', changeId)
    }
    const { changeId } = await updateInteraction(user._id, id, submission.value, expectedVersion(submission))
    return redirectWithUndo(returnTo, 'Interaction edited successfully', changeId)
  } catch (error) {
    return withBudPicker(user._id, submission, refuseForm(call, submission, error))
  }
}

/** To React, both screens are one component. The key resets the form when the URL changes. */
export default function InteractionEditor() {
  return <InteractionForm key={useParams().id} />
}

function InteractionForm() {
  const { interaction, newId, today, picker, returnTo } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const { deleteButton, item, close } = useDeleteDialog(interaction ? [interaction] : [])
  const [form, fields] = useForm<InteractionInput>({
    id: 'interaction',
    lastResult: actionData?.result,
    defaultValue: interaction ?? { on: today },
  })
  return (
    <>
      <FormPage
        form={form}
        title={interaction ? 'Edit interaction' : 'Log interaction'}
        help="Whatever counts as being in touch. A note is kept too, and does not count."
        actionData={actionData}
        labels={labels}
        newId={newId}
        version={interaction?.version}
        back={returnTo}
        submit={{
          children: interaction && (
            <button
              type="submit"
              className="button bare"
              {...deleteButton}
              name="delete"
              value={interaction._id}
            >
              Delete
            </button>
          ),
        }}
      >
        <input type="hidden" name="returnTo" value={returnTo} />
        <section className="card form-section">
          <BudPicker field={fields.selectedBuds} picker={actionData?.picker ?? picker} hasPanels={false} />
          <KindField field={fields.kind} />
          <div className="wide">
            <TextArea
              label={labels.note}
              field={fields.note}
              maxLength={interactionNoteLength}
              rows={3}
              help="What you talked about, what to ask next time."
            />
          </div>
          <TextField label={labels.on} type="date" field={fields.on} max={today} />
        </section>
      </FormPage>
      <DeleteDialog
        name={item && `this ${kindName(item.kind).toLowerCase()}`}
        action={`/dashboard/DeleteInteraction/${interaction?._id}?returnTo=${encodeURIComponent(returnTo)}`}
        onClose={close}
      />
    </>
  )
}

/** The kinds as buttons. Without a choice, the interaction is a contact of another kind. */
function KindField({ field }: Pick<FieldProps, 'field'>) {
  return (
    <fieldset className="field wide choices in-row" id={field.id} {...useAriaProps({ field })}>
      <legend className="label">{labels.kind}</legend>
      {kindOptions.map(({ value, label }) => (
        <label key={value} className="check">
          <input type="radio" name={field.name} value={value} defaultChecked={field.initialValue === value} />
          <span>{label}</span>
        </label>
      ))}
      <FieldErrors field={field} />
    </fieldset>
  )
}
