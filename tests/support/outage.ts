import { sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'

/** Hides a table while `work` runs, so that each query of it fails. */
export async function withoutTable<T>(table: string, work: () => Promise<T>) {
  const rename = (from: string, to: string) => db.execute(sql.raw(`alter table ${from} rename to ${to}`))
  await rename(table, 'gone')
  return work().finally(() => rename('gone', table))
}

/** Hides a column while `work` runs. */
export async function withoutColumn(table: string, column: string, work: () => Promise<void>) {
  const rename = (from: string, to: string) =>
    db.execute(sql.raw(`alter table ${table} rename column ${from} to ${to}`))
  await rename(column, 'away')
  await work().finally(() => rename('away', column))
}
