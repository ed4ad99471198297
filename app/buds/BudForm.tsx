import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ErrorSummary, FormError, SelectField, TextArea, TextField } from '~/components/field'
import { MultiSelect } from '~/components/multi-select'
import { SubmitBar } from '~/components/submit-bar'
import { AnswerToast } from '~/components/toasts'
import { descriptionLength, nameLength } from '~/server/lengths'
import { type Bud, type BudInput, budtypes } from './bud'
import { CustomFields } from './CustomFields'
import { rowsOf, tooManyFields } from './custom-fields'
import { hobbies, industries, placesMet, preferences } from './options'

type Props = {
  title: string
  bud?: Bud
  /** Of the bud to be: the same however often the form is sent. */
  newId?: string
  answer?: { result: SubmissionResult; msg: string }
}

export function BudForm({ title, bud, newId, answer }: Props) {
  const [form, fields] = useForm<BudInput>({
    id: 'bud',
    lastResult: answer?.result,
    defaultValue: bud ?? { Budtype: 'Other' },
  })
  const typed = answer?.result.initialValue
  const lists = (typed ?? bud) as Partial<BudInput> | undefined
  return (
    <Form method="post" className="form-page" {...getFormProps(form)}>
      <input type="submit" hidden />
      <AnswerToast answer={answer} />
      {newId && <input type="hidden" name="_id" value={String(typed?._id ?? newId)} />}
      <header className="form-header">
        <div>
          <h1>{title}</h1>
          <p className="help">Only the first name is needed. The rest can come as you learn it.</p>
        </div>
        <SelectField label="Bud type" field={fields.Budtype} options={budtypes} />
      </header>
      <FormError msg={form.errors?.join('. ')} />
      <ErrorSummary form={form} labels={labels} />

      <Section title="Personal Details">
        <TextField label="First name" field={fields.Firstname} maxLength={nameLength} required />
        <TextField label="Surname" field={fields.Surname} maxLength={nameLength} />
        <TextField label="Nickname" field={fields.Nickname} maxLength={nameLength} />
        <TextField label="Location" field={fields.Location} maxLength={nameLength} />
        <MultiSelect
          label="Hobbies"
          name="hobbies"
          options={hobbies}
          placeholder="Select hobbies..."
          defaultValue={lists?.hobbies}
        />
        <MultiSelect
          label="Preferences"
          name="preferences"
          options={preferences}
          placeholder="Select preferences..."
          defaultValue={lists?.preferences}
        />
      </Section>

      <Section title="Professional Details">
        <TextField label="Occupation" field={fields.Occupation} maxLength={nameLength} />
        <TextField label="Occupation location" field={fields.OccupationLocation} maxLength={nameLength} />
        <MultiSelect
          label="Industry"
          name="industry"
          options={industries}
          placeholder="Select industry..."
          defaultValue={lists?.industry}
        />
      </Section>

      <Section title="Relationship">
        <MultiSelect
          label="Origination"
          name="origination"
          options={placesMet}
          placeholder="Select origin..."
          defaultValue={lists?.origination}
        />
        <TextArea
          label="Last interaction"
          field={fields.LastInteraction}
          maxLength={descriptionLength}
          rows={3}
        />
      </Section>

      <Section title="Additional Information">
        <CustomFields
          formId={form.id}
          rows={typed ? rowsOf(typed) : (bud?.customFields ?? [])}
          isRefused={answer?.msg === tooManyFields}
        />
      </Section>

      <SubmitBar back="/dashboard" />
    </Form>
  )
}

const labels: Record<string, string> = {
  Firstname: 'First name',
  Surname: 'Surname',
  Nickname: 'Nickname',
  Location: 'Location',
  Budtype: 'Bud type',
  Occupation: 'Occupation',
  OccupationLocation: 'Occupation location',
  LastInteraction: 'Last interaction',
  customFields: 'Custom fields',
  ...Object.fromEntries(
    [0, 1, 2, 3, 4].flatMap((n) => [
      [`customFields[${n}].name`, `Custom field ${n + 1}, name`],
      [`customFields[${n}].value`, `Custom field ${n + 1}, value`],
    ]),
  ),
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card form-section">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
