import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { consumeAttempt, dayInSeconds } from '~/account/accounts/throttle.server'
import { type Db, db } from '~/base/db/db.server'
import { beginChange, nameChange } from '~/base/db/owned.server'
import { setVia } from '~/base/db/via.server'
import { sha256 } from '~/base/http/secret.server'
import { findLink } from '~/base/links/links.server'
import { UserError } from '~/base/node/errors'
import { fullName } from '~/people/buds/bud'
import { buds, eventBuds, events, users } from '~drizzle/schema'
import type { AnswerInput } from './guest-input.server'
import { answerColumns, canOpenLinks } from './guests.server'

/** The id of no record. */
const noId = '00000000-0000-0000-0000-000000000000'

/**
 * What the link of a guest opens: the event, and the guest's own answer. Undefined for a token that opens nothing. An unknown
 * token runs the same statements as others, so that the time of the response says nothing.
 */
export async function findInvitation(token: string, reader: Db = db) {
  const link = await findLink('rsvp', token, reader)
  const [eventId, budId] = idsOf(link?.about ?? '')
  const { Name, Location, Description, startDate, endDate } = events
  const [invitation] = await reader
    .select({
      ownerId: events.ownerId,
      eventId: events._id,
      budId: buds._id,
      event: { Name, Location, Description, startDate, endDate },
      host: users.Firstname,
      timeZone: users.timeZone,
      guest: { Firstname: buds.Firstname, Surname: buds.Surname },
      answer: answerColumns,
      isOpen: sql<boolean>`${startDate} > owner_now(${events.ownerId})`,
    })
    .from(eventBuds)
    .innerJoin(events, and(eq(events.ownerId, eventBuds.ownerId), eq(events._id, eventBuds.recordId)))
    .innerJoin(buds, and(eq(buds.ownerId, eventBuds.ownerId), eq(buds._id, eventBuds.budId)))
    .innerJoin(users, and(eq(users._id, eventBuds.ownerId), isNull(users.endedAt)))
    .where(
      and(
        eq(eventBuds.ownerId, link?.userId ?? noId),
        eq(eventBuds.recordId, eventId),
        eq(eventBuds.budId, budId),
        canOpenLinks,
      ),
    )
  return invitation
}

function idsOf(about: string) {
  const ids = z.tuple([z.guid(), z.guid()]).safeParse(about.split(' '))
  return ids.data ?? [noId, noId]
}

type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

/**
 * Stores the answer of a guest as a change set of the owner. The version of the event stays. Resolves to false for a token
 * that opens nothing. Throws 409 after the start of the event.
 */
export async function answerInvitation(token: string, input: AnswerInput) {
  return db.transaction(async (tx) => {
    const found = await findInvitation(token, tx)
    if (!found) return false
    await lockAttendee(tx, found)
    const invitation = await findInvitation(token, tx)
    if (!invitation) return false
    if (!invitation.isOpen)
      throw new UserError(409, 'The event has started, so the answer cannot be changed any more')
    if (isSame(invitation.answer, input)) return true
    const { ownerId, eventId, budId, event, guest } = invitation
    await countAnswer(tx, invitation)
    await tx.execute(setVia({ kind: 'guest', name: fullName(guest) }))
    const changeId = await beginChange(tx)
    await tx
      .update(eventBuds)
      .set({ ...input, answeredAt: sql`clock_now()` })
      .where(and(eq(eventBuds.ownerId, ownerId), eq(eventBuds.recordId, eventId), eq(eventBuds.budId, budId)))
    await nameChange(tx, ownerId, changeId, `${fullName(guest)}'s answer to ${event.Name}`)
    return true
  })
}

/** Locks the event and the bud, as an undo and a merge do before they read answers, and then the answer. */
async function lockAttendee(tx: Db, { ownerId, eventId, budId }: Invitation) {
  const { ownerId: owner, recordId } = eventBuds
  const isEvent = and(eq(events.ownerId, ownerId), eq(events._id, eventId))
  const isBud = and(eq(buds.ownerId, ownerId), eq(buds._id, budId))
  const isAttendee = and(eq(owner, ownerId), eq(recordId, eventId), eq(eventBuds.budId, budId))
  await tx.select({ _id: events._id }).from(events).where(isEvent).for('key share')
  await tx.select({ _id: buds._id }).from(buds).where(isBud).for('key share')
  await tx.select({ budId: eventBuds.budId }).from(eventBuds).where(isAttendee).for('update')
}

/** Answers of one guest to one event that are stored a day: each is in the owner's history, and goes to webhooks. */
const answerQuota = { freeAttempts: 20, window: dayInSeconds }

async function countAnswer(tx: Db, { eventId, budId }: Invitation) {
  if (await consumeAttempt(`answers ${sha256(`${eventId} ${budId}`)}`, answerQuota, tx)) return
  throw new UserError(429, 'This answer was changed too often today. Please try again tomorrow.')
}

const isSame = ({ answer, guests, diet, note }: Invitation['answer'], input: AnswerInput) =>
  answer === input.answer &&
  guests === input.guests &&
  note === input.note &&
  diet.join() === input.diet.join()
