import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { type Db, db, isEmbedded } from '~/base/db/db.server'
import { withLease, workLease } from '~/base/db/leases.server'
import { byOwnerAndId } from '~/base/db/owned.server'
import { isStopping } from '~/base/node/background.server'
import { log } from '~/base/node/log.server'
import { pacer } from '~/base/node/pacer.server'
import { changeRows, changes } from '~drizzle/schema'
import { auditedTable } from './audited-tables.server'
import type { KeptRecord, RowImage } from './change'
import { findRows, isOfChange, rowChangesOf } from './row-changes.server'
import { describeKept, giveToDeletions, markUndone, takeBack } from './take-back.server'
import { idOf, markOf, type OtherRecords } from './undo-plan.server'

const { isOwn } = byOwnerAndId('Change', changes)

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

/**
 * Rows a transaction, at least those of one record. The embedded database lets no other query run meanwhile, which takes
 * about 20 ms.
 */
const rowsAtOnce = isEmbedded ? 18 : 200

/** The rows of the records after the first `position` rows: about `rowsAtOnce`. */
function nextRows(records: number[][], position: number) {
  const next: number[] = []
  let before = 0
  for (const record of records) {
    if (next.length >= rowsAtOnce) break
    if (before < position) before += record.length
    else next.push(...record)
  }
  return next
}

/** Takes back a large change set record by record: first those that contain buds, then the buds. */
export async function continueUndo(ownerId: string, undoId: string) {
  await withLease(`undo:${undoId}`, workLease, async () => {
    const [undo] = await db
      .select({ undoes: changes.undoes })
      .from(changes)
      .where(and(isOwn(ownerId, undoId), isNotNull(changes.position)))
    if (!undo?.undoes) return
    const { records, others } = await recordsOf(ownerId, undo.undoes)
    const yieldToRequests = pacer()
    while (!isStopping() && (await undoNext(ownerId, { undoId, id: undo.undoes, records, others })))
      await yieldToRequests()
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
    const next = nextRows(records, row.position)
    if (next.length === 0) {
      await completeUndo(tx, ownerId, undoId)
      return false
    }
    await tx.execute(sql`select set_config('budkeeper.change', ${undoId}, true)`)
    const rows = await findRows(tx, ownerId, id, next)
    const plan = await takeBack(tx, ownerId, rowChangesOf(rows), others)
    await giveToDeletions(tx, ownerId, plan)
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

/**
 * The numbers of the rows of each record of a change set. A link between two records is a row of its bud. Relations that were
 * added come before their buds, the others after them. What was taken out of a series belongs to it, and if a series was
 * changed, all events belong together.
 */
async function recordsOf(ownerId: string, id: string) {
  const withBuds = new Map<string, number[]>()
  const ofEvents = new Map<string, number[]>()
  let hasSeriesChange = false
  const ofBuds = new Map<string, number[]>()
  const [addedTies, otherTies] = [new Map<string, number[]>(), new Map<string, number[]>()]
  /** By the id of a relation. */
  const ties = new Map<string, Map<string, number[]>>()
  const others: OtherRecords = { addedParts: new Map(), added: new Set() }
  for (let last = 0; ; ) {
    const page = await db
      .select({
        n: changeRows.n,
        table: changeRows.table,
        recordId: changeRows.recordId,
        budId: sql<string | null>`coalesce(after, before) ->> 'bud_id'`,
        withId: sql<string | null>`coalesce(after, before) ->> 'with_id'`,
        partId: sql<string | null>`coalesce(after, before) ->> 'id'`,
        isAdded: sql<boolean>`before is null`,
        after: sql<RowImage | null>`case when after ? 'with_id' or after ? 'answered_at' then after end`,
        series: sql<string | null>`coalesce(after, before) ->> 'series'`,
        isSeriesChange: sql<boolean>`before is not null and after is not null
          and jsonb_exists_any(after, '{repeat,skipped,series,occurrence}')`,
      })
      .from(changeRows)
      .where(and(isOfChange(ownerId, id), gt(changeRows.n, last)))
      .orderBy(changeRows.n)
      .limit(pageSize)
    for (const {
      n,
      table,
      recordId,
      budId,
      withId,
      partId,
      isAdded,
      after,
      series,
      isSeriesChange,
    } of page) {
      const { key, field, type } = auditedTable(table)
      const hasBuds = !field && type !== 'bud'
      const ids: Record<string, string | null> = { bud_id: budId, with_id: withId, id: partId }
      const keyOfPart = Object.fromEntries(key.map((column) => [column, ids[column] ?? recordId]))
      if (isAdded && field) others.addedParts.set(idOf({ table, key: keyOfPart }), markOf({ table }, after))
      if (isAdded && hasBuds) others.added.add(recordId)
      hasSeriesChange ||= isSeriesChange
      const ofPair = ties.get(`${partId}`) ?? (isAdded ? addedTies : otherTies)
      if (withId) ties.set(`${partId}`, ofPair)
      const groups = withId ? ofPair : hasBuds ? (type === 'event' ? ofEvents : withBuds) : ofBuds
      const record = withId ? `${partId}` : hasBuds ? (series ?? recordId) : (budId ?? recordId)
      const numbers = groups.get(record)
      if (numbers) numbers.push(n)
      else groups.set(record, [n])
    }
    if (page.length < pageSize) break
    last = page.at(-1)?.n ?? 0
  }
  const events = hasSeriesChange
    ? [[...ofEvents.values()].flat().sort((a, b) => a - b)]
    : [...ofEvents.values()]
  const records = [addedTies, withBuds, events, ofBuds, otherTies].flatMap((groups) => [...groups.values()])
  return { records, others }
}
