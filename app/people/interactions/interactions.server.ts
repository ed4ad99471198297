import { and, desc, eq, inArray } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { assertSentAgain } from '~/base/db/created.server'
import { type Db, db } from '~/base/db/db.server'
import { beginChange, byOwnerAndId, columnsOf, nameChange } from '~/base/db/owned.server'
import { ownerToday } from '~/base/db/owner-clock.server'
import { pagesOf, rangeOf } from '~/base/db/pages'
import {
  assertNotStale,
  type ExpectedVersion,
  isAlreadyStored,
  type Versioned,
} from '~/base/db/versions.server'
import { UserError } from '~/base/node/errors'
import { fullName } from '~/people/buds/bud'
import { budNames, listedBuds, writeBuds } from '~/people/buds/selected-buds.server'
import { interactionBuds, interactions, nextVersion } from '~drizzle/schema'
import { kindName } from './interaction'
import {
  type Interaction,
  type InteractionInput,
  type InteractionQuery,
  interactionFields,
} from './interaction-input.server'

const { isOwn, finder, lockRow } = byOwnerAndId('Interaction', interactions)

/** The fields of an interaction that the app and the API return. */
export const interactionColumns = {
  _id: interactions._id,
  ...columnsOf(interactions, interactionFields),
  buds: budNames(interactionBuds, interactions),
  createdAt: interactions.createdAt,
}

const versionedColumns = { ...interactionColumns, version: interactions.version }

/** Idempotent: a repeated id returns the interaction created first. Throws 409 if the content is another one. */
export async function createInteraction(
  ownerId: string,
  { selectedBuds, ...input }: InteractionInput,
  id = uuid(),
): Promise<Versioned<Interaction>> {
  return db.transaction(async (tx) => {
    const changeId = await beginChange(tx)
    const on = await pastDay(tx, ownerId, input.on)
    const [inserted] = await tx
      .insert(interactions)
      .values({ ...input, on, ownerId, _id: id })
      .onConflictDoNothing({ target: [interactions.ownerId, interactions._id] })
      .returning({ _id: interactions._id })
    if (!inserted) {
      const interaction = await findInteraction(ownerId, id, tx)
      // A day that was not given is the day of the first time.
      const edit = editOf(interaction, { ...input, selectedBuds, on: input.on || interaction.on })
      const tables = { table: interactions, members: interactionBuds }
      await assertSentAgain(tx, ownerId, { interaction }, edit, tables)
      return interaction
    }
    await writeBuds(tx, interactionBuds, ownerId, id, selectedBuds)
    const interaction = await findInteraction(ownerId, id, tx)
    await nameChange(tx, ownerId, changeId, nameOfInteraction(interaction))
    return { ...interaction, changeId }
  })
}

export const findInteraction = finder(versionedColumns)

export async function updateInteraction(
  ownerId: string,
  id: string,
  change: Partial<InteractionInput>,
  expectedVersion?: ExpectedVersion,
): Promise<Versioned<Interaction>> {
  return db.transaction(async (tx) => {
    const { changeId, interaction } = await lockInteraction(tx, ownerId, id)
    const { selectedBuds, ...fields } = change
    // The stored day may be in the future of a time zone that was chosen later.
    fields.on =
      fields.on && fields.on !== interaction.on ? await pastDay(tx, ownerId, fields.on) : interaction.on
    const edit = editOf(interaction, { ...change, ...fields })
    if (isAlreadyStored(edit)) return interaction
    assertNotStale({ interaction }, expectedVersion, edit)
    await tx
      .update(interactions)
      .set({ ...fields, version: nextVersion })
      .where(isOwn(ownerId, id))
    if (selectedBuds) await writeBuds(tx, interactionBuds, ownerId, id, selectedBuds)
    const updated = await findInteraction(ownerId, id, tx)
    await nameChange(tx, ownerId, changeId, nameOfInteraction(updated))
    return { ...updated, changeId }
  })
}

/** Resolves to the id of the change set. */
export async function deleteInteraction(ownerId: string, id: string, expectedVersion?: ExpectedVersion) {
  return db.transaction(async (tx) => {
    const { changeId, interaction } = await lockInteraction(tx, ownerId, id)
    assertNotStale({ interaction }, expectedVersion)
    await tx.delete(interactions).where(isOwn(ownerId, id))
    await nameChange(tx, ownerId, changeId, nameOfInteraction(interaction))
    return changeId
  })
}

async function lockInteraction(tx: Db, ownerId: string, id: string) {
  const { changeId } = await lockRow(tx, ownerId, id)
  return { changeId, interaction: await findInteraction(ownerId, id, tx) }
}

/** The day of an interaction: today if none is given. Throws 400 for a day in the future of the owner. */
export async function pastDay(tx: Db, ownerId: string, on: string) {
  const today = await ownerToday(ownerId, tx)
  const msg = 'Day must not be in the future'
  if (on > today) throw new UserError(400, msg, { errors: { on: [msg] } })
  return on || today
}

type Named = { kind: string; buds: { Firstname: string; Surname: string }[] }

const nameOfInteraction = ({ kind, buds: [first, ...others] }: Named) =>
  contactName(kind, first, others.length)

/** The name of the change set, such as 'Call with Ada Lovelace and 2 others'. */
export function contactName(kind: string, first: Named['buds'][number] | undefined, others: number) {
  const more = others === 1 ? ' and 1 other' : others > 1 ? ` and ${others} others` : ''
  return first ? `${kindName(kind)} with ${fullName(first)}${more}` : kindName(kind)
}

function editOf({ buds, ...fields }: Interaction, change: Partial<InteractionInput>) {
  const selectedBuds = buds.map(({ _id }) => _id).sort()
  return { change, stored: { ...fields, selectedBuds }, readable: { selectedBuds: buds.map(fullName) } }
}

/** The body of `GET /interactions`, the latest day first (product 18.1). */
export async function listInteractions(ownerId: string, { bud, ...query }: InteractionQuery) {
  const withBud = db
    .select({ id: interactionBuds.recordId })
    .from(interactionBuds)
    .where(and(eq(interactionBuds.ownerId, ownerId), eq(interactionBuds.budId, bud)))
  const isListed = and(
    eq(interactions.ownerId, ownerId),
    bud ? inArray(interactions._id, withBud) : undefined,
  )
  const total = await db.$count(interactions, isListed)
  const rows = await db
    .select({ ...interactionColumns, ...listedBuds(interactionBuds, interactions) })
    .from(interactions)
    .where(isListed)
    .orderBy(desc(interactions.on), desc(interactions._id))
    .limit(query.limit)
    .offset(rangeOf(query).offset)
  return {
    interactions: rows,
    totalInteractions: total,
    ...pagesOf(total, query),
  }
}
