import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { ErrorSummary } from '~/base/components/error-summary'
import { FieldErrors, TextField, useAriaProps } from '~/base/components/field'
import { FormError } from '~/base/components/form-error'
import { Icon } from '~/base/components/icons'
import { TextArea } from '~/base/components/other-fields'
import { type Diet, diets } from '~/people/buds/diets'
import {
  answerNames,
  answers,
  type GuestAnswer,
  guestsLimit,
  answerLabels as labels,
  noteLength,
} from './guest'

type Props = { answer: GuestAnswer; result: SubmissionResult | undefined }
type Fields = { answer: string; guests: string; diet: string[]; note: string }

/** The form of an invitation. It needs no script. */
export function AnswerForm({ answer, result }: Props) {
  const [form, fields] = useForm<Fields>({
    id: 'rsvp',
    lastResult: result,
    defaultValue: { ...answer, answer: answer.answer ?? '', guests: String(answer.guests) },
  })
  const isChanged = answer.answer !== null
  return (
    <form className="card" method="post" {...getFormProps(form)} noValidate={false}>
      <h2>{isChanged ? 'Change your answer' : 'Your answer'}</h2>
      <FormError msg={form.errors?.[0]} id={form.errorId} />
      <ErrorSummary form={form} labels={labels} />
      <fieldset id={fields.answer.id} className="field" {...useAriaProps({ field: fields.answer })}>
        <legend>{labels.answer}</legend>
        <div className="choices">
          {answers.map((option) => (
            <label key={option} className="choice">
              <input
                type="radio"
                name="answer"
                value={option}
                required
                defaultChecked={fields.answer.initialValue === option}
              />
              <span>{answerNames[option]}</span>
            </label>
          ))}
        </div>
        <FieldErrors field={fields.answer} />
      </fieldset>
      <div className="of-guests">
        <TextField
          label={labels.guests}
          field={fields.guests}
          type="number"
          inputMode="numeric"
          min={0}
          max={guestsLimit}
          help={`Besides yourself, at most ${guestsLimit}.`}
        />
      </div>
      <details className="of-guests diet" open={fields.diet.errors !== undefined || answer.diet.length > 0}>
        <summary>
          <Icon name="chevron-down" />
          {labels.diet}
        </summary>
        <DietField field={fields.diet} />
      </details>
      <TextArea label={labels.note} field={fields.note} maxLength={noteLength} rows={3} help="Optional." />
      <div className="submit-bar">
        <button type="submit" className="button">
          {isChanged ? 'Change answer' : 'Send answer'}
        </button>
      </div>
    </form>
  )
}

function DietField({ field }: { field: FieldMetadata<string[]> }) {
  const chosen = [field.initialValue].flat() as Diet[]
  return (
    <fieldset id={field.id} className="field" {...useAriaProps({ field })}>
      <legend className="visually-hidden">{labels.diet}</legend>
      <div className="diets">
        {diets.map((diet) => (
          <label key={diet} className="check">
            <input type="checkbox" name="diet" value={diet} defaultChecked={chosen.includes(diet)} />
            <span>{diet}</span>
          </label>
        ))}
      </div>
      <FieldErrors field={field} />
    </fieldset>
  )
}
