import type { ReactNode } from 'react'

export type Option = {
  value: string
  label: string
  /** Distinguishes options with the same label. */
  note?: string
  /** A picture before the label. */
  face?: ReactNode
}

/** The props of both variants of the control: checkboxes and react-select. */
export type SelectionProps<O extends Option> = {
  /** The id of the control, for links to it. */
  id?: string
  name: string
  placeholder: string
  options: O[]
  selected: O[]
  onChange: (selected: O[]) => void
  /** Loads the options for the typed text. Without it the text filters `options`. */
  find?: (text: string, selected: O[], signal: AbortSignal) => Promise<O[]>
  errorId?: string
}

/** How the box begins: with the focus, the letters and the press that were at the checkboxes when it replaced them. */
export type Beginning = { hasFocus: boolean; text: string; isOpen: boolean }

/** Returns a function that labels a selected option. Adds the note if two selected options have the same label. */
export function chipLabelsOf<O extends Option>(selected: O[]) {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const { label } of selected) (seen.has(label) ? repeated : seen).add(label)
  return ({ label, note }: O) => (note && repeated.has(label) ? `${label} (${note})` : label)
}

export function OptionText({ label, note, face }: Option) {
  if (!note) return label
  return (
    <span className="select__text">
      {face}
      <span>
        {label}
        <small className="select__note">{note}</small>
      </span>
    </span>
  )
}
