import { existsSync, renameSync, rmSync } from 'node:fs'
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
import { env, inMemory } from '~/base/node/env.server'
import * as schema from '~drizzle/schema'
import { lockFolder } from '../../../bin/lock-folder.mjs'
import { closeToOthers } from './data-folder.server'
import { nameStatements } from './named-statements.server'
import { openPool } from './pool.server'
import { currentVia, setVia } from './via.server'

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

/** The database would keep each file open that it has read. Connections need file descriptors as well. */
const startParams = [...PGlite.defaultStartParams, '-c', 'max_files_per_process=100']

/** Stored on `globalThis`, because a hot reload must not open the embedded database a second time. */
const global = globalThis as { budkeeperDatabase?: ReturnType<typeof openPGlite | typeof openPostgres> }
global.budkeeperDatabase ??= env.DATABASE_URL ? openPostgres(env.DATABASE_URL) : openPGlite()

export const { db, migrateDatabase, closeDatabase } = await global.budkeeperDatabase
export const isEmbedded = !env.DATABASE_URL

async function openPGlite() {
  const isOnDisk = env.DATA_DIR !== inMemory
  if (isOnDisk) {
    await lockFolder(env.DATA_DIR)
    closeToOthers(env.DATA_DIR)
  }
  const folder = join(env.DATA_DIR, 'database')
  if (isOnDisk && !existsSync(folder)) await createFolder(folder)
  const client = new PGlite(isOnDisk ? folder : 'memory://', { startParams })
  await client.waitReady
  nameStatements(client)
  if (isOnDisk) closeToOthers(env.DATA_DIR)
  const db = drizzlePGlite(client, { schema })
  return {
    db: withVia(db as unknown as Db),
    migrateDatabase: async () => {
      await assertNotOutdated(db as unknown as Db, `Remove the folder ${folder} and start again`)
      await migratePGlite(db, migrations)
    },
    closeDatabase: () => client.close(),
  }
}

/** PGlite takes seconds to create a database, and cannot open one that is incomplete because the process was killed. */
async function createFolder(folder: string) {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  const client = await PGlite.create(draft)
  await client.close()
  renameSync(draft, folder)
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
    db: withTransactionRetries(withVia(drizzlePostgres(client, { schema }) as unknown as Db)),
    migrateDatabase: () => migrateUnderLock(url),
    closeDatabase: close,
  }
}

/** Tells the history who makes the changes of a transaction (`runVia`). A person needs no statement. */
function withVia(db: Db) {
  const transaction: Db['transaction'] = db.transaction.bind(db)
  db.transaction = (work, config) => {
    const via = currentVia()
    if (!via) return transaction(work, config)
    return transaction(async (tx) => {
      await tx.execute(setVia(via))
      return work(tx)
    }, config)
  }
  return db
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
