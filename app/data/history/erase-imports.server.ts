import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '~/base/db/db.server'
import { idList } from '~/base/db/owned.server'
import { importRows, imports } from '~drizzle/schema'
import { type ErasedNames, fileNameWithout } from './erased-names.server'

/**
 * Erases records from imports. The rows about them in applied imports keep their number and action alone. Imports that are
 * not applied still have their file, so those with such a row are discarded. `isApplying`: one is being applied.
 */
export async function eraseFromImports(tx: Db, ownerId: string, gone: string[], { parts }: ErasedNames) {
  const isGone = (id: ReturnType<typeof sql>) => sql`${id} = any(${idList(gone)})`
  const isMatch = isGone(sql`match_id`)
  const isRecord = isGone(sql`(record ->> '_id')::uuid`)
  const found = await tx
    .selectDistinct({ _id: imports._id, state: imports.state, name: imports.name })
    .from(imports)
    .innerJoin(importRows, and(eq(importRows.ownerId, imports.ownerId), eq(importRows.importId, imports._id)))
    .where(and(eq(imports.ownerId, ownerId), sql`(${isMatch} or ${isRecord})`))
  const idsOf = (isWanted: (state: string) => boolean) =>
    found.filter(({ state }) => isWanted(state)).map(({ _id }) => _id)
  const applied = idsOf((state) => state === 'applied')
  const open = idsOf((state) => state === 'ready' || state === 'reading')
  if (open.length > 0)
    await tx
      .update(imports)
      .set({ deletedAt: sql`now()` })
      .where(and(eq(imports.ownerId, ownerId), inArray(imports._id, open)))
  if (applied.length > 0) await eraseRows(tx, ownerId, applied, { isMatch, isRecord })
  for (const { _id, name } of found.filter(({ _id }) => applied.includes(_id))) {
    // The examples of columns are the first values of the file.
    const columns = sql`(select coalesce(jsonb_agg(jsonb_set(one, '{examples}', '[]')), '[]')
      from jsonb_array_elements(columns) one)`
    await tx
      .update(imports)
      .set({ columns, name: fileNameWithout(name, parts) })
      .where(and(eq(imports.ownerId, ownerId), eq(imports._id, _id)))
  }
  return {
    isApplying: found.some(({ state }) => state === 'applying'),
    hasDiscarded: open.length > 0,
  }
}

type Conditions = Record<'isMatch' | 'isRecord', ReturnType<typeof sql>>

async function eraseRows(tx: Db, ownerId: string, ids: string[], { isMatch, isRecord }: Conditions) {
  const isRow = and(eq(importRows.ownerId, ownerId), inArray(importRows.importId, ids))
  // A bud that was added beside the erased one had something in common with it.
  await tx
    .update(importRows)
    .set({ matchId: null, reason: '' })
    .where(and(isRow, isMatch, eq(importRows.action, 'add'), sql`not coalesce(${isRecord}, false)`))
  const erased = await tx
    .update(importRows)
    .set({ record: null, picture: null, matchId: null, reason: 'The record was erased' })
    .where(and(isRow, sql`(${isMatch} or ${isRecord})`))
    .returning({ importId: importRows.importId, line: importRows.line })
  if (erased.length === 0) return
  // Those that were folded into it say what could not be read of them.
  const first = sql`jsonb_to_recordset(${JSON.stringify(erased)}::jsonb) as first ("importId" uuid, line int)`
  await tx
    .update(importRows)
    .set({ reason: 'The record was erased' })
    .where(
      and(
        isRow,
        sql`record is null and exists (select from ${first} where first."importId" = import_rows.import_id
          and split_part(reason, E'\n', 1) = 'The same person as on line ' || first.line)`,
      ),
    )
}
