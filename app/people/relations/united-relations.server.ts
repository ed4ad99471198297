import { and, eq, or } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Db } from '~/base/db/db.server'
import { UserError } from '~/base/node/errors'
import { relations } from '~drizzle/schema'
import {
  areDaysInOrder,
  readFrom,
  relationDays,
  relationNoteLength,
  relationTitle,
  type Tie,
} from './relation'
import { isOnce, isOwn, tieColumns } from './relations.server'

type Row = Omit<Tie, 'bud' | 'with'> & { ownerId: string; budId: string; withId: string }

/**
 * Adds a relation, or gives the one that says the same already what it lacks. A label or day for which there is no place
 * goes to the note, the label as `remark`. Resolves to what the note has no room for, or to an empty text.
 */
export async function uniteRelation(tx: Db, row: Row, remark = row.label) {
  const added = await tx.insert(relations).values(row).onConflictDoNothing().returning({ _id: relations._id })
  if (added.length > 0) return ''
  const [stored] = await tx.select(tieColumns).from(relations).where(isOnce(row)).for('update')
  if (!stored) return ''
  const { change, isTurned, left } = unitedWith(stored, row, remark)
  const note = linesOf(stored.note, row.note, left)
  const hasRoom = note.length <= relationNoteLength
  const next = { ...change, ...(hasRoom && { note }) }
  if (isTurned) {
    const { budId, withId, kind, label } = row
    // An update of a key is not recorded.
    await tx.delete(relations).where(isOwn(row.ownerId, stored._id))
    const { bud: _bud, with: _with, ...kept } = stored
    await tx.insert(relations).values({ ...kept, ...next, ownerId: row.ownerId, budId, withId, kind, label })
  } else if (Object.entries(next).some(([key, value]) => stored[key as keyof Tie] !== value))
    await tx.update(relations).set(next).where(isOwn(row.ownerId, stored._id))
  return hasRoom ? '' : linesOf(row.note, left)
}

/** What changes in a stored relation of the same pair and kind. A label is meant from one end, which may be the other one. */
function unitedWith(stored: Tie, row: Row, remark: string) {
  const seen = readFrom(row.budId, stored)
  // Somebody can be noted as the parent of their own parent.
  if (seen.kind !== row.kind)
    return { change: {}, isTurned: false, left: linesOf(remark || relationTitle(row), relationDays(row)) }
  const both = { since: stored.since ?? row.since, until: stored.until ?? row.until }
  const days = areDaysInOrder(both) ? both : { since: stored.since, until: stored.until }
  const lost = {
    since: row.since === days.since ? null : row.since,
    until: row.until === days.until ? null : row.until,
  }
  const daysLeft = relationDays(lost)
  const isSame = row.label.toLowerCase() === seen.label.toLowerCase()
  if (!row.label || isSame) return { change: days, isTurned: false, left: daysLeft }
  if (stored.label) return { change: days, isTurned: false, left: linesOf(remark, daysLeft) }
  const isTurned = stored.bud !== row.budId
  return { change: isTurned ? days : { ...days, label: row.label }, isTurned, left: daysLeft }
}

/** Texts below one another, each once. */
const linesOf = (...texts: string[]) =>
  texts.reduce(
    (all, text) => (`\n${all}\n`.includes(`\n${text}\n`) ? all : [all, text].filter(Boolean).join('\n')),
    '',
  )

/**
 * Gives the relations of a bud, which is deleted then, to another, as new rows. Those between the two go with it. Throws 409 if
 * the note of one would be too long.
 */
export async function moveRelations(tx: Db, ownerId: string, from: string, to: string) {
  const ties = await tx
    .select(tieColumns)
    .from(relations)
    .where(and(eq(relations.ownerId, ownerId), or(eq(relations.budId, from), eq(relations.withId, from))))
    .orderBy(relations._id)
  for (const { bud, with: other, ...tie } of ties) {
    const [budId, withId] = [bud, other].map((id) => (id === from ? to : id)) as [string, string]
    if (budId === withId) continue
    if (await uniteRelation(tx, { ...tie, ownerId, budId, withId, _id: uuid() })) throw noteTooLong()
  }
}

function noteTooLong() {
  const limit = relationNoteLength.toLocaleString('en')
  return new UserError(
    409,
    `Both have the same relation, whose notes have more than ${limit} characters. Shorten one`,
  )
}
