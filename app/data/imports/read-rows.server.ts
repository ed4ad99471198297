import { and, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import { log } from '~/base/node/log.server'
import { isUnavailable } from '~/base/node/outage.server'
import { pacer } from '~/base/node/pacer.server'
import { readBackup } from '~/data/imports/backup/read-backup.server'
import { idFor, idIn } from '~/data/imports/backup/record-ids'
import { createBudIndex, type Match } from '~/data/imports/plan/bud-index'
import { fitBud } from '~/data/imports/plan/fit-bud.server'
import { folded, isStored } from '~/data/imports/plan/plan-row'
import { loadBudIndex, type PlannedRow, planRows } from '~/data/imports/plan/plan-rows.server'
import type { Person, Warning } from '~/data/imports/reading/person'
import type { BudInput } from '~/people/buds/bud-input.server'
import type { RecordType } from '~/people/buds/record-kinds'
import { loadTagKinds, type TagKinds } from '~/people/buds/tags.server'
import { importFiles, importRows, imports } from '~drizzle/schema'
import type { ImportAction, ImportedRecord, ImportedRelation, MatchRule } from './import'
import { type ImportedPicture, type PictureReader, pictureReader } from './import-pictures.server'
import { settleRelations } from './import-relations.server'
import { isBackupFile, readPersons, unreadable } from './read-file.server'

type Import = typeof imports.$inferSelect

/** The import was deleted, or another process works on it. */
export class ImportGone extends Error {}

/** A row before it is planned. `record` is null if there is nothing to import. */
type ReadRow = {
  line: number
  type: RecordType
  record: ImportedRecord | null
  picture: Buffer | null
  reason: string
}

/** The dry run: reads the file of an import, plans each row and stores it. Can be repeated. `isHeld`: its lease is held. */
export async function readRows(job: Import, isHeld: SQL | undefined) {
  const { ownerId, _id } = job
  const rows = await readFile(job)
  await settleRelations(
    ownerId,
    rows.flatMap(({ type, record }) => (type === 'bud' && record ? [record] : [])),
  )
  const choices = await loadChoices(job)
  const index = await loadBudIndex(ownerId)
  const kinds = await loadTagKinds(ownerId)
  const others = new Set(rows.flatMap(({ record }) => record?._id ?? []))
  const isReading = and(isImport(job), eq(imports.state, 'reading'), isHeld)
  const yieldToRequests = pacer()
  for (let n = 0; n < rows.length; n += storedAtOnce) {
    const batch = rows.slice(n, n + storedAtOnce)
    const store = async (batch: ReadRow[], first: number) => {
      const stored = await planBatch(job, batch, { first, choices, index, kinds, others })
      await db.transaction(async (tx) => {
        const progress = { done: first + batch.length, total: rows.length }
        const moved = await tx.update(imports).set(progress).where(isReading).returning({ _id: imports._id })
        if (moved.length === 0) throw new ImportGone()
        await tx.execute(insertRows(ownerId, _id, stored))
      })
    }
    await store(batch, n).catch(async (error) => {
      if (isUnavailable(error) || error instanceof ImportGone) throw error
      for (const [at, row] of batch.entries())
        await store([row], n + at).catch((error) => {
          if (isUnavailable(error) || error instanceof ImportGone) throw error
          log.error({ err: error, import: _id }, 'record of an import not planned')
          return store([asSkipped({ line: row.line, reason: unreadable }, row.type)], n + at)
        })
    })
    await yieldToRequests()
  }
  // A file with another mapping can have fewer rows.
  const isBeyond = and(
    eq(importRows.ownerId, ownerId),
    eq(importRows.importId, _id),
    gt(importRows.n, rows.length),
  )
  const ready = { state: 'ready', total: rows.length, done: rows.length } as const
  await db.transaction(async (tx) => {
    const ended = await tx.update(imports).set(ready).where(isReading).returning({ _id: imports._id })
    if (ended.length > 0) await tx.delete(importRows).where(isBeyond)
  })
}

async function readFile(job: Import): Promise<ReadRow[]> {
  const file = await loadFile(job)
  const readPicture = await pictureReader(job, isBackupFile(job))
  if (isBackupFile(job)) {
    const rows: ReadRow[] = []
    for await (const row of readBackup(file, readPicture)) rows.push(row)
    return rows
  }
  const { persons, warnings } = await readPersons(file, {
    ...job,
    mapping: job.mapping as never,
    orders: job.orders as never,
    today: clock.now().toISOString().slice(0, 10),
  })
  return [...(await foldedRows(persons, readPicture)), ...warnings.map((warning) => asSkipped(warning))]
}

const isImport = ({ ownerId, _id }: Import) => and(eq(imports.ownerId, ownerId), eq(imports._id, _id))

/** More at once would make other requests wait longer. */
const storedAtOnce = 25

async function loadFile({ ownerId, _id }: Import) {
  const isPart = and(eq(importFiles.ownerId, ownerId), eq(importFiles.importId, _id))
  const parts = await db
    .select({ content: sql<string>`encode(${importFiles.content}, 'base64')` })
    .from(importFiles)
    .where(isPart)
    .orderBy(importFiles.n)
  return Buffer.concat(parts.map(({ content }) => Buffer.from(content, 'base64')))
}

/** The choices that the user has made for single rows. */
async function loadChoices({ ownerId, _id }: Import) {
  const { n, onMatch } = importRows
  const isChosen = and(eq(importRows.ownerId, ownerId), eq(importRows.importId, _id), isNotNull(onMatch))
  const chosen = await db.select({ n, onMatch }).from(importRows).where(isChosen)
  return new Map(chosen.map(({ n, onMatch }) => [n, onMatch]))
}

/** The same person twice in a file is folded into the first. Empties `persons`. */
async function foldedRows(persons: Person[], readPicture: PictureReader) {
  const rows: ReadRow[] = []
  const index = createBudIndex()
  const firsts = new Map<string, ReadRow>()
  const yieldToRequests = pacer()
  // From the end, so that the memory of each person is free once its row is read.
  persons.reverse()
  for (let person = persons.pop(); person; person = persons.pop()) {
    await yieldToRequests()
    const row = await readRow(person, (photo) => readPicture(rows.length + 1, photo)).catch((error) => {
      if (isUnavailable(error)) throw error
      log.error({ err: error }, 'record of an import not read')
      return asSkipped({ line: person.line, reason: unreadable })
    })
    rows.push(row)
    const { record } = row
    if (!record) continue
    const bud = { ...(record.fields as BudInput), _id: record._id }
    const matches = index.find(bud, record.uid)
    const match = matches.find((match) => isSamePerson(match, firsts.get(match._id), record))
    const first = match && firsts.get(match._id)
    if (first?.record) {
      fold(first, row, first.record, record)
      index.add({ ...fieldsOf(first.record), _id: first.record._id })
    } else {
      index.add(bud)
      firsts.set(record._id, row)
    }
  }
  return rows
}

/** If the match is not sure, the first must have all of the values. */
function isSamePerson({ isSure }: Match, first: ReadRow | undefined, record: ImportedRecord) {
  if (!first?.record) return false
  return isSure || isStored(fieldsOf(first.record), fieldsOf(record))
}

const fieldsOf = ({ fields }: ImportedRecord) => fields as BudInput

function fold(first: ReadRow, row: ReadRow, into: ImportedRecord, record: ImportedRecord) {
  const { change, lost } = folded(fieldsOf(into), fieldsOf(record))
  Object.assign(into.fields, change)
  into.groups = [...new Set([...into.groups, ...record.groups])]
  if (record.relations) into.relations = [...(into.relations ?? []), ...record.relations]
  first.picture ??= row.picture
  row.record = null
  row.picture = null
  row.reason = [`The same person as on line ${first.line}`, lost, row.reason].filter(Boolean).join('\n')
}

async function readRow(
  person: Person,
  readPicture: (photo: Uint8Array) => Promise<ImportedPicture>,
): Promise<ReadRow> {
  const { bud, reason, warnings } = fitBud(person)
  const photo = person.photo ? await readPicture(person.photo) : null
  const said = [reason, photo?.reason, ...warnings.map(describeWarning)].filter(Boolean)
  const record = bud && {
    _id: idFor(person.uid),
    uid: idIn(person.uid) ?? '',
    fields: bud,
    groups: groupsOf(person),
    ...(person.archivedAt && { archivedAt: person.archivedAt }),
    ...(person.relations.length > 0 && { relations: person.relations.map(storableRelation) }),
  }
  return { line: person.line, type: 'bud', record, picture: photo?.picture ?? null, reason: said.join('\n') }
}

const storableRelation = (relation: ImportedRelation): ImportedRelation => ({
  ...relation,
  name: storable(relation.name),
  label: storable(relation.label),
  line: storable(relation.line),
})

const describeWarning = ({ line, reason }: Warning) => `Line ${line}: ${reason}`
const asSkipped = ({ line, reason }: Warning, type: RecordType = 'bud'): ReadRow => ({
  line,
  type,
  record: null,
  picture: null,
  reason,
})

/** The names of groups, each once, in one line. */
const groupsOf = ({ groups }: Person) => [
  ...new Set(
    groups
      .map((name) =>
        storable(name)
          .replace(/[\s\p{Cc}]+/gu, ' ')
          .trim(),
      )
      .filter(Boolean),
  ),
]

type Planning = {
  first: number
  choices: Map<number, MatchRule | null>
  index: Awaited<ReturnType<typeof loadBudIndex>>
  kinds: TagKinds
  /** The ids of all records of the file. */
  others: Set<string>
}

async function planBatch(job: Import, batch: ReadRow[], { first, choices, index, kinds, others }: Planning) {
  const numbered = batch.map((row, n) => ({ ...row, n: first + n + 1 }))
  const planned = numbered.flatMap((row): (PlannedRow & { n: number })[] =>
    row.record
      ? [
          {
            n: row.n,
            type: row.type,
            record: row.record,
            picture: row.picture,
            onMatch: choices.get(row.n) ?? null,
          },
        ]
      : [],
  )
  const plans = await planRows(db, { ...job, index, others, kinds }, planned)
  const planOf = new Map(planned.map(({ n }, at) => [n, plans[at]]))
  return numbered.map(({ n, line, type, record, picture, reason }) => {
    const plan = planOf.get(n)
    return {
      n,
      line,
      type,
      record,
      picture: picture?.toString('base64') ?? null,
      action: plan?.action ?? ('skip' satisfies ImportAction),
      reason: storable([plan?.reason, reason].filter(Boolean).join('\n')),
      match_id: plan?.match ?? null,
      on_match: choices.get(n) ?? null,
    }
  })
}

/** JSON in the database refuses NUL and lone surrogates. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

const insertRows = (ownerId: string, importId: string, rows: unknown[]) => sql`
  insert into ${importRows} (owner_id, import_id, n, line, type, record, picture, action, reason, match_id, on_match)
  select ${ownerId}, ${importId}, n, line, type, record, decode(picture, 'base64'), action, reason, match_id, on_match
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
    n int, line int, type text, record jsonb, picture text, action text, reason text, match_id uuid, on_match text
  )
  on conflict (owner_id, import_id, n) do update set line = excluded.line, type = excluded.type, record = excluded.record,
    picture = excluded.picture, action = excluded.action, reason = excluded.reason, match_id = excluded.match_id`
