import { createDatabase } from './create-database.mjs'

/** Whether the app under test runs in other processes, behind one URL. */
export const isRemote = Boolean(process.env.TEST_BASE_URL)
export const isPostgres = isRemote || Boolean(process.env.DATABASE_URL_TEST)

/** Creates a database for this worker on PostgreSQL. Without a server, the worker's database is in memory. */
export async function createWorkerDatabase() {
  const server = process.env.DATABASE_URL_TEST
  if (isRemote || !server) return
  process.env.DATABASE_URL ??= await createDatabase(server, `test_${process.pid}`)
}
