import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { revokePrograms } from '~/account/accounts/access.server'
import { assertNotDemo, lockUser } from '~/account/accounts/accounts.server'
import type { User } from '~/account/users/user'
import { db } from '~/base/db/db.server'
import { apiTokens, devices, feeds, webhookDeliveries, webhooks } from '~drizzle/schema'
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
  const ownDevices = await db
    .select()
    .from(devices)
    .where(and(eq(devices.userId, userId), isNull(devices.revokedAt)))
  const hooks = await db
    .select({
      _id: webhooks._id,
      name: webhooks.name,
      url: webhooks.url,
      createdAt: webhooks.createdAt,
      lastUsedOn: lastDelivery,
    })
    .from(webhooks)
    .where(eq(webhooks.userId, userId))
    .orderBy(desc(webhooks._id))
  const programs = [
    ...tokens.map((token) => asProgram('token', token.name, token)),
    ...ownFeeds.map((feed) => asProgram('feed', feedContents[feed.kind], feed)),
    ...ownDevices.map((device) => asProgram('device', device.name, device)),
    ...hooks.map((hook) => asProgram('webhook', hook.name || new URL(hook.url).host, hook)),
  ]
  return programs.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
}

type Used = Pick<Program, '_id' | 'lastUsedOn' | 'createdAt'> & { expiresAt?: Date | null }

const asProgram = (kind: Program['kind'], name: string, { _id, lastUsedOn, createdAt, expiresAt }: Used) => ({
  _id,
  kind,
  name,
  lastUsedOn,
  expiresAt: expiresAt ?? null,
  createdAt,
})

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
