import { useEffect, useId, useRef, useState } from 'react'
import { Icon } from './icons'
import type { Choices, MultiSelectBox } from './multi-select-box'
import './multi-select.css'

type Props = Choices & {
  label: string
  /** A list, or what a refused form held: one value, or a list as JSON. */
  defaultValue?: unknown
}

/**
 * Some of many options. It comes as checkboxes that fold out; in the browser a searchable box of the same size takes
 * their place, unless they are in use by then.
 */
export function MultiSelect({ label, defaultValue, ...choices }: Props) {
  const labelId = useId()
  const [chosen] = useState(() => readChosen(defaultValue))
  const { list, box } = useBox()
  return (
    <div className="field multi-select">
      <span className="label" id={labelId}>
        {label}
      </span>
      {box ? (
        <box.Box {...choices} labelId={labelId} chosen={box.chosen} />
      ) : (
        <details ref={list}>
          <ClosedBox id={labelId} chosen={chosen} placeholder={choices.placeholder} />
          <fieldset className="select__menu" aria-labelledby={labelId}>
            {choices.options.map((option) => (
              <label key={option} className="select__option">
                <input
                  type="checkbox"
                  name={choices.name}
                  value={option}
                  defaultChecked={chosen.includes(option)}
                />
                {option}
              </label>
            ))}
          </fieldset>
        </details>
      )}
    </div>
  )
}

/** Looks like the box that takes its place. */
function ClosedBox({ id, chosen, placeholder }: { id: string; chosen: string[]; placeholder: string }) {
  return (
    <summary className="select__control" aria-labelledby={`${id} ${id}chosen`}>
      <span className="select__value-container" id={`${id}chosen`}>
        {chosen.length === 0 && <span className="select__placeholder">{placeholder}</span>}
        {chosen.map((value) => (
          <span key={value} className="select__multi-value">
            <span className="select__multi-value__label">{value}</span>
            <span className="select__multi-value__remove" />
          </span>
        ))}
        <span className="select__input-container" />
      </span>
      <span className="select__indicators">
        <Icon name="chevron-down" />
      </span>
    </summary>
  )
}

type Box = { Box: typeof MultiSelectBox; chosen: string[] }

function useBox() {
  const list = useRef<HTMLDetailsElement>(null)
  const [box, setBox] = useState<Box>()
  useEffect(() => {
    import('./multi-select-box').then(
      ({ MultiSelectBox }) => {
        if (list.current && !isInUse(list.current)) {
          setBox({ Box: MultiSelectBox, chosen: chosenIn(list.current) })
        }
      },
      () => undefined,
    )
  }, [])
  return { list, box }
}

function isInUse(list: HTMLDetailsElement) {
  return list.open || list.contains(document.activeElement)
}

function chosenIn(list: HTMLDetailsElement) {
  return [...list.querySelectorAll<HTMLInputElement>(':checked')].map(({ value }) => value)
}

function readChosen(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  if (typeof value !== 'string' || value === '') return []
  if (!value.startsWith('[')) return [value]
  try {
    return readChosen(JSON.parse(value))
  } catch {
    return []
  }
}
