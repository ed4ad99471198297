import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { assertSentAgain } from '~/base/db/created.server'
import { type Db, db } from '~/base/db/db.server'
import { idAfter } from '~/base/db/ids'
import { listCounts, listPage, recordSorts } from '~/base/db/lists.server'
import { beginChange, byOwnerAndId, changeId, columnsOf, placeholders } from '~/base/db/owned.server'
import {
  assertNotStale,
  type ExpectedVersion,
  isAlreadyStored,
  type Versioned,
} from '~/base/db/versions.server'
import { currentVia } from '~/base/db/via.server'
import { listSearch } from '~/base/forms/list-query'
import { buds, nextVersion } from '~drizzle/schema'
import { budtypes, neverDue } from './bud'
import { budLabels } from './bud-fields'
import { type Bud, type BudInput, budFields } from './bud-input.server'
import { photoPath, writePhoto } from './bud-photos.server'

const { assertFound, assertExists, finder, isOwn } = byOwnerAndId('Bud', buds)
export const assertBudExists = assertExists

/** Whether the owner has `count` buds. */
export const hasBuds = async (ownerId: string, count = 1) =>
  (await db.select({ _id: buds._id }).from(buds).where(eq(buds.ownerId, ownerId)).limit(count)).length ===
  count

/** A column of a bud's row in `contact_status`. */
const statusColumn = (column: 'last_contact_on' | 'due_on', name: string) =>
  sql<string | null>`(
    select ${sql.raw(column)}::text from contact_status status where status.owner_id = buds.owner_id and status.bud_id = buds.id
  )`.as(name)

/** The fields of a bud that the app and the API return. */
export const budColumns = {
  _id: buds._id,
  ...columnsOf(buds, budFields),
  photo: buds.photo,
  snoozedUntil: buds.snoozedUntil,
  lastContactOn: statusColumn('last_contact_on', 'lastContactOn'),
  dueOn: statusColumn('due_on', 'dueOn'),
  createdAt: buds.createdAt,
}

const versionedColumns = { ...budColumns, version: buds.version }

const insertInto = (tx: Db) =>
  tx
    .insert(buds)
    .values(placeholders('ownerId', '_id', ...budFields))
    .onConflictDoNothing({ target: [buds.ownerId, buds._id] })
    .returning({ createdAt: buds.createdAt, version: buds.version })
    .prepare('insert_bud')

const insertAlone = insertInto(db)

/** Who makes a change is known in transactions. A person needs none. */
const insertBud = (values: BudInput & { ownerId: string; _id: string }) =>
  currentVia() ? db.transaction((tx) => insertInto(tx).execute(values)) : insertAlone.execute(values)

/** What a new bud without a cadence has besides its input. */
const withoutHistory = { photo: null, snoozedUntil: null, lastContactOn: null, dueOn: null }

/** Idempotent: a repeated id returns the bud created first. Throws 409 if the content is another one. */
export async function createBud(
  ownerId: string,
  { picture, ...input }: NewBud,
  id = uuid(),
): Promise<Versioned<Bud>> {
  if (picture) {
    const isNew = await db.transaction((tx) => addBud(tx, ownerId, id, { ...input, picture }))
    const bud = await findBud(ownerId, id)
    if (!isNew) await assertSame(ownerId, bud, { ...input, photo: photoPath(id, picture) })
    return bud
  }
  const [stored] = await insertBud({ ...input, ownerId, _id: id })
  // A trigger derives the due day from the cadence.
  if (stored && input.cadenceDays === null) return { _id: id, ...input, ...withoutHistory, ...stored }
  const bud = await findBud(ownerId, id)
  if (!stored) await assertSame(ownerId, bud, input)
  return bud
}

/**
 * Creates several buds in one change set, and resolves to its id. Idempotent like `createBud`: their ids follow from the
 * first, and nothing is created, and there is no id, if all of them are there.
 */
export function createBuds(ownerId: string, inputs: BudInput[], firstId: string) {
  return db.transaction(async (tx) => {
    const rows = inputs.map((input, n) => ({ ...input, ownerId, _id: idAfter(firstId, n) }))
    const change = await beginChange(tx)
    const created = await tx
      .insert(buds)
      .values(rows)
      .onConflictDoNothing({ target: [buds.ownerId, buds._id] })
      .returning({ _id: buds._id })
    const ids = new Set(created.map(({ _id }) => _id))
    for (const { ownerId: _, _id, ...input } of rows)
      if (!ids.has(_id)) await assertSame(ownerId, await findBud(ownerId, _id, tx), input, tx)
    return created.length > 0 ? change : undefined
  })
}

const assertSame = (ownerId: string, bud: Versioned<Bud>, change: Record<string, unknown>, tx: Db = db) =>
  assertSentAgain(tx, ownerId, { bud }, { change, stored: bud }, { table: buds })

type NewBud = BudInput & { picture?: Buffer | null | undefined }

/** Creates a bud in a transaction. Resolves to whether the id is new. */
export async function addBud(tx: Db, ownerId: string, id: string, { picture, ...input }: NewBud) {
  const photo = picture ? photoPath(id, picture) : null
  const inserted = await tx
    .insert(buds)
    .values({ ...input, ownerId, _id: id, photo })
    .onConflictDoNothing({ target: [buds.ownerId, buds._id] })
    .returning({ _id: buds._id })
  if (picture && inserted.length > 0) await writePhoto(tx, ownerId, id, picture)
  return inserted.length > 0
}

export const findBud = finder(versionedColumns)

/** `picture` is a new photo, or null to remove the photo. */
type BudChange = Partial<BudInput> & { picture?: Buffer | null | undefined; snoozedUntil?: string | null }

export const updateBud = (
  ownerId: string,
  id: string,
  change: BudChange,
  expectedVersion?: ExpectedVersion,
): Promise<Versioned<Bud>> => db.transaction((tx) => changeBud(tx, ownerId, id, change, expectedVersion))

/** Changes a bud in a transaction. */
export async function changeBud(
  tx: Db,
  ownerId: string,
  id: string,
  { picture, ...fields }: BudChange,
  expectedVersion?: ExpectedVersion,
): Promise<Versioned<Bud>> {
  const { changeId, ...bud } = await lockBud(tx, ownerId, id)
  const photo = picture && photoPath(id, picture)
  // A new cadence begins the reminders again that 'Stop' has ended.
  const begins = typeof fields.cadenceDays === 'number' && fields.cadenceDays !== bud.cadenceDays
  const snooze = begins && bud.snoozedUntil === neverDue ? { snoozedUntil: null } : {}
  const change = { ...snooze, ...fields, ...(picture !== undefined && { photo }) }
  const edit = { change, stored: bud }
  if (isAlreadyStored(edit)) return findBud(ownerId, id, tx)
  assertNotStale({ bud }, expectedVersion, edit)
  const [stored] = await tx
    .update(buds)
    .set({ ...change, version: nextVersion })
    .where(isOwn(ownerId, id))
    .returning(versionedColumns)
  // The first row of a change set decides its kind, and this is an edit.
  if (picture !== undefined && photo !== bud.photo) await writePhoto(tx, ownerId, id, picture)
  // A trigger, which runs after the statement, derives the due day from these.
  const isDerived = 'cadenceDays' in change || 'snoozedUntil' in change
  return { ...(isDerived ? await findBud(ownerId, id, tx) : assertFound(stored)), changeId }
}

/** Also removes the bud from its circles and events. Resolves to the id of the change set. */
export const deleteBud = (ownerId: string, id: string, expectedVersion?: ExpectedVersion) =>
  db.transaction((tx) => removeBud(tx, ownerId, id, expectedVersion))

/** Deletes a bud in a transaction. */
export async function removeBud(tx: Db, ownerId: string, id: string, expectedVersion?: ExpectedVersion) {
  if (expectedVersion != null) assertNotStale({ bud: await lockBud(tx, ownerId, id) }, expectedVersion)
  const removal = tx.delete(buds).where(isOwn(ownerId, id)).returning({ changeId })
  const [deleted] = await removal.prepare('delete_bud').execute()
  return assertFound(deleted).changeId
}

async function lockBud(tx: Db, ownerId: string, id: string) {
  const locked = tx
    .select({ ...versionedColumns, changeId })
    .from(buds)
    .where(isOwn(ownerId, id))
    .for('update')
  const [bud] = await locked.prepare('lock_bud').execute()
  return assertFound(bud)
}

/** The sorts of the list with their ORDER BY. The first is the default. */
const budSorts = { ...recordSorts(buds), budType: [buds.Budtype, buds.nameKey, buds._id] }

export const budSearch = listSearch('Budtype', budLabels.Budtype, budtypes, budSorts)
type BudSearch = z.infer<typeof budSearch.strict>

const budList = {
  table: buds,
  type: buds.Budtype,
  // A search without letters finds phone numbers by their digits.
  otherTerms: ['phone_search', 'phone_start_search'].map(
    (term) => sql`(select ${sql.raw(term)}(${sql.placeholder('search')}))`,
  ),
}

const budPage = listPage({ ...budList, columns: budColumns, sorts: budSorts })
const budCounts = listCounts(budList)

/** The numbers of buds of a search by type and letter, for the screen. */
export const countBuds = (ownerId: string, { search }: BudSearch) => budCounts({ ownerId, search })

/** The body of `GET /buds` (product 7). */
export async function listBuds(ownerId: string, { Budtype: type, ...query }: BudSearch) {
  const { rows, total, ...pages } = await budPage({ ...query, ownerId, type })
  return { buds: rows, totalBuds: total, ...pages }
}
