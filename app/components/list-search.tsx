import { useSubmit } from '@remix-run/react'
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { searchLength } from '~/forms/lengths'
import { Icon } from './icons'

const submitAfter = 2_000

type Choice = { name: string; label: string; options: readonly string[] }
type Props = {
  /** With what else its address asks for. */
  action: string
  /** What was searched for, by the names of the fields. */
  values: Record<string, string>
  /** The selects; the first option of each is its default. */
  choices: Choice[]
}

/** The search form of a list behind its icon: open while a search is on, and sent by itself 2 s after the last change. */
export function ListSearch({ action, values, choices }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { cancel, restart, submitNow } = useAutoSubmit(form, values)
  return (
    <details className="list-search" open={isSearchOn(values, choices)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary className="icon-button" title="Search" onClick={() => focusSoon(form)}>
        <Icon name="search" />
        <span className="visually-hidden">Search</span>
      </summary>
      {/* biome-ignore lint/a11y/useSemanticElements: a search element around it would be one more for nothing */}
      <form ref={form} action={action} role="search" onChange={restart} onSubmit={submitNow}>
        <div className="field">
          <label htmlFor="list-search">Search</label>
          <input
            id="list-search"
            className="input"
            type="search"
            name="search"
            maxLength={searchLength}
            defaultValue={values.search}
            autoComplete="off"
          />
        </div>
        {choices.map((choice) => (
          <Select key={choice.name} {...choice} value={values[choice.name]} />
        ))}
        <div className="list-search-actions">
          <button type="submit" className="button">
            Search
          </button>
          <a href={action} className="button quiet" onClick={cancel}>
            Reset
          </a>
        </div>
        {[...new URLSearchParams(action.split('?')[1])].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
    </details>
  )
}

function Select({ name, label, options, value }: Choice & { value: string | undefined }) {
  return (
    <div className="field">
      <label htmlFor={`list-${name}`}>{label}</label>
      <select id={`list-${name}`} className="input select" name={name} defaultValue={value}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </div>
  )
}

export function isSearchOn(values: Record<string, string>, choices: Choice[]) {
  return Boolean(values.search) || choices.some(({ name, options }) => values[name] !== options[0])
}

function focusSoon({ current: form }: RefObject<HTMLFormElement>) {
  const isOpening = form?.closest('details')?.open === false
  if (isOpening) requestAnimationFrame(() => form?.querySelector('input')?.focus())
}

/**
 * Sends the form once nothing has changed for a while; until then what is typed stays, also from before the scripts
 * ran, and after it the fields follow the address.
 */
function useAutoSubmit(form: RefObject<HTMLFormElement>, values: Record<string, string>) {
  const timer = useRef<number>()
  const isFirst = useRef(true)
  const submit = useSubmit()
  const cancel = () => {
    window.clearTimeout(timer.current)
    timer.current = undefined
  }
  const send = () => {
    cancel()
    submit(form.current)
  }
  const restart = () => {
    cancel()
    timer.current = window.setTimeout(send, submitAfter)
  }
  const submitNow = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  useEffect(() => {
    const isInUse = isFirst.current && form.current?.contains(document.activeElement)
    isFirst.current = false
    if (timer.current === undefined && !isInUse && form.current) fill(form.current, values)
  }, [form, values])
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return { cancel, restart, submitNow }
}

/** The address holds a search without the spaces at its ends: the word after one may be still to come. */
function fill({ elements }: HTMLFormElement, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    const field = elements.namedItem(name)
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
    if (field.value.trim() !== value) field.value = value
  }
}
