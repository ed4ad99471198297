import { and, desc, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { assertNotDemo, lockSignedIn } from '~/account/accounts/accounts.server'
import { enqueueAccessNotice } from '~/account/accounts/notices.server'
import { requireRecentSignIn } from '~/account/accounts/recent-sign-in.server'
import type { User } from '~/account/users/user'
import { db } from '~/base/db/db.server'
import { byId } from '~/base/db/owned.server'
import type { Call } from '~/base/http/context.server'
import { makeLinks, revokeLinks } from '~/base/links/links.server'
import { flushOutboxInBackground } from '~/base/mail/outbox.server'
import { UserError } from '~/base/node/errors'
import { feeds, links } from '~drizzle/schema'
import { type Feed, feedLimit, feedNames } from './feed'
import type { FeedInput } from './feed-input.server'

const { hasId, assertFound } = byId('Feed', feeds)

const columns = {
  _id: feeds._id,
  kind: feeds.kind,
  names: feeds.names,
  expiresAt: feeds.expiresAt,
  lastUsedOn: feeds.lastUsedOn,
  createdAt: feeds.createdAt,
}

/** The feeds of a user, the newest first. Those that have expired stay until they are revoked. */
export const listFeeds = (userId: string): Promise<Feed[]> =>
  db.select(columns).from(feeds).where(eq(feeds.userId, userId)).orderBy(desc(feeds._id))

/**
 * Resolves to the feed and its address, which cannot be read later: only the hash of its token is stored. With the id of a
 * form, a form that is sent twice makes one feed.
 */
export async function makeFeed(
  call: Call,
  user: User,
  { password, ...input }: FeedInput,
  _id: string = uuid(),
) {
  assertNotDemo(user)
  await requireRecentSignIn(call, user, 'a calendar feed', password)
  const made = await db.transaction(async (tx) => {
    // Feeds that are made at the same time would exceed the limit otherwise.
    await lockSignedIn(tx, call, user)
    if ((await tx.$count(feeds, eq(feeds.userId, user._id))) >= feedLimit)
      throw new UserError(
        409,
        `You have ${feedLimit} calendar feeds already. Revoke one that you do not need.`,
      )
    const [feed] = await tx
      .insert(feeds)
      .values({ ...input, _id, userId: user._id })
      .onConflictDoNothing()
      .returning(columns)
    if (!feed) throw new UserError(409, 'This feed was made already. Its address is shown only once.')
    const [link = ''] = await makeLinks([{ kind: 'feeds', userId: user._id, about: _id }], tx)
    const what = `${feedNames[feed.kind]}${feed.names ? ', with names' : ''}`
    await enqueueAccessNotice(tx, user, { kind: 'calendar feed', what, until: feed.expiresAt })
    return { feed, url: `${link}.ics` }
  })
  flushOutboxInBackground()
  return made
}

/** Deletes a feed and its link, so that its address is a 404 at once. */
export async function revokeFeed(userId: string, id: string) {
  await db.transaction(async (tx) => {
    const [feed] = await tx
      .delete(feeds)
      .where(and(eq(feeds.userId, userId), hasId(id)))
      .returning({ _id: feeds._id })
    await revokeLinks('feeds', userId, tx, eq(links.about, assertFound(feed)._id))
  })
}
