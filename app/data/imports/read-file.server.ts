import { UserError } from '~/base/node/errors'
import { log } from '~/base/node/log.server'
import { pacer } from '~/base/node/pacer.server'
import { countBackup, isBackup } from '~/data/imports/backup/read-backup.server'
import { formatOf, guessMapping, summariseColumns } from '~/data/imports/csv/columns'
import { assertTextFile, type CsvTable, openCsv } from '~/data/imports/csv/csv'
import { personReader } from '~/data/imports/csv/person'
import { decodeText } from '~/data/imports/reading/decode-text'
import { assertReadFormat } from '~/data/imports/reading/foreign-files'
import type { Person, Warning } from '~/data/imports/reading/person'
import { addGroups, groupOf, nameRelatives } from '~/data/imports/vcard/groups'
import { personOf } from '~/data/imports/vcard/person'
import { readVCards } from '~/data/imports/vcard/vcard'
import type { DateOrder, OrderEvidence } from '~/people/buds/read-day'
import { type FileColumn, type ImportFormat, recordLimit } from './import'
import type { Mapping } from './mapping'

export const unreadable = 'The record cannot be read'

/** What a file is. The last three are null for a file that is not CSV. */
export type Recognised = {
  format: ImportFormat
  /** Number of records. */
  total: number
  columns: FileColumn[]
  mapping: Mapping | null
  orders: OrderEvidence[] | null
}

/** Blanks do not include line breaks: with many of them, each line would be searched to the end. */
const blanks = '[^\\S\\r\\n\\u2028\\u2029]*'
const isVCard = new RegExp(`^${blanks}begin${blanks}:${blanks}vcard${blanks}$`, 'im')
/** Text before the first card is at most this long. */
const sampleSize = 100_000

const isCardFile = (file: Uint8Array) => {
  const { text } = decodeText(file.subarray(0, sampleSize))
  return isVCard.test(text)
}

/** A calendar can quote a card. */
const startsCalendar = (file: Uint8Array) =>
  /^\s*begin\s*:\s*vcalendar/i.test(decodeText(file.subarray(0, 200)).text)

/**
 * Recognises the format of a file and counts its records. Throws 400 if there are none or the file cannot be read, and 413
 * or 403 if there are more than `limit`. Of vCards, groups and cards inside others can be among the number.
 */
export async function recogniseFile(file: Uint8Array, limit: { records: number; status: 413 | 403 }) {
  const recognised = await recognise(file, limit.records)
  if (recognised.total === 0) throw new UserError(400, 'The file has no record')
  if (recognised.total > limit.records)
    throw new UserError(limit.status, `A file can have at most ${limit.records.toLocaleString('en')} records`)
  return recognised
}

async function recognise(file: Uint8Array, limit: number) {
  const isCards = isCardFile(file)
  if (!isCards || startsCalendar(file)) assertReadFormat(file)
  if (isBackup(file)) return recogniseBackup(file)
  return isCards ? recogniseCards(file, limit) : recogniseTable(file)
}

/** A CSV file of Budkeeper has a mapping. */
export const isBackupFile = ({ format, mapping }: { format: ImportFormat; mapping: unknown }) =>
  format === 'budkeeper' && mapping === null

async function recogniseBackup(file: Uint8Array): Promise<Recognised> {
  return { format: 'budkeeper', total: await countBackup(file), columns: [], mapping: null, orders: null }
}

/** Reads all cards only if there may be too many of them. The dry run reads them anyway. */
async function recogniseCards(file: Uint8Array, limit: number): Promise<Recognised> {
  const most = decodeText(file).text.match(/begin\s*:\s*vcard/gi)?.length ?? 0
  let total = 0
  for await (const card of cardsOf(file, pacer(1))) {
    if (!groupOf(card)) total++
    if (total > 0 && most <= limit) total = most
    if (total > limit || total === most) break
  }
  return { format: 'vcard', total, columns: [], mapping: null, orders: null }
}

async function recogniseTable(file: Uint8Array): Promise<Recognised> {
  const table = tableOf(file)
  const summary = summariseColumns(table.columns)
  let total = 0
  for await (const row of rowsOf(table, pacer(1))) {
    summary.add(row)
    total++
    if (total > recordLimit) break
  }
  return {
    format: formatOf(table.columns),
    total,
    columns: summary.columns,
    mapping: guessMapping(
      table.columns,
      summary.columns.map(({ examples }) => examples),
    ),
    orders: summary.orders,
  }
}

type Reading = Pick<Recognised, 'format' | 'mapping' | 'orders'> & {
  dateOrder: DateOrder | null
  /** `YYYY-MM-DD`. Birthdays with a year of two digits are before it. */
  today: string
}

/** Reads the persons of a file, and what could not be read. */
export async function readPersons(file: Uint8Array, reading: Reading) {
  return reading.format === 'vcard' ? readCards(file) : readTable(file, reading)
}

async function readCards(file: Uint8Array) {
  const persons: Person[] = []
  const groups: NonNullable<ReturnType<typeof groupOf>>[] = []
  const unread: Warning[] = []
  for await (const card of cardsOf(file))
    unlessUnreadable(card.line, unread, () => {
      const group = groupOf(card)
      if (group) groups.push(group)
      else persons.push(personOf(card))
    })
  nameRelatives(persons)
  return { persons, warnings: [...unread, ...addGroups(persons, groups)] }
}

async function readTable(file: Uint8Array, { mapping, orders, dateOrder, today }: Reading) {
  const table = tableOf(file)
  const { columns } = table
  const read = personReader({ columns, mapping: mapping ?? [], orders: orders ?? [], dateOrder, today })
  const persons: Person[] = []
  const unread: Warning[] = []
  for await (const row of rowsOf(table)) unlessUnreadable(row.line, unread, () => persons.push(read(row)))
  return { persons, warnings: [...unread, ...(table.warnings as Warning[])] }
}

/** An unexpected error in a record leaves out that record alone. */
function unlessUnreadable(line: number, unread: Warning[], read: () => void) {
  try {
    read()
  } catch (error) {
    log.error({ err: error }, 'record of an import not read')
    unread.push({ line, reason: unreadable })
  }
}

function tableOf(file: Uint8Array) {
  assertTextFile(file)
  return openCsv(decodeText(file).text)
}

async function* cardsOf(file: Uint8Array, yieldToRequests = pacer()) {
  for (const card of readVCards(file)) {
    if (card) yield card
    await yieldToRequests()
  }
}

async function* rowsOf(table: CsvTable, yieldToRequests = pacer()) {
  for (const batch of table.batches()) {
    yield* batch
    await yieldToRequests()
  }
}
