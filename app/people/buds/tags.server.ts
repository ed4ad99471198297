import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Db, db } from '~/base/db/db.server'
import { beginChange } from '~/base/db/owned.server'
import { UserError } from '~/base/node/errors'
import { buds, nextVersion } from '~drizzle/schema'
import { type TagKind, tagKey, tagKindLimit, uniteTags, withoutTags } from './tags'

/** Whether two tags are equal, as `tagKey` says. */
export const isSameTag = (own: SQL, tag: string) =>
  sql`lower(normalize(${own}) collate "und-x-icu") = lower(${tag.normalize()} collate "und-x-icu")`

/** Rows with tags: the condition of the index `buds_tagged`. */
const isTagged = (ownerId: string) => and(eq(buds.ownerId, ownerId), sql`${buds.tags} <> '{}'`)

/** The tags of an account with the number of their buds, by name. */
export async function listTags(ownerId: string, tx: Db = db): Promise<TagKind[]> {
  const rows = await tx
    .select({ name: sql<string>`tag`, buds: sql<number>`count(*)::int` })
    .from(sql`${buds}, unnest(${buds.tags}) tag`)
    .where(isTagged(ownerId))
    .groupBy(sql`tag`)
    .orderBy(sql`name_fold(tag), tag`)
  const kinds = new Map<string, TagKind>()
  // Two spellings can be stored by an undo.
  for (const { name, buds: count } of rows) {
    const kind = kinds.get(tagKey(name))
    if (kind) kind.buds += count
    else kinds.set(tagKey(name), { name, buds: count })
  }
  return [...kinds.values()]
}

/** The kinds of tags of an account. `dropped` are those that a bud is about to lose. */
export async function loadTagKinds(ownerId: string, tx: Db = db, dropped: readonly string[] = []) {
  const isLeft = ({ name, buds }: TagKind) => buds > 1 || !dropped.includes(name)
  const kinds = (await listTags(ownerId, tx)).filter(isLeft)
  const names = new Map(kinds.map(({ name }) => [tagKey(name), name]))
  return {
    has: (tag: string) => names.has(tagKey(tag)),
    /** Tags in the spelling that the account has. `beyond` are new ones for which there is no room. */
    spell(given: readonly string[]) {
      const tags = uniteTags(
        given.map((tag) => names.get(tagKey(tag)) ?? tag),
        [],
      )
      const isNew = (tag: string) => !names.has(tagKey(tag))
      const beyond = tags.filter(isNew).slice(tagKindLimit - names.size)
      return { tags: withoutTags(tags, beyond), beyond }
    },
    /** Tags that are written. */
    add(tags: readonly string[]) {
      for (const tag of tags) if (!names.has(tagKey(tag))) names.set(tagKey(tag), tag)
    },
  }
}

export type TagKinds = Awaited<ReturnType<typeof loadTagKinds>>

/**
 * Tags to write, in the spelling that the account has. Throws 409 if it would have too many kinds. `stored` are those of
 * the bud. Transactions with a new kind follow one another; they lock their buds before.
 */
export async function settleTags(
  tx: Db,
  ownerId: string,
  given: readonly string[],
  stored: readonly string[] = [],
) {
  if (given.every((tag) => stored.includes(tag))) return [...given]
  const kinds = await loadTagKinds(ownerId, tx)
  if (given.every(kinds.has)) return kinds.spell(given).tags
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tags ${ownerId}`}, 0))`)
  const dropped = withoutTags(stored, given)
  const { tags, beyond } = (await loadTagKinds(ownerId, tx, dropped)).spell(given)
  if (beyond.length === 0) return tags
  const msg = `An account has at most ${tagKindLimit} different tags`
  throw new UserError(409, msg, { errors: { tags: [msg] } })
}

/** Renames a tag in what else names tags, such as the filters of lists. */
type AlsoRename = (tx: Db, ownerId: string, from: string, to: string) => Promise<unknown>

const noSuchTag = () => new UserError(404, 'Tag not found')

/** Renames a tag, or unites it with another one, as one change set. Throws 404 if no bud has it. */
export const renameTag = (
  ownerId: string,
  { from, to }: { from: string; to: string },
  alsoRename: AlsoRename,
) =>
  db.transaction(async (tx) => {
    const tagged = await lockTagged(tx, ownerId, from)
    const isSpelling = tagKey(from) === tagKey(to)
    const name = isSpelling ? to : await settleRenamed(tx, ownerId, from, to)
    const changed = tagged.filter(({ tags }) => !isSpelling || !tags.includes(name))
    const renamed = ({ tags }: (typeof tagged)[number]) =>
      uniteTags(
        tags.map((tag) => (tagKey(tag) === tagKey(from) ? name : tag)),
        [],
      )
    const changeId = await writeTags(tx, ownerId, changed, renamed)
    await alsoRename(tx, ownerId, from, name)
    return { name, buds: changed.length, changeId }
  })

/** The name in the spelling of another tag that has it. The number of kinds does not grow. */
async function settleRenamed(tx: Db, ownerId: string, from: string, to: string) {
  const kinds = await listTags(ownerId, tx)
  return kinds.find(({ name }) => tagKey(name) === tagKey(to) && tagKey(name) !== tagKey(from))?.name ?? to
}

/** Removes a tag from all buds, as one change set. Throws 404 if no bud has it. */
export const deleteTag = (ownerId: string, name: string) =>
  db.transaction(async (tx) => {
    const tagged = await lockTagged(tx, ownerId, name)
    const changeId = await writeTags(tx, ownerId, tagged, ({ tags }) => withoutTags(tags, [name]))
    return { buds: tagged.length, changeId }
  })

/** Locks the buds with a tag in the order of their ids, as other writers do. */
async function lockTagged(tx: Db, ownerId: string, tag: string) {
  const rows = await tx
    .select({ _id: buds._id, tags: buds.tags })
    .from(buds)
    .where(and(isTagged(ownerId), sql`${buds.tags} && ${textArray(await spellingsOf(tx, ownerId, tag))}`))
    .orderBy(buds._id)
    .for('update')
  if (rows.length === 0) throw noSuchTag()
  return rows
}

async function spellingsOf(tx: Db, ownerId: string, wanted: string) {
  const rows = await tx
    .selectDistinct({ name: sql<string>`tag` })
    .from(sql`${buds}, unnest(${buds.tags}) tag`)
    .where(isTagged(ownerId))
  return rows.map(({ name }) => name).filter((name) => tagKey(name) === tagKey(wanted))
}

const jsonList = (values: readonly string[]) => JSON.stringify(values)
const textArray = (values: readonly string[]): SQL =>
  sql`array(select jsonb_array_elements_text(${jsonList(values)}::jsonb))`

type Tagged = { _id: string; tags: string[] }

async function writeTags<T extends Tagged>(tx: Db, ownerId: string, rows: T[], tagsOf: (row: T) => string[]) {
  if (rows.length === 0) return
  const changeId = await beginChange(tx)
  const content = jsonList(rows.map((row) => JSON.stringify({ id: row._id, tags: tagsOf(row) })))
  await tx
    .update(buds)
    .set({ tags: sql`array(select jsonb_array_elements_text(changed.row -> 'tags'))`, version: nextVersion })
    .from(sql`(select item::jsonb as row from jsonb_array_elements_text(${content}::jsonb) item) changed`)
    .where(and(eq(buds.ownerId, ownerId), sql`${buds._id} = (changed.row ->> 'id')::uuid`))
  return changeId
}
