import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { type Db, db } from '~/base/db/db.server'
import { jpegOf } from '~/data/exports/vcards.server'
import { DavError } from '~/integrations/dav/collection.server'
import type { Device } from '~/integrations/devices/device'
import type { CustomField } from '~/people/buds/bud'
import { type BudInput, budInput } from '~/people/buds/bud-input.server'
import { readPhoto } from '~/people/buds/bud-photos.server'
import { addBud, changeBud } from '~/people/buds/buds.server'
import { budObjects, buds } from '~drizzle/schema'
import { isSameText, parseCard } from './card.server'
import { joinWaitingGroups, writeGroups } from './groups-of-bud.server'
import { type ReadCard, readCard } from './read-card.server'
import { type BudRow, budCard, findBudRows, isNamed, namedOf } from './stored-cards.server'
import { ownUid, uidKey } from './uids.server'

/** A card as it was sent, and what of it is stored. */
export type SentBud = {
  text: Buffer
  read: ReadCard
  /** Without the photo. */
  content: string
  /** A new photo, null without one. Undefined: the one that the bud has. */
  picture: Buffer | null | undefined
}

const isBud = (id: string) => eq(buds._id, id)

const findRow = async (tx: Db, ownerId: string, id: string) => {
  const [row] = await findBudRows(tx, ownerId, isBud(id), 1)
  if (!row) throw new DavError(404)
  return row
}

/** The photo to store. One that comes back as it was given is not encoded again. */
export async function readSentPhoto({ ownerId }: Device, file: string, photo: Uint8Array | null) {
  if (!photo) return null
  const [row] = namedOf(await findBudRows(db, ownerId, isNamed(ownerId, 'bud', buds, [file])), [file])
  const given = row?.picture && (await jpegOf(row.picture, row._id))
  return given && Buffer.compare(given, photo) === 0 ? undefined : readPhoto(ownerId, photo)
}

/** Creates a bud. Resolves to its id. */
export async function createFromCard(tx: Db, { ownerId }: Device, file: string, sent: SentBud) {
  const { read, content, picture } = sent
  const _id = uuid()
  await addBud(tx, ownerId, _id, { ...budInput.parse(read.fields), picture: picture ?? null })
  await tx.insert(budObjects).values({ ownerId, recordId: _id, file, uid: read.uid, content })
  await writeGroups(tx, ownerId, { _id, tags: [] }, [], read.groups ?? [])
  if (read.uid) await joinWaitingGroups(tx, ownerId, _id, read.uid)
  return _id
}

/** Changes a bud in what the card says otherwise than the one that would be given. */
export async function changeByCard(tx: Db, { ownerId }: Device, id: string, sent: SentBud, file?: string) {
  const row = await findRow(tx, ownerId, id)
  const { read, content } = sent
  if (read.uid && uidKey(read.uid) !== uidKey(row.uid || ownUid(id)))
    throw new DavError(409, 'CARD:no-uid-conflict', 'The UID of a card cannot be changed')
  const given = await budCard(row, read.version)
  if (!file && isSameText(sent.text, given)) return
  const base = readCard(parseCard(Buffer.from(await budCard({ ...row, picture: null }, read.version))))
  const picture = pictureOf(sent, row)
  const change = { ...changedFields(base, read, row.bud), ...(picture !== undefined && { picture }) }
  if (Object.keys(change).length > 0) await changeBud(tx, ownerId, id, change)
  if (read.groups) await writeGroups(tx, ownerId, row.bud, base.groups ?? [], read.groups)
  await writeObject(tx, ownerId, row, { content, ...(file && { file }) })
}

/** Null removes the photo that the bud has. */
function pictureOf({ picture }: SentBud, row: BudRow) {
  return picture === null && !row.picture ? undefined : picture
}

async function writeObject(
  tx: Db,
  ownerId: string,
  { _id, ...stored }: BudRow,
  change: { content: string; file?: string },
) {
  if (stored.content === change.content && !change.file) return
  await tx
    .insert(budObjects)
    .values({ ownerId, recordId: _id, file: stored.file, ...change })
    .onConflictDoUpdate({ target: [budObjects.ownerId, budObjects.recordId], set: change })
}

/** A field of the product that a client has dropped is none that it has deleted. */
function changedFields(base: ReadCard, read: ReadCard, bud: BudInput): Partial<BudInput> {
  const names = Object.keys(read.fields) as (keyof BudInput)[]
  const changed = names.filter((name) => !isDeepStrictEqual(read.fields[name], base.fields[name]))
  const fields = Object.fromEntries(changed.map((name) => [name, read.fields[name]])) as Partial<BudInput>
  const { customFields } = fields
  if (!customFields) return fields
  const { data, error } = budInput.shape.customFields.safeParse(united(bud.customFields, customFields))
  if (error) throw new DavError(403, 'CARD:valid-address-data', error.issues[0]?.message)
  return { ...fields, customFields: data }
}

/** The custom fields with the values that those of the same name have in a card, and its further ones. */
function united(stored: CustomField[], given: CustomField[]) {
  const left = [...given]
  const take = (isWanted: (field: CustomField) => boolean) => {
    const n = left.findIndex(isWanted)
    return n < 0 ? undefined : left.splice(n, 1)[0]
  }
  const same = stored.map((field) => take((one) => isDeepStrictEqual(one, field)))
  const fields = stored.map((field, n) => same[n] ?? take(({ name }) => name === field.name) ?? field)
  return [...fields, ...left]
}

/** Whether the card would be given as it was sent. */
export const isGivenAsSent = async (tx: Db, ownerId: string, id: string, sent: SentBud) =>
  isSameText(sent.text, await budCard(await findRow(tx, ownerId, id), sent.read.version))
