import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { readList } from '~/base/forms/read-list'
import { Icon } from './icons'
import type { MultiSelectBox } from './multi-select-box'
import {
  type Beginning,
  chipLabelsOf,
  type Option,
  OptionText,
  type SelectionProps,
} from './multi-select-option'
import { whenIdle } from './on-demand'
import { useErrors } from './outdated-messages'
import './multi-select.css'

type Props = {
  label: string
  name: string
  options: readonly string[]
  placeholder: string
  /** A list, or the value of a rejected form: one value, or a list as JSON. */
  defaultValue?: unknown
}

/** Selects from a fixed list of words. */
export function MultiSelect({ options, defaultValue, ...rest }: Props) {
  const [selected, setSelected] = useState(() => readSelected(defaultValue).map(asOption))
  return (
    <MultiSelectField {...rest} options={options.map(asOption)} selected={selected} onChange={setSelected} />
  )
}

const asOption = (value: string): Option => ({ value, label: value })

type FieldProps<O extends Option> = SelectionProps<O> & {
  label: string
  help?: string
  errors?: string[] | undefined
  /** Content above the checkboxes. */
  tools?: ReactNode
  /** The checkboxes are initially visible. */
  isOpen?: boolean
}

/**
 * Selects from many options. The server renders checkboxes in a `details` element. In the browser a searchable box of
 * the same size replaces them, unless they are in use.
 */
export function MultiSelectField<O extends Option>({ label, help, ...selection }: FieldProps<O>) {
  const labelId = useId()
  const errors = useErrors({ errorId: `${labelId}error`, errors: selection.errors })
  const list = useRef<HTMLDetailsElement>(null)
  const box = useBox(list, selection)
  const errorId = errors && `${labelId}error`
  return (
    <div className="field multi-select">
      <span className="label" id={labelId}>
        {label}
      </span>
      {box ? (
        <box.Box {...selection} labelId={labelId} errorId={errorId} beginning={box.beginning} />
      ) : (
        <Checkboxes {...selection} list={list} labelId={labelId} errorId={errorId} />
      )}
      {help && <p className="help">{help}</p>}
      {errors && (
        <p className="error" id={errorId} aria-live="polite">
          {errors.join('. ')}
        </p>
      )}
    </div>
  )
}

type CheckboxesProps<O extends Option> = Omit<FieldProps<O>, 'label' | 'help'> & {
  labelId: string
  list: RefObject<HTMLDetailsElement>
}

function Checkboxes<O extends Option>({ list, labelId, tools, isOpen, ...selection }: CheckboxesProps<O>) {
  const { name, options, selected, onChange } = selection
  const values = new Set(selected.map(({ value }) => value))
  return (
    <details ref={list} open={isOpen}>
      <ClosedBox {...selection} labelId={labelId} />
      <fieldset className="select__menu" aria-labelledby={labelId}>
        {tools}
        {options.map((option) => (
          <label key={option.value} className="select__option">
            <input
              type="checkbox"
              name={name}
              value={option.value}
              checked={values.has(option.value)}
              onChange={() => onChange(checkedOptions(list, options))}
            />
            <OptionText {...option} />
          </label>
        ))}
      </fieldset>
    </details>
  )
}

/** Looks like the searchable box that replaces it. */
function ClosedBox<O extends Option>({
  id,
  labelId,
  errorId,
  selected,
  placeholder,
}: SelectionProps<O> & { labelId: string }) {
  const labelOf = chipLabelsOf(selected)
  return (
    <summary
      id={id}
      className="select__control"
      aria-labelledby={`${labelId} ${labelId}selected`}
      aria-describedby={errorId}
    >
      <span className="select__value-container" id={`${labelId}selected`}>
        {selected.length === 0 && <span className="select__placeholder">{placeholder}</span>}
        {selected.map((option) => (
          <span key={option.value} className="select__multi-value">
            <span className="select__multi-value__label">{labelOf(option)}</span>
            <span className="select__multi-value__remove" />
          </span>
        ))}
        <span className="select__input-container" />
      </span>
      <span className="select__indicators">
        <span className="select__indicator">
          <Icon name="chevron-down" />
        </span>
      </span>
    </summary>
  )
}

/**
 * Returns the searchable box once it has loaded: when the browser is idle, or before that when a pointer or the focus is at
 * the checkboxes, which stay while they are open. In a folded section it loads when the section opens. Keeps ticks from
 * before hydration.
 */
function useBox<O extends Option>(list: RefObject<HTMLDetailsElement>, selection: SelectionProps<O>) {
  const [box, setBox] = useState<{ Box: typeof MultiSelectBox; beginning: Beginning }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => {
    const closed = list.current
    if (!closed) return
    selection.onChange(checkedOptions(list, selection.options))
    const letters: string[] = []
    closed.addEventListener('keydown', (event) => letters.push(letterOf(event)))
    const load = () =>
      void import('./multi-select-box').then(
        ({ MultiSelectBox: Box }) => {
          if (closed.open || !closed.isConnected) return
          const hasFocus = closed.contains(document.activeElement)
          const text = hasFocus ? letters.join('') : ''
          setBox({ Box, beginning: { hasFocus, text, isOpen: text !== '' || closed.matches(':active') } })
        },
        () => undefined,
      )
    for (const event of ['pointerover', 'focusin', 'toggle']) closed.addEventListener(event, load)
    if (closed.contains(document.activeElement)) load()
    const section = closed.closest('details.folded:not([open])')
    if (!section) return whenIdle(load)
    section.addEventListener('toggle', load, { once: true })
    return () => section.removeEventListener('toggle', load)
  }, [])
  return box
}

/** The letter that was typed at the closed box, or nothing. A space opens the checkboxes. */
function letterOf({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  const isLetter = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
  return isLetter && target instanceof Element && target.matches('summary') ? key : ''
}

function checkedOptions<O extends Option>({ current }: RefObject<HTMLDetailsElement>, options: O[]) {
  const ticked = [...(current?.querySelectorAll<HTMLInputElement>(':checked') ?? [])]
  const values = new Set(ticked.map(({ value }) => value))
  return options.filter(({ value }) => values.has(value))
}

/** The values that a rejected form had: one, or a list. */
export function readSelected(value: unknown) {
  const list = readList(value)
  return Array.isArray(list) ? list.map(String) : []
}
