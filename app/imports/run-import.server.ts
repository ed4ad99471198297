import { and, eq, gt, sql } from 'drizzle-orm'
import { db } from '~/db/db.server'
import { withLease } from '~/db/leases.server'
import { inBackground, isStopping } from '~/http/background.server'
import { log } from '~/http/log.server'
import { isUnavailable } from '~/http/outage.server'
import { importRows, imports } from '~drizzle/schema'
import { applyRows, complete } from './apply-rows.server'
import { readRows } from './read-rows.server'

type Import = typeof imports.$inferSelect

/** Begins or continues the work of an import. Only one process works on it. */
export function runImportInBackground(ownerId: string, id: string) {
  inBackground('import', () => runImport(ownerId, id))
}

/** Continues imports that a process has left unfinished. */
export async function continueImports() {
  const active = await db
    .select({ ownerId: imports.ownerId, _id: imports._id })
    .from(imports)
    .where(sql`state in ('reading', 'applying')`)
  for (const { ownerId, _id } of active) {
    await runImport(ownerId, _id).catch((error) => log.error({ err: error }, 'import not continued'))
  }
}

/** The imports of this process run one after the other, because each holds its records in memory. */
let queue: Promise<unknown> = Promise.resolve()

function runImport(ownerId: string, id: string) {
  const turn = queue.catch(() => {}).then(() => runUnderLease(ownerId, id))
  queue = turn
  return turn
}

async function runUnderLease(ownerId: string, id: string) {
  await withLease(`import:${id}`, { wait: 0, ttl: 30_000 }, async () => {
    while (!isStopping()) {
      const [job] = await db
        .select()
        .from(imports)
        .where(isImport({ ownerId, _id: id }))
      if (job?.state === 'reading') await readRows(job).catch((error) => endReading(job, error))
      else if (job?.state === 'applying') await applyRows(job).catch((error) => endApplying(job, error))
      else return
    }
  })
}

const isImport = ({ ownerId, _id }: Pick<Import, 'ownerId' | '_id'>) =>
  and(eq(imports.ownerId, ownerId), eq(imports._id, _id))
const isRow = ({ ownerId, _id }: Import) => and(eq(importRows.ownerId, ownerId), eq(importRows.importId, _id))

/** An unexpected error ends the dry run without records. After an outage it is repeated. */
async function endReading(job: Import, error: unknown) {
  if (isUnavailable(error)) throw error
  log.error({ err: error, import: job._id }, 'import not read')
  await db.delete(importRows).where(isRow(job))
  await db
    .insert(importRows)
    .values({
      ownerId: job.ownerId,
      importId: job._id,
      n: 1,
      line: 1,
      action: 'skip',
      reason: 'Something in the file could not be read',
    })
    .onConflictDoNothing()
  await db
    .update(imports)
    .set({ state: 'ready', total: 1, done: 1 })
    .where(and(isImport(job), eq(imports.state, 'reading')))
}

/** An unexpected error ends the import after the rows that are written, so that it can be undone. */
async function endApplying(job: Import, error: unknown) {
  if (isUnavailable(error)) throw error
  log.error({ err: error, import: job._id }, 'import not completed')
  const [current] = await db.select({ done: imports.done }).from(imports).where(isImport(job))
  if (!current) return
  await db
    .update(importRows)
    .set({ action: 'skip', reason: 'The import ended with an error before this record' })
    .where(and(isRow(job), gt(importRows.n, current.done)))
  await complete(job)
}
