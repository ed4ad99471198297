import { Form, useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { AccountField } from '~/base/components/account-field'
import { countOf, formatCount } from '~/base/components/count'
import { Icon } from '~/base/components/icons'
import { budtypes, cadenceMaximum } from '~/people/buds/bud'
import { tagLength } from '~/people/buds/tags'
import { kindOptions } from '~/people/interactions/interaction'
import { bulkFormId, bulkLabels, bulkPath } from './bulk'
import './bulk.css'

/** Selects a bud of the list, for the bar. */
export const SelectBud = ({ _id, name }: { _id: string; name: string }) => (
  <label className="select-bud">
    <input type="checkbox" name="ids" value={_id} form={bulkFormId} aria-label={`Select ${name}`} />
  </label>
)

type Props = {
  /** The number of buds that the list has on all its pages, and on this one. */
  total: number
  shown: number
  /** The search of the list. */
  values: Record<string, string>
  /** Idempotency key of the form. */
  newId: string
}

/**
 * The actions on the selected buds. The style sheet shows it while one is selected, and the control of the chosen action, so
 * that both work without JavaScript.
 */
export function BulkBar({ total, shown, values, newId }: Props) {
  const { pathname, search } = useLocation()
  const bar = useRef<HTMLFormElement>(null)
  const { count, isAll, selectPage } = useSelection(bar, newId)
  return (
    <Form
      id={bulkFormId}
      ref={bar}
      method="post"
      action={bulkPath}
      className="bulk"
      aria-label="Selected buds"
    >
      <AccountField />
      <input type="hidden" name="_id" value={newId} />
      <input type="hidden" name="returnTo" value={pathname + search} />
      {['search', 'Budtype', 'filter'].map((name) => (
        <input key={name} type="hidden" name={name} value={values[name] ?? ''} />
      ))}
      <div className="bulk-chosen">
        <output className="js-only">{isAll ? formatCount(total) : count} selected</output>
        <button type="button" className="icon-button js-only" title="Clear" onClick={() => selectPage(false)}>
          <Icon name="close" label="Clear the selection" />
        </button>
        <label className="js-only">
          <input
            type="checkbox"
            checked={count === shown}
            onChange={({ target }) => selectPage(target.checked)}
          />
          This page
        </label>
        {total > shown && (
          <label>
            <input type="checkbox" name="all" value="true" />
            All {countOf(total, 'bud')}
          </label>
        )}
      </div>
      <div className="bulk-do">
        <select className="input select" name="action" aria-label="Action">
          {Object.entries(bulkLabels).map(([action, label]) => (
            <option key={action} value={action}>
              {label}
            </option>
          ))}
        </select>
        <BulkValues />
        <button type="submit" className="button">
          Apply
        </button>
      </div>
    </Form>
  )
}

function BulkValues() {
  return (
    <>
      <input className="input for-tag" name="tag" aria-label="Tag" placeholder="Tag" maxLength={tagLength} />
      <select className="input select for-type" name="type" aria-label="Type">
        {budtypes.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </select>
      <span className="for-cadence">
        <input
          className="input"
          name="days"
          type="number"
          min={1}
          max={cadenceMaximum}
          inputMode="numeric"
          aria-label="Days"
        />
        days
      </span>
      <select className="input select for-kind" name="kind" aria-label="Kind" defaultValue="other">
        {kindOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </>
  )
}

const boxesOf = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].filter(
    (box): box is HTMLInputElement => box instanceof HTMLInputElement && box.name === 'ids',
  )

/**
 * The number of selected buds. With Shift, a press selects all up to the last one; Escape clears the selection, and so does
 * an action, after which the page has another `key`.
 */
function useSelection(bar: React.RefObject<HTMLFormElement>, key: string) {
  const [{ count, isAll }, setChosen] = useState({ count: 0, isAll: false })
  const read = () => {
    const all = bar.current?.elements.namedItem('all')
    setChosen({
      count: boxesOf(bar.current).filter(({ checked }) => checked).length,
      isAll: all instanceof HTMLInputElement && all.checked,
    })
  }
  function selectPage(isSelected: boolean) {
    for (const box of boxesOf(bar.current)) box.checked = isSelected
    const all = bar.current?.elements.namedItem('all')
    if (!isSelected && all instanceof HTMLInputElement) all.checked = false
    read()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the page as it is
  useEffect(() => {
    // Some may have been pressed before this script ran: most likely down the list.
    let last = boxesOf(bar.current).findLast(({ checked }) => checked)
    let hasShift = false
    // The press on a label becomes another one on its box, which may lack the key.
    const press = ({ shiftKey, target }: MouseEvent) => {
      if (!(target instanceof HTMLInputElement)) hasShift = shiftKey
      else hasShift ||= shiftKey
    }
    const change = ({ target }: Event) => {
      const boxes = boxesOf(bar.current)
      const box = boxes.find((one) => one === target)
      if (box && hasShift && last) {
        const [from = 0, to = 0] = [boxes.indexOf(last), boxes.indexOf(box)].sort((a, b) => a - b)
        for (const one of boxes.slice(from, to + 1)) one.checked = box.checked
      }
      hasShift = false
      last = box ?? last
      read()
    }
    const clear = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !document.querySelector('dialog[open]')) selectPage(false)
    }
    read()
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('click', press, { capture: true, signal })
    document.addEventListener('change', change, { signal })
    document.addEventListener('keydown', clear, { signal })
    return () => controller.abort()
  }, [])
  const known = useRef(key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page was read again
  useEffect(() => {
    if (known.current !== key) selectPage(false)
    known.current = key
  }, [key])
  return { count, isAll, selectPage }
}
