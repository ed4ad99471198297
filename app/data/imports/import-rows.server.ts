import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { z } from 'zod'
import { db } from '~/base/db/db.server'
import { pagesOf, rangeOf } from '~/base/db/pages'
import { UserError } from '~/base/node/errors'
import { pacer } from '~/base/node/pacer.server'
import { describeRow } from '~/data/imports/plan/describe-row'
import { findBuds, loadBudIndex, planRows } from '~/data/imports/plan/plan-rows.server'
import { loadTagKinds } from '~/people/buds/tags.server'
import { importRows } from '~drizzle/schema'
import type { ImportAction } from './import'
import type { rowChange, rowQuery } from './import-input.server'
import { findImport, refusedIn } from './imports.server'

const rowColumns = {
  n: importRows.n,
  line: importRows.line,
  type: importRows.type,
  record: importRows.record,
  picture: importRows.picture,
  action: importRows.action,
  reason: importRows.reason,
  matchId: importRows.matchId,
  onMatch: importRows.onMatch,
}

/** The body of `GET /imports/{id}/rows`. `bud` is the record as it would be written. */
export async function listRows(
  ownerId: string,
  id: string,
  { action, ...query }: z.infer<typeof rowQuery.strict>,
) {
  const { onMatch, groups } = await findImport(ownerId, id)
  const isRow = and(
    eq(importRows.ownerId, ownerId),
    eq(importRows.importId, id),
    action ? eq(importRows.action, action as ImportAction) : undefined,
  )
  const total = await db.$count(importRows, isRow)
  const rows = await db
    .select(rowColumns)
    .from(importRows)
    .where(isRow)
    .orderBy(asc(importRows.n))
    .limit(query.limit)
    .offset(rangeOf(query).offset)
  const storedBuds = await findBuds(
    db,
    ownerId,
    rows.flatMap(({ matchId }) => matchId ?? []),
  )
  return {
    rows: rows.map((row) =>
      describeRow(row, row.matchId ? storedBuds.get(row.matchId) : undefined, { onMatch, groups }),
    ),
    totalRows: total,
    ...pagesOf(total, query),
  }
}

/** The numbers of buds that an import adds, and of those that name a bud which may be the same person. */
export async function countAdded(ownerId: string, id: string) {
  const isAdded = and(
    eq(importRows.ownerId, ownerId),
    eq(importRows.importId, id),
    eq(importRows.action, 'add'),
    eq(importRows.type, 'bud'),
  )
  const total = await db.$count(importRows, isAdded)
  return { total, suggested: await db.$count(importRows, and(isAdded, isNotNull(importRows.matchId))) }
}

/** Stores the choice for one row and plans it again. */
export async function changeRow(
  ownerId: string,
  id: string,
  n: string,
  { onMatch }: z.infer<typeof rowChange>,
) {
  const job = await findImport(ownerId, id)
  if (job.state !== 'ready') throw refusedIn(job.state)
  const number = /^\d{1,9}$/.test(n) ? Number(n) : 0
  const isRow = and(eq(importRows.ownerId, ownerId), eq(importRows.importId, id), eq(importRows.n, number))
  const [row] = await db.select(rowColumns).from(importRows).where(isRow)
  if (!row) throw new UserError(404, 'Row not found')
  const { record } = row
  if (!record) throw new UserError(409, 'This row cannot be imported')
  const others = new Set([record._id])
  const [index, kinds] = [await loadBudIndex(ownerId, pacer(1)), await loadTagKinds(ownerId)]
  const planning = { ...job, ownerId, index, others, kinds }
  const [plan] = await planRows(db, planning, [{ type: row.type, record, picture: row.picture, onMatch }])
  if (plan) {
    const { action, reason, match: matchId } = plan
    const notes = row.reason.split('\n').filter((line) => /^Line \d+: |^The photo /.test(line))
    const set = { onMatch, action, matchId, reason: [reason, ...notes].filter(Boolean).join('\n') }
    await db.update(importRows).set(set).where(isRow)
  }
  const [stored] = await db.select(rowColumns).from(importRows).where(isRow)
  if (!stored) throw new UserError(404, 'Row not found')
  const storedBuds = await findBuds(db, ownerId, stored.matchId ? [stored.matchId] : [])
  return describeRow(stored, stored.matchId ? storedBuds.get(stored.matchId) : undefined, job)
}
