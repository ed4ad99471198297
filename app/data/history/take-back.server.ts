import { getTableName, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '~/base/db/db.server'
import { byOwnerAndId, idList } from '~/base/db/owned.server'
import { askedAmong } from '~/events/guests/asked.server'
import { settleSeries } from '~/events/repeats/settle.server'
import { assertListRoom } from '~/people/lists/smart-lists.server'
import { changeRows, changes, events, smartLists } from '~drizzle/schema'
import { auditedTable, auditedTables, ownRowTables, writableColumns } from './audited-tables.server'
import type { KeptRecord, RowImage } from './change'
import { findNames } from './record-names.server'
import type { RowChange } from './row-changes.server'
import {
  type CurrentRows,
  idOf,
  type OtherRecords,
  type Part,
  planUndo,
  type UndoPlan,
} from './undo-plan.server'

const { isOwn } = byOwnerAndId('Change', changes)

/** Marks a change set as undone. An undone undo makes the change set that it had undone undoable again, and so on. */
export async function markUndone(tx: Db, ownerId: string, id: string) {
  let next: string | null = id
  let isUndone = true
  while (next) {
    const [row]: { undoes: string | null }[] = await tx
      .update(changes)
      .set({ undoneAt: isUndone ? sql`clock_now()` : null })
      .where(isOwn(ownerId, next))
      .returning({ undoes: changes.undoes })
    next = row?.undoes ?? null
    // Each undo flips the one below.
    isUndone = !isUndone
  }
}

export async function takeBack(tx: Db, ownerId: string, rowChanges: RowChange[], others?: OtherRecords) {
  const plan = planUndo(rowChanges, await lockCurrentRows(tx, ownerId, rowChanges), others)
  const removals = byTable(plan.remove).reverse()
  const isFirst = ([name]: [string, RowChange[]]) => auditedTable(name).once !== undefined
  // A row that comes back may be equal to one that goes.
  for (const [name, rows] of removals.filter(isFirst)) await removeRows(tx, ownerId, name, rows)
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
  for (const [name, rows] of removals.filter((removal) => !isFirst(removal)))
    await removeRows(tx, ownerId, name, rows)
  if (rowChanges.some(({ table }) => table === getTableName(events))) await settleSeries(tx, ownerId)
  // A large undo has begun already: it may not be refused in its middle.
  const bringsLists = plan.restore.some(({ table }) => table === getTableName(smartLists))
  if (bringsLists && !others) await assertListRoom(tx, ownerId)
  return plan
}

/**
 * Gives links that cannot come back to the change sets that deleted what they link, so that their undo brings the links back
 * too. More than one of these can be undone: a deletion, and the undo of a restoration.
 */
export async function giveToDeletions(tx: Db, ownerId: string, { unlinked }: UndoPlan) {
  if (unlinked.length === 0) return
  const links = unlinked.map(({ change: { recordId, ...link }, gone }) => ({
    ...link,
    record: recordId,
    gone,
  }))
  await tx.execute(sql`
    insert into change_rows (owner_id, change_id, table_name, record_id, before)
    select deleted.owner_id, deleted.change_id, link."table", link.record, link.before
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      as link ("table" text, record uuid, key jsonb, before jsonb, gone uuid[])
    join change_rows deleted on deleted.owner_id = ${ownerId} and deleted.record_id = any(link.gone)
      and ${inArray(sql`deleted.table_name`, [...ownRowTables.keys()])} and deleted.after is null
    join changes on changes.owner_id = deleted.owner_id and changes.id = deleted.change_id and undone_at is null
    where not exists (select from change_rows given
      where given.owner_id = deleted.owner_id and given.change_id = deleted.change_id
        and given.record_id = link.record and given.table_name = link."table" and given.after is null
        and given.before @> link.key)
    for key share of changes`)
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

/** Locks the records, which other writers lock too before they write, and reads the rows that the plan needs. */
async function lockCurrentRows(tx: Db, ownerId: string, rowChanges: RowChange[]): Promise<CurrentRows> {
  const ids = [
    ...new Set(
      rowChanges.flatMap((change) => [change.recordId, ...Object.values(change.key), ...seriesOf(change)]),
    ),
  ].sort()
  const list = idList(ids)
  const types = new Set(rowChanges.map(({ table }) => auditedTable(table).type))
  const found: { name: string; row: RowImage }[] = []
  const selects: SQL[] = []
  for (const [name, { type, key, field, series }] of auditedTables) {
    // A part refers to a record of its own type and to a bud, so no other record is involved.
    const involved = types.has(type)
      ? [...key, ...(series ? [series.of] : [])]
      : key.filter((column) => column === (field ? 'bud_id' : 'id'))
    const isInvolved = involved.map((column) => sql`${sql.identifier(column)} = any(${list})`)
    if (isInvolved.length === 0) continue
    const from = sql`from ${sql.identifier(name)} t where owner_id = ${ownerId} and (${sql.join(isInvolved, sql` or `)})`
    if (field) selects.push(sql`select ${name} as name, ${image} as image ${from}`)
    else if (type === 'bud' || types.has(type)) {
      const locked = tx
        .select({ row: rowImage })
        .from(sql`(select ${image} as image ${from} order by id for update) locked`)
      for (const { row } of await locked) found.push({ name, row })
    }
  }
  const parted = tx
    .select({ name: sql<string>`name`, row: rowImage })
    .from(sql`(${sql.join(selects, sql` union all `)}) parts`)
  found.push(...(await parted))
  const repeating = rowChanges.filter(({ before, after }) => before?.repeat && after?.repeat === null)
  const asked = await askedAmong(
    tx,
    ownerId,
    repeating.map(({ recordId }) => recordId),
  )
  return { ...indexRows(found), isAsked: (recordId) => asked.has(recordId) }
}

/** The ids of the series that an event was taken out of before and after a change. */
function seriesOf({ table, before, after }: RowChange) {
  const { series } = auditedTable(table)
  return [before, after].map((row) => series && row?.[series.of]).filter(Boolean)
}

function indexRows(found: { name: string; row: RowImage }[]): Omit<CurrentRows, 'isAsked'> {
  const rows = new Map<string, RowImage>()
  const parts = new Map<string, Part[]>()
  const takenOut = new Map<string, string[]>()
  for (const { name: table, row } of found) {
    const { key: columns, field, series } = auditedTable(table)
    const source = series && row[series.of]
    if (source) takenOut.set(String(source), [...(takenOut.get(String(source)) ?? []), String(row.id)])
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
    takenOutOf: (recordId) => takenOut.get(recordId) ?? [],
  }
}

/** A row as the trigger `record_change` records it. */
const image = sql`row_image(to_jsonb(t))`
const rowImage = sql<RowImage>`image`.mapWith(changeRows.before)

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

export async function describeKept(tx: Db, ownerId: string, { kept }: UndoPlan): Promise<KeptRecord[]> {
  const names = await findNames(tx, ownerId, [...kept.keys()])
  return [...kept].map(([_id, { table, fields }]) => ({
    type: table.type,
    _id,
    name: names.get(_id) ?? '',
    fields: [...fields],
  }))
}
