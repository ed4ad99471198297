import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

const nameOf = (alias: string | PgTable) => (typeof alias === 'string' ? sql.raw(alias) : sql`${alias}`)

/**
 * The row of an owner whose key `column` is `id`, for `from …, ${byKey(…)}`. By default, its alias is the table. While
 * statistics of new rows are missing, the planner would join by a loop over all rows of the owner: the limit in a lateral
 * subquery leaves it only the look-up.
 */
export const byKey = (column: PgColumn, owner: SQL, id: SQL, alias: string | PgTable = column.table) =>
  sql`lateral (select * from ${column.table} where owner_id = ${owner} and ${column} = ${id} limit 1) ${nameOf(alias)}`

/**
 * A subquery that is computed once, before the rest of the statement. The planner would otherwise merge it into the
 * statement, and compute its columns at each use or choose other indexes.
 */
export const computedOnce = (query: SQL, alias: string | PgTable) => sql`(${query} offset 0) ${nameOf(alias)}`

/** SQL of a wall-clock time as text, `YYYY-MM-DDTHH:mm`. */
export const wallClockText = (time: SQL | PgColumn) => sql<string>`to_char(${time}, 'YYYY-MM-DD"T"HH24:MI')`

/** A column that is a subquery. Drizzle qualifies columns with their table name only in a nested statement. */
export const nested = <T>(query: SQL) => sql<T>`${query}`
