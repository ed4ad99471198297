import { and, desc, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { User } from '~/accounts/account'
import { assertNotDemo, lockUser } from '~/accounts/accounts.server'
import { db } from '~/db/db.server'
import { byId } from '~/db/owned.server'
import { UserError } from '~/http/errors'
import { makeLinks, revokeLinks } from '~/links/links.server'
import { feeds, links } from '~drizzle/schema'
import { feedLimit } from './feed'
import type { FeedInput } from './feed-input.server'

const { hasId, assertFound } = byId('Feed', feeds)

const columns = { _id: feeds._id, kind: feeds.kind, names: feeds.names, createdAt: feeds.createdAt }

/** The feeds of a user, the newest first. */
export const listFeeds = (userId: string) =>
  db.select(columns).from(feeds).where(eq(feeds.userId, userId)).orderBy(desc(feeds._id))

/**
 * Resolves to the feed and its address, which cannot be read later: only the hash of its token is stored. With the id of a
 * form, a form that is sent twice makes one feed.
 */
export async function makeFeed(user: User, input: FeedInput, _id: string = uuid()) {
  assertNotDemo(user)
  return db.transaction(async (tx) => {
    // Feeds that are made at the same time would exceed the limit otherwise.
    await lockUser(tx, user._id)
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
    return { feed, url: `${link}.ics` }
  })
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
