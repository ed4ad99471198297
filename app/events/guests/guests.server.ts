import { and, asc, eq, inArray, like, sql } from 'drizzle-orm'
import { assertNotDemo } from '~/account/accounts/accounts.server'
import { requireRecentSignIn } from '~/account/accounts/recent-sign-in.server'
import type { User } from '~/account/users/user'
import { type Db, db } from '~/base/db/db.server'
import { nested } from '~/base/db/fragments.server'
import { byOwnerAndId } from '~/base/db/owned.server'
import type { Call } from '~/base/http/context.server'
import { makeLinks, revokeLinks } from '~/base/links/links.server'
import { UserError } from '~/base/node/errors'
import { personColumns } from '~/people/buds/person.server'
import { buds, eventBuds, events, links } from '~drizzle/schema'
import { countedAnswers } from './counted-answers.server'
import { answersText, daysAfterEnd, totalsOf } from './guest'
import type { LinksInput, NewLinksInput } from './guest-input.server'

const { isOwn, assertFound, assertExists } = byOwnerAndId('Event', events)

/** What the link of a guest acts on. */
export const aboutGuest = (eventId: string, budId: string) => `${eventId} ${budId}`

/** SQL condition: the links of an event's guests can still be opened. */
export const canOpenLinks = sql<boolean>`${events.endDate} + ${sql.raw(`interval '${daysAfterEnd} days'`)} > owner_now(${events.ownerId})`

const hasLink = sql<boolean>`exists (
  select from ${links} where ${links.userId} = ${eventBuds.ownerId} and ${links.kind} = 'rsvp'
    and ${links.about} = ${eventBuds.recordId} || ' ' || ${eventBuds.budId} and ${links.expiresAt} > now()
)`

export const answerColumns = {
  answer: eventBuds.answer,
  guests: eventBuds.guests,
  diet: eventBuds.diet,
  note: eventBuds.note,
  answeredAt: eventBuds.answeredAt,
}

const isBudOfLink = and(eq(buds.ownerId, eventBuds.ownerId), eq(buds._id, eventBuds.budId))

/** The body of `GET /events/{id}/guests`: the attendees by name, with their answers. */
export async function listGuests(ownerId: string, eventId: string) {
  const guests = await db
    .select({
      bud: personColumns,
      ...answerColumns,
      hasLink: nested<boolean>(sql`${canOpenLinks} and ${hasLink}`),
    })
    .from(eventBuds)
    .innerJoin(events, and(eq(events.ownerId, eventBuds.ownerId), eq(events._id, eventBuds.recordId)))
    .innerJoin(buds, isBudOfLink)
    .where(isOwn(ownerId, eventId))
    .orderBy(asc(buds.nameKey), asc(buds._id))
  if (guests.length === 0) await assertExists(ownerId, eventId)
  return { guests, totals: totalsOf(guests) }
}

/**
 * Makes a link for each of the chosen attendees, which ends the one that they had. The answers stay. `findEvent` finds the
 * event in the transaction. Resolves to it, and to the links with the attendees' first email addresses.
 */
export async function makeGuestLinks(
  call: Call,
  user: User,
  findEvent: (tx: Db) => Promise<string>,
  { selectedBuds, password }: NewLinksInput,
) {
  assertNotDemo(user)
  await requireRecentSignIn(call, user, 'links for guests', password)
  return db.transaction(async (tx) => {
    const event = await lockEvent(tx, user._id, await findEvent(tx))
    if (event.isSeries) throw new UserError(400, 'Links belong to one occurrence of a series')
    if (!event.canOpenLinks)
      throw new UserError(409, `The event ended more than ${daysAfterEnd} days ago, so a link would not open`)
    const chosen = await findAttendees(tx, user._id, event._id, selectedBuds)
    if (chosen.length === 0) throw new UserError(400, 'Nobody attends this event yet')
    const abouts = chosen.map(({ bud }) => aboutGuest(event._id, bud._id))
    await revokeLinks('rsvp', user._id, tx, inArray(links.about, abouts))
    const urls = await makeLinks(
      abouts.map((about) => ({ kind: 'rsvp' as const, userId: user._id, about })),
      tx,
    )
    const made = chosen.map(({ bud, emails }, n) => ({
      bud,
      email: emails[0]?.value ?? '',
      url: urls[n] ?? '',
    }))
    return { event: { _id: event._id }, links: made }
  })
}

/** Ends the links of the chosen attendees, or all of the event's. The answers stay. */
export async function endGuestLinks(ownerId: string, eventId: string, { selectedBuds }: LinksInput) {
  await db.transaction(async (tx) => {
    const { _id } = await lockEvent(tx, ownerId, eventId)
    if (!selectedBuds)
      return void (await revokeLinks('rsvp', ownerId, tx, like(links.about, aboutGuest(_id, '%'))))
    const chosen = await findAttendees(tx, ownerId, _id, selectedBuds)
    const abouts = chosen.map(({ bud }) => aboutGuest(_id, bud._id))
    await revokeLinks('rsvp', ownerId, tx, inArray(links.about, abouts))
  })
}

/** Locks the event, so that of two links that are made at once only the later one opens. */
async function lockEvent(tx: Db, ownerId: string, eventId: string) {
  const [event] = await tx
    .select({ _id: events._id, canOpenLinks, isSeries: sql<boolean>`${events.repeat} is not null` })
    .from(events)
    .where(isOwn(ownerId, eventId))
    .for('update')
  return assertFound(event)
}

/** The chosen attendees, or all. Throws 400 for a bud that does not attend. */
async function findAttendees(tx: Db, ownerId: string, eventId: string, chosen?: string[]) {
  const found = await tx
    .select({ bud: personColumns, emails: buds.emails })
    .from(eventBuds)
    .innerJoin(buds, isBudOfLink)
    .where(
      and(
        eq(eventBuds.ownerId, ownerId),
        eq(eventBuds.recordId, eventId),
        chosen && inArray(eventBuds.budId, chosen),
      ),
    )
    .orderBy(asc(buds.nameKey), asc(buds._id))
  const msg = 'One of the chosen buds does not attend this event'
  if (chosen && found.length < chosen.length)
    throw new UserError(400, msg, { errors: { selectedBuds: [msg] } })
  return found
}

/** Adds the numbers of answers to events, as text. It is empty if nobody has answered. */
export async function withAnswers<E extends { _id: string; totalBuds: number }>(
  ownerId: string,
  listed: E[],
) {
  const ids = listed.filter(({ totalBuds }) => totalBuds > 0).map(({ _id }) => _id)
  const isListed = and(eq(events.ownerId, ownerId), inArray(events._id, ids))
  const counted =
    ids.length > 0
      ? await db.select({ _id: events._id, answers: countedAnswers }).from(events).where(isListed)
      : []
  const answersOf = new Map(counted.map(({ _id, answers }) => [_id, answers]))
  return listed.map((event) => ({
    ...event,
    answers: answersText(answersOf.get(event._id), event.totalBuds),
  }))
}
