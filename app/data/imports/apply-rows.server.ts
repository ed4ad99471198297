import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { type Db, db, isEmbedded } from '~/base/db/db.server'
import { columnsOf } from '~/base/db/owned.server'
import { isStopping } from '~/base/node/background.server'
import { UserError } from '~/base/node/errors'
import { log } from '~/base/node/log.server'
import { isUnavailable } from '~/base/node/outage.server'
import { pacer } from '~/base/node/pacer.server'
import { recordWriter, separateFromSeries } from '~/data/imports/backup/restore-records.server'
import { type FullPlan, loadBudIndex, type PlannedRow, planRows } from '~/data/imports/plan/plan-rows.server'
import { budFields, budInput } from '~/people/buds/bud-input.server'
import { photoPath, writePhoto } from '~/people/buds/bud-photos.server'
import { loadTagKinds } from '~/people/buds/tags.server'
import {
  buds,
  changeRows,
  changes,
  circleBuds,
  importFiles,
  importRows,
  imports,
  nextVersion,
} from '~drizzle/schema'
import type { ImportAction } from './import'
import { circlesByName } from './import-circles.server'
import { applyRelations } from './import-relations.server'
import { ImportGone } from './read-rows.server'

type Import = typeof imports.$inferSelect
type Row = PlannedRow & { n: number; action: ImportAction; matchId: string | null }

/** Rows a transaction. The embedded database lets no other query run meanwhile, which takes about 20 ms. */
const rowsAtOnce = isEmbedded ? 11 : 100
const transactionsAPage = 10

/**
 * Writes the rows of an import, which are planned again, because the buds may have changed since the dry run. All of it is
 * one change set. Continues after the rows that are done.
 */
export async function applyRows(job: Import) {
  const { ownerId } = job
  const others = await recordIds(job)
  const planning = { ...job, index: await loadBudIndex(ownerId), others, kinds: await loadTagKinds(ownerId) }
  const circles = await circlesByName(ownerId)
  const writeRecords = recordWriter(job)
  const yieldToRequests = pacer()
  let page: Awaited<ReturnType<typeof nextRows>> = []
  let { done } = job
  while (!isStopping()) {
    if (page.length === 0) page = await nextRows(job, done)
    if (page.length === 0) {
      await applyRelations(job)
      // What is left of the relations is written by the next start.
      if (isStopping()) return
      return complete(job)
    }
    const rows = page.splice(0, rowsAtOnce)
    await write(rows, done).catch(async (error) => {
      if (isUnavailable(error) || error instanceof ImportGone) throw error
      let before = done
      for (const row of rows) {
        await write([row], before).catch((error) => skip(job, row, before, error))
        before = row.n
      }
    })
    done = rows.at(-1)?.n ?? done
    await yieldToRequests()
  }

  async function write(rows: typeof page, done: number) {
    const writable = rows.flatMap(({ record, ...row }) => (record ? [{ ...row, record }] : []))
    const last = rows.at(-1)?.n ?? done
    const keep = await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('budkeeper.change', ${job.changeId}, true)`)
      const isNext = and(isImport(job), eq(imports.state, 'applying'), eq(imports.done, done))
      const moved = await tx.update(imports).set({ done: last }).where(isNext).returning({ _id: imports._id })
      if (moved.length === 0) throw new ImportGone()
      const plans = await planRows(tx, planning, writable, true)
      const places = circles.begin()
      const ids = await writeRows(tx, ownerId, writable, plans, places.placeIn)
      await storeActions(tx, job, writable, plans, ids)
      await writeRecords(tx, writable, plans)
      return places.keep
    })
    keep()
  }
}

/** An unexpected error in a row leaves out that row alone. */
async function skip(job: Import, { n }: { n: number }, done: number, error: unknown) {
  if (isUnavailable(error) || error instanceof ImportGone) throw error
  const reason = error instanceof UserError ? error.message : 'The record cannot be imported'
  if (!(error instanceof UserError))
    log.error({ err: error, import: job._id }, 'record of an import not written')
  await db.transaction(async (tx) => {
    const isNext = and(isImport(job), eq(imports.state, 'applying'), eq(imports.done, done))
    const moved = await tx.update(imports).set({ done: n }).where(isNext).returning({ _id: imports._id })
    if (moved.length === 0) throw new ImportGone()
    const isRow = and(
      eq(importRows.ownerId, job.ownerId),
      eq(importRows.importId, job._id),
      eq(importRows.n, n),
    )
    await tx.update(importRows).set({ action: 'skip', reason, matchId: null }).where(isRow)
  })
}

/** The ids of all records of an import. */
async function recordIds({ ownerId, _id }: Import) {
  const rows = await db
    .select({ id: sql<string | null>`record ->> '_id'` })
    .from(importRows)
    .where(and(eq(importRows.ownerId, ownerId), eq(importRows.importId, _id)))
  return new Set(rows.flatMap(({ id }) => id ?? []))
}

const isImport = ({ ownerId, _id }: Import) => and(eq(imports.ownerId, ownerId), eq(imports._id, _id))

const nextRows = ({ ownerId, _id }: Import, done: number) =>
  db
    .select({
      n: importRows.n,
      type: importRows.type,
      record: importRows.record,
      picture: importRows.picture,
      onMatch: importRows.onMatch,
      action: importRows.action,
      matchId: importRows.matchId,
    })
    .from(importRows)
    .where(and(eq(importRows.ownerId, ownerId), eq(importRows.importId, _id), gt(importRows.n, done)))
    .orderBy(importRows.n)
    .limit(rowsAtOnce * transactionsAPage)

type PlaceIn = ReturnType<Awaited<ReturnType<typeof circlesByName>>['begin']>['placeIn']

/** Resolves to the ids of the buds by the number of their row. */
async function writeRows(tx: Db, ownerId: string, rows: Row[], plans: FullPlan[], placeIn: PlaceIn) {
  const planned = rows
    .map((row, n) => ({ ...row, plan: plans[n] as FullPlan, id: '' }))
    .filter(({ type }) => type === 'bud')
  const added = planned.filter(({ plan }) => plan.action === 'add')
  const updated = planned.filter(({ plan }) => plan.action === 'update')
  for (const row of added) row.id = row.record._id
  for (const row of updated) row.id = row.plan.match ?? ''
  await insertAll(tx, ownerId, added)
  for (const { id, plan, picture } of updated) {
    const photo = plan.photo && picture ? { photo: photoPath(id, picture) } : {}
    if (Object.keys({ ...plan.change, ...photo }).length === 0) continue
    await tx
      .update(buds)
      .set({ ...plan.change, ...photo, version: nextVersion })
      .where(and(eq(buds.ownerId, ownerId), eq(buds._id, id)))
  }
  const written = [...added, ...updated]
  for (const { id, plan, picture } of written)
    if (plan.photo && picture) await writePhoto(tx, ownerId, id, picture)
  const links = []
  for (const { id, plan } of written)
    for (const group of plan.groups) links.push({ ownerId, recordId: await placeIn(tx, group), budId: id })
  if (links.length > 0) await tx.insert(circleBuds).values(links).onConflictDoNothing()
  return new Map(written.map(({ n, id }) => [n, id]))
}

type PlannedBud = Row & { id: string; plan: FullPlan }

/** A record whose id is taken, such as by the bud beside which it is added, gets another one. */
async function insertAll(tx: Db, ownerId: string, added: PlannedBud[]) {
  for (let rest = added; rest.length > 0; ) {
    const ids = rest.map(({ id }) => id)
    const isTaken = and(eq(buds.ownerId, ownerId), inArray(buds._id, ids))
    const taken = new Set((await tx.select({ id: buds._id }).from(buds).where(isTaken)).map(({ id }) => id))
    const free = new Map(rest.filter(({ id }) => !taken.has(id)).map((row) => [row.id, row]))
    if (free.size > 0) await tx.execute(insertBuds(ownerId, [...free.values()]))
    rest = rest.filter((row) => free.get(row.id) !== row)
    for (const row of rest) row.id = uuid()
  }
}

const writtenColumns = [
  buds._id.name,
  ...Object.values(columnsOf(buds, budFields)).map(({ name }) => name),
  buds.photo.name,
  buds.snoozedUntil.name,
  buds.archivedAt.name,
]
const columnList = sql.join(writtenColumns.map(sql.identifier), sql`, `)
const columnNames = Object.fromEntries(
  Object.entries(columnsOf(buds, budFields)).map(([field, { name }]) => [field, name]),
)

/** What a record lacks that was checked before the bud had the field. */
const emptyBud = budInput.parse({ Firstname: '-' })

/** As JSON in one parameter, because Drizzle takes longer to write the list of all values than the database to insert them. */
function insertBuds(ownerId: string, added: PlannedBud[]) {
  const rows = added.map(({ id, record, picture, plan }) => ({
    [buds._id.name]: id,
    [buds.photo.name]: plan.photo && picture ? photoPath(id, picture) : null,
    [buds.snoozedUntil.name]: record.snoozedUntil ?? null,
    [buds.archivedAt.name]: record.archivedAt ?? null,
    ...Object.fromEntries(
      Object.entries({ ...emptyBud, ...plan.change }).map(([field, value]) => [columnNames[field], value]),
    ),
  }))
  return sql`insert into ${buds} (owner_id, ${columnList})
    select ${ownerId}, ${columnList} from jsonb_populate_recordset(null::buds, ${JSON.stringify(rows)}::jsonb)`
}

/** What was done to each row, which can differ from the dry run. The photo is in the bud now. */
async function storeActions(
  tx: Db,
  { ownerId, _id }: Import,
  rows: Row[],
  plans: FullPlan[],
  ids: Map<number, string>,
) {
  const actions = rows.flatMap(({ n, record, action, matchId, picture }, at) => {
    const plan = plans[at]
    const id = (plan?.action === 'add' && ids.get(n)) || record._id
    const isAsPlanned = plan?.action === action && plan.match === matchId && !picture && id === record._id
    return plan && !isAsPlanned ? [{ n, action: plan.action, match: plan.match, id }] : []
  })
  if (actions.length === 0) return
  await tx.execute(sql`
    update ${importRows} set action = done.action, match_id = done.match, picture = null,
      record = jsonb_set(record, '{_id}', to_jsonb(done.id))
    from jsonb_to_recordset(${JSON.stringify(actions)}::jsonb) as done (n int, action text, match uuid, id text)
    where ${importRows}.owner_id = ${ownerId} and ${importRows}.import_id = ${_id} and ${importRows}.n = done.n`)
}

/** Without any change, there is no change set. */
export async function complete(job: Import) {
  const { ownerId, _id, changeId } = job
  await db.transaction(async (tx) => {
    const [applied] = await tx
      .update(imports)
      .set({ state: 'applied' })
      .where(and(isImport(job), eq(imports.state, 'applying')))
      .returning({ _id: imports._id })
    if (!applied || !changeId) return
    await tx.execute(sql`select set_config('budkeeper.change', ${changeId}, true)`)
    await separateFromSeries(tx, ownerId)
    const isChange = and(eq(changes.ownerId, ownerId), eq(changes._id, changeId))
    const isOfChange = and(eq(changeRows.ownerId, ownerId), eq(changeRows.changeId, changeId))
    if ((await tx.$count(changeRows, isOfChange)) > 0)
      await tx.update(changes).set({ position: null }).where(isChange)
    else {
      await tx.delete(changes).where(isChange)
      await tx.update(imports).set({ changeId: null }).where(isImport(job))
    }
    await tx.delete(importFiles).where(and(eq(importFiles.ownerId, ownerId), eq(importFiles.importId, _id)))
  })
}
