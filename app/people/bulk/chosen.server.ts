import { and, eq, sql } from 'drizzle-orm'
import { countOf } from '~/base/components/count'
import { type Db, db } from '~/base/db/db.server'
import { idList } from '~/base/db/owned.server'
import { UserError } from '~/base/node/errors'
import { fullName } from '~/people/buds/bud'
import { isListedBy } from '~/people/buds/buds.server'
import { buds } from '~drizzle/schema'
import { bulkLimit } from './bulk'
import { type Selection, tooManyBuds } from './bulk-input.server'

/** `shown`: the number of buds of the list that the user has seen. */
export type Work = { tx: Db; ownerId: string; selection: Selection; shown?: number | undefined }

const isAmong = (ownerId: string, ids: string[]) =>
  and(eq(buds.ownerId, ownerId), sql`${buds._id} = any(${idList(ids)})`)

/** The ids of the chosen buds. Throws 400 if there are too many, 404 for an id that is none of the owner's. */
export async function chosenIds(ownerId: string, selection: Selection) {
  return (await readChosen({ tx: db, ownerId, selection })).ids
}

/** A statement about the chosen buds has these as its FROM. Of too many, it reads one more than can be changed. */
function chosenBuds({ ownerId, selection }: Work) {
  const isChosen = 'ids' in selection ? isAmong(ownerId, selection.ids) : isListedBy(selection)
  return sql`(select * from ${buds} where ${isChosen} limit ${bulkLimit + 1}) ${buds}`
}

const parametersOf = ({ ownerId, selection }: Work) =>
  'ids' in selection ? {} : { ownerId, type: selection.Budtype, search: selection.search }

type Name = Pick<typeof buds.$inferSelect, 'Firstname' | 'Surname'>
const name = sql<Name>`json_build_object('Firstname', ${buds.Firstname}, 'Surname', ${buds.Surname})`

/** Throws if the list has too many buds or not those that were shown, or if not all ids are the owner's. */
function assertPossible({ selection, shown }: Work, total: number) {
  if ('ids' in selection) {
    if (total < selection.ids.length) throw new UserError(404, 'Bud not found')
    return
  }
  if (total > bulkLimit) throw new UserError(400, tooManyBuds)
  if (shown !== undefined && total !== shown)
    throw new UserError(409, `The list has ${countOf(total, 'bud')} by now. Nothing was changed`)
}

/** The number of the chosen buds, and the names of the first ones. Throws 404 for an id that is none of the owner's. */
export async function describeChosen(ownerId: string, selection: Selection, most: number) {
  const work = { tx: db, ownerId, selection }
  const first = db
    .select({ _id: sql<string>`${buds._id}`, name, total: sql<number>`(count(*) over ())::int` })
    .from(chosenBuds(work))
    .orderBy(buds.nameKey)
    .limit(most)
  const rows = await first.prepare('describe_chosen').execute(parametersOf(work))
  const total = rows[0]?.total ?? 0
  assertPossible(work, total)
  return { total, names: rows.map(({ _id, name }) => ({ _id, name: fullName(name) })) }
}

/**
 * The ids of the chosen buds that meet a condition, in order, and the name of the first one that also meets another. Throws 404
 * for an id that is none of the owner's.
 */
export async function readChosen(work: Work, condition = sql`true`, refusal = sql`false`) {
  // As one value each: mapping 10,000 rows would hold up other requests.
  const chosen = work.tx
    .select({
      total: sql<number>`count(*)::int`,
      ids: sql<string[] | null>`json_agg(${buds._id} order by ${buds._id}) filter (where ${condition})`,
      refused: sql<Name | null>`(array_agg(${name} order by ${buds._id}) filter (where ${refusal} and ${condition}))[1]`,
    })
    .from(chosenBuds(work))
  const [row] = await chosen.prepare('read_chosen').execute(parametersOf(work))
  const { total, ids, refused } = row ?? { total: 0, ids: null, refused: null }
  assertPossible(work, total)
  return { ids: ids ?? [], refused: refused && fullName(refused) }
}

/** The name of the first of these buds that there is. */
export async function nameOfFirst(tx: Db, ownerId: string, ids: string[]) {
  const { Firstname, Surname } = buds
  const [first] = await tx
    .select({ Firstname, Surname })
    .from(buds)
    .where(isAmong(ownerId, ids))
    .orderBy(buds._id)
    .limit(1)
  return first
}

/**
 * Locks buds in the order of their ids, as other writers do, which is that of `ids`. Resolves to the ids of those that there
 * are. Looked up one by one: see `updateBuds`.
 */
export async function lockBuds(tx: Db, ownerId: string, ids: string[]) {
  const rows = await tx
    .select({ _id: sql<string>`${buds._id}` })
    .from(sql`unnest(${idList(ids)}) given (key), lateral (
    select id from ${buds} where owner_id = ${ownerId} and id = given.key limit 1 for update
  ) ${buds}`)
  return rows.map(({ _id }) => _id)
}
