import { eq, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { clock } from '~/base/db/clock.server'
import { assertSentAgain } from '~/base/db/created.server'
import { type Db, db } from '~/base/db/db.server'
import { idAfter } from '~/base/db/ids'
import { listCondition, listPage, parameter, recordSorts } from '~/base/db/lists.server'
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
import { filterOf, filterText } from './bud-filter.server'
import { type Bud, type BudInput, budFields } from './bud-input.server'
import { photoPath, writePhoto } from './bud-photos.server'
import { budTexts } from './bud-texts.server'
import { isSelectedBy } from './filter-condition.server'
import { spelledLike } from './tags'
import { settleTags } from './tags.server'

const { assertFound, assertExists, finder, isOwn } = byOwnerAndId('Bud', buds)
export const assertBudExists = assertExists

/** Condition for the buds of lists and suggestions: those that are not archived. */
export const isListed = isNull(buds.archivedAt)

/** `isListed` for a row of another table with the id of a bud. */
export const isOfListed = (ownerId: string, budId: PgColumn) =>
  sql`not exists (select from buds where owner_id = ${ownerId} and id = ${budId} and archived_at is not null)`

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
  archivedAt: buds.archivedAt,
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
const withoutHistory = { photo: null, snoozedUntil: null, archivedAt: null, lastContactOn: null, dueOn: null }

/** Idempotent: a repeated id returns the bud created first. Throws 409 if the content is another one. */
export async function createBud(
  ownerId: string,
  { picture, ...input }: NewBud,
  id = uuid(),
): Promise<Versioned<Bud>> {
  if (picture || input.tags.length > 0) {
    const isNew = await db.transaction((tx) => addBud(tx, ownerId, id, { ...input, picture }))
    const bud = await findBud(ownerId, id)
    const photo = picture ? { photo: photoPath(id, picture) } : {}
    if (!isNew) await assertSame(ownerId, bud, { ...input, ...photo })
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
    const settled = await settleEach(tx, ownerId, inputs)
    const rows = settled.map((input, n) => ({ ...input, ownerId, _id: idAfter(firstId, n) }))
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

/** The spelling that the first of them gives a new tag is that of the others. */
async function settleEach(tx: Db, ownerId: string, inputs: BudInput[]) {
  const kinds = await settleTags(
    tx,
    ownerId,
    inputs.flatMap(({ tags }) => tags),
  )
  return inputs.map((input) => ({ ...input, tags: spelledLike(input.tags, kinds) }))
}

function assertSame(ownerId: string, bud: Versioned<Bud>, input: BudInput & { photo?: string }, tx: Db = db) {
  const change = { ...input, tags: spelledLike(input.tags, bud.tags) }
  return assertSentAgain(tx, ownerId, { bud }, { change, stored: bud }, { table: buds })
}

type NewBud = BudInput & { picture?: Buffer | null | undefined }

/** Creates a bud in a transaction. Resolves to whether the id is new. */
export async function addBud(tx: Db, ownerId: string, id: string, { picture, ...input }: NewBud) {
  const photo = picture ? photoPath(id, picture) : null
  const tags = await settleTags(tx, ownerId, input.tags)
  const inserted = await tx
    .insert(buds)
    .values({ ...input, tags, ownerId, _id: id, photo })
    .onConflictDoNothing({ target: [buds.ownerId, buds._id] })
    .returning({ _id: buds._id })
  if (picture && inserted.length > 0) await writePhoto(tx, ownerId, id, picture)
  return inserted.length > 0
}

export const findBud = finder(versionedColumns)

/** `picture` is a new photo, or null to remove the photo. */
type BudChange = Partial<BudInput> & {
  picture?: Buffer | null | undefined
  snoozedUntil?: string | null
  archivedAt?: Date | null
}

export const updateBud = (
  ownerId: string,
  id: string,
  change: BudChange,
  expectedVersion?: ExpectedVersion,
): Promise<Versioned<Bud>> => db.transaction((tx) => changeBud(tx, ownerId, id, change, expectedVersion))

/** What a trigger derives the contact status of a bud from. */
export const statusFields = ['cadenceDays', 'snoozedUntil', 'archivedAt'] as const

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
  const tags = fields.tags && { tags: await settleTags(tx, ownerId, fields.tags, bud.tags) }
  const change = { ...snooze, ...fields, ...tags, ...(picture !== undefined && { photo }) }
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
  // The trigger runs after the statement.
  const isDerived = statusFields.some((field) => field in change)
  return { ...(isDerived ? await findBud(ownerId, id, tx) : assertFound(stored)), changeId }
}

/** An archived bud stays in circles, events and history. Archiving it again changes nothing. */
export const archiveBud = (ownerId: string, id: string, expectedVersion?: ExpectedVersion) =>
  setArchived(ownerId, id, true, expectedVersion)

export const unarchiveBud = (ownerId: string, id: string, expectedVersion?: ExpectedVersion) =>
  setArchived(ownerId, id, false, expectedVersion)

const setArchived = (
  ownerId: string,
  id: string,
  isArchived: boolean,
  expectedVersion?: ExpectedVersion,
): Promise<Versioned<Bud>> =>
  db.transaction(async (tx) => {
    const { archivedAt } = await lockBud(tx, ownerId, id)
    if ((archivedAt !== null) === isArchived) return findBud(ownerId, id, tx)
    return changeBud(tx, ownerId, id, { archivedAt: isArchived ? clock.now() : null }, expectedVersion)
  })

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

export const budSortNames = Object.keys(budSorts) as [keyof typeof budSorts, ...(keyof typeof budSorts)[]]

export const budSearch = listSearch('Budtype', budLabels.Budtype, budtypes, budSorts, {
  filter: filterText.default(''),
})
type BudQuery = z.infer<typeof budSearch.strict>
export type BudSearch = Omit<BudQuery, 'filter'> & Partial<BudQuery> & { hasCounts?: boolean }

const budList = {
  table: buds,
  type: buds.Budtype,
  unsearched: isListed,
  texts: budTexts,
  // A search without letters finds phone numbers by their digits.
  otherTerms: ['phone_search', 'phone_start_search'].map(
    (term) => sql`(select ${sql.raw(term)}(${sql.placeholder('search')}))`,
  ),
}

const budPage = listPage({ ...budList, columns: budColumns, sorts: budSorts })
const budCondition = listCondition(budList)

/** The condition of a filter for a statement with the parameter `ownerId`. */
function selectionOf(filter = '') {
  const rules = filterOf(filter)
  return rules ? isSelectedBy(rules, parameter('ownerId', 'uuid')) : undefined
}

/** The body of `GET /buds` (product 7). */
export async function listBuds(ownerId: string, { Budtype: type, filter, ...query }: BudSearch) {
  const { rows, total, ...pages } = await budPage({
    ...query,
    ownerId,
    type,
    isSelected: selectionOf(filter),
  })
  return { buds: rows, totalBuds: total, ...pages }
}

/** The condition of all buds that the list shows on its pages, for a statement with the parameters of `listCondition`. */
export const isListedBy = ({
  Budtype: type,
  search,
  filter,
}: Pick<BudQuery, 'Budtype' | 'search' | 'filter'>) =>
  budCondition({ type, search, isSelected: selectionOf(filter) })
