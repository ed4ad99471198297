import { setTimeout } from 'node:timers/promises'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import { inBackground, isStopping } from '~/base/node/background.server'
import { UserError } from '~/base/node/errors'
import type { KeptRecord } from '~/data/history/change'
import { isUndoing, undoChange } from '~/data/history/undo.server'
import { changes } from '~drizzle/schema'
import { findDevice } from './devices.server'

/** Milliseconds after which the rest is undone behind the response. */
const patience = 2_000

type UndoneDevice = { undone: number; kept: KeptRecord[]; isUnfinished: boolean }

/**
 * Undoes the change sets of a device that it has written to since a moment, one by one and the newest first. What others have
 * changed since stays, and is named. `undone` is the number of change sets.
 */
export async function undoDevice(userId: string, id: string, since: Date): Promise<UndoneDevice> {
  const device = await findDevice(userId, id)
  if (await isUndoing(db, userId)) throw new UserError(409, 'A change is still being made or undone')
  const ids = await changesSince(userId, device._id, since)
  const result = { undone: 0, kept: new Map<string, KeptRecord>() }
  const deadline = Date.now() + patience
  for (let one = ids.shift(); one; one = ids.shift()) {
    const { isUnfinished } = await undoOne(userId, one, result)
    if (!isUnfinished && (Date.now() < deadline || ids.length === 0)) continue
    const rest = ids.splice(0)
    inBackground('undo of a device', () => undoRest(userId, rest, result))
    return { ...asResult(result), isUnfinished: true }
  }
  return { ...asResult(result), isUnfinished: false }
}

type Result = { undone: number; kept: Map<string, KeptRecord> }

const asResult = ({ undone, kept }: Result) => ({ undone, kept: [...kept.values()] })

const changesSince = async (ownerId: string, deviceId: string, since: Date) =>
  (
    await db
      .select({ _id: changes._id })
      .from(changes)
      .where(
        and(
          eq(changes.ownerId, ownerId),
          eq(changes.deviceId, deviceId),
          isNull(changes.undoneAt),
          sql`coalesce(last_at, created_at) >= ${since.toISOString()}::timestamptz`,
        ),
      )
      .orderBy(desc(changes._id))
  ).map(({ _id }) => _id)

async function undoOne(ownerId: string, id: string, result: Result) {
  try {
    const { kept, changeId, isUnfinished = false } = await undoChange(ownerId, id)
    if (changeId) result.undone += 1
    for (const record of kept) {
      const fields = [...(result.kept.get(record._id)?.fields ?? []), ...record.fields]
      result.kept.set(record._id, { ...record, fields: [...new Set(fields)] })
    }
    return { isUnfinished }
  } catch (error) {
    // Somebody has undone it meanwhile, or it was pruned.
    if (error instanceof UserError && (error.status === 404 || !(await isUndoing(db, ownerId))))
      return { isUnfinished: false }
    throw error
  }
}

const pause = 200
/** About 10 minutes. */
const maxWaits = 3_000

/** A large undo goes on in the background, and no other begins before its end. */
async function undoRest(ownerId: string, ids: string[], result: Result) {
  for (const id of ids) {
    for (let waits = 0; await isUndoing(db, ownerId); waits++) {
      if (isStopping() || waits > maxWaits) return
      await setTimeout(pause)
    }
    await undoOne(ownerId, id, result)
  }
}

/** What an undo tells the user. */
export function undoneMessage({
  undone,
  kept,
  isUnfinished,
}: Pick<UndoneDevice, 'undone' | 'isUnfinished'> & { kept: unknown[] }) {
  if (isUnfinished) return 'The changes are being undone'
  if (kept.length > 0)
    return undone > 0
      ? 'Changes undone, except for what was changed since'
      : 'Nothing was undone, because all of it was changed since'
  return undone > 0 ? 'Changes undone successfully' : 'The device has changed nothing since then'
}
