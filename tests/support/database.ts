import { createDatabase } from './create-database.mjs'

/** The app under test runs in other processes, behind one address. */
export const isRemote = Boolean(process.env.TEST_BASE_URL)
export const isPostgres = isRemote || Boolean(process.env.DATABASE_URL_TEST)

/** On PostgreSQL every worker works in a database of its own; without one, in its own memory. */
export async function ownDatabase() {
  const server = process.env.DATABASE_URL_TEST
  if (isRemote || !server) return
  process.env.DATABASE_URL ??= await createDatabase(server, `test_${process.pid}`)
}
