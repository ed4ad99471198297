import { is, SQL, sql } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'
import { nested } from './fragments.server'

type Columns = Record<string, PgColumn | SQL | SQL.Aliased>
type ValueOf<T> =
  T extends SQL.Aliased<infer V>
    ? V
    : T extends SQL<infer V>
      ? V
      : T extends PgColumn
        ? T['_']['data'] | (T['_']['notNull'] extends true ? never : null)
        : never

/** A column of a statement with rows of a subquery as a list, so that one statement reads several lists. */
export function jsonRows<C extends Columns>(columns: C, from: SQL, orderBy: SQL) {
  const fields = Object.entries(columns)
  const pairs = fields.map(
    ([name, column]) => sql`${sql.raw(`'${name}'`)}, ${is(column, SQL.Aliased) ? column.sql : column}`,
  )
  const object = sql`json_build_object(${sql.join(pairs, sql`, `)})`
  const mapped = fields.flatMap(([name, column]) => (is(column, PgColumn) ? [{ name, column }] : []))
  return nested(sql`(select coalesce(json_agg(${object} order by ${orderBy}), '[]') ${from})`).mapWith(
    (rows: Record<string, unknown>[]) =>
      rows.map((row) => {
        for (const { name, column } of mapped)
          if (row[name] !== null) row[name] = column.mapFromDriverValue(row[name])
        return row as { [Name in keyof C]: ValueOf<C[Name]> }
      }),
  )
}
