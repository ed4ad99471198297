import { setTimeout } from 'node:timers/promises'
import { and, eq, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { deleteInBatches } from '~/base/db/batches.server'
import { db } from '~/base/db/db.server'
import { inBackground } from '~/base/node/background.server'
import { importFiles, importRows, imports } from '~drizzle/schema'

/** SQL condition for the imports that are not deleted. */
export const isListed = isNull(imports.deletedAt)

/**
 * Marks the imports that meet a condition as deleted, unless they are being applied. Their rows follow in the background.
 * Resolves to their number.
 */
export async function markDeleted(condition: SQL | undefined) {
  const marked = await db
    .update(imports)
    .set({ deletedAt: sql`now()` })
    .where(and(condition, isListed, ne(imports.state, 'applying')))
    .returning({ _id: imports._id })
  return marked.length
}

export const deleteMarkedInBackground = () => inBackground('deletion of imports', deleteMarked)

/** Milliseconds. */
const patience = 2_000

/** Deletes the imports that are marked. Resolves when they are gone, or before it if one is large. */
export const deleteMarkedInTime = () =>
  Promise.race([deleteMarkedInBackground(), setTimeout(patience, undefined, { ref: false })])

/** Deletes the imports that are marked, in batches, because one can have 50,000 rows. */
async function deleteMarked() {
  const { ownerId, _id } = imports
  const marked = await db.select({ ownerId, _id }).from(imports).where(isNotNull(imports.deletedAt))
  for (const key of marked) {
    for (const table of [importFiles, importRows]) {
      const isPart = and(eq(table.ownerId, key.ownerId), eq(table.importId, key._id))
      if (!(await deleteInBatches(table, isPart))) return
    }
    await db.delete(imports).where(and(eq(ownerId, key.ownerId), eq(_id, key._id)))
  }
}

/** Days after which an import is forgotten: with its history, and before it is applied. */
const lifetimes = { applied: 90, other: 7 }

/** Deletes old imports with their files, and what a process that died has left of others. */
export async function pruneImports() {
  const isOlder = (days: number) => lt(imports.createdAt, sql`now() - ${days} * interval '1 day'`)
  await markDeleted(or(and(eq(imports.state, 'ready'), isOlder(lifetimes.other)), isOlder(lifetimes.applied)))
  await deleteMarked()
}
