import { type GetColumnData, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

export type Columns = Record<string, PgColumn | SQL.Aliased>
export type Row<C extends Columns> = {
  [K in keyof C]: C[K] extends SQL.Aliased<infer T> ? T : C[K] extends PgColumn ? GetColumnData<C[K]> : never
}
type Order = { by: 'created' | 'name' | 'type'; descending?: boolean }

/** A table of owned rows whose triggers keep `list_runs` and `list_versions`; see the migration `lists`. */
export type List<C extends Columns = Columns, S extends string = string> = {
  /** The table's name in SQL. */
  name: string
  table: PgTable & Record<'ownerId' | '_id' | 'nameKey' | 'searchText', PgColumn>
  columns: C
  /** The column of the filter and of the order by type. */
  type: PgColumn
  sorts: Record<S, Order>
}

export type Direction = 'asc' | 'desc'

/** What makes one statement of a list differ from another. */
export type Shape = { order: Order; isTyped: boolean; isSearched: boolean }

export const owner = sql`${sql.placeholder('ownerId')}::uuid`
export const start = sql`${sql.placeholder('start')}::int`
export const limit = sql`${sql.placeholder('limit')}::int`
export const wantedType = sql`${sql.placeholder('type')}::text`

/** What the list is ordered by, the id last. Within one type the order by type is the order by name. */
export function keyNames({ table, type }: List, { order, isTyped }: Shape) {
  const byType = order.by === 'type' && !isTyped ? [type] : []
  const byName = order.by === 'created' ? [] : [table.nameKey]
  return [...byType, ...byName, table._id].map(({ name }) => name)
}

export function ordered(names: string[], direction: Direction, source?: string) {
  const prefix = source ? `${source}.` : ''
  return sql.raw(names.map((name) => `${prefix}${name} ${direction}`).join(', '))
}

export function directionOf({ order }: Shape): Direction {
  return order.descending ? 'desc' : 'asc'
}

export function ownRows({ table, type }: List, { isTyped }: Shape) {
  return sql`${table.ownerId} = ${owner} ${isTyped ? sql`and ${type} = ${wantedType}` : sql``}`
}
