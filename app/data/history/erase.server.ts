import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { type Db, db } from '~/base/db/db.server'
import { byOwnerAndId, idList } from '~/base/db/owned.server'
import { UserError } from '~/base/node/errors'
import { changeRows, changes, dismissedDuplicates, links, mails } from '~drizzle/schema'
import { auditedTables, ownRowTables } from './audited-tables.server'
import type { Via } from './change'
import { eraseFromImports } from './erase-imports.server'
import { type ErasedNames, namesIn, withoutNames } from './erased-names.server'
import { isUndoing, lockUndos } from './undo.server'

const { isOwn, assertFound } = byOwnerAndId('Change', changes)

/**
 * Erases a change set. Of the records that it deleted, it erases all that is left of them, unless they exist again or their
 * deletion was undone: every image in the history, their names in titles, and their rows of imports. A circle or event that
 * only lost a member is not one of these records. Returns whether it marked imports as deleted.
 */
export async function eraseChange(ownerId: string, id: string) {
  return db.transaction(async (tx) => {
    await lockUndos(tx, ownerId)
    const [change] = await tx
      .select({ undoneAt: changes.undoneAt, position: changes.position })
      .from(changes)
      .where(isOwn(ownerId, id))
      .for('update')
    const { undoneAt, position } = assertFound(change)
    if (position !== null || (await isUndoing(tx, ownerId))) throw stillInProgress()
    const gone = undoneAt === null ? await goneRecords(tx, ownerId, id) : []
    if (gone.length === 0) {
      await eraseRows(tx, ownerId, id, [])
      return { hasDiscarded: false }
    }
    const names = await findErasedNames(tx, ownerId, gone)
    const titled = await findTitled(tx, ownerId, gone)
    await eraseRows(tx, ownerId, id, gone)
    await renameChanges(tx, ownerId, titled, names)
    await eraseKept(tx, ownerId, gone)
    await eraseReferences(tx, ownerId, gone)
    const { isApplying, hasDiscarded } = await eraseFromImports(tx, ownerId, gone, names)
    if (isApplying) throw stillInProgress()
    return { hasDiscarded }
  })
}

const stillInProgress = () => new UserError(409, 'A change is still being made or undone')

const isIn = (id: SQL, ids: string[]) => sql`${id} = any(${idList(ids)})`
const budIn = (column: string) => sql`(coalesce(before, after) ->> ${sql.raw(`'${column}'`)})::uuid`
const column = { recordId: sql`record_id`, budId: budIn('bud_id'), withId: budIn('with_id') }

/** The records that a change set deleted and that do not exist. */
async function goneRecords(tx: Db, ownerId: string, id: string) {
  const existing = [...ownRowTables.values()].map(
    ({ table }) => sql`except select id from ${table} where owner_id = ${ownerId}`,
  )
  const gone = await tx.select({ id: sql<string>`id` }).from(sql`(
    select record_id as id from change_rows where owner_id = ${ownerId} and change_id = ${id}
      and ${inArray(sql`table_name`, [...ownRowTables.keys()])} and after is null
    ${sql.join(existing, sql` `)}) gone`)
  return gone.map(({ id }) => id)
}

const rowsOf = (ownerId: string, gone: string[]) =>
  and(eq(changeRows.ownerId, ownerId), or(...Object.values(column).map((id) => isIn(id, gone))))

const namedTables = [...ownRowTables].flatMap(([name, { hasMadeName }]) => (hasMadeName ? [] : [name]))

/** All names that the records have had. */
async function findErasedNames(tx: Db, ownerId: string, gone: string[]) {
  const isNamed = inArray(changeRows.table, namedTables)
  const rows = await tx
    .select({ table: changeRows.table, before: changeRows.before, after: changeRows.after })
    .from(changeRows)
    .where(and(eq(changeRows.ownerId, ownerId), isIn(column.recordId, gone), isNamed))
  return namesIn(
    rows.flatMap(({ table, before, after }) =>
      [before, after].flatMap((image) => (image ? [{ table, image }] : [])),
    ),
  )
}

/** The change sets whose title can name the records: of these, and of records that had them as members. */
async function findTitled(tx: Db, ownerId: string, gone: string[]) {
  const related = tx.selectDistinct({ id: changeRows.recordId }).from(changeRows).where(rowsOf(ownerId, gone))
  const found = await tx
    .selectDistinct({ id: changeRows.changeId })
    .from(changeRows)
    .where(and(eq(changeRows.ownerId, ownerId), inArray(changeRows.recordId, related)))
  return found.map(({ id }) => id)
}

/** Deletes the rows of the change set and those of the records. Change sets without rows disappear. */
async function eraseRows(tx: Db, ownerId: string, id: string, gone: string[]) {
  const erased = await tx
    .delete(changeRows)
    .where(
      or(
        gone.length > 0 ? rowsOf(ownerId, gone) : undefined,
        and(
          eq(changeRows.ownerId, ownerId),
          or(eq(changeRows.changeId, id), ...parts.map((part) => isOfGonePart(ownerId, id, part))),
        ),
      ),
    )
    .returning({ changeId: changeRows.changeId })
  const ids = [...new Set(erased.map(({ changeId }) => changeId))]
  const isEmpty = sql`not exists (select from change_rows
    where change_rows.owner_id = changes.owner_id and change_rows.change_id = changes.id)`
  await tx
    .delete(changes)
    .where(and(eq(changes.ownerId, ownerId), inArray(changes._id, [...ids, id]), isEmpty))
}

/** The tables whose rows are parts of records and have an id of their own: proposals and relations. */
const parts = [...auditedTables].filter(([, { field, key }]) => field !== undefined && key.includes('id'))

/** SQL condition: a row of the history is about a part that the change set deleted and that does not exist. */
const isOfGonePart = (ownerId: string, id: string, [name, { table }]: (typeof parts)[number]) =>
  sql`(table_name = ${name} and coalesce(before, after) ->> 'id' in (select before ->> 'id' from change_rows
    where owner_id = ${ownerId} and change_id = ${id} and table_name = ${name} and after is null
      and exists (select from changes where owner_id = ${ownerId} and id = ${id} and undone_at is null)
    except select id::text from ${table} where owner_id = ${ownerId}))`

async function renameChanges(tx: Db, ownerId: string, ids: string[], names: ErasedNames) {
  const isTitled = and(eq(changes.ownerId, ownerId), isIn(sql`id`, ids))
  const titled = await tx
    .select({ _id: changes._id, kind: changes.kind, name: changes.name, via: changes.via })
    .from(changes)
    .where(isTitled)
  for (const { _id, kind, ...change } of titled) {
    const { name, via } = change
    const renamed = { name: withoutNames(name, names, kind), via: via && viaWithout(via, names) }
    if (!isDeepStrictEqual(renamed, change)) await tx.update(changes).set(renamed).where(isOwn(ownerId, _id))
  }
}

/** A guest has the name of their bud, and an import that of its file. */
function viaWithout<V extends Via>(via: V, names: ErasedNames): V {
  const { kind, name } = via
  if (kind === 'guest' && names.full.has(name)) return { ...via, name: '' }
  return kind === 'import' ? { ...via, name: withoutNames(name, names, kind) } : via
}

/** Takes the records out of what undos have kept. */
async function eraseKept(tx: Db, ownerId: string, gone: string[]) {
  const isGone = isIn(sql`(record ->> '_id')::uuid`, gone)
  await tx
    .update(changes)
    .set({
      kept: sql`(select coalesce(jsonb_agg(record), '[]') from jsonb_array_elements(kept) record where not ${isGone})`,
    })
    .where(
      and(
        eq(changes.ownerId, ownerId),
        sql`exists (select from jsonb_array_elements(kept) record where ${isGone})`,
      ),
    )
}

/** Ids of the records without a foreign key, and mails about them that wait. */
async function eraseReferences(tx: Db, ownerId: string, gone: string[]) {
  const { a, b } = dismissedDuplicates
  const isPair = or(isIn(sql`${a}`, gone), isIn(sql`${b}`, gone))
  await tx.delete(dismissedDuplicates).where(and(eq(dismissedDuplicates.ownerId, ownerId), isPair))
  const names = (text: SQL) =>
    sql`exists (select from unnest(${idList(gone)}) id where position(id::text in ${text}) > 0)`
  await tx
    .delete(links)
    .where(
      and(eq(links.userId, ownerId), inArray(links.kind, ['rsvp', 'update']), names(sql`${links.about}`)),
    )
  await tx.delete(mails).where(and(eq(mails.userId, ownerId), names(sql`${mails.details}::text`)))
}
