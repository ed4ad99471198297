import type { FieldMetadata } from '@conform-to/react'
import { TextField } from '~/base/components/field'
import { cadenceMaximum } from './bud'
import { budLabels } from './bud-fields'

type Props = { field: FieldMetadata<number | null>; help: string }

/** The days between contacts with a bud, or with each bud of a circle. */
export function CadenceField({ field, help }: Props) {
  const listId = `${field.id}-common`
  return (
    <>
      <TextField
        label={budLabels.cadenceDays}
        type="number"
        field={field}
        help={help}
        min={1}
        max={cadenceMaximum}
        step={1}
        inputMode="numeric"
        list={listId}
      />
      <datalist id={listId}>
        {common.map(([days, label]) => (
          <option key={days} value={days} label={label} />
        ))}
      </datalist>
    </>
  )
}

const common: [days: number, label: string][] = [
  [7, 'every week'],
  [14, 'every two weeks'],
  [30, 'every month'],
  [90, 'every three months'],
  [180, 'every half year'],
  [365, 'every year'],
]
