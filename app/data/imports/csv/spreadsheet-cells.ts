import { withoutGuard } from '~/data/exports/csv-write'
import { withLineFeeds } from '~/data/imports/reading/line-breaks'

/** What spreadsheets do to a cell, and whether it can be taken back. */

/** `="0123"`, which keeps a spreadsheet from reading a number. */
const textFormula = /^\s*=\s*"((?:[^"]|"")*)"\s*$/

/** The apostrophe that marks digits as text. Two digits can be a year: '68. */
const textMark = /^'(?=(?:[\s()./-]*\d){3}[\d\s()./-]*$)/

/** The text of a cell without the marks that say it is text. */
export function cellText(cell: string) {
  const text = withLineFeeds(cell)
  const [, formula] = text.includes('=') ? (textFormula.exec(text) ?? []) : []
  if (formula !== undefined) return formula.replaceAll('""', '"')
  return text.includes("'") ? withoutGuard(text.replace(textMark, '')) : text
}

const damaged = [
  // A number in scientific notation has lost digits. Without a decimal place and a sign, as '1E5', it can be a name.
  /^[+-]?\d(?:[.,]\d+e[+-]?|e[+-]\d)\d{1,3}$/i,
  // A column that is too narrow, and an error: '#N/A', '#DIV/0!', '#¿NOMBRE?'.
  /^#{3,}$/,
  /^#(?:N\/A|N\/D|NV|[¡¿]?[\p{Lu}\d/]{3,10}[!?])$/u,
  /^Err:\d{3}$/,
  // A number of many digits was none, and its zeros in front may be lost.
  /^[+-]?\d{7,}[.,]0+$/,
]
const decimal = /^\d+[.,]0+$/
const longest = 50

/** Whether a cell has lost what it held. In a column without numbers, such as postcodes, a decimal place says so. */
export function isDamaged(text: string, hasNumbers: boolean) {
  if (text.length > longest) return false
  return damaged.some((form) => form.test(text)) || (!hasNumbers && decimal.test(text))
}

export const damage = (text: string) => `'${text}' was damaged by a spreadsheet`
