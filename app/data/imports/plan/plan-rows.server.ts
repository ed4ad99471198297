import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { type Db, db } from '~/base/db/db.server'
import { nameLength } from '~/base/forms/lengths'
import { hashOfPicture } from '~/base/forms/picture.server'
import { requiredText } from '~/base/forms/rules'
import { pacer } from '~/base/node/pacer.server'
import type { ImportedRecord, MatchRule } from '~/data/imports/import'
import { keyOf } from '~/data/imports/reading/relation'
import { fullName } from '~/people/buds/bud'
import type { Bud, BudInput } from '~/people/buds/bud-input.server'
import { photoPath } from '~/people/buds/bud-photos.server'
import { budColumns } from '~/people/buds/buds.server'
import type { RecordType } from '~/people/buds/record-kinds'
import { tag } from '~/people/buds/tag-rules.server'
import { tagLimit, uniteTags } from '~/people/buds/tags'
import type { TagKinds } from '~/people/buds/tags.server'
import { generationNotes } from '~/people/duplicates/generation-notes.server'
import { inverseOf, type RelationKind } from '~/people/relations/relation'
import { buds, circleBuds, circles, recordTables, relations, smartLists } from '~drizzle/schema'
import { type BudIndex, createBudIndex, type Match } from './bud-index'
import { type Candidate, planRow, type RowPlan } from './plan-row'

const pageSize = 500

/** An index of all buds of an owner. `yieldToRequests` is called between two pages. */
export async function loadBudIndex(ownerId: string, yieldToRequests = pacer()): Promise<BudIndex> {
  const index = createBudIndex()
  const { _id, Firstname, Surname, Nickname, emails, phones } = buds
  let last = '00000000-0000-0000-0000-000000000000'
  while (true) {
    const page = await db
      .select({ _id, Firstname, Surname, Nickname, emails, phones, notes: generationNotes })
      .from(buds)
      .where(and(eq(buds.ownerId, ownerId), gt(buds._id, last)))
      .orderBy(buds._id)
      .limit(pageSize)
    for (const bud of page) index.add(bud)
    if (page.length < pageSize) return index
    last = page.at(-1)?._id ?? last
    await yieldToRequests()
  }
}

/** A record with the user's choice for its row, and the photo as it would be stored. */
export type PlannedRow = {
  type: RecordType
  record: ImportedRecord
  picture: Buffer | null
  onMatch: MatchRule | null
}

/** A bud with the lower-case names of its circles, and the labels of its relations, whichever end they are of. */
export type StoredBud = Bud & { circles: string[]; relations: Map<string, string> }

/** `photo` and `groups` say whether the photo and which circles are written. */
export type FullPlan = RowPlan & { photo: boolean; groups: string[]; bud: Bud | undefined }

type Rules = { ownerId: string; onMatch: MatchRule; groups: boolean }
/** `others` are the ids of all records of the file. */
type Planning = Rules & { index: BudIndex; others: Set<string>; kinds: TagKinds }

/**
 * Plans what an import does with records. Reads the buds that they may be about in one statement. A later row is planned on
 * what an earlier one does. `isLocked` locks the buds until the transaction ends.
 */
export async function planRows(
  reader: Db,
  { index, others, kinds, ...rules }: Planning,
  rows: PlannedRow[],
  isLocked = false,
): Promise<FullPlan[]> {
  const { ownerId } = rules
  const found = rows.map(({ type, record }) => {
    if (type !== 'bud') return []
    const fields = record.fields as BudInput
    return index.find({ ...fields, _id: record._id }, record.uid, others)
  })
  const ids = [...new Set(found.flatMap((matches) => matches.map(({ _id }) => _id)))].sort()
  if (isLocked && ids.length > 0) await lockBuds(reader, ownerId, ids)
  const storedBuds = await findBuds(reader, ownerId, ids)
  const storedIds = await findStored(reader, ownerId, rows)
  return rows.map((row, n) => {
    const plan =
      row.type === 'bud'
        ? planOf(row, found[n] ?? [], storedBuds, { ...rules, kinds })
        : planOther(row, storedIds)
    kinds.add(plan.change.tags ?? [])
    if (plan.action === 'update' && plan.bud) continueWith(plan.bud as StoredBud, plan, row)
    return plan
  })
}

/** The bud as it is after the plan was carried out. */
function continueWith(bud: StoredBud, { change, photo, groups }: FullPlan, { picture }: PlannedRow) {
  Object.assign(bud, change)
  if (photo && picture) bud.photo = photoPath(bud._id, picture)
  for (const name of groups) bud.circles.push(name.toLowerCase())
}

const lockBuds = (tx: Db, ownerId: string, ids: string[]) =>
  tx
    .select({ _id: buds._id })
    .from(buds)
    .where(and(eq(buds.ownerId, ownerId), inArray(buds._id, ids)))
    .orderBy(buds._id)
    .for('update')

function planOf(
  { record, picture, onMatch }: PlannedRow,
  found: Match[],
  storedBuds: Map<string, StoredBud>,
  rules: Rules & { kinds: TagKinds },
) {
  const { circles, tags, notes } = placesOf(record.groups, rules.groups)
  const tagged = (bud?: StoredBud) => withTags(record, { tags, notes }, bud, rules.kinds)
  const candidates = found.flatMap((match): (Candidate & { bud: StoredBud })[] => {
    const bud = storedBuds.get(match._id)
    return bud ? [{ match, bud, ...tagged(bud) }] : []
  })
  const rule = onMatch ?? rules.onMatch
  // A bud without a photo does not have all values of a record with one.
  const complete = picture ? candidates.filter(({ match, bud }) => match.isSure || bud.photo) : candidates
  const added = tagged()
  const plan = planRow(added.record, complete.length > 0 ? complete : candidates, {
    rule,
    isChosen: onMatch !== null,
    groups: added.groups,
  })
  const bud = plan.match ? storedBuds.get(plan.match) : undefined
  const isNew = plan.action === 'add'
  if (plan.action === 'skip') return { ...plan, photo: false, groups: [], bud }
  const isOther = picture && bud && !bud.photo?.endsWith(hashOfPicture(picture))
  const photo = picture !== null && (isNew || !bud?.photo || (rule === 'replace' && isOther === true))
  const groups = isNew ? circles : otherGroups(circles, bud)
  const isRelated = newRelations(record, bud).length > 0
  const isUpdate = plan.action === 'unchanged' && (photo || groups.length > 0 || isRelated)
  return { ...plan, action: isUpdate ? ('update' as const) : plan.action, photo, groups, bud }
}

type Named = { kind: RelationKind; label: string; name: string }

/** Of another kind, the label tells relations apart, as in the database. */
const keyOfRelation = ({ kind, label, name }: Named) =>
  `${kind} ${kind === 'other' ? label.toLowerCase() : ''} ${keyOf(name)}`

const lineage: Partial<Record<RelationKind, RelationKind>> = { parent: 'child', child: 'parent' }

/** What a file names others to a bud, and the bud does not have. Those of a backup have ids and no names. */
export function newRelations<R extends Named>({ relations = [] }: { relations?: R[] }, bud?: StoredBud) {
  return relations.filter((one) => {
    const label = bud?.relations.get(keyOfRelation(one))
    const contrary = lineage[one.kind]
    const isContrary = contrary && bud?.relations.has(keyOfRelation({ ...one, kind: contrary }))
    return one.name !== '' && !isContrary && (label === undefined || (label === '' && one.label !== ''))
  })
}

const circleName = requiredText('Name', nameLength)

/** The groups that become circles, if the user wants that, those that become tags, and those that go to the notes. */
export function placesOf(groups: string[], areCircles: boolean) {
  const isCircle = (name: string) => areCircles && circleName.safeParse(name).success
  const isTag = (name: string) => tag.safeParse(name).success
  const others = groups.filter((name) => !isCircle(name))
  return {
    circles: groups.filter(isCircle),
    tags: others.filter(isTag).map((name) => tag.parse(name)),
    notes: others.filter((name) => !isTag(name)),
  }
}

/** The fields of a record with its groups as tags, as far as there is room. `groups` belong into the notes. */
export function withTags(
  { fields }: Pick<ImportedRecord, 'fields'>,
  { tags, notes }: Pick<ReturnType<typeof placesOf>, 'tags' | 'notes'>,
  bud: StoredBud | undefined,
  kinds?: TagKinds,
) {
  const given = uniteTags((fields as Partial<BudInput>).tags ?? [], otherGroups(tags, bud))
  const { tags: kept, beyond } = kinds?.spell(given) ?? { tags: given, beyond: [] }
  return {
    record: { ...(fields as BudInput), tags: kept.slice(0, tagLimit) },
    groups: [...otherGroups(notes, bud), ...beyond, ...kept.slice(tagLimit)],
  }
}

/** The groups that are not circles of the bud. */
export const otherGroups = (groups: string[], bud: StoredBud | undefined) =>
  groups.filter((name) => !isMember(bud?.circles ?? [], name.toLowerCase()))

/** A group with many buds continues in 'Friends 2'. */
const isMember = (memberships: string[], group: string) =>
  memberships.some(
    (name) => name === group || (name.startsWith(`${group} `) && /^\d+$/.test(name.slice(group.length + 1))),
  )

/** A circle, event or interaction of a backup that exists stays as it is. */
function planOther({ record, onMatch }: PlannedRow, storedIds: Set<string>): FullPlan {
  const isStored = storedIds.has(record._id)
  const action = onMatch === 'skip' ? 'skip' : isStored ? 'unchanged' : 'add'
  const reason = isStored ? 'It is the same record' : ''
  return {
    action,
    reason,
    match: isStored ? record._id : null,
    change: {},
    photo: false,
    groups: [],
    bud: undefined,
  }
}

/** The ids of the rows' circles, events, interactions and lists that exist. */
async function findStored(reader: Db, ownerId: string, rows: PlannedRow[]) {
  const stored = new Set<string>()
  for (const [type, { records }] of Object.entries({ ...recordTables, list: { records: smartLists } })) {
    const ids = rows.filter((row) => row.type === type).map(({ record }) => record._id)
    if (ids.length === 0) continue
    const ofOwner = and(eq(records.ownerId, ownerId), inArray(records._id, ids))
    const found = await reader
      .select({ _id: records._id })
      .from(records as typeof circles)
      .where(ofOwner)
    for (const { _id } of found) stored.add(_id)
  }
  return stored
}

/** Buds by their ids, with their circles. */
export async function findBuds(reader: Db, ownerId: string, ids: string[]) {
  const storedBuds = new Map<string, StoredBud>()
  if (ids.length === 0) return storedBuds
  const isListed = and(eq(buds.ownerId, ownerId), inArray(buds._id, ids))
  for (const bud of await reader.select(budColumns).from(buds).where(isListed))
    storedBuds.set(bud._id, { ...bud, circles: [], relations: new Map() } as StoredBud)
  const memberships = await reader
    .select({ budId: circleBuds.budId, name: sql<string>`lower(${circles.Name})` })
    .from(circleBuds)
    .innerJoin(circles, and(eq(circles.ownerId, circleBuds.ownerId), eq(circles._id, circleBuds.recordId)))
    .where(and(eq(circleBuds.ownerId, ownerId), inArray(circleBuds.budId, ids)))
  for (const { budId, name } of memberships) storedBuds.get(budId)?.circles.push(name)
  const [first, second] = [alias(buds, 'first'), alias(buds, 'second')]
  const ties = await reader
    .select({ kind: relations.kind, label: relations.label, bud: namesOf(first), with: namesOf(second) })
    .from(relations)
    .innerJoin(first, and(eq(first.ownerId, relations.ownerId), eq(first._id, relations.budId)))
    .innerJoin(second, and(eq(second.ownerId, relations.ownerId), eq(second._id, relations.withId)))
    .where(
      and(eq(relations.ownerId, ownerId), or(inArray(relations.budId, ids), inArray(relations.withId, ids))),
    )
  for (const { kind, label, bud, with: other } of ties) {
    const of = (kind: RelationKind, person: typeof bud) =>
      keyOfRelation({ kind, label, name: fullName(person) })
    storedBuds.get(bud._id)?.relations.set(of(kind, other), label)
    storedBuds.get(other._id)?.relations.set(of(inverseOf(kind), bud), label)
  }
  return storedBuds
}

const namesOf = ({ _id, Firstname, Surname }: Record<'_id' | 'Firstname' | 'Surname', PgColumn>) => ({
  _id: sql<string>`${_id}`,
  Firstname: sql<string>`${Firstname}`,
  Surname: sql<string>`${Surname}`,
})
