import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { assertSentAgain } from '~/base/db/created.server'
import { type Db, db } from '~/base/db/db.server'
import { idAfter } from '~/base/db/ids'
import { beginChange, byId, byOwnerAndId, nameChange } from '~/base/db/owned.server'
import { assertNotStale, type ExpectedVersion } from '~/base/db/versions.server'
import { UserError } from '~/base/node/errors'
import { fullName, type Person } from '~/people/buds/bud'
import { personColumns } from '~/people/buds/person.server'
import { buds, changes, relations } from '~drizzle/schema'
import { derivedOf } from './derived'
import { familyOfBud, type NetworkRow, surroundingsOfBud } from './network.server'
import { areDaysInOrder, type Relation, readFrom, relationKinds, type Tie } from './relation'
import type { RelationChange, RelationInput } from './relation-input.server'

const ofBuds = byOwnerAndId('Bud', buds)
const { validId } = byId('Bud', buds)
const { isOwn, assertFound } = byOwnerAndId('Relation', relations)

export { isOwn }

/** The most relations of a bud. */
const relationLimit = 500

type Fields = Omit<RelationInput, 'with'>

export const tieColumns = {
  _id: relations._id,
  bud: relations.budId,
  with: relations.withId,
  kind: relations.kind,
  label: relations.label,
  note: relations.note,
  since: relations.since,
  until: relations.until,
}

/** A version of a row that the database keeps by itself. */
const version = sql`relations.xmin::text`.mapWith(Number)

/** The relations that a bud reads in its network, by kind and name, and what follows from them. */
export function readNetwork(id: string, { ties, people }: NetworkRow, today: string) {
  const byId = new Map(people.map((person) => [person._id, person]))
  const relations = ties.flatMap((tie) =>
    tie.bud === id || tie.with === id ? relationFrom(id, tie, byId) : [],
  )
  return {
    relations: relations.sort(byKindAndName),
    derived: derivedOf(id, { ties, people: byId }, today),
  }
}

function relationFrom(id: string, tie: Tie, people: Map<string, Person>): Relation[] {
  const { kind, label, other } = readFrom(id, tie)
  const bud = people.get(other)
  const { _id, note, since, until } = tie
  return bud ? [{ _id, kind, label, bud, note, since, until }] : []
}

const byKindAndName = (a: Relation, b: Relation) =>
  relationKinds.indexOf(a.kind) - relationKinds.indexOf(b.kind) ||
  fullName(a.bud).localeCompare(fullName(b.bud)) ||
  a._id.localeCompare(b._id)

const networkStatement = (network: SQL<NetworkRow>) => async (ownerId: string, id: string) => {
  const [row] = await db
    .select({
      ...personColumns,
      network,
      today: sql<string>`owner_now(buds.owner_id)::date::text`,
    })
    .from(buds)
    .where(ofBuds.isOwn(ownerId, id))
  return ofBuds.assertFound(row)
}

const findFamily = networkStatement(familyOfBud)
/** The bud with the relations of it and of whom it is related to. Throws 404. */
export const findSurroundings = networkStatement(surroundingsOfBud)

/** The body of `GET /buds/{id}/relations` (product 31). Throws 404. */
export async function listRelations(ownerId: string, id: string) {
  const { _id, network, today } = await findFamily(ownerId, id)
  const { relations, derived } = readNetwork(_id, network, today)
  return { relations, derived: derived.map(({ roles: _, ...one }) => one) }
}

/** A relation as the bud reads it that it was made from, with both buds. Throws 404. */
export async function findRelation(ownerId: string, id: string, tx: Db = db) {
  const [tie] = await tx
    .select({ ...tieColumns, version })
    .from(relations)
    .where(isOwn(ownerId, id))
  const { bud: from, with: other, ...relation } = assertFound(tie)
  const people = await findPeople(tx, ownerId, [from, other])
  return { ...relation, from: assertFound(people.get(from)), bud: assertFound(people.get(other)) }
}

async function findPeople(tx: Db, ownerId: string, ids: string[]) {
  const rows = await tx
    .select(personColumns)
    .from(buds)
    .where(and(eq(buds.ownerId, ownerId), inArray(buds._id, ids)))
  return new Map(rows.map((row) => [row._id, row]))
}

/**
 * Relates a bud to others, as one change set. Idempotent: repeated ids return what they created first. Throws 404, 400 for
 * the bud itself, and 409 for what is there already from either end.
 */
export function createRelations(
  ownerId: string,
  id: string,
  others: string[],
  fields: Fields,
  firstId = uuid(),
) {
  assertValid(fields)
  return db.transaction(async (tx) => {
    const { bud, others: found } = await lockPair(tx, ownerId, id, others)
    const changeId = await beginChange(tx)
    const rows = found.map((one, n) => ({
      ...fields,
      ownerId,
      budId: bud._id,
      withId: one._id,
      _id: idAfter(firstId, n),
    }))
    const created = await tx
      .insert(relations)
      .values(rows)
      .onConflictDoNothing()
      .returning({ _id: relations._id })
    const ids = new Set(created.map(({ _id }) => _id))
    for (const row of rows) if (!ids.has(row._id)) await assertSame(tx, row)
    await assertRoom(tx, ownerId, [bud, ...found])
    if (created.length > 0) await nameChange(tx, ownerId, changeId, nameOf(bud))
    return { ids: rows.map(({ _id }) => _id), ...(created.length > 0 && { changeId }) }
  })
}

const nameOf = (bud: Person) => `Relation of ${fullName(bud)}`

type Row = Fields & { ownerId: string; budId: string; withId: string; _id: string }

/** Passes what was sent twice. */
async function assertSame(tx: Db, { ownerId, budId, withId, _id, ...change }: Row) {
  const [stored] = await tx
    .select({ ...tieColumns, version })
    .from(relations)
    .where(isOwn(ownerId, _id))
  if (stored?.bud === budId && stored.with === withId)
    return assertSentAgain(
      tx,
      ownerId,
      { relation: stored },
      { change, stored },
      { table: relations, recordId: budId },
    )
  throw await alreadyThere(tx, { ownerId, budId, withId, kind: change.kind })
}

/** Locks the buds in the order of their ids, as other writers do. */
async function lockPair(tx: Db, ownerId: string, id: string, others: string[]) {
  const ids = others.map((other) => validId(other).toLowerCase())
  if (ids.includes(id.toLowerCase())) throw badRequest('with', 'A bud has no relation with itself')
  const rows = await tx
    .select(personColumns)
    .from(buds)
    .where(and(eq(buds.ownerId, ownerId), inArray(buds._id, [validId(id), ...ids])))
    .orderBy(buds._id)
    .for('no key update')
  const byId = new Map(rows.map((row) => [row._id, row]))
  return {
    bud: ofBuds.assertFound(byId.get(id.toLowerCase())),
    others: [...new Set(ids)].map((other) => ofBuds.assertFound(byId.get(other))),
  }
}

function badRequest(field: string, msg: string) {
  return new UserError(400, msg, { errors: { [field]: [msg] } })
}

function assertValid({ kind, label, since, until }: Pick<Fields, 'kind' | 'label' | 'since' | 'until'>) {
  if (kind === 'other' && !label) throw badRequest('label', 'Label is required for another kind of relation')
  if (!areDaysInOrder({ since, until })) throw badRequest('until', 'Until must not be before since')
}

/** SQL condition: a relation that a pair has once. */
export const isOnce = ({
  ownerId,
  budId,
  withId,
  kind,
  label,
}: Omit<Row, keyof Fields | '_id'> & Pick<Row, 'kind' | 'label'>) =>
  and(
    eq(relations.ownerId, ownerId),
    sql`relation_key(${relations.budId}, ${relations.withId}, ${relations.kind}, ${relations.label})
      = relation_key(${budId}::uuid, ${withId}::uuid, ${kind}, ${label})`,
  )

async function alreadyThere(tx: Db, row: Pick<Row, 'ownerId' | 'budId' | 'withId' | 'kind'>) {
  const people = await findPeople(tx, row.ownerId, [row.budId, row.withId])
  const [a = '', b = ''] = [row.budId, row.withId].map((id) => fullName(people.get(id) as Person))
  const isLineage = row.kind === 'parent' || row.kind === 'child'
  const msg = isLineage
    ? `One of ${a} and ${b} is noted as a parent of the other already`
    : `${a} and ${b} have this relation already`
  return new UserError(409, msg, { errors: { kind: [msg] } })
}

async function assertRoom(tx: Db, ownerId: string, people: Person[]) {
  for (const { _id, ...person } of people) {
    const isOf = and(eq(relations.ownerId, ownerId), isWith(_id))
    if ((await tx.$count(relations, isOf)) <= relationLimit) continue
    throw new UserError(
      409,
      `${fullName(person)} has ${relationLimit} relations, the most that a bud can have`,
    )
  }
}

const isWith = (id: string) => or(eq(relations.budId, id), eq(relations.withId, id))

/** Throws 404, 412, and 400 or 409 as `createRelations`. Resolves to the relation as its first bud reads it. */
export function updateRelation(
  ownerId: string,
  id: string,
  { with: other, ...fields }: RelationChange,
  expectedVersion?: ExpectedVersion,
) {
  return db.transaction(async (tx) => {
    const before = await findRelation(ownerId, id, tx)
    const { bud, others } = await lockPair(tx, ownerId, before.from._id, [other ?? before.bud._id])
    const [stored] = await tx
      .select({ ...tieColumns, version })
      .from(relations)
      .where(isOwn(ownerId, id))
      .for('update')
    const { bud: _from, with: withId, version: current, ...tie } = assertFound(stored)
    const next = { ...tie, ...fields }
    assertValid(next)
    // Without another bud, the one stays that a request at the same time may have chosen.
    const [to] = other === undefined ? [] : others
    const isMoved = to !== undefined && to._id !== withId
    if (!isMoved && isEqual(tie, next)) return { relation: await findRelation(ownerId, id, tx) }
    const edit = {
      change: { ...fields, ...(isMoved && { with: to._id }) },
      stored: { ...tie, with: withId },
      readable: { with: fullName(before.bud) },
    }
    assertNotStale({ relation: { version: current } }, expectedVersion, edit)
    const row = { ...next, ownerId, budId: bud._id, withId: to?._id ?? withId }
    const [same] = await tx
      .select({ _id: relations._id })
      .from(relations)
      .where(and(isOnce(row), ne(relations._id, id)))
    if (same) throw await alreadyThere(tx, row)
    const changeId = await beginChange(tx)
    await tx.insert(changes).values({ ownerId, _id: changeId, kind: 'update', name: nameOf(bud) })
    if (isMoved) {
      // An update of a key is not recorded.
      await tx.delete(relations).where(isOwn(ownerId, id))
      await tx.insert(relations).values(row)
      await assertRoom(tx, ownerId, [to])
    } else await tx.update(relations).set(next).where(isOwn(ownerId, id))
    return { relation: await findRelation(ownerId, id, tx), changeId }
  })
}

const isEqual = (a: object, b: object) =>
  Object.entries(a).every(([key, value]) => b[key as keyof typeof b] === value)

/** Resolves to the id of the change set, and to the bud that the relation was made from. Throws 404, and 412. */
export const deleteRelation = (ownerId: string, id: string, expectedVersion?: ExpectedVersion) =>
  db.transaction(async (tx) => {
    await tx.select({ _id: relations._id }).from(relations).where(isOwn(ownerId, id)).for('update')
    const { from, version: current } = await findRelation(ownerId, id, tx)
    assertNotStale({ relation: { version: current } }, expectedVersion)
    const changeId = await beginChange(tx)
    const deleted = await tx.delete(relations).where(isOwn(ownerId, id)).returning({ _id: relations._id })
    assertFound(deleted[0])
    await nameChange(tx, ownerId, changeId, nameOf(from))
    return { changeId, from }
  })
