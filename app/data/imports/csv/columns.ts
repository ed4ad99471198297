import { z } from 'zod'
import { readList } from '~/base/forms/read-list'
import { isOwnHeader } from '~/data/exports/own-csv'
import { type Mapping, type MappingWord, mappingWords } from '~/data/imports/mapping'
import { callingCode } from '~/data/imports/reading/calling-code'
import { bothOrders, type DateOrder, type OrderEvidence, orderOf } from '~/people/buds/read-day'
import type { CsvRow } from './csv'
import { headerMeaning } from './header-meaning'
import { undecided } from './headers'

export type CsvFormat = 'budkeeper' | 'google' | 'outlook' | 'csv'

export function formatOf(columns: string[]): CsvFormat {
  if (isOwnHeader(columns)) return 'budkeeper'
  if (columns.some((column) => /^(?:E-mail|Phone) 1 - (?:Type|Label|Value)$/.test(column))) return 'google'
  const outlook = [/^E-?mail.?(?:Address|Adresse)$/i, /^(?:Business Phone|Telefon geschäftlich)$/i]
  return outlook.every((header) => columns.some((column) => header.test(column))) ? 'outlook' : 'csv'
}

/** Calculated fields of the API, which an import cannot write. */
const readOnlyFields = ['createdAt', 'photo', 'snoozedUntil', 'lastContactOn', 'dueOn']

/**
 * The mapping that the header suggests, and `examples` of the values where a header says too little. Columns that are
 * not recognised go into notes.
 */
export function guessMapping(columns: string[], examples: string[][] = []): Mapping {
  const isOwn = isOwnHeader(columns)
  const words = columns.map((column) => {
    if (isOwn && readOnlyFields.includes(column)) return 'skip'
    if (isOwn && isMappingWord(column)) return column
    return headerMeaning(column)?.word ?? null
  })
  const decided = decisions(words)
  const isSplit = words.includes('dates.month')
  return words.map((word, n) => {
    const values = examples[n] ?? []
    if (word === undecided.label) return wordOfValues(values)
    if (word === undecided.code) return isEvery(values, callingCode) ? 'phones.code' : null
    if (word === 'dates' && isSplit && isEvery(values, (text) => /^\d\d?$/.test(text))) return 'dates.day'
    return word?.startsWith('?') ? decided[word] : word
  }) as Mapping
}

const isEvery = (values: string[], test: (text: string) => unknown) =>
  values.length > 0 && values.every((text) => Boolean(test(text)))

/** The field of values whose header is only a label. */
function wordOfValues(values: string[]): MappingWord | null {
  if (isEvery(values, (text) => /^\S+@\S+$/.test(text))) return 'emails'
  if (isEvery(values, (text) => /^(?:https?:\/\/|www\.)\S+$/i.test(text))) return 'links'
  if (isEvery(values, (text) => /^\+?[\d\s()./-]+$/.test(text) && text.replace(/\D/g, '').length > 4))
    return 'phones'
  return isEvery(values, (text) => /\p{L}/u.test(text) && /\d|[,\n]/.test(text)) ? 'addresses' : null
}

const isMappingWord = (text: string): text is MappingWord => mappingWords.includes(text as MappingWord)

/** The meanings that depend on the other columns. Beside 'Vorname', for example, 'Name' is the surname. */
function decisions(words: (string | null)[]): Record<string, MappingWord | null> {
  const has = (word: string) => words.includes(word)
  const [hasFirst, hasLast] = [has('Firstname'), has('Surname')]
  const hasAddress = words.some((word) => word?.startsWith('addresses'))
  const isOutlook = words.filter((word) => word === undecided.outlook).length > 1
  return {
    [undecided.name]: hasFirst === hasLast ? 'name' : hasFirst ? 'Surname' : 'Firstname',
    [undecided.city]: hasAddress ? 'addresses.city' : 'Location',
    [undecided.title]: has('Occupation') ? null : 'Occupation',
    [undecided.outlook]: isOutlook ? 'skip' : null,
    [undecided.day]: has('dates.month') ? 'dates.day' : 'dates',
  }
}

/** The schema of a mapping from a user for a file with `count` columns. Forms send null as empty text. */
export function mappingFor(count: number) {
  const message = `Mapping must be a list with one field for each of the ${count} columns`
  const word = z.preprocess(
    (value) => (value === '' ? null : value),
    z.enum(mappingWords, { error: `Mapping must consist of null, ${mappingWords.join(', ')}` }).nullable(),
  )
  return z.preprocess(
    readList,
    z
      .array(z.unknown(), { error: message })
      .refine(({ length }) => length === count, { message, abort: true })
      .pipe(z.array(word)),
  )
}

export type ColumnSummary = { name: string; examples: string[]; filled: number }

const exampleCount = 3
const exampleLength = 100
const dateLength = 30

/** Collects what a user sees of the columns to map them, and what the dates in them say of their order. */
export function summariseColumns(columns: string[]) {
  const summaries: ColumnSummary[] = columns.map((name) => ({ name, examples: [], filled: 0 }))
  const orders: OrderEvidence[] = columns.map(() => null)
  const addCell = (cell: string, n: number) => {
    const summary = summaries[n]
    const value = cell.trim()
    if (!summary || value === '') return
    summary.filled++
    const isNew = summary.examples.length < exampleCount
    const example = isNew ? value.slice(0, exampleLength).toWellFormed() : ''
    if (isNew && !summary.examples.includes(example)) summary.examples.push(example)
    if (value.length <= dateLength) orders[n] = bothOrders(orders[n] ?? null, orderOf(value))
  }
  return {
    add: ({ cells }: CsvRow) => cells.forEach(addCell),
    columns: summaries,
    orders,
  }
}

/** Whether a column of dates needs a `dateOrder` from the user. */
export function needsDateOrder(mapping: Mapping, orders: OrderEvidence[], dateOrder: DateOrder | null) {
  return dateOrder === null && mapping.some((word, n) => word === 'dates' && isUndecided(orders[n] ?? null))
}

/** The order of the dates of a column. `dateOrder` decides for a column that does not decide itself. */
export function orderOfColumn(evidence: OrderEvidence, dateOrder: DateOrder | null) {
  return evidence === 'dmy' || evidence === 'mdy' ? evidence : dateOrder
}

const isUndecided = (evidence: OrderEvidence) => evidence === 'unclear' || evidence === 'contradictory'
