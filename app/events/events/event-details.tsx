import type { useForm } from '@conform-to/react'
import type { ChangeEvent } from 'react'
import { TextField } from '~/base/components/field'
import { SelectField } from '~/base/components/other-fields'
import { nameLength } from '~/base/forms/lengths'
import { hour } from '~/base/node/durations'
import { RepeatFields } from '~/events/repeats/repeat-fields'
import { eventtypes, eventLabels as labels, requiredFields } from './event'
import type { EventInput } from './event-input.server'

/** The fields of a form of an event. It has others in place of the rule of a series. */
export type EventForm = Omit<EventInput, 'repeat' | 'skipped'> &
  Record<'repeat' | 'lastDay' | 'times', string>

type Fields = ReturnType<typeof useForm<EventForm>>[1]

type Props = {
  fields: Fields
  autoFocus?: boolean
  /** The words of a rule that the form does not offer. Null: the event cannot repeat. */
  rule?: string | null | undefined
}

/** What, when and where: the required fields of an event. */
export function EventDetails({ fields, autoFocus, rule }: Props) {
  return (
    <>
      <TextField {...required('Name', fields)} maxLength={nameLength} autoFocus={autoFocus} />
      <SelectField {...required('Eventtype', fields)} options={eventtypes} placeholder="Select..." />
      <div className="wide">
        <TextField {...required('Location', fields)} maxLength={nameLength} />
      </div>
      <TextField label={labels.startDate} field={fields.startDate} {...time} onChange={keepEndAfterStart} />
      <TextField label={labels.endDate} field={fields.endDate} {...time} />
      {rule !== null && <RepeatFields fields={fields} other={rule} />}
    </>
  )
}

/** A field that the message of `requiredFields` is about, which the error summary has. */
const required = (name: 'Name' | 'Location' | 'Eventtype', fields: Fields) => ({
  label: labels[name],
  field: fields[name],
  messages: { [requiredFields]: `${labels[name]} is missing` },
  required: true,
})

/** `max` limits the year to four digits. */
const time = { type: 'datetime-local', required: true, max: '9999-12-31T23:59' } as const

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
