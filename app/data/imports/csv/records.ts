import { UserError } from '~/base/node/errors'

/** Limits of a file: the characters and the cells of a row, and the number of rows, as in spreadsheets. */
export const csvLimits = { row: 1_000_000, columns: 500, rows: 1_048_576 }

/** A place in a text, from line 1. */
export type Cursor = { line: number; at: number }

export function refuse(message: string): never {
  throw new UserError(400, message)
}

export function refuseColumns(line: number): never {
  refuse(`Line ${line} has more than ${csvLimits.columns} columns`)
}

/** Moves the cursor behind the empty lines that begin before `limit`. */
export function skipEmptyLines(text: string, cursor: Cursor, limit: number) {
  for (let next = cursor.at; next < limit; cursor.line++) {
    next = endOfLine(text, cursor.at)
    if (next === cursor.at) return
    cursor.at = next
  }
}

/**
 * Reads the record at the cursor by RFC 4180, and moves the cursor behind it. Lenient: blanks may precede a
 * quote, text may follow one, and a quote inside a cell is a character. Null: a quote is not closed.
 *
 * papaparse is not used, because a row of quotes that ends in blanks takes it quadratic time.
 */
export function readRecord(text: string, delimiter: string, cursor: Cursor): string[] | null {
  const { line, at: start } = cursor
  const separator = delimiter.charCodeAt(0)
  const cells: string[] = []
  for (;;) {
    const quote = openingQuote(text, cursor.at)
    const quoted = quote < 0 ? '' : readQuoted(text, quote, cursor)
    if (quoted === null || cursor.at - start > csvLimits.row) return refuseLong(text, start, line)
    const end = endOfCell(text, separator, cursor.at)
    const rest = text.slice(cursor.at, end)
    cells.push(quote < 0 ? rest : quoted + rest.trimEnd())
    cursor.at = end
    if (end - start > csvLimits.row) return refuseLong(text, start, line)
    if (text.charCodeAt(end) !== separator) break
    cursor.at++
  }
  cursor.at = endOfLine(text, cursor.at)
  cursor.line++
  return cells
}

/** A quote that is not closed, unless the row is too long in any case. */
function refuseLong(text: string, start: number, line: number) {
  if (text.length - start <= csvLimits.row) return null
  refuse(`Line ${line} begins a row of more than ${csvLimits.row} characters. Is a quote not closed?`)
}

/** Where the quote before a cell is, or -1. */
function openingQuote(text: string, at: number) {
  let quote = at
  while (text[quote] === ' ') quote++
  return text[quote] === '"' ? quote : -1
}

function readQuoted(text: string, quote: number, cursor: Cursor) {
  const limit = quote + csvLimits.row
  let close = text.indexOf('"', quote + 1)
  while (close >= 0 && close <= limit && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close < 0) return null
  cursor.at = close + 1
  const value = text.slice(quote + 1, close).replaceAll('""', '"')
  const cell = value.includes('\r') ? value.replace(/\r\n?/g, '\n') : value
  for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) cursor.line++
  return cell
}

const lineFeed = 10
const carriageReturn = 13

function endOfCell(text: string, separator: number, at: number) {
  let end = at
  while (end < text.length) {
    const code = text.charCodeAt(end)
    if (code === separator || code === lineFeed || code === carriageReturn) break
    end++
  }
  return end
}

/** The place after a line break, or the same place if there is none. */
function endOfLine(text: string, at: number) {
  const code = text.charCodeAt(at)
  if (code === lineFeed) return at + 1
  if (code !== carriageReturn) return at
  return text.charCodeAt(at + 1) === lineFeed ? at + 2 : at + 1
}
