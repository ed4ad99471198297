import { useState } from 'react'
import { MultiSelectField } from '~/components/multi-select'
import type { Option } from '~/components/multi-select-option'
import { searchLength } from '~/forms/lengths'
import { fullName } from './bud'
import { type BudChoice, type ChosenBud, offeredLimit } from './chosen'
import { InCommon } from './InCommon'
import './chosen-buds.css'

type Props = {
  formId: string
  /** From the loader, or from the answer with which the form came back. */
  choice: BudChoice
  errors?: string[] | undefined
}

type BudOption = Option & { bud: ChosenBud }

/** The buds of a circle or an event, and what they share. */
export function ChosenBuds({ formId, choice, errors }: Props) {
  const { chosen, setChosen, options } = useChoice(choice)
  const id = `${formId}-selectedBuds`
  return (
    <div className="wide chosen-buds">
      <MultiSelectField
        id={id}
        label="Buds"
        name="selectedBuds"
        placeholder="Select buds..."
        help="Search by name, nickname, occupation or location."
        options={options}
        chosen={chosen}
        onChange={setChosen}
        find={findBuds}
        errors={errors}
        isOpen={choice.isFinding}
        tools={<FindBuds fieldId={id} choice={choice} />}
      />
      <InCommon buds={chosen.map(({ bud }) => bud)} />
    </div>
  )
}

/** Finding by sending the form, for the checkboxes; who was found stands below. */
function FindBuds({ fieldId, choice }: { fieldId: string; choice: BudChoice }) {
  const { findBuds: text, offered, isFinding } = choice
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
        // biome-ignore lint/a11y/noAutofocus: who has pressed Enter here goes on here
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
      {offered.length === 0 && <p className="select__menu-notice">No options</p>}
    </div>
  )
}

/** A form that comes back offers anew; what was chosen stays chosen, except buds that are no longer there. */
function useChoice(choice: BudChoice) {
  const [shown, setShown] = useState(choice)
  const [chosen, setChosen] = useState(() => choice.chosen.map(asOption))
  const [options, setOptions] = useState(() => optionsOf(chosen, choice))
  if (choice !== shown) {
    const stillThere = chosen.filter(({ value }) => !choice.missing.includes(value))
    setShown(choice)
    setChosen(stillThere)
    setOptions(optionsOf(stillThere, choice))
  }
  return { chosen, setChosen, options }
}

/** Who is chosen, and below who is offered; what a person has just looked for comes first. */
function optionsOf(chosen: BudOption[], { offered, isFinding }: BudChoice) {
  const values = new Set(chosen.map(({ value }) => value))
  const others = offered.filter(({ _id }) => !values.has(_id)).map(asOption)
  return isFinding ? [...others, ...chosen] : [...chosen, ...others]
}

function asOption(bud: ChosenBud): BudOption {
  const nickname = bud.Nickname && `"${bud.Nickname}"`
  const facts = [nickname, bud.Occupation, bud.Location].filter(Boolean)
  return {
    value: bud._id,
    label: fullName(bud) || 'Name unknown',
    note: facts.join(' · ') || bud.Budtype,
    bud,
  }
}

/** The first finds who are not chosen yet; where many are chosen that takes more than one page. */
async function findBuds(text: string, chosen: BudOption[], signal: AbortSignal): Promise<BudOption[]> {
  const search = text.slice(0, searchLength)
  const limit = String(Math.min(offeredLimit + chosen.length, 100))
  const values = new Set(chosen.map(({ value }) => value))
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({ search, sort: 'A-Z', limit, page: String(page) })
    const { buds, numOfPages } = await readPage(`/api/v1/buds?${query}`, signal)
    const offered = buds.filter(({ _id }) => !values.has(_id)).slice(0, offeredLimit)
    if (offered.length > 0 || page >= numOfPages) return offered.map(asOption)
  }
}

async function readPage(address: string, signal: AbortSignal) {
  const response = await fetch(address, { signal })
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return (await response.json()) as { buds: ChosenBud[]; numOfPages: number }
}
