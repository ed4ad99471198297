import { existsSync, readFileSync } from 'node:fs'
import postgres from 'postgres'
import { createDatabase } from './create-database.mjs'

/** All of it by `npm run quality`; a part in `npm test`. */
export const isWhole = Boolean(process.env.WHOLE)

/** A database of one's own that processes can share, or undefined where no PostgreSQL was given. */
export async function sharedDatabase(name: string) {
  const server = process.env.DATABASE_URL_TEST
  if (!server) return undefined
  const own = `${name}_${process.pid}`
  return { ...connected(await createDatabase(server, own)), copy: () => copyOf(server, own) }
}

function connected(url: string) {
  const sql = postgres(url, { max: 2, onnotice: () => {} })
  return { url, sql, stop: () => sql.end() }
}

/** The same again, as it stands; nobody may be connected to what is copied. */
async function copyOf(server: string, own: string) {
  return connected(await createDatabase(server, `${own}_copy`, own))
}

/** The most memory that a process has held, in MB, as far as the system tells. */
export function peakMemory(pid: number | undefined) {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return 0
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) / 1_024
}
