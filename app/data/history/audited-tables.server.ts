import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { skippedLimit } from '~/events/repeats/repeat-rule.server'
import { selectedBudsLimit } from '~/people/buds/bud-picker'
import type { RecordType } from '~/people/buds/record-kinds'
import { tagLimit } from '~/people/buds/tags'
import { relationKey, type Tie } from '~/people/relations/relation'
import {
  budObjects,
  budPhotos,
  buds,
  circleObjects,
  eventObjects,
  proposals,
  recordTables,
  relations,
  smartLists,
} from '~drizzle/schema'
import type { RowImage } from './change'
import { recordLabels } from './record-labels'

/** A table of a user's data. All names of columns are those in the database. */
export type AuditedTable = {
  table: PgTable
  /** The kind of record that a row belongs to. */
  type: RecordType
  /** The columns of the primary key besides `owner_id`. The first is the id of the record. */
  key: string[]
  /** The field of the record that the rows make up. Undefined for the table of the record itself. */
  field?: string
  /** The columns of the record's name. */
  name: string[]
  /** For records whose name nobody wrote, so that it tells nothing when they are erased. */
  hasMadeName?: true
  /** Two columns, of which the first is never after the second. */
  range?: [string, string]
  /** Columns with a set of values, and the most that it can have. Each value is taken back by itself. */
  sets?: Record<string, number>
  /** For records of which others of the table are taken out: the column with the id of the first, and those that say so. */
  series?: { of: string; columns: string[] }
  /** The maximum number of rows of a record. */
  limit?: number
  /** For rows of which two cannot be equal in this. */
  once?: (row: RowImage) => string
  /** For rows with an answer: its field, and the column with its time. An answer is taken back or kept as a whole. */
  answer?: { field: string; at: string }
}

type RecordWithBuds = keyof typeof recordTables

/** Where the table of a kind of record differs from a row with an id and a name. */
const exceptions: { [Type in RecordWithBuds]?: Partial<AuditedTable> } = {
  event: {
    range: ['start_date', 'end_date'],
    sets: { skipped: skippedLimit },
    series: { of: 'series', columns: ['repeat', 'skipped', 'series', 'occurrence'] },
  },
  interaction: { name: ['kind', 'on_day'], hasMadeName: true },
}
const linkExceptions: typeof exceptions = { event: { answer: { field: 'guests', at: 'answered_at' } } }

const withBuds = Object.entries(recordTables) as [RecordWithBuds, (typeof recordTables)[RecordWithBuds]][]
const object = { field: 'object', name: [] }

/** A row of the table `relations`. */
export const tieOf = ({ bud_id, with_id, ...row }: RowImage) =>
  ({ ...row, bud: bud_id, with: with_id }) as Tie

/**
 * Parents first, so that rows can be restored in this order. Buds after the records that have buds, so that rows are locked in
 * the same order as by other writers. A test compares the list with the database's catalogue.
 */
const tables: AuditedTable[] = [
  ...withBuds.map(([type, { records }]) => ({
    type,
    table: records,
    key: ['id'],
    name: ['name'],
    ...exceptions[type],
  })),
  { type: 'bud', table: buds, key: ['id'], name: ['first_name', 'surname'], sets: { tags: tagLimit } },
  { type: 'list', table: smartLists, key: ['id'], name: ['name'] },
  ...withBuds.map(([type, { links }]) => ({
    type,
    table: links,
    key: [links.recordId.name, links.budId.name],
    field: 'selectedBuds',
    name: [],
    limit: selectedBudsLimit,
    ...linkExceptions[type],
  })),
  { type: 'bud', table: budPhotos, key: ['bud_id'], field: 'photo', name: [] },
  { type: 'circle', table: circleObjects, key: ['circle_id'], ...object },
  { type: 'event', table: eventObjects, key: ['event_id'], ...object },
  { type: 'bud', table: budObjects, key: ['bud_id'], ...object },
  { type: 'bud', table: proposals, key: ['bud_id', 'id'], field: 'proposals', name: [] },
  {
    type: 'bud',
    table: relations,
    key: ['bud_id', 'with_id', 'id'],
    field: 'relations',
    name: [],
    range: ['since', 'until'],
    once: (row) => relationKey(tieOf(row)),
  },
]

/** The tables with the trigger `record_change`, by name, parents first. */
export const auditedTables = new Map(tables.map((table) => [getTableName(table.table), table]))

/** The tables of the records themselves, by name. What is erased is found by them. */
export const ownRowTables = new Map([...auditedTables].filter(([, { field }]) => field === undefined))

export function auditedTable(name: string) {
  const table = auditedTables.get(name)
  if (!table) throw new Error(`The table ${name} is not audited`)
  return table
}

const columnsOf = ({ table }: AuditedTable): [string, PgColumn][] => Object.entries(getTableColumns(table))

/** The columns that an INSERT may set. */
export const writableColumns = (table: AuditedTable) =>
  columnsOf(table)
    .filter(([, { generated }]) => generated === undefined)
    .map(([, { name }]) => name)

/** The field of the API that a column belongs to. Undefined for columns without a field, such as `version`. */
export function fieldOf(table: AuditedTable, column: string) {
  if (table.field) return table.key.includes(column) ? table.field : (table.answer?.field ?? table.field)
  const [name] = columnsOf(table).find(([, { name }]) => name === column) ?? []
  return name !== undefined && name in recordLabels[table.type] ? name : undefined
}

/** The value of a column as the API returns it. */
export function apiValue(table: AuditedTable, column: string, value: unknown) {
  const [, found] = columnsOf(table).find(([, { name }]) => name === column) ?? []
  return value === null || value === undefined ? null : found?.mapFromDriverValue(value)
}

export const nameOf = ({ name }: AuditedTable, row: RowImage) =>
  name
    .map((column) => String(row[column] ?? ''))
    .join(' ')
    .trim()
