import { withoutGuard } from '~/data/exports/csv-write'
import { isOwnHeader } from '~/data/exports/own-csv'
import { decodeText } from '~/data/imports/reading/decode-text'
import type { Warning } from '~/data/imports/reading/person'
import { isKnownHeader } from './header-meaning'
import { type Cursor, csvLimits, readRecord, refuse, refuseColumns, skipEmptyLines } from './records'
import { cellText } from './spreadsheet-cells'

export type CsvRow = { line: number; cells: string[] }

export type CsvTable = {
  delimiter: string
  /** The names of the columns, which can repeat. One without a name is called 'Column 3'. */
  columns: string[]
  /** Lines before the header. */
  warnings: Warning[]
  /**
   * The rows below the header that are not blank, in batches. A batch is a few milliseconds of work, so that
   * the caller can pause between two of them. It can be empty. Throws a `UserError` at a row over a limit.
   */
  batches: () => Generator<CsvRow[]>
}

/** The work of a batch, in characters and in rows. */
const batchSize = { text: 64_000, rows: 1_000 }
/** The delimiter and the header are found in the first characters and records. */
const sampleSize = { text: 64_000, delimiter: 200, header: 20 }
const columnNameLength = 200
const delimiters = [',', ';', '\t', '|']

/** Refuses the bytes of a spreadsheet, an archive or another binary file before all of them are decoded. */
export function assertTextFile(bytes: Uint8Array) {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
  const isOldOffice = bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0
  if (isZip || isOldOffice) refuse('This is a spreadsheet or an archive. Save it as CSV and upload that file')
  assertText(decodeText(bytes.subarray(0, controlSample)).text)
}

/** Opens a CSV file. Finds its delimiter and its header, and reads no row yet. */
export function openCsv(file: string): CsvTable {
  assertText(file)
  const text = withoutMarks(file)
  const declared = /^"?sep=([,;\t|])"?\r?\n/i.exec(text)
  const delimiter = declared?.[1] ?? guessDelimiter(text)
  const start = { line: declared ? 2 : 1, at: declared?.[0].length ?? 0 }

  const records = firstRecords(text, delimiter, start, sampleSize.header)
  for (const { cells, line } of records) if (cells.length > csvLimits.columns) refuseColumns(line)
  const headerAt = headerIndex(records)
  const header = records[headerAt]
  if (!header) return { delimiter, columns: [], warnings: [], batches: function* () {} }

  const isData = header.cells.some(isEmailLike)
  const columns = header.cells.map((cell, n) => (isData ? '' : nameOf(cell)) || columnName(n))
  // Budkeeper's own cells are read exactly as they were written.
  const read = isOwnHeader(columns) ? withoutGuard : cellText
  return {
    delimiter,
    columns,
    warnings: records.slice(0, headerAt).map(preambleWarning),
    batches: () => rowsFrom(text, delimiter, isData ? header.start : header.end, read),
  }
}

/** The name of a column without a header. */
export const columnName = (n: number) => `Column ${n + 1}`

const nameOf = (cell: string) =>
  cellText(cell).trim().replace(/\s+/g, ' ').slice(0, columnNameLength).toWellFormed()

const isEmailLike = (cell: string) => cell.length < 300 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell.trim())

const preambleWarning = ({ line, cells }: CsvRow): Warning => ({
  line,
  reason: `The line is above the header: ${cells.filter(Boolean).join(' ').slice(0, 200).toWellFormed()}`,
})

const controlSample = 10_000

/** A file with many control characters was not text before it was decoded. */
function assertText(text: string) {
  const start = text.slice(0, controlSample)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they tell a binary file
  const controls = start.match(/[\x00-\x08\x0e-\x1b\x1f\ufffd]/g)?.length ?? 0
  if (controls > start.length / 100) refuse('The file is not text. Save it as CSV and upload that file')
}

/** Removes the byte order mark, and NUL, which cannot be stored. */
function withoutMarks(text: string) {
  const unmarked = text.startsWith('\ufeff') ? text.slice(1) : text
  return unmarked.includes('\0') ? unmarked.replaceAll('\0', '') : unmarked
}

function* rowsFrom(
  text: string,
  delimiter: string,
  start: Cursor,
  read: (cell: string) => string,
): Generator<CsvRow[]> {
  const cursor = { ...start }
  for (let rows = 0; cursor.at < text.length; ) {
    const batch: CsvRow[] = []
    const textEnd = Math.min(cursor.at + batchSize.text, text.length)
    const rowEnd = rows + batchSize.rows
    for (; rows < rowEnd; rows++) {
      skipEmptyLines(text, cursor, textEnd)
      if (cursor.at >= textEnd) break
      const { line } = cursor
      const cells = readRecord(text, delimiter, cursor)
      if (!cells) refuse(`The quote that opens on line ${line} is not closed`)
      if (cells.length > csvLimits.columns) refuseColumns(line)
      if (!cells.some(isFilled)) continue
      const texts = cells.map(read)
      if (texts.some(isFilled)) batch.push({ line, cells: texts })
    }
    if (rows > csvLimits.rows) refuse(`The file has more than ${csvLimits.rows} rows`)
    yield batch
  }
}

const isFilled = (cell: string) => cell.trim() !== ''

type FirstRecord = CsvRow & { start: Cursor; end: Cursor }

/** The first records that are not blank. */
function firstRecords(text: string, delimiter: string, { line, at }: Cursor, count: number) {
  const records: FirstRecord[] = []
  const cursor = { line, at }
  const end = Math.min(at + sampleSize.text, text.length)
  while (records.length < count) {
    skipEmptyLines(text, cursor, end)
    if (cursor.at >= end) break
    const start = { ...cursor }
    const cells = readRecord(text, delimiter, cursor)
    if (!cells) break
    if (cells.some(isFilled)) records.push({ line: start.line, cells, start, end: { ...cursor } })
  }
  return records
}

/** The delimiter that makes most known headers, then divides most records alike, then into most cells. */
function guessDelimiter(text: string) {
  const sample = text.slice(0, sampleSize.text)
  const scores = delimiters.map((delimiter) => {
    const records = firstRecords(sample, delimiter, { line: 1, at: 0 }, sampleSize.delimiter)
    const width = usualWidth(records)
    const alike = records.filter(({ cells }) => cells.length === width).length
    const known = Math.max(...records.slice(0, sampleSize.header).map(knownHeaders), 0)
    return { delimiter, score: known * 1e6 + (width > 1 ? alike * 1_000 + Math.min(width, 999) : 0) }
  })
  return scores.reduce((best, other) => (other.score > best.score ? other : best)).delimiter
}

/** The number of cells that most records have. */
function usualWidth(records: CsvRow[]) {
  const counts = new Map<number, number>()
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [width = 0] = [...counts].sort(([a, n], [b, m]) => m - n || b - a)[0] ?? []
  return width
}

/** How many cells of a record are known headers. One alone can be a value, such as 'Mobile'. */
function knownHeaders({ cells }: CsvRow) {
  const known = cells.length > csvLimits.columns ? 0 : cells.filter(isKnownHeader).length
  return known > 1 ? known : 0
}

/** The first record with two known names of columns, or else the first that fills half of the table. */
function headerIndex(records: CsvRow[]) {
  const width = usualWidth(records)
  const known = records.findIndex((record) => knownHeaders(record) > 0)
  if (known >= 0) return known
  const isWide = ({ cells }: CsvRow) => {
    const filled = cells.filter(isFilled).length
    return filled * 2 >= width && (filled > 1 || width < 2)
  }
  return Math.max(records.findIndex(isWide), 0)
}
