import type { FieldMetadata } from '@conform-to/react'
import { type ReactNode, useCallback, useState } from 'react'
import { MultiSelectField } from '~/base/components/multi-select'
import type { Option } from '~/base/components/multi-select-option'
import { searchLength } from '~/base/forms/lengths'
import { fullName, otherBudLabels } from './bud'
import { type BudPickerData, type PickerBud, suggestionLimit } from './bud-picker'
import { BudPortrait } from './bud-portrait'
import { InCommon } from './in-common-list'
import './bud-picker.css'

type Props = {
  field: Pick<FieldMetadata<unknown>, 'id' | 'errors'>
  /** From the loader, or from the action that rejected the form. */
  picker: BudPickerData
  /** Whether the panels show what the selected buds have in common. */
  hasPanels?: boolean
  /** Content below the panels. `add` selects more buds. */
  children?: (selected: PickerBud[], add: (...buds: PickerBud[]) => void) => ReactNode
}

type BudOption = Option & { bud: PickerBud }

/** Selects the buds of a circle, an event or an interaction, and shows what they have in common. */
export function BudPicker({ field: { id, errors }, picker, hasPanels = true, children }: Props) {
  const { selected, setSelected, options } = usePicker(picker)
  const buds = selected.map(({ bud }) => bud)
  const { except } = picker
  const find = useCallback(
    (text: string, chosen: BudOption[], signal: AbortSignal) => findBuds(text, chosen, signal, except),
    [except],
  )
  return (
    <div className="wide bud-picker">
      <MultiSelectField
        id={id}
        label="Buds"
        name="selectedBuds"
        placeholder="Select buds..."
        help="Search by name, nickname, occupation or location."
        options={options}
        selected={selected}
        onChange={setSelected}
        find={find}
        errors={errors}
        isOpen={picker.isFinding}
        tools={<FindBuds fieldId={id} picker={picker} />}
      />
      {hasPanels && <InCommon buds={buds} />}
      {children?.(buds, (...added) => setSelected([...selected, ...added.map(asOption)]))}
    </div>
  )
}

/** The search without JavaScript: submits the form. The matches are rendered as the checkboxes below. */
function FindBuds({ fieldId, picker }: { fieldId: string; picker: BudPickerData }) {
  const { findBuds: text, suggestions, isFinding } = picker
  return (
    <div className="find-buds">
      <label className="visually-hidden" htmlFor={`${fieldId}-find`}>
        Find buds
      </label>
      <input
        id={`${fieldId}-find`}
        className="input"
        type="search"
        name="findBuds"
        maxLength={searchLength}
        defaultValue={text}
        placeholder="Name, job or place"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the focus returns here after the search
        autoFocus={isFinding}
      />
      <input type="hidden" name="foundBuds" value={text} />
      <button
        type="submit"
        className="button quiet"
        name="intent"
        value="find-buds"
        formNoValidate
        formAction={`#${fieldId}`}
      >
        Find
      </button>
      <noscript>
        <p className="help">Find also shows what the ticked buds share.</p>
      </noscript>
      {suggestions.length === 0 && <p className="select__menu-notice">No options</p>}
    </div>
  )
}

/** A new `picker` replaces the suggestions. The selection is kept, except for buds that no longer exist. */
function usePicker(picker: BudPickerData) {
  const [lastPicker, setLastPicker] = useState(picker)
  const [selected, setSelected] = useState(() => picker.selected.map(asOption))
  const [options, setOptions] = useState(() => optionsOf(selected, picker))
  if (picker !== lastPicker) {
    const existing = selected.filter(({ value }) => !picker.missing.includes(value))
    setLastPicker(picker)
    setSelected(existing)
    setOptions(optionsOf(existing, picker))
  }
  return { selected, setSelected, options }
}

/** The selected buds, then the suggestions. After a search the suggestions come first. */
function optionsOf(selected: BudOption[], { suggestions, isFinding }: BudPickerData) {
  const values = new Set(selected.map(({ value }) => value))
  const unselected = suggestions.filter(({ _id }) => !values.has(_id)).map(asOption)
  return isFinding ? [...unselected, ...selected] : [...selected, ...unselected]
}

function asOption(bud: PickerBud): BudOption {
  const nickname = bud.Nickname && `"${bud.Nickname}"`
  const mark = bud.isArchived && otherBudLabels.archivedAt
  const facts = [mark, nickname, bud.Occupation, bud.Location].filter(Boolean)
  return {
    value: bud._id,
    label: fullName(bud) || 'Name unknown',
    note: facts.join(' · ') || bud.Budtype,
    face: <BudPortrait bud={bud} size="small" />,
    bud,
  }
}

/** The first matches that are not selected yet, without the bud `except`. Reads several pages when many matches are selected. */
async function findBuds(text: string, selected: BudOption[], signal: AbortSignal, except?: string) {
  const search = text.slice(0, searchLength)
  const values = new Set(selected.map(({ value }) => value))
  if (except) values.add(except)
  const limit = String(Math.min(suggestionLimit + values.size, 100))
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({ search, sort: 'A-Z', limit, page: String(page) })
    const { buds, numOfPages } = await fetchPage(`/api/v1/buds?${query}`, signal)
    const matches = buds.filter(({ _id }) => !values.has(_id)).slice(0, suggestionLimit)
    if (matches.length > 0 || page >= numOfPages) return matches.map(asOption)
  }
}

async function fetchPage(url: string, signal: AbortSignal) {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return (await response.json()) as { buds: PickerBud[]; numOfPages: number }
}
