import { and, eq, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { v7 as uuid } from 'uuid'
import type { Session } from '~/account/accounts/sessions.server'
import { assertSentAgain } from '~/base/db/created.server'
import { type Db, db } from '~/base/db/db.server'
import { beginChange, byOwnerAndId } from '~/base/db/owned.server'
import {
  assertNotStale,
  type ExpectedVersion,
  isAlreadyStored,
  type Versioned,
} from '~/base/db/versions.server'
import { sha256 } from '~/base/http/secret.server'
import { UserError } from '~/base/node/errors'
import { log } from '~/base/node/log.server'
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

/** The numbers of buds of lists, which are read once for all of them. Rules that cannot be read select nobody. */
export async function withCounts<L extends { filter: PlainFilter }>(
  ownerId: string,
  lists: L[],
  tx: Db = db,
): Promise<(L & { buds: number })[]> {
  if (lists.length === 0) return []
  const owner = sql`(select ${ownerId}::uuid)`
  const counts = lists.map(
    ({ filter }) =>
      sql`count(*) filter (where ${isReadable(filter) ? isSelectedBy(filter, owner) : sql`false`})`,
  )
  const [row] = await tx
    .select({ numbers: sql<number[]>`array[${sql.join(counts, sql`, `)}]::int[]` })
    .from(buds)
    .where(eq(buds.ownerId, owner))
  return lists.map((list, n) => ({ ...list, buds: row?.numbers[n] ?? 0 }))
}

/**
 * The numbers of the sidebar, by owner, last change and lists. At most a minute old, because not all that changes a number is a
 * last change: days pass, and an import or a device adds to a change that others have followed. If they can't be read, there
 * are none for ten seconds: that takes away no screen.
 */
const numbers = new LRUCache<string, number[], Pick<Session, 'user' | 'lists'>>({
  max: 1_000,
  ttl: 60_000,
  fetchMethod: (_key, _stale, { options, context: { user, lists } }) =>
    withCounts(user._id, lists).then(
      (counted) => counted.map(({ buds }) => buds),
      (error) => {
        log.error({ err: error }, 'numbers of lists not read')
        options.ttl = 10_000
        return []
      },
    ),
})

/** What the sidebar shows of the lists of a session. */
export async function sidebarLists({ user, lists, lastChange }: Session) {
  if (lists.length === 0) return []
  const key = sha256(JSON.stringify([user._id, lastChange, lists]))
  const counted = await numbers.forceFetch(key, { context: { user, lists } })
  return lists.map(({ _id, name, sort }, n) => ({ _id, name, sort, buds: counted[n] }))
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
