import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '~/base/db/db.server'
import type { Device } from '~/integrations/devices/device'
import { budObjects, buds, circleObjects, circles } from '~drizzle/schema'

/** Members of a group name the UID of a card with or without the prefix of a URN. */
export const bareUid = (uid: string) => uid.trim().replace(/^urn:uuid:/i, '')

export const uidKey = (uid: string) => bareUid(uid).toLowerCase()

/** The UID of a record that no client has given one. */
export const ownUid = (id: string) => `urn:uuid:${id}`

/** Clients write the same UUID in capital and in small letters. */
function spellings(uid: string) {
  const bare = bareUid(uid)
  return [...new Set([bare, bare.toLowerCase(), bare.toUpperCase()])].flatMap((one) => [one, ownUid(one)])
}

const isId = (text: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

const sources = {
  bud: { records: buds, objects: budObjects },
  circle: { records: circles, objects: circleObjects },
}

/** The records that have one of the UIDs. */
async function recordsWith(tx: Db, ownerId: string, type: 'bud' | 'circle', uids: string[]) {
  if (uids.length === 0) return []
  const { records, objects } = sources[type]
  const given = inArray(objects.uid, uids.flatMap(spellings))
  const ids = uids.map(bareUid).filter(isId)
  const isOwnUid = and(inArray(records._id, ids), sql`coalesce(${objects.uid}, '') = ''`)
  const rows = await tx
    .select({ _id: records._id, uid: objects.uid, file: objects.file })
    .from(records)
    .leftJoin(objects, and(eq(objects.ownerId, records.ownerId), eq(objects.recordId, records._id)))
    .where(and(eq(records.ownerId, ownerId), or(given, ids.length > 0 ? isOwnUid : undefined)))
  return rows as { _id: string; uid: string | null; file: string | null }[]
}

/** The record, bud or circle, that has a UID. */
export async function recordWithUid(tx: Db, { ownerId }: Device, uid: string) {
  for (const type of ['bud', 'circle'] as const) {
    const [row] = await recordsWith(tx, ownerId, type, [uid])
    if (row) return { type, recordId: row._id, file: fileOf(row) }
  }
}

/** The ids of buds by the keys of their UIDs. */
export async function budsByUid(tx: Db, ownerId: string, uids: string[]) {
  const rows = await recordsWith(tx, ownerId, 'bud', uids)
  return new Map(rows.map(({ _id, uid }) => [uidKey(uid || _id), _id]))
}

export const fileOf = ({ _id, file }: { _id: string; file: string | null }) => file || `${_id}.vcf`
