import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePGlite } from 'drizzle-orm/pglite'
import { migrate as migratePGlite } from 'drizzle-orm/pglite/migrator'
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js'
import { migrate as migratePostgres } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { env, inMemory } from '~/http/env.server'
import * as schema from '~drizzle/schema'
import { closeToOthers } from './data-folder.server'
import { openPool } from './pool.server'

export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

/** Both are below the request timeout of 4.2 s. The server cancels a statement before the client's deadline. */
const statementDeadline = 3_700
const statementTimeout = 3_300
const migrations = { migrationsFolder: join(process.cwd(), 'drizzle/migrations') }
const migrationLock = 7_261_034
/** deadlock_detected and serialization_failure: PostgreSQL rolled back the transaction in favour of another one. */
const retryableCodes = new Set(['40P01', '40001'])
/** PostgreSQL detects a deadlock after 1 s, and the request timeout is 4.2 s. */
const maxRuns = 3
/** Below the limit of the operating system, 104 or 108 bytes. */
const maxSocketPath = 100

/** Stored on `globalThis`, because a hot reload must not open the embedded database a second time. */
const global = globalThis as { budkeeperDatabase?: ReturnType<typeof openPGlite | typeof openPostgres> }
global.budkeeperDatabase ??= env.DATABASE_URL ? openPostgres(env.DATABASE_URL) : openPGlite()

export const { db, migrateDatabase, closeDatabase } = await global.budkeeperDatabase
export const isEmbedded = !env.DATABASE_URL

async function openPGlite() {
  const isOnDisk = env.DATA_DIR !== inMemory
  if (isOnDisk) await lockFolder(env.DATA_DIR)
  const folder = join(env.DATA_DIR, 'database')
  const client = new PGlite(isOnDisk ? folder : 'memory://')
  await client.waitReady
  if (isOnDisk) closeToOthers(env.DATA_DIR)
  const db = drizzlePGlite(client, { schema })
  return {
    db: db as unknown as Db,
    migrateDatabase: async () => {
      await assertNotOutdated(db as unknown as Db, `Remove the folder ${folder} and start again`)
      await migratePGlite(db, migrations)
    },
    closeDatabase: () => client.close(),
  }
}

/**
 * Two processes would corrupt an embedded database. A socket serves as the lock, because the operating system closes it
 * when the process dies.
 */
async function lockFolder(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  closeToOthers(folder)
  const path = socketPath(realpathSync(folder))
  if (await listenOn(path)) return
  const owner = await ownerOf(path)
  if (!owner) rmSync(path, { force: true })
  if (owner || !(await listenOn(path))) {
    throw new Error(
      `DATA_DIR ${folder} is in use by ${owner ?? 'another process'}. Stop it, or set another DATA_DIR.`,
    )
  }
}

/**
 * The socket is inside the folder, so that containers that share the folder see it. If the path is too long for a
 * socket, it is in the folder for temporary files.
 */
function socketPath(folder: string) {
  const name = `budkeeper-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const path = join(folder, 'process.sock')
  return Buffer.byteLength(path) <= maxSocketPath ? path : join(tmpdir(), `${name}.sock`)
}

/** Resolves to false if the path is in use. The socket sends the process id to each client. */
function listenOn(path: string) {
  const server = createServer((socket) => socket.on('error', () => {}).end(`process ${process.pid}`))
  return new Promise<boolean>((resolve, reject) => {
    server.once('listening', () => resolve(true))
    // Also hears later errors, of connections that could not be accepted.
    server.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen(path).unref()
    process.once('exit', () => server.close())
  })
}

/** Name of the process that listens on the socket. Undefined if no process does, or if the path is not a socket. */
function ownerOf(path: string) {
  return new Promise<string | undefined>((resolve) => {
    let owner = ''
    const socket = connect(path).setTimeout(1_000, () => socket.destroy())
    socket.on('data', (text) => {
      owner += text
    })
    socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
      if (['ECONNREFUSED', 'ENOTSOCK', 'ENOENT'].includes(code)) resolve(undefined)
    })
    socket.on('close', () => resolve(owner || 'another process'))
  })
}

function openPostgres(url: string) {
  // It has mails without Postmark, and in development the secret.
  if (existsSync(env.DATA_DIR)) closeToOthers(env.DATA_DIR)
  const { client, close } = openPool(url, {
    size: env.DATABASE_POOL_SIZE,
    deadline: statementDeadline,
    settings: {
      application_name: 'budkeeper',
      statement_timeout: statementTimeout,
      idle_in_transaction_session_timeout: 10_000,
      jit: 'off',
      work_mem: '16MB',
    },
  })
  return {
    db: withTransactionRetries(drizzlePostgres(client, { schema }) as unknown as Db),
    migrateDatabase: () => migrateUnderLock(url),
    closeDatabase: close,
  }
}

/** Retries a transaction after a deadlock or a serialization failure. */
function withTransactionRetries(db: Db) {
  const transaction: Db['transaction'] = db.transaction.bind(db)
  db.transaction = async (work, config) => {
    for (let run = 1; run < maxRuns; run++) {
      try {
        return await transaction(work, config)
      } catch (error) {
        if (!isRetryable(error)) throw error
      }
    }
    return transaction(work, config)
  }
  return db
}

function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '' } = error as Error & { code?: string }
  return retryableCodes.has(code) || isRetryable(error.cause)
}

/** Processes that start at the same time migrate one after the other. */
async function migrateUnderLock(url: string) {
  const client = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 })
  try {
    await client`select pg_advisory_lock(${migrationLock})`
    const db = drizzlePostgres(client)
    await assertNotOutdated(db as unknown as Db, 'Start with an empty database')
    await migratePostgres(db, migrations)
  } finally {
    await client.end({ timeout: 5 })
  }
}

/** Throws if the database has a migration that is older than the first migration of this version. */
async function assertNotOutdated(db: Db, remedy: string) {
  const isMigrated = sql`schemaname = 'drizzle' and tablename = '__drizzle_migrations'`
  if ((await db.$count(sql`pg_tables`, isMigrated)) === 0) return
  const [oldest] = readMigrationFiles(migrations)
  if ((await db.$count(sql`drizzle.__drizzle_migrations`, sql`created_at < ${oldest?.folderMillis}`)) === 0)
    return
  throw new Error(`A development version created this database, and it cannot be migrated. ${remedy}.`)
}

/** Whether the database responds, for `/readyz`. */
export async function isDatabaseReady() {
  try {
    await db.execute(sql`select 1`)
    return true
  } catch {
    return false
  }
}
