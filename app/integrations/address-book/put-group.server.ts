import { and, eq, isNull, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Db } from '~/base/db/db.server'
import type { VCardVersion } from '~/data/exports/vcard-lines'
import { DavError } from '~/integrations/dav/collection.server'
import type { Device } from '~/integrations/devices/device'
import { circleInput } from '~/people/circles/circle-input.server'
import { addCircle, changeCircle } from '~/people/circles/circles.server'
import { circleObjects, circles } from '~drizzle/schema'
import { isSameText, refused } from './card.server'
import { type GroupCard, writeGroup } from './group-card.server'
import { groupKey } from './read-card.server'
import { findCircleRows } from './stored-cards.server'
import { budsByUid, ownUid, uidKey } from './uids.server'

export type SentGroup = { text: Buffer; read: GroupCard; version: VCardVersion; content: string }

const findRow = async (tx: Db, ownerId: string, id: string) => {
  const [row] = await findCircleRows(tx, ownerId, eq(circles._id, id), 1)
  if (!row) throw new DavError(404)
  return row
}

/** The fields that a group card has. Members that are no buds stay in the card. */
async function fieldsOf(tx: Db, ownerId: string, { name, members }: GroupCard) {
  const selectedBuds = [...(await budsByUid(tx, ownerId, members)).values()]
  const { data, error } = circleInput.safeParse({ Name: name, selectedBuds })
  if (error) throw refused(error.issues[0]?.message ?? '')
  return data
}

/** Creates a circle, or takes the one of this name that no device has seen. Resolves to its id. */
export async function createFromGroup(tx: Db, { ownerId }: Device, file: string, sent: SentGroup) {
  const fields = await fieldsOf(tx, ownerId, sent.read)
  const isFirst = (await tx.$count(circleObjects, eq(circleObjects.ownerId, ownerId))) === 0
  const same = await findUnseen(tx, ownerId, fields.Name)
  const _id = same?._id ?? uuid()
  if (same) {
    const stored = await budsByUid(tx, ownerId, (await findRow(tx, ownerId, _id)).members)
    const selectedBuds = [...new Set([...stored.values(), ...fields.selectedBuds])].sort()
    const { data, error } = circleInput.shape.selectedBuds.safeParse(selectedBuds)
    if (error) throw refused(error.issues[0]?.message ?? '')
    await changeCircle(tx, ownerId, _id, { selectedBuds: data })
  } else await addCircle(tx, ownerId, _id, fields)
  const { content, read } = sent
  await tx.insert(circleObjects).values({ ownerId, recordId: _id, file, uid: read.uid, content })
  // From the first group card on, all circles are given as such.
  if (isFirst)
    await tx.execute(
      sql`select mark_for_sync(owner_id, 'circle', id) from circles where owner_id = ${ownerId}`,
    )
  return _id
}

async function findUnseen(tx: Db, ownerId: string, name: string) {
  const rows = await tx
    .select({ _id: circles._id, Name: circles.Name })
    .from(circles)
    .leftJoin(
      circleObjects,
      and(eq(circleObjects.ownerId, circles.ownerId), eq(circleObjects.recordId, circles._id)),
    )
    .where(and(eq(circles.ownerId, ownerId), isNull(circleObjects.recordId)))
    .orderBy(circles._id)
  return rows.find(({ Name }) => groupKey(Name) === groupKey(name))
}

export async function changeByGroup(tx: Db, { ownerId }: Device, id: string, sent: SentGroup, file?: string) {
  const row = await findRow(tx, ownerId, id)
  const { read, content } = sent
  if (read.uid && uidKey(read.uid) !== uidKey(row.uid || ownUid(id)))
    throw new DavError(409, 'CARD:no-uid-conflict', 'The UID of a card cannot be changed')
  if (!file && isSameText(sent.text, writeGroup(row, sent.version))) return
  const { Name, selectedBuds } = await fieldsOf(tx, ownerId, read)
  await changeCircle(tx, ownerId, id, { Name, selectedBuds })
  if (row.content === content && !file) return
  const change = { content, ...(file && { file }) }
  await tx
    .insert(circleObjects)
    .values({ ownerId, recordId: id, file: row.file, ...change })
    .onConflictDoUpdate({ target: [circleObjects.ownerId, circleObjects.recordId], set: change })
}

export const isGroupGivenAsSent = async (tx: Db, ownerId: string, id: string, sent: SentGroup) =>
  isSameText(sent.text, writeGroup(await findRow(tx, ownerId, id), sent.version))
