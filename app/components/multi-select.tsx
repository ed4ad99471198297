import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Icon } from './icons'
import type { MultiSelectBox } from './multi-select-box'
import { type Choosing, chipLabels, type Option, OptionText } from './multi-select-option'
import './multi-select.css'

type Props = {
  label: string
  name: string
  options: readonly string[]
  placeholder: string
  /** A list, or what a refused form held: one value, or a list as JSON. */
  defaultValue?: unknown
}

/** Some of a fixed list of words. */
export function MultiSelect({ options, defaultValue, ...rest }: Props) {
  const [chosen, setChosen] = useState(() => readChosen(defaultValue).map(asOption))
  return <MultiSelectField {...rest} options={options.map(asOption)} chosen={chosen} onChange={setChosen} />
}

const asOption = (value: string): Option => ({ value, label: value })

type FieldProps<O extends Option> = Choosing<O> & {
  label: string
  help?: string
  errors?: string[]
  /** Stands above the checkboxes. */
  tools?: ReactNode
  isOpen?: boolean
}

/**
 * Some of many options. It comes as checkboxes that fold out; in the browser a searchable box of the same size takes
 * their place, unless they are in use by then.
 */
export function MultiSelectField<O extends Option>({ label, help, errors, ...choosing }: FieldProps<O>) {
  const labelId = useId()
  const list = useRef<HTMLDetailsElement>(null)
  const Box = useBox(list, choosing)
  const errorId = errors && `${labelId}error`
  return (
    <div className="field multi-select">
      <span className="label" id={labelId}>
        {label}
      </span>
      {Box ? (
        <Box {...choosing} labelId={labelId} errorId={errorId} />
      ) : (
        <Checkboxes {...choosing} list={list} labelId={labelId} errorId={errorId} />
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

function Checkboxes<O extends Option>({ list, labelId, tools, isOpen, ...choosing }: CheckboxesProps<O>) {
  const { name, options, chosen, onChange } = choosing
  const values = new Set(chosen.map(({ value }) => value))
  return (
    <details ref={list} open={isOpen}>
      <ClosedBox {...choosing} labelId={labelId} />
      <fieldset className="select__menu" aria-labelledby={labelId}>
        {tools}
        {options.map((option) => (
          <label key={option.value} className="select__option">
            <input
              type="checkbox"
              name={name}
              value={option.value}
              checked={values.has(option.value)}
              onChange={() => onChange(tickedIn(list, options))}
            />
            <OptionText {...option} />
          </label>
        ))}
      </fieldset>
    </details>
  )
}

/** Looks like the box that takes its place. */
function ClosedBox<O extends Option>({
  id,
  labelId,
  errorId,
  chosen,
  placeholder,
}: Choosing<O> & { labelId: string }) {
  const labelOf = chipLabels(chosen)
  return (
    <summary
      id={id}
      className="select__control"
      aria-labelledby={`${labelId} ${labelId}chosen`}
      aria-describedby={errorId}
    >
      <span className="select__value-container" id={`${labelId}chosen`}>
        {chosen.length === 0 && <span className="select__placeholder">{placeholder}</span>}
        {chosen.map((option) => (
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

/** The box once it has come, unless the checkboxes are in use. What was ticked before React ran counts. */
function useBox<O extends Option>(
  list: RefObject<HTMLDetailsElement>,
  { options, onChange }: Pick<Choosing<O>, 'options' | 'onChange'>,
) {
  const [Box, setBox] = useState<typeof MultiSelectBox>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes alive
  useEffect(() => {
    onChange(tickedIn(list, options))
    import('./multi-select-box').then(
      ({ MultiSelectBox }) => {
        if (list.current && !isInUse(list.current)) setBox(() => MultiSelectBox)
      },
      () => undefined,
    )
  }, [])
  return Box
}

function isInUse(list: HTMLDetailsElement) {
  return list.open || list.contains(document.activeElement)
}

function tickedIn<O extends Option>({ current }: RefObject<HTMLDetailsElement>, options: O[]) {
  const ticked = [...(current?.querySelectorAll<HTMLInputElement>(':checked') ?? [])]
  const values = new Set(ticked.map(({ value }) => value))
  return options.filter(({ value }) => values.has(value))
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
