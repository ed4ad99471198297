import { and, eq, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { readId } from '~/account/accounts/session-cookie.server'
import { giveUpNumbers, keepNumbers } from '~/account/accounts/session-numbers.server'
import type { Session } from '~/account/accounts/sessions.server'
import { assertSentAgain } from '~/base/db/created.server'
import { type Db, db } from '~/base/db/db.server'
import { nested } from '~/base/db/fragments.server'
import { beginChange, byOwnerAndId } from '~/base/db/owned.server'
import {
  assertNotStale,
  type ExpectedVersion,
  isAlreadyStored,
  type Versioned,
} from '~/base/db/versions.server'
import type { Call } from '~/base/http/context.server'
import { sha256 } from '~/base/http/secret.server'
import { UserError } from '~/base/node/errors'
import { filterLength, type PlainFilter, type RuleField } from '~/people/buds/bud-filter'
import { filterOf, filterToText, isReadable } from '~/people/buds/bud-filter.server'
import { selectedBudsLimit } from '~/people/buds/bud-picker'
import type { budSortNames } from '~/people/buds/buds.server'
import { isSelectedBy } from '~/people/buds/filter-condition.server'
import { tagKey, uniteTags } from '~/people/buds/tags'
import { buds, nextVersion, smartLists, users } from '~drizzle/schema'
import { smartListLimit } from './smart-list'
import type { SmartListInput } from './smart-list-input.server'

const { assertFound, finder, isOwn, lockRow } = byOwnerAndId('List', smartLists)

type Sort = (typeof budSortNames)[number]
type SmartList = SmartListInput & { _id: string; buds: number }

export const smartListColumns = {
  _id: smartLists._id,
  name: smartLists.name,
  filter: smartLists.filter,
  sort: sql<Sort>`${smartLists.sort}`.as('sort'),
}

const findRow = finder({ ...smartListColumns, version: smartLists.version })

const stored = ({ filter, ...input }: Partial<SmartListInput>) => ({
  ...input,
  ...(filter !== undefined && { filter: filterOf(filter) as PlainFilter }),
})

/** A column with the numbers of buds of lists. Rules that cannot be read select nobody. */
function numbersOfBuds(ownerId: string, lists: { filter: PlainFilter }[]) {
  const owner = sql`(select ${ownerId}::uuid)`
  const counts = lists.map(
    ({ filter }) =>
      sql`count(*) filter (where ${isReadable(filter) ? isSelectedBy(filter, owner) : sql`false`})`,
  )
  return nested<number[]>(
    sql`(select array[${sql.join(counts, sql`, `)}]::int[] from ${buds} where ${buds.ownerId} = ${owner})`,
  )
}

/** Adds the numbers of buds, which are read once for all of the lists. */
export async function withCounts<L extends { filter: PlainFilter }>(
  ownerId: string,
  lists: L[],
  tx: Db = db,
): Promise<(L & { buds: number })[]> {
  if (lists.length === 0) return []
  const numbers = await readNumbers(ownerId, numbersOfBuds(ownerId, lists), tx)
  return lists.map((list, n) => ({ ...list, buds: numbers[n] ?? 0 }))
}

async function readNumbers(ownerId: string, numbers: SQL<number[]>, tx: Db = db) {
  const [row] = await tx.select({ numbers }).from(users).where(eq(users._id, ownerId))
  return row?.numbers ?? []
}

/** What the sidebar shows of the lists of a session, without numbers if they can't be read. */
export async function sidebarLists(call: Call, session: Session) {
  const { lists } = session
  if (lists.length === 0) return []
  const numbers = session.numbers ?? (await countFirst(call, session))
  return lists.map(({ _id, name, sort }, n) => ({ _id, name, sort, buds: numbers[n] }))
}

/** Counts lists that are new to this process, as the session's statement will from then on. */
async function countFirst(call: Call, session: Session) {
  const idHash = sha256((await readId(call)) ?? '')
  const count = numbersOfBuds(session.user._id, session.lists)
  try {
    const numbers = await readNumbers(session.user._id, count)
    keepNumbers(idHash, session, count, numbers)
    return numbers
  } catch (error) {
    giveUpNumbers(idHash, session, error)
    return []
  }
}

/** The body of `GET /lists`, by name. */
export async function listSmartLists(ownerId: string) {
  const rows = await db
    .select(smartListColumns)
    .from(smartLists)
    .where(eq(smartLists.ownerId, ownerId))
    .orderBy(sql`search_fold(${smartLists.name})`, smartLists._id)
  const lists = await withCounts(ownerId, rows)
  return { lists: lists.map((list) => ({ ...list, filter: filterToText(list.filter) })) }
}

/** A list without its number of buds. */
export async function readSmartList(ownerId: string, id: string, tx: Db = db) {
  const { filter, ...list } = await findRow(ownerId, id, tx)
  return { ...list, filter: filterToText(filter) }
}

export async function findSmartList(ownerId: string, id: string, tx: Db = db): Promise<Versioned<SmartList>> {
  const [list] = await withCounts(ownerId, [await findRow(ownerId, id, tx)], tx)
  const { filter, ...found } = assertFound(list)
  return { ...found, filter: filterToText(filter) }
}

/** Throws 409 if there are too many. */
export async function assertListRoom(tx: Db, ownerId: string) {
  if ((await tx.$count(smartLists, eq(smartLists.ownerId, ownerId))) > smartListLimit)
    throw new UserError(409, `There are ${smartListLimit} lists, the most that there can be`)
}

/** Idempotent: a repeated id returns the list created first. Throws 409 if the content is another one, or for one too many. */
export const createSmartList = (ownerId: string, input: SmartListInput, id = uuid()) =>
  db.transaction(async (tx) => {
    // Two lists at once may not both be the last one.
    await tx.select({ _id: users._id }).from(users).where(eq(users._id, ownerId)).for('no key update')
    const [there] = await tx.select({ _id: smartLists._id }).from(smartLists).where(isOwn(ownerId, id))
    if (there) {
      const list = await findSmartList(ownerId, id, tx)
      await assertSentAgain(tx, ownerId, { list }, { change: input, stored: list })
      return list
    }
    const changeId = await beginChange(tx)
    await tx.insert(smartLists).values({ ...input, ...stored(input), ownerId, _id: id } as never)
    await assertListRoom(tx, ownerId)
    return { ...(await findSmartList(ownerId, id, tx)), changeId }
  })

export const updateSmartList = (
  ownerId: string,
  id: string,
  change: Partial<SmartListInput>,
  expectedVersion?: ExpectedVersion,
): Promise<Versioned<SmartList>> =>
  db.transaction(async (tx) => {
    const { changeId } = await lockRow(tx, ownerId, id)
    const list = await readSmartList(ownerId, id, tx)
    const edit = { change, stored: list }
    if (isAlreadyStored(edit)) return findSmartList(ownerId, id, tx)
    assertNotStale({ list }, expectedVersion, edit)
    await tx
      .update(smartLists)
      .set({ ...stored(change), version: nextVersion })
      .where(isOwn(ownerId, id))
    return { ...(await findSmartList(ownerId, id, tx)), changeId }
  })

/** Resolves to the id of the change set. */
export const deleteSmartList = (ownerId: string, id: string, expectedVersion?: ExpectedVersion) =>
  db.transaction(async (tx) => {
    const { changeId } = await lockRow(tx, ownerId, id)
    if (expectedVersion != null)
      assertNotStale({ list: await readSmartList(ownerId, id, tx) }, expectedVersion)
    await tx.delete(smartLists).where(isOwn(ownerId, id))
    return changeId
  })

/**
 * The ids of the buds of a list, by name, for a plan or a form of an event. Throws 404 for a list of others, 400 for too many or
 * for rules that cannot be read.
 */
export async function budsOfSmartList(ownerId: string, id: string) {
  const { name, filter } = await findRow(ownerId, id)
  if (!isReadable(filter)) throw new UserError(400, `The rules of the list ${name} must be chosen again`)
  const rows = await db
    .select({ _id: buds._id })
    .from(buds)
    .where(and(eq(buds.ownerId, ownerId), isSelectedBy(filter, sql`(select ${ownerId}::uuid)`)))
    .orderBy(buds.nameKey, buds._id)
    .limit(selectedBudsLimit + 1)
  if (rows.length > selectedBudsLimit)
    throw new UserError(400, `${name} has more than ${selectedBudsLimit} buds, the most that can be chosen`)
  return { name, ids: rows.map(({ _id }) => _id) }
}

/** Renames a tag in the filters of lists, within the change set of the transaction. Throws 409 if one became too long. */
export const renameTagInLists = (tx: Db, ownerId: string, from: string, to: string) =>
  changeRules(tx, ownerId, 'tag', (tags) =>
    tags.some((tag) => tag !== to && tagKey(tag) === tagKey(from))
      ? uniteTags(
          tags.map((tag) => (tagKey(tag) === tagKey(from) ? to : tag)),
          [],
        )
      : tags,
  )

/** Replaces a bud that is merged into another, likewise. */
export const replaceBudInLists = (tx: Db, ownerId: string, from: string, to: string) =>
  changeRules(tx, ownerId, 'related', (ids) =>
    ids.includes(from) ? [...new Set(ids.map((id) => (id === from ? to : id)))] : ids,
  )

/** Changes the values of the rules about a field. `change` returns the same list if nothing changes. */
async function changeRules(
  tx: Db,
  ownerId: string,
  field: RuleField,
  change: (values: string[]) => string[],
) {
  const rows = await tx
    .select({ _id: smartLists._id, name: smartLists.name, filter: smartLists.filter })
    .from(smartLists)
    .where(
      and(
        eq(smartLists.ownerId, ownerId),
        sql`${smartLists.filter} @> jsonb_build_object('rules', jsonb_build_array(jsonb_build_object('field', ${field}::text)))`,
      ),
    )
    .orderBy(smartLists._id)
    .for('update')
  for (const { _id, name, filter } of rows) {
    const rules = filter.rules.map((rule) => {
      if (rule.field !== field || !Array.isArray(rule.value)) return rule
      const value = change(rule.value)
      return value === rule.value ? rule : { ...rule, value }
    })
    if (rules.every((rule, n) => rule === filter.rules[n])) continue
    const length = filterToText({ ...filter, rules }).length
    if (length > filterLength && length > filterToText(filter).length)
      throw new UserError(409, `The filter of the list ${name} would be too long`)
    await tx
      .update(smartLists)
      .set({ filter: { ...filter, rules }, version: nextVersion })
      .where(isOwn(ownerId, _id))
  }
}
