import type { ComponentProps } from 'react'
import { RowEditor } from '~/components/row-editor'
import { descriptionLength } from '~/forms/lengths'
import { type Milestone, milestoneKind } from './milestones'
import './milestones.css'

type Props = {
  formId: string
  /** From `milestoneRows`: at least one. */
  rows: Milestone[]
  /** By `milestones[n].date` and `milestones[n].description`, where n is the place in `rows`. */
  errors: Record<string, string[]>
  /** One milestone more than there may be was asked for without JavaScript. */
  isRefused: boolean
}

/** Dates with a description, of which one row is always kept. */
export function Milestones({ formId, rows, errors, isRefused }: Props) {
  const errorOf = (id: number, part: string) => {
    const n = rows.findIndex((row) => row.id === id)
    return errors[`milestones[${n}].${part}`]?.join('. ')
  }
  return (
    <RowEditor
      kind={milestoneKind}
      rows={rows}
      isRefused={isRefused}
      foot={(shown) => (
        <input type="hidden" name="milestoneIds" value={shown.map(({ id }) => id).join(',')} />
      )}
    >
      {({ id, date, description }, n) => (
        <>
          <Part
            label="Date"
            id={`${formId}-milestones[${n}].date`}
            error={errorOf(id, 'date')}
            type="date"
            name={`milestone-date-${id}`}
            defaultValue={date}
            max="9999-12-31"
          />
          <Part
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

type PartProps = ComponentProps<'input'> & { label: string; error: string | undefined }

function Part({ label, id, error, ...input }: PartProps) {
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
