import { and, eq, gt } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import type { VCardVersion } from '~/data/exports/vcard-lines'
import type { Collection, StoredResource } from '~/integrations/dav/collection.server'
import type { Device } from '~/integrations/devices/device'
import {
  etagOfMark,
  lastNumber,
  listMarks,
  type Mark,
  marksSince,
} from '~/integrations/devices/sync-marks.server'
import { buds, circleObjects, circles } from '~drizzle/schema'
import { cardTypes, putCard, removeCard } from './put-card.server'
import {
  budResource,
  circleResource,
  findBudRows,
  findCircleRows,
  isNamed,
  isSynced,
  namedOf,
} from './stored-cards.server'
import { fileOf } from './uids.server'

/** The buds of an owner as an address book, and the circles as groups in it if one of the devices knows such. */
export const addressBook: Collection = {
  name: 'buds',
  kind: 'addressbook',
  displayName: 'Budkeeper',
  isReadOnly: false,
  type: 'text/vcard',
  limit: 6_000_000,
  state: (device) => lastNumber(device, cardTypes),
  list,
  changesSince,
  read,
  pages,
  put: putCard,
  remove: removeCard,
}

const hasGroups = async ({ ownerId }: Device) =>
  (
    await db
      .select({ ownerId: circleObjects.ownerId })
      .from(circleObjects)
      .where(eq(circleObjects.ownerId, ownerId))
      .limit(1)
  ).length > 0

const isCircle = ({ type }: Mark) => type === 'circle'
const nameOf = ({ recordId, file }: Mark) => fileOf({ _id: recordId, file })
const resourceOf = (mark: Mark) => ({ file: nameOf(mark), etag: etagOfMark(mark.n) })

async function list(device: Device) {
  const { marks, state } = await listMarks(device, cardTypes)
  return { resources: (await shown(device, marks)).map(resourceOf), state }
}

async function changesSince(device: Device, since: number) {
  const changes = await marksSince(device, cardTypes, since)
  if (!changes) return null
  const { changed, gone, state } = changes
  if (![...changed, ...gone].some(isCircle) || (await hasGroups(device)))
    return { changed: changed.map(resourceOf), gone: gone.map(nameOf), state }
  // Once there is no group card of a device, circles are no cards any more.
  const hadGroup = gone.some(isCircle) || changed.some((mark) => isCircle(mark) && mark.file !== '')
  const circles = hadGroup ? (await listMarks(device, ['circle'])).marks : []
  const ofBuds = changed.filter((mark) => !isCircle(mark))
  return { changed: ofBuds.map(resourceOf), gone: [...gone, ...circles].map(nameOf), state }
}

async function shown(device: Device, marks: Mark[]) {
  return !marks.some(isCircle) || (await hasGroups(device)) ? marks : marks.filter((mark) => !isCircle(mark))
}

/** Names in one statement. */
const atOnce = 100

async function read(device: Device, files: string[], version: VCardVersion) {
  const resources: StoredResource[] = []
  for (let n = 0; n < files.length; n += atOnce)
    resources.push(...(await readSome(device, files.slice(n, n + atOnce), version)))
  return resources
}

async function readSome(device: Device, files: string[], version: VCardVersion) {
  const { ownerId } = device
  const ofBuds = and(isNamed(ownerId, 'bud', buds, files), isSynced(device, 'bud', buds))
  const found = namedOf(await findBudRows(db, ownerId, ofBuds), files)
  const cards = await Promise.all(found.map((row) => budResource(row, version)))
  const names = new Set(cards.map(({ file }) => file))
  const others = files.filter((file) => !names.has(file))
  if (others.length === 0) return cards
  const ofCircles = and(isNamed(ownerId, 'circle', circles, others), isSynced(device, 'circle', circles))
  const groups = namedOf(await findCircleRows(db, ownerId, ofCircles), others)
  return [...cards, ...groups.map((row) => circleResource(row, version))]
}

const firstId = '00000000-0000-0000-0000-000000000000'

async function* pages(device: Device, version: VCardVersion) {
  const { ownerId } = device
  for (let after: string | undefined = firstId; after; ) {
    const isNext = and(gt(buds._id, after), isSynced(device, 'bud', buds))
    const rows = await findBudRows(db, ownerId, isNext, atOnce)
    if (rows.length > 0) yield Promise.all(rows.map((row) => budResource(row, version)))
    after = rows.length < atOnce ? undefined : rows.at(-1)?._id
  }
  if (!(await hasGroups(device))) return
  for (let after: string | undefined = firstId; after; ) {
    const isNext = and(gt(circles._id, after), isSynced(device, 'circle', circles))
    const rows = await findCircleRows(db, ownerId, isNext, atOnce)
    if (rows.length > 0) yield rows.map((row) => circleResource(row, version))
    after = rows.length < atOnce ? undefined : rows.at(-1)?._id
  }
}
