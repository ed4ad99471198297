import { type DefaultValue, useForm } from '@conform-to/react'
import { type ReactNode, useState } from 'react'
import { answerTo, useEditedPart } from '~/base/components/edited-part'
import type { FormActionData } from '~/base/components/form-page'
import { TextArea } from '~/base/components/other-fields'
import { PlaceForm } from '~/base/components/place-form'
import type { Versioned } from '~/base/db/versions.server'
import { descriptionLength } from '~/base/forms/lengths'
import type { BudPickerData } from './bud-picker'
import { BudPicker } from './bud-picker-field'

/** What the page of a record gives to its form in place. */
export type RecordPartProps<Input> = {
  record: Versioned<Omit<Input, 'selectedBuds'> & { _id: string }>
  actionData: (FormActionData & { picker?: BudPickerData }) | undefined
  /** While the form of the buds is open. */
  picker: BudPickerData | undefined
}

type WithBuds = Record<string, unknown> & { Description: string; selectedBuds: string[] }

/** The form of a record, with what was typed and refused. */
type OpenForm<Input extends WithBuds> = {
  form: ReturnType<typeof useForm<Input>>[0]
  fields: ReturnType<typeof useForm<Input>>[1]
  submitted: Record<string, unknown> | null | undefined
  msg: string | undefined
}

type Props<Input extends WithBuds> = RecordPartProps<Input> & {
  /** The id of the form. */
  id: string
  /** By the names of the fields, for the error summary. */
  labels: Record<string, string> & { Description: string }
  choice?: Parameters<typeof PlaceForm>[0]['choice']
  /** The parts besides `description` and `buds`, by name. */
  partsOf: (form: OpenForm<Input>) => Record<string, ReactNode>
}

/** The form of the part of a record with buds that is open (`?edit=details`). */
export function RecordPartForm<Input extends WithBuds>(props: Props<Input>) {
  const part = useEditedPart() ?? ''
  return <PartForm key={`${props.record._id} ${part}`} part={part} {...props} />
}

function PartForm<Input extends WithBuds>({
  part,
  id,
  record,
  labels,
  choice,
  partsOf,
  ...props
}: Props<Input> & { part: string }) {
  const actionData = answerTo(part, props.actionData)
  // The one that was typed on: the page may have read a newer one since.
  const [version] = useState(record.version)
  const [form, fields] = useForm<Input>({
    id,
    lastResult: actionData?.result,
    defaultValue: record as DefaultValue<Input>,
  })
  const picker = actionData?.picker ?? props.picker
  const parts: Record<string, ReactNode> = {
    description: (
      <TextArea
        label={labels.Description}
        field={fields.Description}
        maxLength={descriptionLength}
        rows={6}
      />
    ),
    // What the buds share is on the page.
    buds: picker && <BudPicker field={fields.selectedBuds} picker={picker} hasPanels={false} />,
    ...partsOf({ form, fields, submitted: actionData?.result.initialValue, msg: actionData?.msg }),
  }
  return (
    <PlaceForm
      part={part}
      form={form}
      actionData={actionData}
      labels={labels}
      version={version}
      choice={choice}
    >
      {parts[part]}
    </PlaceForm>
  )
}
