import { useForm } from '@conform-to/react'
import type { ChangeEvent } from 'react'
import { ChosenBuds } from '~/buds/ChosenBuds'
import type { BudChoice } from '~/buds/chosen'
import { TextField } from '~/components/field'
import { type FormAnswer, FormPage, FormSection } from '~/components/form-page'
import { SelectField, TextArea } from '~/components/other-fields'
import { descriptionLength, nameLength } from '~/forms/lengths'
import { eventtypes, eventLabels as labels } from './event'
import type { Event, EventInput } from './event-input.server'

type Props = {
  title: string
  event?: Event
  /** Of a new event that was begun in the calendar. */
  times?: Partial<Pick<Event, 'startDate' | 'endDate'>>
  newId?: string
  version?: string
  choice: BudChoice
  answer: (FormAnswer & { choice: BudChoice }) | undefined
  /** Where the event leads once it is saved. */
  returnTo: string
}

export function EventForm({ title, event, times, newId, version, choice, answer, returnTo }: Props) {
  const [form, fields] = useForm<EventInput>({
    id: 'event',
    lastResult: answer?.result,
    defaultValue: event ?? times,
  })
  return (
    <FormPage
      form={form}
      title={title}
      help="Times are those on the clocks where it takes place."
      aside={
        <SelectField
          label={labels.Eventtype}
          field={fields.Eventtype}
          options={eventtypes}
          placeholder="Select..."
          required
        />
      }
      answer={answer}
      labels={labels}
      newId={newId}
      version={version}
      back={returnTo}
    >
      <input type="hidden" name="returnTo" value={returnTo} />
      <FormSection title="Details">
        <TextField label={labels.Name} field={fields.Name} maxLength={nameLength} required />
        <TextField label={labels.Location} field={fields.Location} maxLength={nameLength} required />
        <TextField
          label={labels.startDate}
          type="datetime-local"
          field={fields.startDate}
          required
          max={lastMinute}
          onChange={keepEndAfterStart}
        />
        <TextField
          label={labels.endDate}
          type="datetime-local"
          field={fields.endDate}
          required
          max={lastMinute}
        />
        <div className="wide">
          <TextArea
            label={labels.Description}
            field={fields.Description}
            maxLength={descriptionLength}
            rows={3}
          />
        </div>
      </FormSection>
      <FormSection title="Who is attending">
        <ChosenBuds formId={form.id} choice={answer?.choice ?? choice} errors={fields.selectedBuds.errors} />
      </FormSection>
    </FormPage>
  )
}

/** Keeps the year at four digits. */
const lastMinute = '9999-12-31T23:59'
const hour = 3_600_000

/** An end that is missing, or that the new start has overtaken, is an hour after the start. */
function keepEndAfterStart({ target }: ChangeEvent<HTMLInputElement>) {
  const end = target.form?.elements.namedItem('endDate')
  if (!(end instanceof HTMLInputElement) || target.value === '') return
  if (end.value === '' || end.value < target.value) end.value = later(target.value)
}

/** Reckoned as if in UTC, where no hour is missing or comes twice. */
function later(wallClock: string) {
  return new Date(Date.parse(`${wallClock}Z`) + hour).toISOString().slice(0, 16)
}
