import { and, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm'
import { type Db, db, isEmbedded } from '~/db/db.server'
import { withLease } from '~/db/leases.server'
import { byOwnerAndId, idList, changeId as newChangeId } from '~/db/owned.server'
import { inBackground, isStopping } from '~/http/background.server'
import { UserError } from '~/http/errors'
import { log } from '~/http/log.server'
import { pacer } from '~/http/pacer.server'
import { changeRows, changes } from '~drizzle/schema'
import { auditedTable, auditedTables, writableColumns } from './audited-tables.server'
import type { KeptRecord, RowImage } from './change'
import { findNames } from './record-names.server'
import { type RowChange, rowChangesOf } from './row-changes.server'
import {
  type CurrentRows,
  idOf,
  type OtherRecords,
  type Part,
  planUndo,
  type UndoPlan,
} from './undo-plan.server'

const { isOwn, assertFound } = byOwnerAndId('Change', changes)

type Undone = {
  /** What other changes have written since, which stays. */
  kept: KeptRecord[]
  /** The change set of the undo. Undefined if there was nothing left to take back. */
  changeId: string | undefined
  /** The undo continues in the background. */
  isUnfinished?: boolean
}

/** A change set with more rows is undone in the background, in small transactions. */
const rowLimit = 1_000

/**
 * Takes back a change set, except for what other changes have written since. This is a change set too. Throws 404, or
 * 409 if the change set is undone already.
 */
export async function undoChange(ownerId: string, id: string): Promise<Undone> {
  const undone = await db.transaction(async (tx): Promise<Undone> => {
    const { name, undoneAt, position } = changes
    const locked = tx.select({ name, undoneAt, position, changeId: newChangeId }).from(changes)
    const [change] = await locked.where(isOwn(ownerId, id)).for('update')
    const { changeId, ...found } = assertFound(change)
    if (found.position !== null || (await isUndoing(tx, ownerId)))
      throw new UserError(409, 'A change is still being made or undone')
    if (found.undoneAt) throw new UserError(409, 'This change has been undone already')
    const undo = { ownerId, _id: changeId, kind: 'undo', name: found.name, undoes: id } as const
    if ((await tx.$count(changeRows, isOfChange(ownerId, id))) > rowLimit) {
      await tx.insert(changes).values({ ...undo, position: 0 })
      await markUndone(tx, ownerId, id)
      return { kept: [], changeId, isUnfinished: true }
    }
    await tx.insert(changes).values(undo)
    const plan = await takeBack(tx, ownerId, rowChangesOf(await findRows(tx, ownerId, id)))
    const kept = await describeKept(tx, ownerId, plan)
    if ((await tx.$count(changeRows, isOfChange(ownerId, changeId))) === 0) {
      await tx.delete(changes).where(isOwn(ownerId, changeId))
      return { kept, changeId: undefined }
    }
    await tx.update(changes).set({ kept }).where(isOwn(ownerId, changeId))
    await markUndone(tx, ownerId, id)
    return { kept, changeId }
  })
  const { changeId, isUnfinished } = undone
  if (changeId && isUnfinished) inBackground('undo', () => continueUndo(ownerId, changeId))
  return undone
}

/** Whether an undo of the owner continues in the background. What it refers to must not change meanwhile. */
export async function isUndoing(tx: Db, ownerId: string) {
  const isUnfinished = and(
    eq(changes.ownerId, ownerId),
    eq(changes.kind, 'undo'),
    isNotNull(changes.position),
  )
  return (await tx.$count(changes, isUnfinished)) > 0
}

const isOfChange = (ownerId: string, id: string) =>
  and(eq(changeRows.ownerId, ownerId), eq(changeRows.changeId, id))

/** Continues undos that a process has left unfinished. */
export async function continueUndos() {
  const unfinished = await db
    .select({ ownerId: changes.ownerId, _id: changes._id })
    .from(changes)
    .where(and(isNotNull(changes.position), eq(changes.kind, 'undo')))
  for (const { ownerId, _id } of unfinished) {
    await continueUndo(ownerId, _id).catch((error) => log.error({ err: error }, 'undo not continued'))
  }
}

/** Rows a transaction, at least those of one record. The embedded database lets no other query run meanwhile. */
const rowsAtOnce = isEmbedded ? 20 : 200

/** The records from `position` that have about `rowsAtOnce` rows together. */
function nextRecords(records: number[][], position: number) {
  const next: number[][] = []
  for (let rows = 0; rows < rowsAtOnce; ) {
    const record = records[position + next.length]
    if (!record) break
    next.push(record)
    rows += record.length
  }
  return next
}

/** Takes back a large change set record by record: first those that contain buds, then the buds. */
async function continueUndo(ownerId: string, undoId: string) {
  await withLease(`undo:${undoId}`, { wait: 0, ttl: 30_000 }, async () => {
    const [undo] = await db
      .select({ undoes: changes.undoes })
      .from(changes)
      .where(and(isOwn(ownerId, undoId), isNotNull(changes.position)))
    if (!undo?.undoes) return
    const { records, others } = await recordsOf(ownerId, undo.undoes)
    const rest = pacer()
    while (!isStopping() && (await undoNext(ownerId, { undoId, id: undo.undoes, records, others })))
      await rest()
  })
}

type LargeUndo = { undoId: string; id: string; records: number[][]; others: OtherRecords }

/** Takes back the next records. Resolves to false if there were none, and the undo is complete. */
function undoNext(ownerId: string, { undoId, id, records, others }: LargeUndo) {
  return db.transaction(async (tx) => {
    const { position, kept } = changes
    const [row] = await tx
      .select({ position, kept })
      .from(changes)
      .where(isOwn(ownerId, undoId))
      .for('update')
    if (!row || row.position === null) return false
    const next = nextRecords(records, row.position)
    if (next.length === 0) {
      await completeUndo(tx, ownerId, undoId)
      return false
    }
    await tx.execute(sql`select set_config('budkeeper.change', ${undoId}, true)`)
    const rows = await findRows(tx, ownerId, id, next.flat())
    const plan = await takeBack(tx, ownerId, rowChangesOf(rows), others)
    await tx
      .update(changes)
      .set({
        position: row.position + next.length,
        kept: withKept(row.kept, await describeKept(tx, ownerId, plan)),
      })
      .where(isOwn(ownerId, undoId))
    return true
  })
}

/** If there was nothing to take back, the change set stays as it was. */
async function completeUndo(tx: Db, ownerId: string, undoId: string) {
  await tx.update(changes).set({ position: null }).where(isOwn(ownerId, undoId))
  if ((await tx.$count(changeRows, isOfChange(ownerId, undoId))) > 0) return
  await markUndone(tx, ownerId, undoId)
  await tx.delete(changes).where(isOwn(ownerId, undoId))
}

/** Adds kept records to a list, each of them once. */
function withKept(list: KeptRecord[], more: KeptRecord[]) {
  const kept = new Map(list.map((record) => [record._id, record]))
  for (const record of more) {
    const fields = [...(kept.get(record._id)?.fields ?? []), ...record.fields]
    kept.set(record._id, { ...record, fields: [...new Set(fields)] })
  }
  return [...kept.values()]
}

const pageSize = 2_000

/** The numbers of the rows of each record of a change set. A link between two records is a row of its bud. */
async function recordsOf(ownerId: string, id: string) {
  const containers = new Map<string, number[]>()
  const ofBuds = new Map<string, number[]>()
  const others: OtherRecords = { addedParts: new Set(), added: new Set() }
  for (let last = 0; ; ) {
    const page = await db
      .select({
        n: changeRows.n,
        table: changeRows.table,
        recordId: changeRows.recordId,
        budId: sql<string | null>`coalesce(after, before) ->> 'bud_id'`,
        isAdded: sql<boolean>`before is null`,
      })
      .from(changeRows)
      .where(and(isOfChange(ownerId, id), gt(changeRows.n, last)))
      .orderBy(changeRows.n)
      .limit(pageSize)
    for (const { n, table, recordId, budId, isAdded } of page) {
      const { key, field, type } = auditedTable(table)
      const isContainer = !field && type !== 'bud'
      if (isAdded && field)
        others.addedParts.add([table, ...(key.length > 1 ? [recordId] : []), budId].join(' '))
      if (isAdded && isContainer) others.added.add(recordId)
      const groups = isContainer ? containers : ofBuds
      const record = isContainer ? recordId : (budId ?? recordId)
      const numbers = groups.get(record)
      if (numbers) numbers.push(n)
      else groups.set(record, [n])
    }
    if (page.length < pageSize) break
    last = page.at(-1)?.n ?? 0
  }
  return { records: [...containers.values(), ...ofBuds.values()], others }
}

const numberList = (numbers: number[]) => sql`string_to_array(${numbers.join(',')}, ',')::bigint[]`

/** The rows of a change set, or those with the given numbers, in the order in which they were recorded. */
export function findRows(tx: Db, ownerId: string, changeId: string, numbers?: number[]) {
  const { table, recordId, before, after, n } = changeRows
  return tx
    .select({ table, recordId, before, after })
    .from(changeRows)
    .where(and(isOfChange(ownerId, changeId), numbers && sql`n = any(${numberList(numbers)})`))
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

async function takeBack(tx: Db, ownerId: string, rowChanges: RowChange[], others?: OtherRecords) {
  const plan = planUndo(rowChanges, await lockCurrentRows(tx, ownerId, rowChanges), others)
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
  for (const [name, rows] of byTable(plan.remove).reverse()) await removeRows(tx, ownerId, name, rows)
  return plan
}

/** In one statement, so that the triggers that derive data run once. */
async function removeRows(tx: Db, ownerId: string, name: string, rows: RowChange[]) {
  const table = sql.identifier(name)
  const keys = JSON.stringify(rows.map(({ key }) => key))
  const isSame = auditedTable(name).key.map(
    (column) => sql`${table}.${sql.identifier(column)} = removed.${sql.identifier(column)}`,
  )
  await tx.execute(sql`delete from ${table} using ${rowsFrom(name, keys)} removed
    where ${table}.owner_id = ${ownerId} and ${sql.join(isSame, sql` and `)}`)
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

/**
 * Locks the records, which other writers lock too before they write, and reads the rows that the plan needs in one
 * statement.
 */
async function lockCurrentRows(tx: Db, ownerId: string, rowChanges: RowChange[]): Promise<CurrentRows> {
  const ids = [
    ...new Set(rowChanges.flatMap(({ recordId, key }) => [recordId, ...Object.values(key)])),
  ].sort()
  const list = idList(ids)
  const types = new Set(rowChanges.map(({ table }) => auditedTable(table).type))
  const selects: SQL[] = []
  for (const [name, { type, key, field }] of auditedTables) {
    const table = sql.identifier(name)
    // A part refers to a record of its own type and to a bud.
    if (!field && (type === 'bud' || types.has(type)))
      await tx
        .select({ id: sql`id` })
        .from(table as unknown as SQL)
        .where(sql`owner_id = ${ownerId} and id = any(${list})`)
        .orderBy(sql`id`)
        .for('update')
    const isInvolved = key.map((column) => sql`${sql.identifier(column)} = any(${list})`)
    selects.push(sql`select ${name} as name, ${image} as image from ${table} t
      where owner_id = ${ownerId} and (${sql.join(isInvolved, sql` or `)})`)
  }
  const found = await tx
    .select({ name: sql<string>`name`, row: sql<RowImage>`image`.mapWith(changeRows.before) })
    .from(sql`(${sql.join(selects, sql` union all `)}) found`)
  const rows = new Map<string, RowImage>()
  const parts = new Map<string, Part[]>()
  for (const { name: table, row } of found) {
    const { key: columns, field } = auditedTable(table)
    const key = Object.fromEntries(columns.map((column) => [column, row[column]]))
    rows.set(idOf({ table, key }), row)
    if (!field) continue
    const part = { table, recordId: String(key[columns[0] ?? '']), key }
    for (const id of Object.values(key)) {
      const list = parts.get(String(id))
      if (list) list.push(part)
      else parts.set(String(id), [part])
    }
  }
  return {
    row: (change) => rows.get(idOf(change)),
    partsWith: (recordId) => parts.get(recordId) ?? [],
  }
}

/** A row as the trigger `record_change` records it. */
const image = sql`row_image(to_jsonb(t))`

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
