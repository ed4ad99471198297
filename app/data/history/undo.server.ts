import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { type Db, db } from '~/base/db/db.server'
import { byOwnerAndId, changeId as newChangeId } from '~/base/db/owned.server'
import { inBackground } from '~/base/node/background.server'
import { UserError } from '~/base/node/errors'
import { changeRows, changes } from '~drizzle/schema'
import type { KeptRecord } from './change'
import { continueUndo } from './large-undo.server'
import { findRows, isOfChange, rowChangesOf } from './row-changes.server'
import { describeKept, giveToDeletions, markUndone, takeBack } from './take-back.server'

const { isOwn, assertFound } = byOwnerAndId('Change', changes)

type Undone = {
  /** What other changes have written since, which stays. */
  kept: KeptRecord[]
  /** The change set of the undo. Undefined if there was nothing left to take back. */
  changeId: string | undefined
  /** The undo continues in the background. */
  isUnfinished?: boolean
}

/** A change set with more rows is undone in the background, in small transactions. */
const rowLimit = 1_000

/**
 * Takes back a change set, except for what other changes have written since. This is a change set too. Throws 404, or
 * 409 if the change set is undone already.
 */
export async function undoChange(ownerId: string, id: string): Promise<Undone> {
  const undone = await db.transaction(async (tx): Promise<Undone> => {
    await lockUndos(tx, ownerId)
    const { name, undoneAt, position } = changes
    const locked = tx.select({ name, undoneAt, position, changeId: newChangeId }).from(changes)
    const [change] = await locked.where(isOwn(ownerId, id)).for('update')
    const { changeId, ...found } = assertFound(change)
    if (found.position !== null || (await isUndoing(tx, ownerId)))
      throw new UserError(409, 'A change is still being made or undone')
    if (found.undoneAt) throw new UserError(409, 'This change has been undone already')
    const undo = { ownerId, _id: changeId, kind: 'undo', name: found.name, undoes: id } as const
    if ((await tx.$count(changeRows, isOfChange(ownerId, id))) > rowLimit) {
      await tx.insert(changes).values({ ...undo, position: 0 })
      await markUndone(tx, ownerId, id)
      return { kept: [], changeId, isUnfinished: true }
    }
    await tx.insert(changes).values(undo)
    const plan = await takeBack(tx, ownerId, rowChangesOf(await findRows(tx, ownerId, id)))
    const kept = await describeKept(tx, ownerId, plan)
    if ((await tx.$count(changeRows, isOfChange(ownerId, changeId))) === 0) {
      await tx.delete(changes).where(isOwn(ownerId, changeId))
      return { kept, changeId: undefined }
    }
    await tx.update(changes).set({ kept }).where(isOwn(ownerId, changeId))
    await giveToDeletions(tx, ownerId, plan)
    await markUndone(tx, ownerId, id)
    return { kept, changeId }
  })
  const { changeId, isUnfinished } = undone
  if (changeId && isUnfinished) inBackground('undo', () => continueUndo(ownerId, changeId))
  return undone
}

/** An undo gives links to deletions, which must not be undone or erased at the same time. */
export const lockUndos = (tx: Db, ownerId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`undos ${ownerId}`}, 0))`)

/** Whether an undo of the owner continues in the background. What it refers to must not change meanwhile. */
export async function isUndoing(tx: Db, ownerId: string) {
  const isUnfinished = and(
    eq(changes.ownerId, ownerId),
    eq(changes.kind, 'undo'),
    isNotNull(changes.position),
  )
  return (await tx.$count(changes, isUnfinished)) > 0
}
