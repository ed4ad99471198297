import { and, desc, eq, inArray, isNull, lt, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { deleteInBatches } from '~/base/db/batches.server'
import { clock } from '~/base/db/clock.server'
import { db, isEmbedded } from '~/base/db/db.server'
import { nested } from '~/base/db/fragments.server'
import { byOwnerAndId } from '~/base/db/owned.server'
import { pagesOf } from '~/base/db/pages'
import { listQuery } from '~/base/forms/list-query'
import { isStopping } from '~/base/node/background.server'
import { day } from '~/base/node/durations'
import { pacer } from '~/base/node/pacer.server'
import { changeRows, changes } from '~drizzle/schema'
import { type Change, type ChangeKind, historyDays, importHistoryDays, titleOf, type Via } from './change'
import { describeRecords } from './changed-records.server'
import { findRows, rowChangesOf } from './row-changes.server'

const { isOwn, assertFound } = byOwnerAndId('Change', changes)

/** `type=deleted` selects the deletions that are not undone, and `of` the change sets of one record. */
export const changeQuery = listQuery(
  {
    type: z
      .string()
      .refine((type): boolean => type === 'deleted', 'type must be deleted')
      .meta({ enum: ['deleted'] })
      .default(''),
    of: z.guid({ error: 'of must be an id' }).default(''),
  },
  { screen: 20 },
)
export type ChangeQuery = z.infer<typeof changeQuery.strict>

/** The body of `GET /changes`, newest first (product 16.2), or what a device has changed. */
export async function listChanges(
  ownerId: string,
  { type, of, page, limit }: ChangeQuery,
  deviceId?: string,
) {
  // Hides the parameter, so that PostgreSQL uses a generic plan, which reads the index and not the table (decisions 3.3).
  const isOwner = eq(changes.ownerId, sql`(select ${ownerId}::uuid)`)
  const changesOfRecord = db
    .select({ id: changeRows.changeId })
    .from(changeRows)
    .where(and(eq(changeRows.ownerId, ownerId), eq(changeRows.recordId, of)))
  const isListed = and(
    isOwner,
    type === 'deleted' ? and(eq(changes.kind, 'delete'), isNull(changes.undoneAt)) : undefined,
    of ? inArray(changes._id, changesOfRecord) : undefined,
    deviceId ? eq(changes.deviceId, deviceId) : undefined,
  )
  const total = await db.$count(changes, isListed)
  const before = (page - 1) * limit
  const order = fromNearerEnd(before, total - before - limit, limit)
  const ids = db
    .select({ id: changes._id })
    .from(changes)
    .where(isListed)
    .orderBy(order.by)
    .limit(order.limit)
    .offset(order.offset)
  const rows =
    before < total
      ? await db
          .select(changeColumns)
          .from(changes)
          .where(and(isOwner, inArray(changes._id, ids)))
          .orderBy(desc(changes._id))
      : []
  return {
    changes: rows.map(asChange),
    totalChanges: total,
    ...pagesOf(total, { page, limit }),
  }
}

/** Reads from the nearer end, because the rows that OFFSET skips are read too. */
const fromNearerEnd = (before: number, after: number, limit: number) =>
  before <= after
    ? { by: desc(changes._id), limit, offset: before }
    : { by: changes._id, limit: Math.min(limit, limit + after), offset: Math.max(after, 0) }

/** The name of the record of a change set. Empty without one. */
export async function nameOfChange(ownerId: string, id: string) {
  const [row] = await db.select({ name: changes.name }).from(changes).where(isOwn(ownerId, id))
  return row?.name ?? ''
}

const changeColumns = {
  _id: changes._id,
  kind: changes.kind,
  undoneKind: sql<ChangeKind | null>`(
    select kind from changes undone where undone.owner_id = changes.owner_id and undone.id = changes.undoes
  )`,
  name: changes.name,
  createdAt: changes.createdAt,
  undoneAt: changes.undoneAt,
  via: changes.via,
  rows: db.$count(
    changeRows,
    and(eq(changeRows.ownerId, changes.ownerId), eq(changeRows.changeId, changes._id)),
  ),
}

type Row = Omit<Change, 'title' | 'via'> & { undoneKind: ChangeKind | null; name: string; via: Via | null }

function asChange({ undoneKind, name, via, ...change }: Row): Change {
  const title = titleOf({ ...change, undoneKind, name })
  return { ...change, title, via: via ? { kind: via.kind, name: via.name } : person }
}

const person: Via = { kind: 'person', name: '' }

/** About the most rows of a change set that are shown. An import can have 100,000. */
const shownRows = 2_000

/** A change set with what it changed, field by field (product 16.2). A large one has its first records only. */
export async function findChange(ownerId: string, id: string) {
  const [row] = await db
    .select({ ...changeColumns, kept: changes.kept })
    .from(changes)
    .where(isOwn(ownerId, id))
  const { kept, ...found } = assertFound(row)
  const change = asChange(found)
  const { numbers, others } =
    change.rows > shownRows ? await firstRecords(ownerId, id) : { numbers: undefined, others: 0 }
  const rows = await findRows(db, ownerId, id, numbers)
  const records = await describeRecords(ownerId, rowChangesOf(rows))
  return { ...change, records, totalRecords: records.length + others, kept }
}

/** The numbers of all rows of the first records, which have at most `shownRows` together, and how many others there are. */
async function firstRecords(ownerId: string, id: string) {
  const { recordId, n } = changeRows
  const sized = db
    .select({
      numbers: sql<number[]>`json_agg(${n})`.as('numbers'),
      records: sql<number>`count(*) over ()`.as('records'),
      rows: sql`sum(count(*)) over (order by min(${n}))`.as('rows'),
      place: sql`row_number() over (order by min(${n}))`.as('place'),
    })
    .from(changeRows)
    .where(and(eq(changeRows.ownerId, ownerId), eq(changeRows.changeId, id)))
    .groupBy(recordId)
    .as('sized')
  const first = await db
    .select({ numbers: sized.numbers, records: sized.records })
    .from(sized)
    .where(sql`${sized.rows} <= ${shownRows} or ${sized.place} = 1`)
  return {
    numbers: first.flatMap(({ numbers }) => numbers),
    others: Number(first[0]?.records ?? 0) - first.length,
  }
}

/**
 * Change sets deleted in a statement. One with more rows than this is emptied before. The embedded database lets no other
 * query run meanwhile.
 */
const batch = isEmbedded ? { changes: 20, rows: 20 } : { changes: 100, rows: 100 }

/** Deletes change sets after 30 days, those of imports after 90 (product 16.4), in batches: one can have 100,000 rows. */
export async function pruneHistory() {
  const isAged = or(
    and(ne(changes.kind, 'import'), lt(changes._id, oldestId(historyDays))),
    lt(changes._id, oldestId(importHistoryDays)),
  )
  // An undo in progress still needs the change set that it takes back.
  const isBusy = sql`exists (select from changes undo where undo.owner_id = ${changes.ownerId} and undo.position is not null)`
  const isOld = and(isAged, not(isBusy))
  const isLarge = sql`(select count(*) from (
    select from change_rows where change_rows.owner_id = ${changes.ownerId} and change_rows.change_id = ${changes._id}
    limit ${sql.raw(String(batch.rows + 1))}) some_rows) > ${sql.raw(String(batch.rows))}`
  const yieldToRequests = pacer()
  while (!isStopping()) {
    const { ownerId, _id } = changes
    const old = await db
      .select({ ownerId, _id, isLarge: nested<boolean>(isLarge) })
      .from(changes)
      .where(isOld)
      .limit(batch.changes)
    for (const change of old) if (change.isLarge && !(await emptyChange(change, isOld))) return
    const ids = old.map(({ _id }) => _id)
    await db.delete(changes).where(and(inArray(changes._id, ids), isOld))
    if (old.length < batch.changes) return
    await yieldToRequests()
  }
}

/** Deletes the rows of a change set. Nobody can undo it meanwhile. Resolves to false if the server shuts down. */
async function emptyChange({ ownerId, _id }: { ownerId: string; _id: string }, isOld: SQL | undefined) {
  const isChange = and(isOwn(ownerId, _id), isOld)
  await db.update(changes).set({ undoneAt: sql`coalesce(undone_at, clock_now())` }).where(isChange)
  // An undo that began before has a position now.
  if ((await db.$count(changes, isChange)) === 0) return true
  return deleteInBatches(changeRows, and(eq(changeRows.ownerId, ownerId), eq(changeRows.changeId, _id)))
}

/** The lowest id of a change set of the last days. */
function oldestId(days: number) {
  return uuid({ msecs: clock.now().getTime() - days * day, seq: 0, random: new Uint8Array(16) })
}
