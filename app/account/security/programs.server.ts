import { and, desc, eq, sql } from 'drizzle-orm'
import { revokePrograms } from '~/account/accounts/access.server'
import { assertNotDemo, lockUser } from '~/account/accounts/accounts.server'
import type { User } from '~/account/users/user'
import { db } from '~/base/db/db.server'
import { apiTokens, feeds, webhookDeliveries, webhooks } from '~drizzle/schema'
import type { Program } from './programs'

export const programsRevoked = 'No program can use your account any more'

/** A webhook is used when a message is delivered, which the list of its deliveries keeps for 30 days. */
const lastDelivery = sql<
  string | null
>`(select max(${webhookDeliveries.createdAt} at time zone 'UTC')::date::text
  from ${webhookDeliveries}
  where ${and(eq(webhookDeliveries.webhookId, webhooks._id), eq(webhookDeliveries.state, 'delivered'))})`

/** What can read or change an account without its password, or hears of its changes: the newest first. */
export async function listPrograms({ _id: userId }: User): Promise<Program[]> {
  const tokens = await db.select().from(apiTokens).where(eq(apiTokens.userId, userId))
  const ownFeeds = await db.select().from(feeds).where(eq(feeds.userId, userId))
  const hooks = await db
    .select({
      _id: webhooks._id,
      name: webhooks.name,
      url: webhooks.url,
      createdAt: webhooks.createdAt,
      lastDelivery,
    })
    .from(webhooks)
    .where(eq(webhooks.userId, userId))
    .orderBy(desc(webhooks._id))
  const programs: Program[] = [
    ...tokens.map(({ _id, name, lastUsedOn, expiresAt, createdAt }) => ({
      _id,
      kind: 'token' as const,
      name,
      lastUsedOn,
      expiresAt,
      createdAt,
    })),
    ...ownFeeds.map(({ _id, kind, lastUsedOn, expiresAt, createdAt }) => ({
      _id,
      kind: 'feed' as const,
      name: feedContents[kind],
      lastUsedOn,
      expiresAt,
      createdAt,
    })),
    ...hooks.map(({ _id, name, url, lastDelivery: lastUsedOn, createdAt }) => ({
      _id,
      kind: 'webhook' as const,
      name: name || new URL(url).host,
      lastUsedOn,
      createdAt,
      expiresAt: null,
    })),
  ]
  return programs.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
}

const feedContents = { all: 'Events and dates', events: 'Events', dates: 'Dates' }

/** Revokes all of them at once. */
export async function revokeAllPrograms(user: User) {
  assertNotDemo(user)
  await db.transaction(async (tx) => {
    // Those that are made at the same time come before or after.
    await lockUser(tx, user._id)
    await revokePrograms(tx, user._id)
  })
}
