import { and, eq } from 'drizzle-orm'
import { type Db, db } from '~/base/db/db.server'
import { UserError } from '~/base/node/errors'
import { type Conditions, DavError, type Written } from '~/integrations/dav/collection.server'
import { assertConditions } from '~/integrations/dav/conditions.server'
import type { Device } from '~/integrations/devices/device'
import { changeAs, deleteAs } from '~/integrations/devices/device-changes.server'
import {
  etagOfMark,
  findMark,
  type Mark,
  numberOf,
  takeUpHeld,
} from '~/integrations/devices/sync-marks.server'
import { removeBud } from '~/people/buds/buds.server'
import { removeCircle } from '~/people/circles/circles.server'
import { buds, circles } from '~drizzle/schema'
import { type Card, parseCard, refused, storedText } from './card.server'
import { isGroup, readGroup } from './group-card.server'
import { changeByCard, createFromCard, isGivenAsSent, readSentPhoto } from './put-bud.server'
import { changeByGroup, createFromGroup, isGroupGivenAsSent } from './put-group.server'
import { readCard } from './read-card.server'
import { recordWithUid } from './uids.server'

export const cardTypes: ('bud' | 'circle')[] = ['bud', 'circle']

const fileLength = 255

/** What a sent card does in a transaction. */
type Sent = {
  type: 'bud' | 'circle'
  uid: string
  create: (tx: Db) => Promise<string>
  /** `file` is a new name of the resource. */
  change: (tx: Db, id: string, file?: string) => Promise<void>
  isAsSent: (tx: Db, id: string) => Promise<boolean>
}

export async function putCard(
  device: Device,
  file: string,
  text: Buffer,
  conditions: Conditions,
): Promise<Written> {
  if (!file || file.length > fileLength || /[/\p{Cc}]/u.test(file))
    throw new DavError(
      403,
      undefined,
      `The name of a card must be a file name of at most ${fileLength} characters`,
    )
  return asDavError(async () => {
    const card = parseCard(text)
    const sent = isGroup(card) ? sentGroup(device, file, text, card) : await sentBud(device, file, text, card)
    return changeAs(device, (tx) => write(tx, device, file, sent, conditions))
  })
}

async function sentBud(device: Device, file: string, text: Buffer, card: Card): Promise<Sent> {
  const read = readCard(card)
  const photos = new Set(read.lines.filter(({ part }) => part === 'photo').map(({ property }) => property))
  const content = storedText(card, ({ property }) => photos.has(property))
  const sent = { text, read, content, picture: await readSentPhoto(device, file, read.photo) }
  return {
    type: 'bud',
    uid: read.uid,
    create: (tx) => createFromCard(tx, device, file, sent),
    change: (tx, id, name) => changeByCard(tx, device, id, sent, name),
    isAsSent: (tx, id) => isGivenAsSent(tx, device.ownerId, id, sent),
  }
}

function sentGroup(device: Device, file: string, text: Buffer, card: Card): Sent {
  const read = readGroup(card)
  const sent = { text, read, version: card.version, content: storedText(card, () => false) }
  return {
    type: 'circle',
    uid: read.uid,
    create: (tx) => createFromGroup(tx, device, file, sent),
    change: (tx, id, name) => changeByGroup(tx, device, id, sent, name),
    isAsSent: (tx, id) => isGroupGivenAsSent(tx, device.ownerId, id, sent),
  }
}

async function write(
  tx: Db,
  device: Device,
  file: string,
  sent: Sent,
  conditions: Conditions,
): Promise<Written> {
  const mark = await lockedMark(tx, device, file)
  assertConditions(mark && etagOfMark(mark.n), conditions)
  const known = mark ?? (await takeUpHeld(tx, device, cardTypes, file, 'vcf'))
  const id = known ? await change(tx, sent, known) : await create(tx, device, file, sent)
  const isAsSent = await sent.isAsSent(tx, id)
  const number = await numberOf(tx, device.ownerId, sent.type, id)
  return { isNew: !mark, etag: isAsSent ? etagOfMark(number) : null }
}

const findCard = (tx: Db, device: Device, file: string) => findMark(tx, device, cardTypes, file, 'vcf')

/** The mark of a card whose record is locked, as it is then: an edit on the web may have been on its way. */
async function lockedMark(tx: Db, device: Device, file: string) {
  const mark = await findCard(tx, device, file)
  if (!mark) return
  const table = mark.type === 'bud' ? buds : circles
  const isRecord = and(eq(table.ownerId, device.ownerId), eq(table._id, mark.recordId))
  await tx.select({ _id: table._id }).from(table).where(isRecord).for('update')
  return findCard(tx, device, file)
}

async function change(
  tx: Db,
  sent: Sent,
  { type, recordId }: Pick<Mark, 'type' | 'recordId'>,
  file?: string,
) {
  if (type !== sent.type) throw refused('A person cannot become a group, nor a group a person')
  await sent.change(tx, recordId, file)
  return recordId
}

/** A card whose deletion is held may come back under another name. */
async function create(tx: Db, device: Device, file: string, sent: Sent) {
  const other = sent.uid ? await recordWithUid(tx, device, sent.uid) : undefined
  if (!other) return sent.create(tx)
  const held = await takeUpHeld(tx, device, cardTypes, other.file, 'vcf')
  if (held) return change(tx, sent, held, file)
  throw new DavError(409, 'CARD:no-uid-conflict', 'Another card has this UID', other.file)
}

export function removeCard(device: Device, file: string, conditions: Conditions) {
  return asDavError(async () => {
    const find = async (tx: Db) => {
      const mark = await (tx === db ? findCard : lockedMark)(tx, device, file)
      assertConditions(mark && etagOfMark(mark.n), conditions)
      if (!mark) throw new DavError(404)
      return mark
    }
    const { type, recordId } = await find(db)
    await deleteAs(device, { type, recordId }, async (tx) => {
      await find(tx)
      await (type === 'bud' ? removeBud : removeCircle)(tx, device.ownerId, recordId)
    })
  })
}

/** What the rules of buds and circles refuse is refused to a client in its own terms. */
async function asDavError<T>(work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const { status, msg } = error
    if (status === 413) throw new DavError(403, 'CARD:max-resource-size', msg)
    throw status === 400 || status === 409 ? refused(msg) : error
  }
}
