import { budLabels, type BudField as Field, notesLength } from './bud-fields'
import { type Address, addressKind, type BudDate, dateKind, emailKind, linkKind, phoneKind } from './contact'
import { addressLines } from './contact-lines'
import { customFieldKind } from './custom-fields'

/** What a field of a bud cannot hold goes to the notes, in imports, merges and proposals alike (product 3.4). */

/** A row of a list is called by one of it. */
const rowLabels: { [name in Field]?: string } = {
  emails: emailKind.label,
  phones: phoneKind.label,
  addresses: addressKind.label,
  links: linkKind.label,
  dates: dateKind.label,
  customFields: customFieldKind.label,
}

/** A value, or a row of a list, as a line of the notes: 'Phone (Home): 0700 900 111'. */
export function surplusLine(field: Field, value: unknown) {
  const label = typeof value === 'object' && value !== null && 'label' in value ? String(value.label) : ''
  return `${rowLabels[field] ?? budLabels[field]}${label && ` (${label})`}: ${surplusText(value)}`
}

/** The text of a value. Empty for a blank row. */
export function surplusText(value: unknown): string {
  if (value === null || typeof value !== 'object') return String(value ?? '')
  if (Array.isArray(value)) return value.map(surplusText).join(', ')
  if ('street' in value)
    return addressLines(value as Address)
      .join(', ')
      .replace(/\s+/g, ' ')
  if ('month' in value) {
    const { year, month, day } = value as BudDate
    return [year, month, day].filter(Boolean).join('-')
  }
  const { name, value: text } = value as { name?: string; value?: string }
  return [name, text].filter(Boolean).join(': ')
}

/** Notes with the lines that they do not have. */
export function withSurplus(notes: string, lines: string[]) {
  const added = lines.filter((line) => line !== '' && !`\n${notes}\n`.includes(`\n${line}\n`))
  return [notes, [...new Set(added)].join('\n')].filter(Boolean).join('\n\n')
}

/** The notes as far as there is room for them, and what is left. */
export function withinNotes(text: string) {
  const kept = cut(text, notesLength)
  return { kept, rest: text.slice(kept.length).trim() }
}

export const noRoomFor = (rest: string) =>
  `The notes have no room for ${rest.length} more characters: '${cut(rest, 200)}'`

/** The start of a text, without half a character. */
export function cut(text: string, length: number) {
  if (text.length <= length) return text
  const start = text.slice(0, length)
  return (start.isWellFormed() ? start : start.slice(0, -1)).trim()
}
