import type { FieldMetadata } from '@conform-to/react'
import { useRef, useState } from 'react'
import { TextField } from '~/base/components/field'
import { cadenceMaximum } from './bud'
import { budLabels } from './bud-fields'
import './cadence-field.css'

type Props = { field: FieldMetadata<number | null>; help: string }

/** The days between contacts with a bud, or with each bud of a circle. Buttons fill in the common ones. */
export function CadenceField({ field, help }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [days, setDays] = useState(String(field.initialValue ?? ''))
  const listId = `${field.id}-common`

  /** Fills in the field as if it were typed, or empties it if it has that number. */
  function choose(number: string) {
    const input = box.current?.querySelector('input')
    if (!input) return
    input.value = days === number ? '' : number
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <div className="cadence" ref={box} onInput={({ target }) => setDays((target as HTMLInputElement).value)}>
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
      <div className="chips js-only">
        {chips.map(([number, label]) => (
          <button
            key={number}
            type="button"
            className="chip"
            aria-pressed={days === number}
            onClick={() => choose(number)}
          >
            {label}
          </button>
        ))}
      </div>
      <datalist id={listId}>
        {common.map(([days, label]) => (
          <option key={days} value={days} label={label} />
        ))}
      </datalist>
    </div>
  )
}

const chips: [days: string, label: string][] = [
  ['7', 'Week'],
  ['30', 'Month'],
  ['90', 'Quarter'],
]

const common: [days: number, label: string][] = [
  [7, 'every week'],
  [14, 'every two weeks'],
  [30, 'every month'],
  [90, 'every three months'],
  [180, 'every half year'],
  [365, 'every year'],
]
