import { eq, isNull, sql } from 'drizzle-orm'
import type { User } from '~/accounts/account'
import { hashToken } from '~/accounts/sessions.server'
import { db } from '~/server/db.server'
import { underLock } from '~/server/locks.server'
import { subscriptions, users } from '~drizzle/schema'
import { isMissing, stripe } from './stripe.server'

export type Account = typeof subscriptions.$inferSelect

/** One at a time works at what Stripe knows of a user; whoever comes meanwhile waits. */
export async function atCustomer<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const result = await underLock(`customer ${userId}`, { wait: 10_000, lease: 30 }, async () => ({
    is: await work(),
  }))
  if (!result) throw new Error('Somebody else has been working at this customer for too long')
  return result.is
}

export async function accountOf(userId: string): Promise<Account | undefined> {
  const [account] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
  return account
}

/** The user's customer at Stripe, made when there is none: once, however often it is asked for. */
export async function customerOf(user: User) {
  const known = await accountOf(user._id)
  if (known?.customerId) return known.customerId
  const params = { email: user.Email, metadata: { user: user._id } }
  const { id: customerId } = await stripe().client.customers.create(params, {
    idempotencyKey: `customer-${user._id}-${hashToken(user.Email)}`,
  })
  await db
    .insert(subscriptions)
    .values({ userId: user._id, customerId })
    .onConflictDoUpdate({ target: subscriptions.userId, set: { customerId } })
  return customerId
}

/** Whose customer this is, if anybody's here; Stripe is asked when it was made but never stored. */
export async function userOf(customerId: string) {
  const [known] = await db
    .select({ _id: subscriptions.userId })
    .from(subscriptions)
    .where(eq(subscriptions.customerId, customerId))
  if (known) return known._id
  const named = await nameOf(customerId)
  return named ? adopt(named, customerId) : undefined
}

async function nameOf(customerId: string) {
  try {
    const customer = await stripe().client.customers.retrieve(customerId)
    return customer.deleted ? undefined : customer.metadata.user
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function adopt(userId: string, customerId: string) {
  const [user] = await db.select({ _id: users._id }).from(users).where(sql`${users._id}::text = ${userId}`)
  if (!user) return undefined
  await db
    .insert(subscriptions)
    .values({ userId: user._id, customerId })
    .onConflictDoUpdate({
      target: subscriptions.userId,
      set: { customerId },
      setWhere: isNull(subscriptions.customerId),
    })
  return user._id
}
