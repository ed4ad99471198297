import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { assertSentAgain } from '~/base/db/created.server'
import { type Db, db } from '~/base/db/db.server'
import { listPage, recordSorts } from '~/base/db/lists.server'
import { byOwnerAndId, columnsOf } from '~/base/db/owned.server'
import {
  assertNotStale,
  type ExpectedVersion,
  isAlreadyStored,
  type Versioned,
} from '~/base/db/versions.server'
import { listSearch } from '~/base/forms/list-query'
import { fullName } from '~/people/buds/bud'
import { budNames, listedBuds, writeBuds } from '~/people/buds/selected-buds.server'
import { circleBuds, circles, nextVersion } from '~drizzle/schema'
import { circleLabels, circletypes } from './circle'
import { type Circle, type CircleInput, circleFields } from './circle-input.server'

const { isOwn, finder, lockRow } = byOwnerAndId('Circle', circles)

/** The fields of a circle that the app and the API return. */
export const circleColumns = {
  _id: circles._id,
  ...columnsOf(circles, circleFields),
  buds: budNames(circleBuds, circles),
  createdAt: circles.createdAt,
}

const versionedColumns = { ...circleColumns, version: circles.version }

/** Idempotent: a repeated id returns the circle created first; 409 if its content is another one. Stores the circle and its buds in one transaction. */
export async function createCircle(ownerId: string, input: CircleInput, id = uuid()) {
  return db.transaction(async (tx) => {
    const isNew = await addCircle(tx, ownerId, id, input)
    const circle = await findCircle(ownerId, id, tx)
    if (!isNew)
      await assertSentAgain(tx, ownerId, { circle }, editOf(circle, input), {
        table: circles,
        members: circleBuds,
      })
    return circle
  })
}

/** Creates a circle in a transaction. Resolves to whether the id is new. */
export async function addCircle(
  tx: Db,
  ownerId: string,
  id: string,
  { selectedBuds, ...fields }: CircleInput,
) {
  const [inserted] = await tx
    .insert(circles)
    .values({ ...fields, ownerId, _id: id })
    .onConflictDoNothing({ target: [circles.ownerId, circles._id] })
    .returning({ _id: circles._id })
  if (inserted) await writeBuds(tx, circleBuds, ownerId, id, selectedBuds)
  return Boolean(inserted)
}

export const findCircle = finder(versionedColumns)

export const updateCircle = (
  ownerId: string,
  id: string,
  change: Partial<CircleInput>,
  expectedVersion?: ExpectedVersion,
): Promise<Versioned<Circle>> =>
  db.transaction((tx) => changeCircle(tx, ownerId, id, change, expectedVersion))

/** Changes a circle in a transaction. */
export async function changeCircle(
  tx: Db,
  ownerId: string,
  id: string,
  change: Partial<CircleInput>,
  expectedVersion?: ExpectedVersion,
): Promise<Versioned<Circle>> {
  const { selectedBuds, ...fields } = change
  const { changeId, circle } = await lockCircle(tx, ownerId, id)
  const edit = editOf(circle, change)
  if (isAlreadyStored(edit)) return circle
  assertNotStale({ circle }, expectedVersion, edit)
  await tx
    .update(circles)
    .set({ ...fields, version: nextVersion })
    .where(isOwn(ownerId, id))
  if (selectedBuds) await writeBuds(tx, circleBuds, ownerId, id, selectedBuds)
  return { ...(await findCircle(ownerId, id, tx)), changeId }
}

/** Resolves to the id of the change set. */
export const deleteCircle = (ownerId: string, id: string, expectedVersion?: ExpectedVersion) =>
  db.transaction((tx) => removeCircle(tx, ownerId, id, expectedVersion))

/** Deletes a circle in a transaction. */
export async function removeCircle(tx: Db, ownerId: string, id: string, expectedVersion?: ExpectedVersion) {
  const { changeId, circle } = await lockCircle(tx, ownerId, id)
  assertNotStale({ circle }, expectedVersion)
  await tx.delete(circles).where(isOwn(ownerId, id))
  return changeId
}

async function lockCircle(tx: Db, ownerId: string, id: string) {
  const { changeId } = await lockRow(tx, ownerId, id)
  return { changeId, circle: await findCircle(ownerId, id, tx) }
}

function editOf({ buds, ...fields }: Circle, change: Partial<CircleInput>) {
  const selectedBuds = buds.map(({ _id }) => _id).sort()
  const milestones = fields.milestones.map(({ id: _, ...milestone }) => milestone)
  const readable = { selectedBuds: buds.map(fullName), milestones }
  return { change, stored: { ...fields, selectedBuds }, readable }
}

/** The sorts of the list with their ORDER BY. The first is the default. */
const circleSorts = {
  ...recordSorts(circles),
  circleType: [circles.Circletype, circles.nameKey, circles._id],
}

export const circleSearch = listSearch('Circletype', circleLabels.Circletype, circletypes, circleSorts)
type CircleSearch = z.infer<typeof circleSearch.strict> & { hasCounts?: boolean }

const circlePage = listPage({
  table: circles,
  columns: { ...circleColumns, ...listedBuds(circleBuds, circles) },
  type: circles.Circletype,
  sorts: circleSorts,
})

/** The body of `GET /circles` (product 7). */
export async function listCircles(ownerId: string, { Circletype: type, ...query }: CircleSearch) {
  const { rows, total, ...pages } = await circlePage({ ...query, ownerId, type })
  return { circles: rows, totalCircles: total, ...pages }
}
