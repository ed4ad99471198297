import { existsSync, readFileSync } from 'node:fs'
import postgres from 'postgres'
import { createDatabase } from './create-database.mjs'

/** Whether the full number of cases runs, as in `npm run quality`. `npm test` runs fewer. */
export const isFullRun = Boolean(process.env.FULL_RUN)

/** Creates a database that several processes can use. Returns undefined without PostgreSQL. */
export async function sharedDatabase(name: string) {
  const server = process.env.DATABASE_URL_TEST
  if (!server) return undefined
  const own = `${name}_${process.pid}`
  return { ...connected(await createDatabase(server, own)), copy: () => copyOf(server, own) }
}

export type SharedDatabase = NonNullable<Awaited<ReturnType<typeof sharedDatabase>>>

function connected(url: string) {
  const sql = postgres(url, { max: 2, onnotice: () => {} })
  return { url, sql, stop: () => sql.end() }
}

/** A copy of the database, which must have no connections. */
async function copyOf(server: string, own: string) {
  return connected(await createDatabase(server, `${own}_copy`, own))
}

/** Peak memory of a process in MB; 0 on systems without /proc. */
export function peakMemory(pid: number | undefined) {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return 0
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) / 1_024
}
