export type Option = {
  value: string
  label: string
  /** Tells it from others of the same label. */
  note?: string
}

/** What a choice is made from and what becomes of it, whichever way it is drawn. */
export type Choosing<O extends Option> = {
  /** Of the control, for links to it. */
  id?: string
  name: string
  placeholder: string
  options: O[]
  chosen: O[]
  onChange: (chosen: O[]) => void
  /** Options are looked for elsewhere while a person types; without it, among `options`. */
  find?: (text: string, chosen: O[], signal: AbortSignal) => Promise<O[]>
  errorId?: string
}

/** The label of a chosen option: with its note where another has the same. */
export function chipLabels<O extends Option>(chosen: O[]) {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const { label } of chosen) (seen.has(label) ? repeated : seen).add(label)
  return ({ label, note }: O) => (note && repeated.has(label) ? `${label} (${note})` : label)
}

export function OptionText({ label, note }: Option) {
  if (!note) return label
  return (
    <span>
      {label}
      <small className="select__note">{note}</small>
    </span>
  )
}
