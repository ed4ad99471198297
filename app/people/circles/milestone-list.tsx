import { RowEditor, RowInput } from '~/base/components/row-editor'
import { descriptionLength } from '~/base/forms/lengths'
import { type Milestone, milestoneKind } from './milestones'
import './milestones.css'

type Props = {
  formId: string
  /** The result of `milestoneRows`: at least one row. */
  rows: Milestone[]
  /** Errors by `milestones[n].date` and `milestones[n].description`, where n is the index in `rows`. */
  errors: Record<string, string[]>
  /** Without JavaScript, the user submitted the form to add a milestone beyond the limit. */
  isOverLimit: boolean
}

/** The editor of milestones: a date with a description. At least one row remains. */
export function Milestones({ formId, rows, errors, isOverLimit }: Props) {
  const errorsOf = (id: number, part: string) => {
    const n = rows.findIndex((row) => row.id === id)
    return errors[`milestones[${n}].${part}`]
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
          <RowInput
            label="Date"
            id={`${formId}-milestones[${n}].date`}
            errors={errorsOf(id, 'date')}
            type="date"
            name={`milestone-date-${id}`}
            defaultValue={date}
            max="9999-12-31"
          />
          <RowInput
            label="Description"
            id={`${formId}-milestones[${n}].description`}
            errors={errorsOf(id, 'description')}
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
