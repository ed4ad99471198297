import { and, eq, isNull, sql } from 'drizzle-orm'
import type { User } from '~/accounts/account'
import { db } from '~/db/db.server'
import { ownsLease, withLease } from '~/db/leases.server'
import { inBackground } from '~/http/background.server'
import { log } from '~/http/log.server'
import { subscriptions, users } from '~drizzle/schema'
import { described, inTime, isConnected, isMissing, once, stripe } from './stripe.server'
import { isOver } from './subscription'

export type Account = typeof subscriptions.$inferSelect

const lockOf = (userId: string) => `customer ${userId}`

/** One at a time works at what Stripe knows of a user; whoever comes meanwhile waits, and begins nothing after `deadline`. */
export async function atCustomer<T>(userId: string, work: () => Promise<T>, deadline = Infinity): Promise<T> {
  const result = await withLease(lockOf(userId), { wait: 10_000, ttl: 30_000 }, async () => {
    inTime(deadline)
    return { is: await work() }
  })
  if (!result) throw new Error('Somebody else has been working at this customer for too long')
  return result.is
}

type Writer = Pick<typeof db, 'update'>

/** Stores what was found out under `atCustomer`, while nobody else is at work there. */
export async function write(userId: string, found: Partial<Account>, writer: Writer = db): Promise<Account> {
  const isOurs = and(eq(subscriptions.userId, userId), ownsLease(lockOf(userId)))
  const [account] = await writer.update(subscriptions).set(found).where(isOurs).returning()
  if (!account) throw new Error('Somebody else is working at this customer by now')
  return account
}

export async function accountOf(userId: string): Promise<Account | undefined> {
  const [account] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
  return account
}

/** The user's customer at Stripe, made when there is none, or none any more: once, however often it is asked for. */
export async function customerOf(user: User) {
  const account = await accountOf(user._id)
  const former = account?.customerId
  const known = former && (await living(former, account))
  if (known && known.email !== user.Email) await tellAddress(former, user.Email)
  if (known) return former
  const customerId = (await namedAfter(user)) ?? (await created(user, former))
  const setWhere = ownsLease(lockOf(user._id))
  await db
    .insert(subscriptions)
    .values({ userId: user._id, customerId })
    .onConflictDoUpdate({ target: subscriptions.userId, set: { customerId }, setWhere })
  return customerId
}

/** Not if it was deleted there, or if the keys are another Stripe account's by now and nothing runs that would be lost. */
async function living(customerId: string, { stripeStatus }: Account) {
  try {
    const customer = await stripe().client.customers.retrieve(customerId)
    return customer.deleted ? undefined : customer
  } catch (error) {
    if (isMissing(error) && isOver(stripeStatus)) return undefined
    throw error
  }
}

/** One that was made but never stored, as its process died or an older database was restored. */
async function namedAfter({ _id, Email }: User) {
  const { data } = await stripe().client.customers.list({ email: Email, limit: 100 })
  return data.find(({ metadata }) => metadata.user === _id)?.id
}

async function created({ _id, Email }: User, former: string | null | undefined) {
  const params = { email: Email, metadata: { user: _id } }
  const { id } = await once(['customer', former, params], (options) =>
    stripe().client.customers.create(params, options),
  )
  return id
}

/** Has Stripe know a user's new address, behind the answer; what fails is mended with the next checkout. */
export function addressChanged(userId: string) {
  if (!isConnected()) return
  inBackground('address at Stripe', () =>
    atCustomer(userId, async () => {
      const account = await accountOf(userId)
      const [user] = await db.select({ Email: users.Email }).from(users).where(eq(users._id, userId))
      if (account?.customerId && user) await tellAddress(account.customerId, user.Email)
    }),
  )
}

async function tellAddress(customerId: string, email: string) {
  try {
    await stripe().client.customers.update(customerId, { email })
  } catch (error) {
    log.warn(described(error), 'an address could not be changed at Stripe')
  }
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
  if ((await accountOf(user._id))?.customerId === customerId) return user._id
  log.warn({ customer: customerId }, 'a second customer of a user: it is left alone')
}
