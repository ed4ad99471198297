import { Form, useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { Icon } from '~/base/components/icons'
import { Link } from '~/base/components/link'
import { budtypes, cadenceMaximum } from './bud'
import {
  features,
  isLabels,
  nameOfGone,
  type RuleField,
  ruleFieldNames,
  ruleFields,
  ruleLimit,
} from './bud-filter'
import type { Draft, DraftRule, Kept } from './filter-draft'
import { optionLists } from './options.data'

type Named = { _id: string; Name: string }[]
export type FilterChoices = { circles: Named; tags: string[]; people: Named }

type Values = { value: string; label: string }[]

const named = (list: Named): Values =>
  list.map(({ _id, Name }) => ({ value: _id, label: Name || 'Without a name' }))
const plain = (values: readonly string[]): Values => values.map((value) => ({ value, label: value }))

const valuesOf: Partial<Record<RuleField, (choices: FilterChoices) => Values>> = {
  type: () => plain(budtypes),
  tag: ({ tags }) => plain(tags),
  circle: ({ circles }) => named(circles),
  related: ({ people }) => named(people),
  hobby: () => plain(optionLists.hobbies),
  preference: () => plain(optionLists.preferences),
  industry: () => plain(optionLists.industry),
  origination: () => plain(optionLists.origination),
  has: () => plain(features),
  lacks: () => plain(features),
}

type FormProps = {
  draft: Draft
  choices: FilterChoices
  /** What is wrong with the rules. */
  error: string | undefined
  kept: Kept
}

/** The form that builds a filter. Its buttons load the page anew, with JavaScript without leaving it. */
export function FilterForm({ draft, choices, error, kept }: FormProps) {
  const { search } = useLocation()
  const form = useFocusOnRule(draft.rules.length)
  return (
    <Form
      key={search}
      ref={form}
      method="get"
      action="/dashboard"
      className="card filter-form"
      preventScrollReset
    >
      {/* Enter activates the first submit button of a form. */}
      <button type="submit" name="step" value="apply" hidden />
      <input type="hidden" name="build" value="1" />
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <h2>Filter</h2>
      <div className="field">
        <label htmlFor="filter-match">Show buds that meet</label>
        <select id="filter-match" className="input select" name="match" defaultValue={draft.match}>
          <option value="all">all of these rules</option>
          <option value="any">any of these rules</option>
        </select>
      </div>
      {error && (
        <p className="form-error" role="alert">
          {error}
        </p>
      )}
      {draft.rules.map((rule, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the form is made anew with each change of its rules
        <RuleRow key={n} n={n} rule={rule} choices={choices} />
      ))}
      {draft.rules.length < ruleLimit && (
        <div className="filter-add">
          <div className="field">
            <label htmlFor="filter-field">Another rule</label>
            <select id="filter-field" className="input select" name="field">
              {ruleFieldNames.map((field) => (
                <option key={field} value={field}>
                  {ruleFields[field].label}
                </option>
              ))}
            </select>
          </div>
          <button type="submit" className="button quiet" name="step" value="add">
            <Icon name="plus" />
            Add rule
          </button>
        </div>
      )}
      <div className="filter-actions">
        <button type="submit" className="button" name="step" value="apply">
          Show buds
        </button>
        <Link className="button quiet" to={`/dashboard?${new URLSearchParams(kept)}`}>
          Cancel
        </Link>
      </div>
    </Form>
  )
}

/** After a rule was added or removed, the focus is on what follows: the new rule, or the button that adds one. */
function useFocusOnRule(rules: number) {
  const form = useRef<HTMLFormElement>(null)
  const before = useRef<number>()
  useEffect(() => {
    const isOpening = before.current === undefined
    const isAdded = !isOpening && rules > (before.current ?? 0)
    const target = isOpening ? '#filter-match' : isAdded ? '.filter-rule:last-of-type' : '.filter-add button'
    const found = form.current?.querySelector<HTMLElement>(target)
    const control = found?.matches('fieldset') ? found.querySelector<HTMLElement>('select, input') : found
    if (before.current !== rules) control?.focus()
    before.current = rules
  }, [rules])
  return form
}

type RowProps = { n: number; rule: DraftRule; choices: FilterChoices }

function RuleRow({ n, rule: { field, is, values }, choices }: RowProps) {
  const { label, is: allowed } = ruleFields[field]
  const options = Object.keys(allowed) as (keyof typeof isLabels)[]
  const kind = Object.values(allowed).find((one) => one !== 'none')
  const name = `${n}.value`
  return (
    <fieldset className="filter-rule">
      <legend>{label}</legend>
      <input type="hidden" name={`${n}.field`} value={field} />
      {options.length > 1 && (
        <select className="input select" name={`${n}.is`} defaultValue={is} aria-label={`${label}: how`}>
          {options.map((option) => (
            <option key={option} value={option}>
              {isLabels[option]}
            </option>
          ))}
        </select>
      )}
      {kind === 'text' && (
        <input
          className="input"
          name={name}
          maxLength={100}
          defaultValue={values[0]}
          aria-label={`${label} contains`}
        />
      )}
      {kind === 'day' && (
        <input
          className="input"
          type="date"
          name={name}
          defaultValue={values[0]}
          aria-label={`${label}: day`}
        />
      )}
      {kind === 'days' && (
        <input
          className="input"
          type="number"
          name={name}
          min={0}
          max={cadenceMaximum}
          defaultValue={values[0] ?? '14'}
          aria-label={`${label}: days`}
        />
      )}
      {kind === 'list' && (
        <Checks name={name} label={label} chosen={values} values={valuesOf[field]?.(choices) ?? []} />
      )}
      <button type="submit" className="icon-button" name="step" value={n} title={`Remove rule: ${label}`}>
        <Icon name="close" label={`Remove rule ${n + 1}: ${label}`} />
      </button>
    </fieldset>
  )
}

/** The values as checkboxes, those of the filter too that are no option any more. */
function Checks({
  name,
  label,
  chosen,
  values,
}: {
  name: string
  label: string
  chosen: string[]
  values: Values
}) {
  const left = chosen.filter((one) => !values.some(({ value }) => value === one))
  const all = [...values, ...left.map((value) => ({ value, label: nameOfGone(value) }))]
  if (all.length === 0) return <p className="help">There is none yet.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by the keyboard
    // biome-ignore lint/a11y/useSemanticElements: the row is the fieldset
    <div className="filter-values" role="group" aria-label={`${label}: values`} tabIndex={0}>
      {all.map(({ value, label }) => (
        <label key={value} className="check">
          <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
          <span>{label}</span>
        </label>
      ))}
    </div>
  )
}
