import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { v7 as uuid } from 'uuid'
import { hasEmail } from '~/account/accounts/email.server'
import { hashPassword } from '~/account/accounts/passwords.server'
import { linkCustomer, withCustomerLease } from '~/account/billing/customers.server'
import { storeSubscriptions } from '~/account/billing/stripe-sync.server'
import { db } from '~/base/db/db.server'
import { sessions, users } from '../schema'

const dayLength = 24 * 60 * 60 * 1_000

/** A subscription that the emulator creates. */
type Wanted = { userId: string; email: string; status?: string; isEnding?: boolean }

/** Creates the subscription, unless the user has one. No call of Stripe is made, which could fail or take long. */
export type Subscribe = (wanted: Wanted) => { customer: string; subscription: Stripe.Subscription }

/** `days`: the remaining days of the trial. `subscription`: how it differs from one that was just paid. */
type Subscriber = { name: string; days: number; subscription?: Pick<Wanted, 'status' | 'isEnding'> }

export const subscribers: Subscriber[] = [
  { name: 'trial', days: 9 },
  { name: 'active', days: 0, subscription: {} },
  { name: 'ending', days: 0, subscription: { isEnding: true } },
  { name: 'past-due', days: 0, subscription: { status: 'past_due' } },
  { name: 'unpaid', days: 0, subscription: { status: 'unpaid' } },
  { name: 'canceled', days: 0 },
]

const emailOf = ({ name }: Subscriber) => `${name}@budkeeper.example`

/** Creates a user for each state of a subscription, or sets their password. Returns their e-mail addresses. */
export async function createSubscribers(password: string) {
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    for (const subscriber of subscribers) {
      const { name, days } = subscriber
      const Email = emailOf(subscriber)
      const [user] = await tx.update(users).set({ passwordHash }).where(hasEmail(Email)).returning()
      if (user) await tx.delete(sessions).where(eq(sessions.userId, user._id))
      else
        await tx.insert(users).values({
          _id: uuid(),
          Firstname: 'Sam',
          Surname: name,
          Email,
          passwordHash,
          trialEndsAt: new Date(Date.now() + days * dayLength),
          trialStatus: days > 0 ? 'trialing' : 'canceled',
        })
    }
  })
  return subscribers.map(emailOf)
}

/** Subscribes one of them at the emulator, and stores the state of the subscription. Without an account returns false. */
export async function seedSubscription(subscriber: Subscriber, subscribe: Subscribe) {
  const email = emailOf(subscriber)
  const [user] = await db.select({ _id: users._id }).from(users).where(hasEmail(email))
  if (!user) return false
  const { _id: userId } = user
  const { subscription: wanted } = subscriber
  if (!wanted) return true
  await withCustomerLease(userId, async () => {
    const { customer, subscription } = subscribe({ userId, email, ...wanted })
    await linkCustomer(userId, customer)
    await storeSubscriptions(userId, [subscription])
  })
  return true
}
