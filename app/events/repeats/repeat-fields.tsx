import type { FieldMetadata } from '@conform-to/react'
import { FieldErrors, TextField, useAriaProps } from '~/base/components/field'
import { presets } from './repeat'
import './repeats.css'

type Fields = Record<'repeat' | 'lastDay' | 'times', FieldMetadata<unknown>>

const options = Object.entries(presets)

/** How an event repeats, and until when. `other`: the words of a rule that is none of those to choose from. */
export function RepeatFields({ fields, other }: { fields: Fields; other: string | undefined }) {
  const { repeat, lastDay, times } = fields
  const chosen = String(repeat.initialValue ?? '')
  const isOther = chosen !== '' && !(chosen in presets)
  return (
    <div className="wide repeat-fields">
      <div className="field">
        <label htmlFor={repeat.id}>Repeats</label>
        <select
          className="input select"
          id={repeat.id}
          name={repeat.name}
          defaultValue={chosen}
          {...useAriaProps({ field: repeat })}
        >
          <option value="">Does not repeat</option>
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          {isOther && <option value={chosen}>{other ?? 'As it is'}</option>}
        </select>
        <FieldErrors field={repeat} />
      </div>
      <div className="repeat-end">
        <TextField label="Last day" type="date" field={lastDay} />
        <TextField label="Times" type="number" inputMode="numeric" min={1} max={999} field={times} />
        <p className="help">Leave both empty for a series without an end.</p>
      </div>
    </div>
  )
}
