import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { formatCount } from '~/base/components/count'
import { type Db, db } from '~/base/db/db.server'
import { byOwnerAndId, changeId, nameChange } from '~/base/db/owned.server'
import { pagesOf, rangeOf } from '~/base/db/pages'
import { assertNotStale, type ExpectedVersion } from '~/base/db/versions.server'
import { UserError } from '~/base/node/errors'
import { fullName } from '~/people/buds/bud'
import { notesLength } from '~/people/buds/bud-fields'
import { findBud } from '~/people/buds/buds.server'
import { buds, nextVersion, proposals } from '~drizzle/schema'
import { differencesOf } from './differences'
import { type Difference, type ProposedFields, proposalLimit, proposedFields } from './proposal'
import type { ProposalQuery } from './proposal-input.server'

const { isOwn, assertFound } = byOwnerAndId('Proposal', proposals)
const ofBuds = byOwnerAndId('Bud', buds)

type NewProposal = {
  fields: ProposedFields
  /** Whether the lists replace those of the bud. Otherwise they are added to them. */
  replaces: boolean
  /** Whose proposal it is, for the owner and for models that read it. */
  source: string
}

const listColumns = { emails: buds.emails, phones: buds.phones, addresses: buds.addresses, dates: buds.dates }
const nameColumns = { Firstname: buds.Firstname, Surname: buds.Surname }

/**
 * Stores a proposal for a bud, which waits until the owner decides. A list that replaces another is left out if the bud has
 * it already: that the owner edits it later is no difference. Throws 400 if nothing is proposed, 404, and 409 if too many
 * proposals for the bud wait already.
 */
export const createProposal = (ownerId: string, budId: string, proposal: NewProposal) =>
  db.transaction((tx) => insertProposal(tx, ownerId, budId, proposal))

/** As `createProposal`, within a transaction. */
export async function insertProposal(
  tx: Db,
  ownerId: string,
  budId: string,
  { fields, replaces, source }: NewProposal,
) {
  // Proposals for a bud that are made at the same time are counted one after the other.
  const [found] = await tx
    .select({ ...listColumns, ...nameColumns, changeId })
    .from(buds)
    .where(ofBuds.isOwn(ownerId, budId))
    .for('no key update')
  const { changeId: change, ...bud } = ofBuds.assertFound(found)
  const isProposed = (name: (typeof proposedFields)[number]) =>
    replaces ? fields[name] && !isDeepStrictEqual(fields[name], bud[name]) : fields[name]?.length
  const kept = Object.fromEntries(proposedFields.filter(isProposed).map((name) => [name, fields[name]]))
  if (!replaces && Object.keys(kept).length === 0) throw new UserError(400, 'Fill in at least one field')
  await assertFewWait(tx, ownerId, budId)
  const _id = uuid()
  await tx.insert(proposals).values({ ownerId, budId, _id, fields: kept, replaces, source })
  await nameChange(tx, ownerId, change, nameOf(bud))
  return { _id }
}

/** A link may be made again and again, and an assistant may propose without end. The reader may be a stranger. */
async function assertFewWait(tx: Db, ownerId: string, budId: string) {
  const waiting = await tx.$count(proposals, and(eq(proposals.ownerId, ownerId), eq(proposals.budId, budId)))
  if (waiting < proposalLimit) return
  throw new UserError(
    409,
    'Too many updates for this person wait for a review. Try again when some of them have been reviewed.',
  )
}

/** The name of the change set that adds or deletes a proposal. */
const nameOf = (bud: { Firstname: string; Surname: string }) => `Proposal for ${fullName(bud)}`

/** The body of `GET /proposals`, newest first (product 21.4). */
export async function listProposals(ownerId: string, query: ProposalQuery) {
  const { proposals, ...pages } = await findProposals(ownerId, query)
  return { proposals: proposals.map(({ version: _, ...proposal }) => proposal), ...pages }
}

/** A page of the proposals with the versions of their buds. */
export async function findProposals(ownerId: string, query: ProposalQuery) {
  const isListed = eq(proposals.ownerId, ownerId)
  const total = await db.$count(proposals, isListed)
  const rows = await db
    .select({
      _id: proposals._id,
      createdAt: proposals.createdAt,
      source: proposals.source,
      fields: proposals.fields,
      replaces: proposals.replaces,
      bud: { _id: buds._id, ...nameColumns, photo: buds.photo },
      stored: { ...listColumns, notes: buds.notes },
      version: buds.version,
    })
    .from(proposals)
    .innerJoin(buds, and(eq(buds.ownerId, proposals.ownerId), eq(buds._id, proposals.budId)))
    .where(isListed)
    .orderBy(desc(proposals._id))
    .limit(query.limit)
    .offset(rangeOf(query).offset)
  return {
    proposals: rows.map(({ _id, bud, createdAt, source, stored, version, ...proposal }) => ({
      _id,
      bud,
      source,
      createdAt,
      version,
      fields: differencesOf(stored, proposal),
    })),
    totalProposals: total,
    ...pagesOf(total, query),
  }
}

/**
 * Writes the differences with these names, or all of them, to the bud and removes the proposal, as one change set. Resolves to
 * its id, and to what to say: without any of the differences, the proposal is rejected. `expectedVersion` is that of the bud. Throws 404, 409 and 412.
 */
export async function acceptProposal(
  ownerId: string,
  id: string,
  names?: Difference['name'][],
  expectedVersion?: ExpectedVersion,
) {
  return db.transaction(async (tx) => {
    const { changeId, budId, ...proposal } = await lockProposal(tx, ownerId, id)
    const bud = await findBud(ownerId, budId, tx)
    assertNotStale({ bud }, expectedVersion)
    const differences = differencesOf(bud, proposal)
    const accepted = differences.filter(({ name }) => !names || names.includes(name))
    assertNotesFit(accepted)
    const change = Object.fromEntries(accepted.map(({ name, after }) => [name, after]))
    // The first row of a change set decides its kind, and this is an edit.
    if (accepted.length > 0)
      await tx
        .update(buds)
        .set({ ...change, version: nextVersion })
        .where(ofBuds.isOwn(ownerId, budId))
    await tx.delete(proposals).where(isOwn(ownerId, id))
    if (accepted.length === 0) await nameChange(tx, ownerId, changeId, nameOf(bud))
    const isRejected = accepted.length === 0 && differences.length > 0
    return { changeId, msg: isRejected ? rejected : 'Proposal accepted successfully' }
  })
}

const rejected = 'Proposal rejected successfully'

/** Removes a proposal. Resolves to the id of the change set, and to what to say. Throws 404. */
export async function rejectProposal(ownerId: string, id: string) {
  return db.transaction(async (tx) => {
    const { changeId, budId } = await lockProposal(tx, ownerId, id)
    const bud = await findBud(ownerId, budId, tx)
    await tx.delete(proposals).where(isOwn(ownerId, id))
    await nameChange(tx, ownerId, changeId, nameOf(bud))
    return { changeId, msg: rejected }
  })
}

/** Locks the proposal and its bud, and begins a change set. Of two decisions at the same time, the second finds nothing. */
async function lockProposal(tx: Db, ownerId: string, id: string) {
  const { budId, fields, replaces } = proposals
  const [found] = await tx
    .select({ budId, fields, replaces, changeId })
    .from(proposals)
    .innerJoin(buds, and(eq(buds.ownerId, proposals.ownerId), eq(buds._id, budId)))
    .where(isOwn(ownerId, id))
    .for('update')
  return assertFound(found)
}

function assertNotesFit(accepted: Difference[]) {
  const notes = accepted.find(({ name }) => name === 'notes')
  if (String(notes?.after ?? '').length <= notesLength) return
  const msg = `The notes would have more than ${formatCount(notesLength)} characters. Shorten them, or do not accept the notes`
  throw new UserError(409, msg, { errors: { fields: [msg] } })
}
