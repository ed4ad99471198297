import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Db, db } from '~/db/db.server'
import { byOwnerAndId, idList, changeId as newChangeId } from '~/db/owned.server'
import { UserError } from '~/http/errors'
import { changeRows, changes } from '~drizzle/schema'
import { auditedTable, auditedTables, writableColumns } from './audited-tables.server'
import type { KeptRecord, RowImage } from './change'
import { findNames } from './record-names.server'
import { type RowChange, rowChangesOf } from './row-changes.server'
import { type CurrentRows, idOf, type Part, planUndo, type UndoPlan } from './undo-plan.server'

const { isOwn, assertFound } = byOwnerAndId('Change', changes)

type Undone = {
  /** What other changes have written since, which stays. */
  kept: KeptRecord[]
  /** The change set of the undo. Undefined if there was nothing left to take back. */
  changeId: string | undefined
}

/**
 * Takes back a change set, except for what other changes have written since. This is a change set too. Throws 404, or
 * 409 if the change set is undone already.
 */
export function undoChange(ownerId: string, id: string): Promise<Undone> {
  return db.transaction(async (tx) => {
    const { name, undoneAt } = changes
    const locked = tx.select({ name, undoneAt, changeId: newChangeId }).from(changes)
    const [change] = await locked.where(isOwn(ownerId, id)).for('update')
    const { changeId, ...undone } = assertFound(change)
    if (undone.undoneAt) throw new UserError(409, 'This change has been undone already')
    await tx.insert(changes).values({ ownerId, _id: changeId, kind: 'undo', name: undone.name, undoes: id })
    const plan = await takeBack(tx, ownerId, rowChangesOf(await findRows(tx, ownerId, id)))
    const kept = await describeKept(tx, ownerId, plan)
    if ((await findRows(tx, ownerId, changeId)).length === 0) {
      await tx.delete(changes).where(isOwn(ownerId, changeId))
      return { kept, changeId: undefined }
    }
    await markUndone(tx, ownerId, id)
    return { kept, changeId }
  })
}

/** The rows of a change set, in the order in which they were recorded. */
export function findRows(tx: Db, ownerId: string, changeId: string) {
  const { table, recordId, before, after, n } = changeRows
  return tx
    .select({ table, recordId, before, after })
    .from(changeRows)
    .where(and(eq(changeRows.ownerId, ownerId), eq(changeRows.changeId, changeId)))
    .orderBy(n)
}

/** An undone undo makes the change set that it had undone undoable again, and so on. */
async function markUndone(tx: Db, ownerId: string, id: string) {
  let next: string | null = id
  for (let isUndone = true; next; isUndone = !isUndone) {
    const [row]: { undoes: string | null }[] = await tx
      .update(changes)
      .set({ undoneAt: isUndone ? sql`clock_now()` : null })
      .where(isOwn(ownerId, next))
      .returning({ undoes: changes.undoes })
    next = row?.undoes ?? null
  }
}

async function takeBack(tx: Db, ownerId: string, rowChanges: RowChange[]) {
  const plan = planUndo(rowChanges, await lockCurrentRows(tx, ownerId, rowChanges))
  for (const [name, rows] of byTable(plan.restore)) {
    // A column that is newer than the image gets its default.
    const isKnown = (column: string) => column in (rows[0]?.before ?? {})
    const columns = columnList(writableColumns(auditedTable(name)).filter(isKnown))
    const images = JSON.stringify(rows.map(({ before }) => before))
    await tx.execute(
      sql`insert into ${sql.identifier(name)} (${columns}) select ${columns} from ${rowsFrom(name, images)}`,
    )
  }
  for (const update of plan.update) await restoreColumns(tx, ownerId, plan, update)
  for (const [name, rows] of byTable(plan.remove).reverse()) {
    for (const { key } of rows)
      await tx.execute(sql`delete from ${sql.identifier(name)} where ${hasKey(name, ownerId, key)}`)
  }
  return plan
}

/** Restores the version too if the record is as it was. Otherwise it gets a new one, if anything changes. */
async function restoreColumns(tx: Db, ownerId: string, plan: UndoPlan, update: UndoPlan['update'][number]) {
  const { change, columns, isAsBefore } = update
  const { table, recordId, key, before } = change
  const isSame = (other: RowChange) => other.recordId === recordId && other !== change
  const isTouched = columns.length > 0 || [...plan.restore, ...plan.remove].some(isSame)
  const isRestored = isAsBefore && !plan.kept.has(recordId)
  if (!isTouched && !isRestored) return
  const hasVersion = before !== null && 'version' in before
  const restored = hasVersion && isRestored ? [...columns, 'version'] : columns
  const values = restored.map((column) => sql`${sql.identifier(column)} = image.${sql.identifier(column)}`)
  if (hasVersion && !isRestored) values.push(sql`version = nextval('versions')`)
  if (values.length === 0) return
  await tx.execute(sql`update ${sql.identifier(table)} set ${sql.join(values, sql`, `)}
    from ${rowsFrom(table, JSON.stringify([before]))} image where ${hasKey(table, ownerId, key)}`)
}

/** Locks the records and reads the rows that the plan needs. */
async function lockCurrentRows(tx: Db, ownerId: string, rowChanges: RowChange[]): Promise<CurrentRows> {
  const ids = [
    ...new Set(rowChanges.flatMap(({ recordId, key }) => [recordId, ...Object.values(key)])),
  ].sort()
  const rows = new Map<string, RowImage>()
  const parts: Part[] = []
  for (const [table, { key: columns, field }] of auditedTables) {
    const isInvolved = sql.join(
      columns.map((column) => sql`${sql.identifier(column)} = any(${idList(ids)})`),
      sql` or `,
    )
    const found = await tx
      .select({ row: image })
      .from(sql`${sql.identifier(table)} t`)
      .where(sql`owner_id = ${ownerId} and (${isInvolved})`)
      .orderBy(sql.identifier(columns[0] ?? '') as unknown as SQL)
      .for('update')
    for (const { row } of found) {
      const key = Object.fromEntries(columns.map((column) => [column, row[column]]))
      rows.set(idOf({ table, key }), row)
      if (field) parts.push({ table, recordId: String(key[columns[0] ?? '']), key })
    }
  }
  return {
    row: (change) => rows.get(idOf(change)),
    partsWith: (recordId) => parts.filter(({ key }) => Object.values(key).includes(recordId)),
  }
}

/** A row as the trigger `record_change` records it. */
const image = sql<RowImage>`row_image(to_jsonb(t))`.mapWith(changeRows.before)

const columnList = (columns: string[]) => sql.join(columns.map(sql.identifier), sql`, `)

const rowsFrom = (table: string, images: string) =>
  sql`jsonb_populate_recordset(null::${sql.identifier(table)}, ${images}::jsonb)`

/** SQL condition for the row of a table with this key. */
function hasKey(table: string, ownerId: string, key: RowImage) {
  const conditions = Object.entries({ owner_id: ownerId, ...key }).map(
    ([column, id]) => sql`${sql.identifier(table)}.${sql.identifier(column)} = ${id}::uuid`,
  )
  return sql.join(conditions, sql` and `)
}

/** Groups rows by table, parents first. */
function byTable(rows: RowChange[]): [string, RowChange[]][] {
  return [...auditedTables.keys()]
    .map((name): [string, RowChange[]] => [name, rows.filter(({ table }) => table === name)])
    .filter(([, rows]) => rows.length > 0)
}

async function describeKept(tx: Db, ownerId: string, { kept }: UndoPlan): Promise<KeptRecord[]> {
  const names = await findNames(tx, ownerId, [...kept.keys()])
  return [...kept].map(([_id, { table, fields }]) => ({
    type: table.type,
    _id,
    name: names.get(_id) ?? '',
    fields: [...fields],
  }))
}
