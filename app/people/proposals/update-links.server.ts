import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { assertNotDemo } from '~/account/accounts/accounts.server'
import { requireRecentSignIn } from '~/account/accounts/recent-sign-in.server'
import type { User } from '~/account/users/user'
import { type Db, db } from '~/base/db/db.server'
import { byOwnerAndId } from '~/base/db/owned.server'
import { setVia } from '~/base/db/via.server'
import type { Call } from '~/base/http/context.server'
import { endLink, isLink, makeLinks, revokeLinks } from '~/base/links/links.server'
import { fullName } from '~/people/buds/bud'
import { buds, links, users } from '~drizzle/schema'
import { budSource } from './proposal'
import type { SentProposal, UpdateLinkInput } from './proposal-input.server'
import { insertProposal } from './proposals.server'

const { isOwn, assertFound } = byOwnerAndId('Bud', buds)

/** What an update link is about: the bud, and whether the form shows what is stored. */
const aboutOf = (budId: string, show: boolean) => (show ? `${budId} show` : budId)

/** Makes a link with which a bud updates their own details, and ends the one before (product 21.4). */
export async function makeUpdateLink(
  call: Call,
  user: User,
  id: string,
  { show, password }: UpdateLinkInput,
) {
  assertNotDemo(user)
  await requireRecentSignIn(call, user, 'a link that asks for an update', password)
  return db.transaction(async (tx) => {
    // Two links that are made at the same time would both be valid otherwise.
    const [found] = await tx
      .select({ _id: buds._id, Firstname: buds.Firstname, emails: buds.emails })
      .from(buds)
      .where(isOwn(user._id, id))
      .for('no key update')
    const { _id, Firstname, emails } = assertFound(found)
    const abouts = [true, false].map((show) => aboutOf(_id, show))
    await revokeLinks('update', user._id, tx, inArray(links.about, abouts))
    const [url = ''] = await makeLinks([{ kind: 'update', userId: user._id, about: aboutOf(_id, show) }], tx)
    return { url, bud: { Firstname, email: emails[0]?.value ?? '' } }
  })
}

const budIdOfLink = sql`nullif(split_part(${links.about}, ' ', 1), '')::uuid`

/** A valid link with its bud, in one statement. Without `show`, the lists are empty. */
export async function findUpdateLink(token: string, reader: Db = db) {
  const [link] = await selectLink(reader, token)
  if (!link) return
  const { show, emails, phones, addresses, dates, ...others } = link
  return { ...others, show, stored: show ? { emails, phones, addresses, dates } : {} }
}

function selectLink(reader: Db, token: string) {
  const { emails, phones, addresses, dates } = buds
  return reader
    .select({
      ownerId: buds.ownerId,
      budId: buds._id,
      Firstname: buds.Firstname,
      Surname: buds.Surname,
      owner: users.Firstname,
      emails,
      phones,
      addresses,
      dates,
      show: sql<boolean>`${links.about} like '% show'`,
      version: sql<string>`${buds.version}::text`,
    })
    .from(links)
    .innerJoin(users, and(eq(users._id, links.userId), isNull(users.endedAt)))
    .innerJoin(buds, and(eq(buds.ownerId, users._id), eq(buds._id, budIdOfLink)))
    .where(isLink('update', token))
}

/**
 * Stores what a bud has filled in as a proposal and ends the link, which works once. If the owner has edited the bud since the
 * form was shown, the lists do not replace those of the bud, but are added to them. Resolves to false for an invalid link.
 * Throws 400 for an empty form, and 409 if too many proposals wait. The link stays valid after an error.
 */
export async function submitUpdate(token: string, { version, ...fields }: SentProposal) {
  return db.transaction(async (tx) => {
    // The lock keeps the bud until the proposal is stored. Who makes a link also locks the bud before its links.
    const [link] = await selectLink(tx, token).for('no key update', { of: buds })
    if (!link || !(await endLink('update', token, tx))) return false
    await tx.execute(setVia({ kind: 'guest', name: fullName(link) }))
    const replaces = link.show && link.version === version
    await insertProposal(tx, link.ownerId, link.budId, { fields, replaces, source: budSource })
    return true
  })
}
