import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '~/base/db/db.server'
import { nested } from '~/base/db/fragments.server'
import { columnsOf, idList } from '~/base/db/owned.server'
import { groups } from '~/data/exports/records.server'
import type { VCardVersion } from '~/data/exports/vcard-lines'
import { jpegOf } from '~/data/exports/vcards.server'
import type { Device } from '~/integrations/devices/device'
import { etagOfMark } from '~/integrations/devices/sync-marks.server'
import { budFields } from '~/people/buds/bud-input.server'
import {
  budObjects,
  budPhotos,
  buds,
  circleBuds,
  circleObjects,
  circles,
  deviceDeletions,
  syncMarks,
} from '~drizzle/schema'
import { membersOf, writeGroup } from './group-card.server'
import { budsByUid, fileOf, uidKey } from './uids.server'
import { writeCard } from './write-card.server'

/** The cards of an owner, with what they are written from. */

const isMarkOf = (type: 'bud' | 'circle', { ownerId, _id }: typeof buds | typeof circles) =>
  and(eq(syncMarks.ownerId, ownerId), eq(syncMarks.type, type), eq(syncMarks.recordId, _id))

/** The mark knows the name of a resource also after an undo of what the client has sent. */
const objectColumns = ({ uid, content }: typeof budObjects | typeof circleObjects) => ({
  file: sql<string>`coalesce(${syncMarks.file}, '')`,
  uid: sql<string>`coalesce(${uid}, '')`,
  content: sql<string>`coalesce(${content}, '')`,
  n: sql`coalesce(${syncMarks.n}, 0)`.mapWith(Number),
})

/** Buds by a condition, in the order of their ids. */
export const findBudRows = (tx: Db, ownerId: string, isWanted: SQL | undefined, limit = 1_000) =>
  tx
    .select({
      _id: buds._id,
      bud: { _id: buds._id, ...columnsOf(buds, budFields) },
      groups,
      picture: budPhotos.picture,
      ...objectColumns(budObjects),
    })
    .from(buds)
    .leftJoin(syncMarks, isMarkOf('bud', buds))
    .leftJoin(budObjects, and(eq(budObjects.ownerId, buds.ownerId), eq(budObjects.recordId, buds._id)))
    .leftJoin(budPhotos, and(eq(budPhotos.ownerId, buds.ownerId), eq(budPhotos.budId, buds._id)))
    .where(and(eq(buds.ownerId, ownerId), isWanted))
    .orderBy(buds._id)
    .limit(limit)

export type BudRow = Awaited<ReturnType<typeof findBudRows>>[number]

export async function budCard({ picture, ...row }: BudRow, version: VCardVersion) {
  const photo = picture && (await jpegOf(picture, row._id))
  return writeCard({ ...row, photo }, version)
}

const memberUids = nested<string[]>(sql`(
  select coalesce(json_agg(coalesce(nullif(${budObjects.uid}, ''), ${circleBuds.budId}::text) order by ${circleBuds.budId}), '[]')
  from ${circleBuds} left join ${budObjects}
    on ${budObjects.ownerId} = ${circleBuds.ownerId} and ${budObjects.recordId} = ${circleBuds.budId}
  where ${circleBuds.ownerId} = ${circles.ownerId} and ${circleBuds.recordId} = ${circles._id}
)`).as('members')

/** Circles by a condition, in the order of their ids. */
export async function findCircleRows(tx: Db, ownerId: string, isWanted: SQL | undefined, limit = 1_000) {
  const rows = await tx
    .select({ _id: circles._id, Name: circles.Name, members: memberUids, ...objectColumns(circleObjects) })
    .from(circles)
    .leftJoin(syncMarks, isMarkOf('circle', circles))
    .leftJoin(
      circleObjects,
      and(eq(circleObjects.ownerId, circles.ownerId), eq(circleObjects.recordId, circles._id)),
    )
    .where(and(eq(circles.ownerId, ownerId), isWanted))
    .orderBy(circles._id)
    .limit(limit)
  const uids = rows.flatMap(({ content }) => membersOf(content))
  const known = new Set((await budsByUid(tx, ownerId, uids)).keys())
  for (const uid of rows.flatMap(({ members }) => members)) known.add(uidKey(uid))
  return rows.map((row) => ({ ...row, known }))
}

/** SQL condition: the device has the record, and it has a number. */
export function isSynced(device: Device, type: 'bud' | 'circle', table: typeof buds | typeof circles) {
  const held = deviceDeletions
  const isHeld = sql`exists (select from ${held} where ${held.ownerId} = ${table.ownerId}
    and ${held.deviceId} = ${device._id} and ${held.type} = ${type} and ${held.recordId} = ${table._id} and ${held.isHeld})`
  return and(isNotNull(syncMarks.n), sql`not ${isHeld}`)
}

/** SQL condition: a record has one of the names of resources. `namedOf` keeps those that are called so now. */
export function isNamed(
  ownerId: string,
  type: 'bud' | 'circle',
  table: typeof buds | typeof circles,
  files: string[],
) {
  const ids = files.flatMap(
    (file) => /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.vcf$/.exec(file)?.[1] ?? [],
  )
  const ofClients = sql`select ${syncMarks.recordId} from ${syncMarks} where ${syncMarks.file} <> ''
    and ${and(eq(syncMarks.ownerId, ownerId), eq(syncMarks.type, type), inArray(syncMarks.file, files))}`
  return sql`${table._id} = any(array(${ofClients} union all select unnest(${idList(ids)})))`
}

export const namedOf = <R extends { _id: string; file: string }>(rows: R[], files: string[]) => {
  const wanted = new Set(files)
  return rows.filter((row) => wanted.has(fileOf(row)))
}

export const budResource = async (row: BudRow, version: VCardVersion) => ({
  file: fileOf(row),
  etag: etagOfMark(row.n),
  content: await budCard(row, version),
})

type CircleRow = Awaited<ReturnType<typeof findCircleRows>>[number]

export const circleResource = (row: CircleRow, version: VCardVersion) => ({
  file: fileOf(row),
  etag: etagOfMark(row.n),
  content: writeGroup(row, version),
})
