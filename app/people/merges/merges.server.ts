import { and, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm'
import { type Db, db } from '~/base/db/db.server'
import { beginChange, byOwnerAndId } from '~/base/db/owned.server'
import {
  assertNotStale,
  type ExpectedVersion,
  isAlreadyStored,
  type Versioned,
} from '~/base/db/versions.server'
import { UserError } from '~/base/node/errors'
import { fullName } from '~/people/buds/bud'
import type { Bud } from '~/people/buds/bud-input.server'
import { photoPath, writePhoto } from '~/people/buds/bud-photos.server'
import { findBud } from '~/people/buds/buds.server'
import type { LinkTable } from '~/people/buds/selected-buds.server'
import { replaceBudInLists } from '~/people/lists/smart-lists.server'
import { moveRelations } from '~/people/relations/united-relations.server'
import {
  budPhotos,
  buds,
  changes,
  type circleBuds,
  type circles,
  eventBuds,
  nextVersion,
  proposals,
  recordTables,
} from '~drizzle/schema'
import type { Choices } from './merge'
import type { MergeInput } from './merge-input.server'
import { mergedFields } from './merged-fields'

const { isOwn } = byOwnerAndId('Bud', buds)

/**
 * Merges the other bud into this one, as one change set (product 20.4). Throws 400 for one bud, and 404 unless both are
 * the owner's.
 */
export async function mergeBuds(
  ownerId: string,
  id: string,
  { with: otherId, fields }: MergeInput,
  expected: { a?: ExpectedVersion; b?: ExpectedVersion } = {},
): Promise<Versioned<Bud>> {
  assertDifferent(id, otherId)
  return db.transaction(async (tx) => {
    const { a, b } = await lockBuds(tx, ownerId, id, otherId)
    assertNotStale({ bud: a }, expected.a)
    assertNotStale({ bud: b }, expected.b)
    const merged = mergedFields(a, b, fields)
    const changeId = await beginChange(tx)
    await tx.insert(changes).values({ ownerId, _id: changeId, kind: 'merge', name: fullName(merged) })
    const photo = await mergePhotos(tx, ownerId, a, b, fields)
    await updateBud(tx, ownerId, a, { ...merged, photo, archivedAt: a.archivedAt && b.archivedAt })
    for (const { links } of Object.values(recordTables)) await moveLinks(tx, links, ownerId, b._id, a._id)
    await moveProposals(tx, ownerId, b._id, a._id)
    await moveRelations(tx, ownerId, b._id, a._id)
    await replaceBudInLists(tx, ownerId, b._id, a._id)
    await tx.delete(buds).where(isOwn(ownerId, b._id))
    return { ...(await findBud(ownerId, a._id, tx)), changeId }
  })
}

/** Throws 400 for one bud. */
export function assertDifferent(id: string, otherId: string) {
  const msg = 'A bud cannot be merged with itself'
  if (id.toLowerCase() === otherId.toLowerCase()) throw new UserError(400, msg, { errors: { with: [msg] } })
}

/**
 * Locks the records of the other bud before the buds, and the buds in the order of their ids, as other writers do, so that
 * no deadlock occurs.
 */
async function lockBuds(tx: Db, ownerId: string, id: string, otherId: string) {
  const areBoth = or(isOwn(ownerId, id), isOwn(ownerId, otherId))
  for (const { records, links: table } of Object.values(recordTables)) {
    const ids = tx
      .select({ _id: table.recordId })
      .from(table)
      .where(and(eq(table.ownerId, ownerId), eq(table.budId, otherId)))
    await tx
      .select({ _id: records._id })
      .from(records as typeof circles)
      .where(and(eq(records.ownerId, ownerId), inArray(records._id, ids)))
      .orderBy(records._id)
      .for('key share')
  }
  await tx.select({ _id: buds._id }).from(buds).where(areBoth).orderBy(buds._id).for('update')
  return { a: await findBud(ownerId, id, tx), b: await findBud(ownerId, otherId, tx) }
}

/** Stores the chosen photo, or else that of the other bud if this one has none. Resolves to its path. */
async function mergePhotos(tx: Db, ownerId: string, a: Bud, b: Bud, { photo: choice }: Choices) {
  if (choice === 'a' || (!choice && a.photo)) return a.photo
  const [found] = await tx
    .select({ picture: budPhotos.picture })
    .from(budPhotos)
    .where(and(eq(budPhotos.ownerId, ownerId), eq(budPhotos.budId, b._id)))
  const picture = found?.picture ?? null
  const photo = picture && photoPath(a._id, picture)
  if (photo !== a.photo) await writePhoto(tx, ownerId, a._id, picture)
  return photo
}

async function updateBud(tx: Db, ownerId: string, stored: Bud, change: Partial<Bud>) {
  if (isAlreadyStored({ change, stored })) return
  await tx
    .update(buds)
    .set({ ...change, version: nextVersion })
    .where(isOwn(ownerId, stored._id))
}

/** The links of the other bud are deleted with it. If both attend an event, the newer answer stays. */
function moveLinks(tx: Db, table: LinkTable, ownerId: string, from: string, to: string) {
  const moved = tx
    .select({ ...getTableColumns(table as typeof circleBuds), budId: sql`${to}::uuid`.as('bud_id') })
    .from(table)
    .where(and(eq(table.ownerId, ownerId), eq(table.budId, from)))
  const insert = tx.insert(table).select(moved)
  return table === eventBuds ? insert.onConflictDoUpdate(newerAnswer) : insert.onConflictDoNothing()
}

const { ownerId, recordId, budId, answer, guests, diet, note, answeredAt } = eventBuds
const newerAnswer = {
  target: [ownerId, recordId, budId],
  set: Object.fromEntries(
    Object.entries({ answer, guests, diet, note, answeredAt }).map(([field, column]) => [
      field,
      sql`excluded.${sql.identifier(column.name)}`,
    ]),
  ),
  setWhere: sql`excluded.answered_at > coalesce(${answeredAt}, '-infinity')`,
}

/** As new rows, because an update of a key is not recorded. Those of the other bud are deleted with it. */
async function moveProposals(tx: Db, ownerId: string, from: string, to: string) {
  const { _id, fields, replaces, source } = proposals
  const moved = await tx
    .select({ ownerId: proposals.ownerId, _id, fields, replaces, source })
    .from(proposals)
    .where(and(eq(proposals.ownerId, ownerId), eq(proposals.budId, from)))
  if (moved.length > 0) await tx.insert(proposals).values(moved.map((row) => ({ ...row, budId: to })))
}
