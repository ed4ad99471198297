import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { db } from '~/base/db/db.server'

/** Every place in the database, of any table, that contains one of the texts. */
export async function findAnywhere(...texts: string[]) {
  const columns = await rowsOf<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns join pg_tables
      on schemaname = table_schema and tablename = table_name
    where table_schema not in ('pg_catalog', 'information_schema')`)
  expect(new Set(columns.map(({ table }) => table)).size).toBeGreaterThan(25)
  const found: string[] = []
  for (const { table, column } of columns) {
    const [schema] = table === '__drizzle_migrations' ? ['drizzle'] : ['public']
    const value = sql.raw(`"${column}"`)
    const readable = sql`case when pg_typeof(${value}) = 'bytea'::regtype
      then encode(${value}::text::bytea, 'escape') else ${value}::text end`
    for (const text of texts) {
      const matches = sql`position(lower(${text}) in lower(${readable})) > 0`
      const rows = await rowsOf(
        sql`select 1 from ${sql.raw(`${schema}."${table}"`)} where ${matches} limit 1`,
      )
      if (rows.length > 0) found.push(`${table}.${column}: ${text}`)
    }
  }
  return found
}

async function rowsOf<T>(query: ReturnType<typeof sql>) {
  const result = await db.execute(query)
  return (Array.isArray(result) ? result : (result as unknown as { rows: unknown[] }).rows) as T[]
}
