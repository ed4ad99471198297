import type { useForm } from '@conform-to/react'
import { TextField } from '~/base/components/field'
import { SelectField } from '~/base/components/other-fields'
import { rowLabels } from '~/base/components/rows'
import { nameLength } from '~/base/forms/lengths'
import { CadenceField } from '~/people/buds/cadence-field'
import { circletypes, circleLabels as labels } from './circle'
import type { CircleInput } from './circle-input.server'
import { milestoneKind } from './milestones'

/** Labels by field name, for the error summary. */
export const circleFormLabels = { ...labels, ...rowLabels(milestoneKind) }

type Props = { fields: ReturnType<typeof useForm<CircleInput>>[1]; autoFocus?: boolean }

/** The fields of a circle but its description, buds and milestones. */
export function CircleDetails({ fields, autoFocus }: Props) {
  return (
    <>
      <TextField
        label={labels.Name}
        field={fields.Name}
        maxLength={nameLength}
        required
        autoFocus={autoFocus}
      />
      <SelectField label={labels.Circletype} field={fields.Circletype} options={circletypes} />
      <TextField label={labels.Shortname} field={fields.Shortname} maxLength={nameLength} />
      <TextField label={labels.Location} field={fields.Location} maxLength={nameLength} />
      <CadenceField
        field={fields.cadenceDays}
        help="With each bud of this circle that has no number of its own."
      />
    </>
  )
}
