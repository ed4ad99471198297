import { UserError } from '~/http/errors'
import { isKnownHeader } from './csv-headers'
import type { Warning } from './person'

export type CsvRow = { line: number; cells: string[] }

export type CsvTable = {
  delimiter: string
  /** The names of the columns, which can repeat. One without a name is called 'Column 3'. */
  columns: string[]
  /** Lines before the header. */
  warnings: Warning[]
  /**
   * The rows below the header that are not blank, in batches. A batch is the work on about 64 kB of text, so
   * that the caller can pause between two of them. It can be empty. Throws a `UserError` at a row over a limit.
   */
  batches: () => Generator<CsvRow[]>
}

/** Limits of a table in characters, and of the columns of a row. */
export const csvLimits = { row: 1_000_000, columns: 500 }

const batchSize = 64_000
const sampleSize = 64_000
/** The header is among the first records. */
const preambleRecords = 20
const columnNameLength = 200
const delimiters = [',', ';', '\t', '|']

/** Refuses the bytes of a spreadsheet or an archive before they are decoded. */
export function assertTextFile(bytes: Uint8Array) {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
  const isOldOffice = bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0
  if (isZip || isOldOffice) refuse('This is a spreadsheet or an archive. Save it as CSV and upload that file')
}

/** Opens a CSV file. Finds its delimiter and its header, and reads no row yet. */
export function openCsv(file: string): CsvTable {
  assertText(file)
  const text = withoutMarks(file)
  const declared = /^"?sep=([,;\t|])"?\r?\n/i.exec(text)
  const delimiter = declared?.[1] ?? guessDelimiter(text)
  const start = { line: declared ? 2 : 1, at: declared?.[0].length ?? 0 }

  const records = firstRecords(text, delimiter, start)
  for (const { cells, line } of records) if (cells.length > csvLimits.columns) refuseColumns(line)
  const header = records[headerIndex(records)]
  if (!header) return { delimiter, columns: [], warnings: [], batches: function* () {} }

  const isData = header.cells.some((cell) => cell.length < 300 && isEmailLike(cell.trim()))
  const columns = header.cells.map((cell, n) => (isData ? '' : nameOf(cell)) || columnName(n))
  return {
    delimiter,
    columns,
    warnings: records
      .slice(0, records.indexOf(header))
      .filter(isFilled)
      .map(({ line, cells }) => ({
        line,
        reason: `The line is above the header: ${cells.filter(Boolean).join(' ').slice(0, 200)}`,
      })),
    batches: () => rowsFrom(text, delimiter, isData ? header : header.next),
  }
}

/** The name of a column without a header. */
export const columnName = (n: number) => `Column ${n + 1}`

const nameOf = (cell: string) => cell.trim().replace(/\s+/g, ' ').slice(0, columnNameLength).toWellFormed()

const isEmailLike = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

/** A file with many control characters was not text before it was decoded. */
function assertText(text: string) {
  const start = text.slice(0, 10_000)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they tell a binary file
  const controls = start.match(/[\x00-\x08\x0e-\x1f\ufffd]/g)?.length ?? 0
  if (controls > start.length / 100) refuse('The file is not text. Save it as CSV and upload that file')
}

/** PostgreSQL refuses NUL, so that it is no part of a value. */
function withoutMarks(text: string) {
  const unmarked = text.startsWith('\ufeff') ? text.slice(1) : text
  return unmarked.includes('\0') ? unmarked.replaceAll('\0', '') : unmarked
}

type Position = { line: number; at: number }
type CsvRecord = CsvRow & Position & { next: Position }

function* rowsFrom(text: string, delimiter: string, start: Position): Generator<CsvRow[]> {
  let position = start
  while (position.at < text.length) {
    const batch: CsvRow[] = []
    const end = position.at + batchSize
    while (position.at < Math.min(end, text.length)) {
      const record = readRecord(text, delimiter, position)
      if (!record) refuse(`The quote that opens on line ${position.line} is not closed`)
      if (record.cells.length > csvLimits.columns) refuseColumns(record.line)
      if (isFilled(record)) batch.push({ line: record.line, cells: record.cells.map(withoutGuard) })
      position = record.next
    }
    yield batch
  }
}

const isFilled = ({ cells }: CsvRow) => cells.some((cell) => cell.trim() !== '')

/**
 * Reads the record at a position by RFC 4180. Lenient: blanks may precede a quote, text may follow one, and a
 * quote inside a cell is a character. Null: a quote is not closed.
 *
 * papaparse is not used, because a row of quotes that ends in blanks takes it quadratic time.
 */
function readRecord(text: string, delimiter: string, start: Position): CsvRecord | null {
  const cells: string[] = []
  let { line, at } = start
  for (;;) {
    const quote = quoteAt(text, at)
    let cell = ''
    if (quote >= 0) {
      const close = closingQuote(text, quote)
      if (close < 0 || close - start.at > csvLimits.row) return refuseLong(text, start)
      cell = text.slice(quote + 1, close).replaceAll('""', '"')
      if (cell.includes('\r')) cell = cell.replace(/\r\n?/g, '\n')
      line += linesIn(cell)
      at = close + 1
    }
    const end = endOfCell(text, delimiter, at)
    const rest = text.slice(at, end)
    cells.push(quote >= 0 ? cell + rest.trimEnd() : rest)
    if (end - start.at > csvLimits.row) refuseRow(start)
    if (text[end] !== delimiter) {
      const next = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
      return { ...start, cells, next: { line: line + 1, at: next } }
    }
    at = end + 1
  }
}

/** A quote that is not closed, unless the record is too long in any case. */
function refuseLong(text: string, start: Position) {
  if (text.length - start.at > csvLimits.row) refuseRow(start)
  return null
}

/** Where the quote of a quoted cell is, or -1. */
function quoteAt(text: string, at: number) {
  let quote = at
  while (text[quote] === ' ') quote++
  return text[quote] === '"' ? quote : -1
}

function closingQuote(text: string, quote: number) {
  let close = text.indexOf('"', quote + 1)
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  return close
}

const lineFeed = 10
const carriageReturn = 13

function endOfCell(text: string, delimiter: string, from: number) {
  const separator = delimiter.charCodeAt(0)
  let end = from
  while (end < text.length) {
    const code = text.charCodeAt(end)
    if (code === separator || code === lineFeed || code === carriageReturn) return end
    end++
  }
  return end
}

function linesIn(cell: string) {
  let lines = 0
  for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) lines++
  return lines
}

/** The delimiter that divides most records into the same number of cells, and then into most cells. */
function guessDelimiter(text: string) {
  const sample = text.slice(0, sampleSize)
  const scores = delimiters.map((delimiter) => {
    const records = firstRecords(sample, delimiter, { line: 1, at: 0 }, 200)
    const width = usualWidth(records)
    const alike = records.filter(({ cells }) => cells.length === width).length
    return { delimiter, score: width > 1 ? alike * 1_000 + Math.min(width, 999) : 0 }
  })
  return scores.reduce((best, other) => (other.score > best.score ? other : best)).delimiter
}

function firstRecords(text: string, delimiter: string, start: Position, count = preambleRecords) {
  const records: CsvRecord[] = []
  let position = start
  while (position.at < text.length && records.length < count && position.at < start.at + sampleSize) {
    const record = readRecord(text, delimiter, position)
    if (!record) break
    if (isFilled(record)) records.push(record)
    position = record.next
  }
  return records
}

/** The number of cells that most records have. */
function usualWidth(records: CsvRow[]) {
  const counts = new Map<number, number>()
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [width = 0] = [...counts].sort(([a, n], [b, m]) => m - n || b - a)[0] ?? []
  return width
}

/** The first record with two known names of columns, or else the first that fills half of the table. */
function headerIndex(records: CsvRow[]) {
  const width = usualWidth(records)
  const known = records.findIndex(({ cells }) => cells.filter(isKnownHeader).length > 1)
  if (known >= 0) return known
  const isWide = ({ cells }: CsvRow) => {
    const filled = cells.filter((cell) => cell.trim() !== '').length
    return filled * 2 >= width && (filled > 1 || width < 2)
  }
  return Math.max(records.findIndex(isWide), 0)
}

function refuse(message: string): never {
  throw new UserError(400, message)
}

function refuseRow({ line }: Position): never {
  refuse(`Line ${line} begins a row of more than ${csvLimits.row} characters. Is a quote not closed?`)
}

function refuseColumns(line: number): never {
  refuse(`Line ${line} has more than ${csvLimits.columns} columns`)
}

/**
 * Where a spreadsheet could take the text for a formula: at the start of a cell, and also after a separator or
 * a line break, because a spreadsheet that divides the file at another separator ignores the quotes.
 */
const formulaStart = /(?<=^|[;\t\n])(?=["']*[=+\-@\t\r＝＋－＠])/g
const guardedStart = /(?<=^|[;\t\n])'(?=["']*[=+\-@\t\r＝＋－＠])/g

const withoutGuard = (cell: string) => (cell.includes("'") ? cell.replace(guardedStart, '') : cell)

/** A cell for `csvLine`. An apostrophe, which reading removes, keeps spreadsheets from calculating it. */
export function csvCell(value: string) {
  const guarded = value.replace(formulaStart, "'")
  return /[",;\t|\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** A row of a CSV file with its line end. */
export const csvLine = (cells: string[]) => `${cells.map(csvCell).join(',')}\r\n`
