import { useForm } from '@conform-to/react'
import type { ChangeEvent } from 'react'
import { BudPicker } from '~/buds/BudPicker'
import type { BudPickerData } from '~/buds/bud-picker'
import { TextField } from '~/components/field'
import { type FormActionData, FormPage, FormSection } from '~/components/form-page'
import { SelectField, TextArea } from '~/components/other-fields'
import type { Versioned } from '~/db/versions.server'
import { descriptionLength, nameLength } from '~/forms/lengths'
import { eventtypes, eventLabels as labels } from './event'
import type { Event, EventInput } from './event-input.server'

type Props = {
  /** The event to edit. */
  event?: Versioned<Event>
  /** Initial times of an event that is added from the calendar. */
  times?: Partial<Pick<Event, 'startDate' | 'endDate'>>
  /** The idempotency key of a new event. */
  newId?: string
  picker: BudPickerData
  actionData: (FormActionData & { picker: BudPickerData }) | undefined
  /** The path to return to after saving. */
  returnTo: string
}

export function EventForm({ event, times, newId, picker, actionData, returnTo }: Props) {
  const [form, fields] = useForm<EventInput>({
    id: 'event',
    lastResult: actionData?.result,
    defaultValue: event ?? times,
  })
  const isFromCalendar = times?.startDate && returnTo.toLowerCase().startsWith('/dashboard/calendar')
  return (
    <FormPage
      form={form}
      title={`${event ? 'Edit' : 'Add'} Event${isFromCalendar ? ' (from calendar)' : ''}`}
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
      actionData={actionData}
      labels={labels}
      newId={newId}
      version={event?.version}
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
        <BudPicker
          formId={form.id}
          picker={actionData?.picker ?? picker}
          errors={fields.selectedBuds.errors}
        />
      </FormSection>
    </FormPage>
  )
}

/** Limits the year to four digits. */
const lastMinute = '9999-12-31T23:59'
const hour = 3_600_000

/** When the end is empty or before the start, sets it to an hour after the start. */
function keepEndAfterStart({ target }: ChangeEvent<HTMLInputElement>) {
  const end = target.form?.elements.namedItem('endDate')
  if (!(end instanceof HTMLInputElement) || target.value === '') return
  if (end.value === '' || end.value < target.value) end.value = addHour(target.value)
}

/** Calculates in UTC, which has no daylight saving time. */
function addHour(wallClock: string) {
  return new Date(Date.parse(`${wallClock}Z`) + hour).toISOString().slice(0, 16)
}
