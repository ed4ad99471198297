import { useSubmit } from '@remix-run/react'
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { searchLength } from '~/base/forms/lengths'
import { Icon } from './icons'
import { Link } from './link'

const autoSubmitDelay = 2_000

type Props = {
  /** The path of the list, with query parameters that the search keeps. */
  action: string
  /** The path of the list without search, type and sort. By default, `action`. */
  reset?: string
  /** The current search, by field name. */
  values: Record<string, string>
  /** The selects, the type first. The first option of each is its default. */
  filters: { name: string; label: string; options: readonly string[] }[]
  /** More query parameters that the search keeps. */
  kept?: Record<string, string>
}

/** The search form of a list, which an icon opens. Open while there is a search. Submits itself after a change. */
export function ListSearch({ action, reset = action, values, filters, kept = {} }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { cancelTimer, restartTimer, submitNow } = useAutoSubmit(form, values)
  return (
    <details className="list-search" open={Boolean(values.search)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary acts as a button */}
      <summary className="icon-button" title="Search" onClick={() => focusOnOpen(form)}>
        <Icon name="search" label="Search" />
      </summary>
      {/* biome-ignore lint/a11y/useSemanticElements: a search element would add one more level */}
      <form ref={form} action={action} role="search" onChange={restartTimer} onSubmit={submitNow}>
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
        {filters.map(({ name, label, options }) => (
          <div key={name} className="field">
            <label htmlFor={`list-${name}`}>{label}</label>
            <select id={`list-${name}`} className="input select" name={name} defaultValue={values[name]}>
              {options.map((option) => (
                <option key={option}>{option}</option>
              ))}
            </select>
          </div>
        ))}
        <div className="list-search-actions">
          <button type="submit" className="button">
            Search
          </button>
          <Link to={reset} className="button quiet" onClick={cancelTimer}>
            Reset
          </Link>
        </div>
        {[...new URLSearchParams(action.split('?')[1]), ...Object.entries(kept)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
    </details>
  )
}

/** Whether a search or a type leaves out a part of the list. */
export function isNarrowed({ values, filters: [type] }: Pick<Props, 'values' | 'filters'>) {
  return Boolean(values.search) || (type !== undefined && values[type.name] !== type.options[0])
}

function focusOnOpen({ current: form }: RefObject<HTMLFormElement>) {
  const isOpening = form?.closest('details')?.open === false
  if (isOpening) requestAnimationFrame(() => form?.querySelector('input')?.focus())
}

/**
 * Submits the form `autoSubmitDelay` after its last change. Until then the fields keep their input, including input
 * from before hydration. Afterwards they show the query of the URL.
 */
function useAutoSubmit(form: RefObject<HTMLFormElement>, values: Record<string, string>) {
  const timer = useRef<number>()
  const isFirstRender = useRef(true)
  const submit = useSubmit()
  const cancelTimer = () => {
    window.clearTimeout(timer.current)
    timer.current = undefined
  }
  const submitForm = () => {
    cancelTimer()
    submit(form.current)
  }
  const restartTimer = () => {
    cancelTimer()
    timer.current = window.setTimeout(submitForm, autoSubmitDelay)
  }
  const submitNow = (event: FormEvent) => {
    event.preventDefault()
    submitForm()
  }
  useEffect(() => {
    const isInUse = isFirstRender.current && form.current?.contains(document.activeElement)
    isFirstRender.current = false
    if (timer.current === undefined && !isInUse && form.current) fillFields(form.current, values)
  }, [form, values])
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return { cancelTimer, restartTimer, submitNow }
}

/** The URL has the trimmed search. A field keeps its value if only spaces differ: the user may be between two words. */
function fillFields({ elements }: HTMLFormElement, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    const field = elements.namedItem(name)
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
    if (field.value.trim() !== value) field.value = value
  }
}
