import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { User } from '~/account/users/user'
import { type Db, db } from '~/base/db/db.server'
import { ownsLease, withLease } from '~/base/db/leases.server'
import { inBackground } from '~/base/node/background.server'
import { log } from '~/base/node/log.server'
import { subscriptions, users } from '~drizzle/schema'
import {
  assertBefore,
  errorFields,
  isMissing,
  isStripeConfigured,
  stripe,
  undefinedIfMissing,
  withIdempotencyKey,
} from './stripe.server'
import { isOver } from './subscription'

/** A user's customer, subscription and checkout at Stripe, as they were last fetched. */
export type BillingRow = typeof subscriptions.$inferSelect

/** Columns of `Billing`. Use a left join, because a user may have no subscription. */
export const billingColumns = {
  trialEndsAt: users.trialEndsAt,
  stripeStatus: subscriptions.stripeStatus,
  currentPeriodEnd: subscriptions.currentPeriodEnd,
  cancelAtPeriodEnd: subscriptions.cancelAtPeriodEnd,
}

const leaseKey = (userId: string) => `customer ${userId}`

/** Serialises Stripe calls per customer. Waiters give up at `deadline`. */
export async function withCustomerLease<T>(userId: string, work: () => Promise<T>, deadline = Infinity) {
  const outcome = await withLease(leaseKey(userId), { wait: 10_000, ttl: 30_000 }, async () => {
    assertBefore(deadline)
    return { result: await work() }
  })
  if (!outcome) throw new Error('The lease of the customer was not available in time')
  return outcome.result
}

/** Writes to the user's row; throws if the caller's lease has expired and another process has it. */
export async function updateBillingRow(userId: string, fields: Partial<BillingRow>, writer: Db = db) {
  const condition = and(eq(subscriptions.userId, userId), ownsLease(leaseKey(userId)))
  const [row] = await writer.update(subscriptions).set(fields).where(condition).returning()
  if (!row) throw new Error('The lease of the customer has another owner')
  return row
}

export async function findBillingRow(userId: string): Promise<BillingRow | undefined> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
  return row
}

/** Id of the user's customer at Stripe. Creates one if there is none, or if it was deleted there. */
export async function ensureCustomer(user: User) {
  const row = await findBillingRow(user._id)
  const previousId = row?.customerId
  const customer = previousId && (await findActiveCustomer(previousId, row))
  if (customer && customer.email !== user.Email) await updateEmail(previousId, user.Email)
  if (customer) return previousId
  const customerId = (await findCustomerByMetadata(user)) ?? (await createCustomer(user, previousId))
  await storeCustomer(user._id, customerId, ownsLease(leaseKey(user._id)))
  return customerId
}

/**
 * Returns undefined if the customer was deleted, or if the keys now belong to another Stripe account. In the second
 * case, throws if the user's subscription has not ended, because a new customer would not have it.
 */
export async function findActiveCustomer(customerId: string, { stripeStatus }: BillingRow) {
  try {
    const customer = await stripe().client.customers.retrieve(customerId)
    return customer.deleted ? undefined : customer
  } catch (error) {
    if (isMissing(error) && isOver(stripeStatus)) return undefined
    throw error
  }
}

/** Finds a customer whose id was never stored, because the process died or a backup was restored. */
async function findCustomerByMetadata({ _id, Email }: User) {
  const { data } = await stripe().client.customers.list({ email: Email, limit: 100 })
  return data.find(({ metadata }) => metadata.user === _id)?.id
}

async function createCustomer({ _id, Email }: User, previousId: string | null | undefined) {
  const params = { email: Email, metadata: { user: _id } }
  const { id } = await withIdempotencyKey(['customer', previousId, params], (options) =>
    stripe().client.customers.create(params, options),
  )
  return id
}

/** Copies a user's new e-mail address to Stripe in the background. After a failure, the next checkout copies it. */
export function syncEmail(userId: string) {
  if (!isStripeConfigured()) return
  inBackground('e-mail address at Stripe', () =>
    withCustomerLease(userId, async () => {
      const row = await findBillingRow(userId)
      const [user] = await db.select({ Email: users.Email }).from(users).where(eq(users._id, userId))
      if (row?.customerId && user) await updateEmail(row.customerId, user.Email)
    }),
  )
}

async function updateEmail(customerId: string, email: string) {
  try {
    await stripe().client.customers.update(customerId, { email })
  } catch (error) {
    log.warn(errorFields(error), 'e-mail address not updated at Stripe')
  }
}

/** Returns the user's id for a Stripe customer: from the database, or else from the customer's metadata at Stripe. */
export async function findUserByCustomer(customerId: string) {
  const [row] = await db
    .select({ _id: subscriptions.userId })
    .from(subscriptions)
    .where(eq(subscriptions.customerId, customerId))
  if (row) return row._id
  const customer = await stripe().client.customers.retrieve(customerId).catch(undefinedIfMissing)
  const userId = customer?.deleted ? undefined : customer?.metadata.user
  return userId ? linkCustomer(userId, customerId) : undefined
}

/** Stores the customer unless the user has another one; returns the user's id if the customer is theirs. */
export async function linkCustomer(userId: string, customerId: string) {
  const isLive = and(sql`${users._id}::text = ${userId}`, isNull(users.endedAt))
  const [user] = await db.select({ _id: users._id }).from(users).where(isLive)
  if (!user) return undefined
  await storeCustomer(user._id, customerId, isNull(subscriptions.customerId))
  if ((await findBillingRow(user._id))?.customerId === customerId) return user._id
  log.warn({ customer: customerId }, 'second customer of a user ignored')
}

/** `setWhere` is the condition for a change of an existing row. */
async function storeCustomer(userId: string, customerId: string, setWhere: SQL) {
  await db
    .insert(subscriptions)
    .values({ userId, customerId })
    .onConflictDoUpdate({ target: subscriptions.userId, set: { customerId }, setWhere })
}
