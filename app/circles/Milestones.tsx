import type { ComponentProps } from 'react'
import { RowEditor } from '~/components/row-editor'
import { descriptionLength } from '~/forms/lengths'
import { type Milestone, milestoneKind } from './milestones'
import './milestones.css'

type Props = {
  formId: string
  /** The result of `milestoneRows`: at least one row. */
  rows: Milestone[]
  /** Errors by `milestones[n].date` and `milestones[n].description`, where n is the index in `rows`. */
  errors: Record<string, string[]>
  /** The form was submitted without JavaScript to add a milestone beyond the limit. */
  isOverLimit: boolean
}

/** The editor of milestones: a date with a description. The last row cannot be removed. */
export function Milestones({ formId, rows, errors, isOverLimit }: Props) {
  const errorOf = (id: number, part: string) => {
    const n = rows.findIndex((row) => row.id === id)
    return errors[`milestones[${n}].${part}`]?.join('. ')
  }
  return (
    <RowEditor
      kind={milestoneKind}
      rows={rows}
      isOverLimit={isOverLimit}
      footer={(currentRows) => (
        <input type="hidden" name="milestoneIds" value={currentRows.map(({ id }) => id).join(',')} />
      )}
    >
      {({ id, date, description }, n) => (
        <>
          <MilestoneInput
            label="Date"
            id={`${formId}-milestones[${n}].date`}
            error={errorOf(id, 'date')}
            type="date"
            name={`milestone-date-${id}`}
            defaultValue={date}
            max="9999-12-31"
          />
          <MilestoneInput
            label="Description"
            id={`${formId}-milestones[${n}].description`}
            error={errorOf(id, 'description')}
            type="text"
            name={`milestone-description-${id}`}
            defaultValue={description}
            maxLength={descriptionLength}
          />
        </>
      )}
    </RowEditor>
  )
}

type InputProps = ComponentProps<'input'> & { label: string; error: string | undefined }

function MilestoneInput({ label, id, error, ...input }: InputProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        {...input}
      />
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
