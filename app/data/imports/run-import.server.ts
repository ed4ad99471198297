import { and, eq, gt, sql } from 'drizzle-orm'
import { deleteInBatches } from '~/base/db/batches.server'
import { db } from '~/base/db/db.server'
import { ownsLease, withLease, workLease } from '~/base/db/leases.server'
import { createGate } from '~/base/http/gate.server'
import { inBackground, isStopping } from '~/base/node/background.server'
import { log } from '~/base/node/log.server'
import { isUnavailable } from '~/base/node/outage.server'
import { importFiles, importRows, imports } from '~drizzle/schema'
import { applyRows, complete } from './apply-rows.server'
import { isListed } from './delete-imports.server'
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
    .where(and(isListed, sql`state in ('reading', 'applying')`))
  const runs = active.map(({ ownerId, _id }) =>
    runImport(ownerId, _id).catch((error) => log.error({ err: error }, 'import not continued')),
  )
  await Promise.all(runs)
}

/**
 * Users take turns, with one import of each lane at a time. The dry run of a large file holds its records in memory, so
 * few run at once. The other work is written in pages, and rests after a few milliseconds.
 */
const lanes = {
  largeFiles: createGate({ atOnce: 2, forOne: 1 }),
  others: createGate({ atOnce: 20, forOne: 1 }),
}
const largeFile = 1_000_000

async function runImport(ownerId: string, id: string) {
  const key = { ownerId, _id: id }
  while (!isStopping()) {
    const lane = await laneOf(key)
    if (!lane || !(await lane.run(ownerId, () => runUnderLease(key)))) return
  }
}

/** Undefined: there is nothing to do. */
async function laneOf(key: Key) {
  const size = sql<number>`(select coalesce(sum(octet_length(content)), 0)::int from ${importFiles}
    where import_files.owner_id = ${key.ownerId} and import_files.import_id = ${key._id})`
  const [job] = await db
    .select({ state: imports.state, size })
    .from(imports)
    .where(and(isImport(key), isListed))
  if (job?.state !== 'reading' && job?.state !== 'applying') return
  return job.state === 'reading' && job.size > largeFile ? lanes.largeFiles : lanes.others
}

/** Does the work of the state. Resolves to a false value if there is none, or another process does it. */
const runUnderLease = (key: Key) =>
  withLease(leaseOf(key), workLease, async () => {
    const [job] = isStopping() ? [] : await findHeld(key)
    if (job?.state === 'reading') await readRows(job, isHeld(job)).catch((error) => endReading(job, error))
    else if (job?.state === 'applying') await applyRows(job).catch((error) => endApplying(job, error))
    return job !== undefined
  })

type Key = Pick<Import, 'ownerId' | '_id'>

const leaseOf = ({ _id }: Key) => `import:${_id}`

/** A process that has lost the lease must neither continue nor end the import, because another one has it now. */
const isHeld = (job: Key) => and(isImport(job), isListed, ownsLease(leaseOf(job)))

const findHeld = (job: Key) => db.select().from(imports).where(isHeld(job))

const isImport = ({ ownerId, _id }: Key) => and(eq(imports.ownerId, ownerId), eq(imports._id, _id))
const isRow = ({ ownerId, _id }: Import) => and(eq(importRows.ownerId, ownerId), eq(importRows.importId, _id))

/** An unexpected error ends the dry run without records. After an outage it is repeated. */
async function endReading(job: Import, error: unknown) {
  if (isUnavailable(error)) throw error
  if ((await findHeld(job)).length === 0) return
  log.error({ err: error, import: job._id }, 'import not read')
  await deleteInBatches(importRows, isRow(job))
  await db.transaction(async (tx) => {
    const ended = await tx
      .update(imports)
      .set({ state: 'ready', total: 1, done: 1 })
      .where(and(isHeld(job), eq(imports.state, 'reading')))
      .returning({ _id: imports._id })
    if (ended.length === 0) return
    const row = { line: 1, action: 'skip', reason: 'Something in the file could not be read' } as const
    await tx
      .insert(importRows)
      .values({ ...row, ownerId: job.ownerId, importId: job._id, n: 1 })
      .onConflictDoNothing()
  })
}

/** An unexpected error ends the import after the rows that are written, so that it can be undone. */
async function endApplying(job: Import, error: unknown) {
  if (isUnavailable(error)) throw error
  const isEnded = await db.transaction(async (tx) => {
    const [current] = await tx.select({ done: imports.done }).from(imports).where(isHeld(job)).for('update')
    if (!current) return false
    await tx
      .update(importRows)
      .set({ action: 'skip', reason: 'The import ended with an error before this record' })
      .where(and(isRow(job), gt(importRows.n, current.done)))
    return true
  })
  if (!isEnded) return
  log.error({ err: error, import: job._id }, 'import not completed')
  await complete(job)
}
