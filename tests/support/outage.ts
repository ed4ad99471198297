import { sql } from 'drizzle-orm'
import { db } from '~/server/db.server'

/** The table cannot be written or read while `work` runs. */
export async function withoutTable(table: string, work: () => Promise<void>) {
  const rename = (from: string, to: string) => db.execute(sql.raw(`alter table ${from} rename to ${to}`))
  await rename(table, 'gone')
  await work().finally(() => rename('gone', table))
}
