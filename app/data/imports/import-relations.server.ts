import { and, eq, inArray, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { type Db, db, isEmbedded } from '~/base/db/db.server'
import { isStopping } from '~/base/node/background.server'
import { pacer } from '~/base/node/pacer.server'
import { findBuds, newRelations } from '~/data/imports/plan/plan-rows.server'
import { keyOf } from '~/data/imports/reading/relation'
import { fullName } from '~/people/buds/bud'
import type { BudInput } from '~/people/buds/bud-input.server'
import { withinNotes } from '~/people/buds/surplus'
import { uniteRelation } from '~/people/relations/united-relations.server'
import { buds, importRows, type imports, nextVersion } from '~drizzle/schema'
import type { ImportedRecord, ImportedRelation } from './import'

/** Relations of a file name their buds, or have their ids in it. */

type Import = typeof imports.$inferSelect

/** How many have each name. */
function counted<T>(list: T[], nameOf: (one: T) => string) {
  const found = new Map<string, T[]>()
  for (const one of list) found.set(keyOf(nameOf(one)), [...(found.get(keyOf(nameOf(one))) ?? []), one])
  return found
}

const namesOf = (ownerId: string) =>
  db
    .select({ _id: buds._id, Firstname: buds.Firstname, Surname: buds.Surname })
    .from(buds)
    .where(eq(buds.ownerId, ownerId))

/**
 * Keeps the relations whose name one bud has, of the file or of the owner, and takes them out of the notes, where the others
 * stay.
 */
export async function settleRelations(ownerId: string, records: ImportedRecord[]) {
  if (!records.some(({ relations }) => relations)) return
  const inFile = counted(records, ({ fields }) => fullName(fields as BudInput))
  const stored = counted(await namesOf(ownerId), fullName)
  const uids = new Set([
    ...records.map(({ uid }) => uid),
    ...[...stored.values()].flat().map(({ _id }) => _id),
  ])
  for (const record of records) {
    const isKnown = ({ uid, name }: ImportedRelation) => {
      if (uid && uids.has(uid)) return true
      // Who has another id in the file is a namesake.
      if (uid && inFile.get(keyOf(name))?.some((one) => one.uid)) return false
      const counts = [inFile, stored].map((names) => names.get(keyOf(name))?.length ?? 0)
      const isSelf = keyOf(name) === keyOf(fullName(record.fields as BudInput))
      return name !== '' && !isSelf && Math.max(...counts) === 1
    }
    if (!record.relations) continue
    const known = record.relations.filter(isKnown)
    // An id that nobody has, as in another account, leaves the name.
    for (const relation of known) if (!uids.has(relation.uid)) relation.uid = ''
    const { notes = '' } = record.fields as { notes?: string }
    record.fields.notes = withoutLines(
      notes,
      known.map(({ line }) => line),
    )
    // What the notes do not say, they will if nobody is found.
    const said = String(record.fields.notes)
    const left = record.relations.filter((one) => known.includes(one) || !hasLine(said, one.line))
    if (left.length > 0) record.relations = left
    else delete record.relations
  }
}

const hasLine = (text: string, line: string) => `\n${text}\n`.includes(`\n${line}\n`)

/** Removes lines with the blank ones that divided them from others. */
function withoutLines(notes: string, lines: string[]) {
  const removed = new Set(lines.filter((line) => line !== '' && hasLine(notes, line)))
  if (removed.size === 0) return notes
  const kept: string[] = []
  let isAfterRemoved = false
  for (const line of notes.split('\n')) {
    if (removed.delete(line)) isAfterRemoved = true
    else if (!isAfterRemoved || line !== '' || (kept.at(-1) ?? '') !== '') {
      kept.push(line)
      isAfterRemoved = false
    }
  }
  return kept.join('\n').trim()
}

const rowsAtOnce = isEmbedded ? 10 : 100

/** Writes the relations when all buds are written. Can be repeated. */
export async function applyRelations(job: Import) {
  const { ownerId, _id } = job
  const finalId = sql<string>`case when action = 'add' then record ->> '_id' else coalesce(match_id::text, record ->> '_id') end`
  const isBud = and(
    eq(importRows.ownerId, ownerId),
    eq(importRows.importId, _id),
    eq(importRows.type, 'bud'),
    sql`record is not null and action <> 'skip'`,
  )
  const rows = await db
    .select({ n: importRows.n, id: finalId, relations: sql<ImportedRelation[]>`record -> 'relations'` })
    .from(importRows)
    .where(and(isBud, sql`record -> 'relations' is not null`))
    .orderBy(importRows.n)
  if (rows.length === 0) return
  const all = await db
    .select({
      id: finalId,
      uid: sql<string>`record ->> 'uid'`,
      Firstname: sql<string>`record -> 'fields' ->> 'Firstname'`,
      Surname: sql<string>`record -> 'fields' ->> 'Surname'`,
    })
    .from(importRows)
    .where(isBud)
  const byUid = new Map(all.map(({ uid, id }) => [uid, id]))
  const inFile = counted(all, fullName)
  const stored = counted(await namesOf(ownerId), fullName)
  const storedIds = new Set([...stored.values()].flat().map((one) => one._id))
  const findOther = ({ uid, name }: ImportedRelation) => {
    if (uid) return byUid.get(uid) ?? (storedIds.has(uid) ? uid : undefined)
    const [one, second] = inFile.get(keyOf(name)) ?? []
    if (one) return second ? undefined : one.id
    const [bud, other] = stored.get(keyOf(name)) ?? []
    return other ? undefined : bud?._id
  }
  const yieldToRequests = pacer()
  for (let n = 0; n < rows.length && !isStopping(); n += rowsAtOnce) {
    await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('budkeeper.change', ${job.changeId}, true)`)
      for (const { id, ...row } of rows.slice(n, n + rowsAtOnce))
        await writeOf(tx, ownerId, id, row.relations, findOther)
    })
    await yieldToRequests()
  }
}

async function writeOf(
  tx: Db,
  ownerId: string,
  id: string,
  list: ImportedRelation[],
  findOther: (one: ImportedRelation) => string | undefined,
) {
  const others = list.map((one) => ({ ...one, other: findOther(one) }))
  const ids = [id, ...others.flatMap(({ other }) => other ?? [])]
  const there = await tx
    .select({ _id: buds._id, notes: buds.notes })
    .from(buds)
    .where(and(eq(buds.ownerId, ownerId), inArray(buds._id, ids)))
    .orderBy(buds._id)
    .for('no key update')
  const bud = there.find((one) => one._id === id)
  if (!bud) return
  const isThere = new Set(there.map((one) => one._id))
  const isPlaced = ({ other }: (typeof others)[number]) => other && other !== id && isThere.has(other)
  const unplaced = others.filter((one) => !isPlaced(one))
  const stored = unplaced.length > 0 ? (await findBuds(tx, ownerId, [id])).get(id) : undefined
  const lines = newRelations({ relations: unplaced }, stored).map(({ line }) => line)
  for (const { other = '', name: _name, uid: _, line, ...one } of others.filter(isPlaced)) {
    const row = { ownerId, _id: uuid(), budId: id, withId: other, note: '', since: null, until: null, ...one }
    const beyond = await uniteRelation(tx, row, line || one.label)
    if (beyond) lines.push(...beyond.split('\n'))
  }
  const missing = [...new Set(lines)].filter((line) => line !== '' && !hasLine(bud.notes, line))
  const { kept } = withinNotes([bud.notes, missing.join('\n')].filter(Boolean).join('\n\n'))
  if (missing.length === 0) return
  await tx
    .update(buds)
    .set({ notes: kept, version: nextVersion })
    .where(and(eq(buds.ownerId, ownerId), eq(buds._id, id)))
}
