import { and, eq, sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import type { KeptRecord } from '~/data/history/change'
import { needsDateOrder } from '~/data/imports/csv/columns'
import type { OrderEvidence } from '~/people/buds/read-day'
import { changes, imports } from '~drizzle/schema'
import type { FileColumn, ImportAction, ImportFormat, ImportState, MatchRule } from './import'
import type { Mapping } from './mapping'

/** An import as the API returns it. */
export type Import = {
  _id: string
  format: ImportFormat
  name: string
  state: ImportState
  counts: Record<ImportAction, number>
  done: number
  total: number
  createdAt: Date
  onMatch: MatchRule
  dateOrder: 'dmy' | 'mdy' | null
  groups: boolean
  mapping: Mapping | null
  columns: FileColumn[]
  needsDateOrder: boolean
  kept: KeptRecord[]
}

const counts = sql<Partial<Record<ImportAction, number>>>`(
  select coalesce(json_object_agg(action, n), '{}') from (
    select action, count(*) as n from import_rows
    where import_rows.owner_id = imports.owner_id and import_rows.import_id = imports.id group by action
  ) counts)`

/** The undo that is in effect or in progress. `rows` are those of the import's change set. */
const undo = sql<{ position: number | null; rows: number; kept: KeptRecord[] } | null>`(
  select json_build_object('position', position, 'kept', kept, 'rows', case when position is not null then (
    select count(*) from change_rows row where row.owner_id = imports.owner_id and row.change_id = imports.change_id
  ) end) from changes undo
  where undo.owner_id = imports.owner_id and undo.undoes = imports.change_id order by id desc limit 1)`

const columns = {
  _id: imports._id,
  format: imports.format,
  name: imports.name,
  state: imports.state,
  counts,
  done: imports.done,
  total: imports.total,
  createdAt: imports.createdAt,
  onMatch: imports.onMatch,
  dateOrder: imports.dateOrder,
  groups: imports.groups,
  mapping: imports.mapping,
  columns: imports.columns,
  orders: imports.orders,
  undoneAt: changes.undoneAt,
  undo,
}

export const selectImports = () =>
  db
    .select(columns)
    .from(imports)
    .leftJoin(changes, and(eq(changes.ownerId, imports.ownerId), eq(changes._id, imports.changeId)))

type Selected = Awaited<ReturnType<typeof selectImports>>[number]

export function asImport({ undoneAt, undo, orders, mapping, ...row }: Selected): Import {
  const counts = { add: 0, update: 0, unchanged: 0, skip: 0, ...row.counts }
  const isUndoing = undoneAt !== null && typeof undo?.position === 'number'
  const state = undoneAt ? (isUndoing ? 'undoing' : 'undone') : row.state
  return {
    ...row,
    ...(isUndoing && progressOf(undo, counts)),
    state,
    counts,
    mapping: mapping as Mapping | null,
    needsDateOrder: needsDateOrder(
      (mapping as Mapping | null) ?? [],
      (orders as OrderEvidence[] | null) ?? [],
      row.dateOrder,
    ),
    kept: undoneAt ? (undo?.kept ?? []) : [],
  }
}

/** The progress of an undo in records, because the user does not know the rows of the history. */
function progressOf(
  { position, rows }: { position: number | null; rows: number },
  { add, update }: Import['counts'],
) {
  const total = add + update
  return { done: rows > 0 ? Math.floor((total * (position ?? 0)) / rows) : 0, total }
}
