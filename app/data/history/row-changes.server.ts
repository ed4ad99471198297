import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '~/base/db/db.server'
import { changeRows } from '~drizzle/schema'
import { auditedTable } from './audited-tables.server'
import type { RowImage } from './change'

/**
 * What a change set did to one row. `before` is null for an inserted row, `after` for a deleted one. For an updated row,
 * both have the changed columns only.
 */
export type RowChange = {
  table: string
  recordId: string
  /** The primary key besides `owner_id`. */
  key: RowImage
  before: RowImage | null
  after: RowImage | null
}

type RecordedRow = Omit<RowChange, 'key'>

/** The changes of a change set, one for each row. `rows` are in the order in which they were recorded. */
export function rowChangesOf(rows: RecordedRow[]) {
  const changes = new Map<string, RowChange>()
  for (const row of rows) {
    const { key: columns } = auditedTable(row.table)
    const image = row.after ?? row.before ?? {}
    // The images of an update lack the id of the record.
    const key = Object.fromEntries(columns.map((column) => [column, image[column] ?? row.recordId]))
    const id = `${row.table} ${Object.values(key).join(' ')}`
    const previous = changes.get(id)
    changes.set(id, previous ? combined(previous, row) : { ...row, key })
  }
  return [...changes.values()].flatMap(withoutEqualColumns)
}

function combined(first: RowChange, second: RecordedRow): RowChange {
  return {
    ...first,
    before: first.before && { ...second.before, ...first.before },
    after: second.after && { ...first.after, ...second.after },
  }
}

function withoutEqualColumns(change: RowChange): RowChange[] {
  const { before, after } = change
  if (!before && !after) return []
  if (!before || !after) return [change]
  const columns = Object.keys(after).filter((column) => !isDeepStrictEqual(before[column], after[column]))
  return columns.length > 0 ? [{ ...change, before: pick(before, columns), after: pick(after, columns) }] : []
}

const pick = (row: RowImage, columns: string[]) =>
  Object.fromEntries(columns.map((column) => [column, row[column]]))

export const isOfChange = (ownerId: string, id: string) =>
  and(eq(changeRows.ownerId, ownerId), eq(changeRows.changeId, id))

const numberList = (numbers: number[]) => sql`string_to_array(${numbers.join(',')}, ',')::bigint[]`

/** The rows of a change set, or those with the given numbers, in the order in which they were recorded. */
export function findRows(tx: Db, ownerId: string, changeId: string, numbers?: number[]) {
  const { table, recordId, before, after, n } = changeRows
  return tx
    .select({ table, recordId, before, after })
    .from(changeRows)
    .where(and(isOfChange(ownerId, changeId), numbers && sql`n = any(${numberList(numbers)})`))
    .orderBy(n)
}
