import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { User } from '~/accounts/account'
import { hashPassword } from '~/accounts/passwords.server'
import { userColumns } from '~/accounts/sessions.server'
import { openCheckout, reconcileAndMail } from '~/billing/checkout.server'
import { findBillingRow } from '~/billing/customers.server'
import { cancelSubscription } from '~/billing/subscriptions.server'
import { db } from '~/db/db.server'
import { users } from '../schema'

const dayLength = 24 * 60 * 60 * 1_000

/**
 * `days`: the remaining days of the trial. `isSubscribed`: pays at the checkout of the emulator. `status`: set through
 * the emulator after the payment. `isEnding`: cancels the subscription.
 */
type Subscriber = { name: string; days: number; isSubscribed?: boolean; status?: string; isEnding?: boolean }

const subscribers: Subscriber[] = [
  { name: 'trial', days: 9 },
  { name: 'active', days: 0, isSubscribed: true },
  { name: 'ending', days: 0, isSubscribed: true, isEnding: true },
  { name: 'past-due', days: 0, isSubscribed: true, status: 'past_due' },
  { name: 'unpaid', days: 0, isSubscribed: true, status: 'unpaid' },
  { name: 'canceled', days: 0 },
]

/**
 * Creates a user for each subscription state. Returns a message with their e-mail addresses and their password.
 */
export async function seedSubscribers(emulator: string) {
  const password = randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  for (const subscriber of subscribers) await seedSubscriber(subscriber, passwordHash, emulator)
  const emails = subscribers.map(({ name }) => emailOf(name)).join(', ')
  return `Subscriptions: ${emails}, each with the password ${password} (shown this once)`
}

const emailOf = (name: string) => `${name}@budkeeper.example`

async function seedSubscriber(subscriber: Subscriber, passwordHash: string, emulator: string) {
  const { name, days, isSubscribed, status, isEnding } = subscriber
  const trialEndsAt = new Date(Date.now() + days * dayLength)
  const trialStatus = days > 0 ? 'trialing' : 'canceled'
  const [user] = await db
    .insert(users)
    .values({
      _id: uuid(),
      Firstname: 'Sam',
      Surname: name,
      Email: emailOf(name),
      passwordHash,
      trialEndsAt,
      trialStatus,
    })
    .returning(userColumns)
  if (!user || !isSubscribed) return
  await payWithEmulator(emulator, user)
  if (status) await setStatus(emulator, user, status)
  if (isEnding) await cancelSubscription(user)
}

async function payWithEmulator(emulator: string, user: User) {
  const body = new URLSearchParams({ card: 'works' })
  await fetch(new URL(await openCheckout(user), emulator), { method: 'POST', body, redirect: 'manual' })
  await reconcileAndMail(user._id)
}

async function setStatus(emulator: string, user: User, status: string) {
  const { subscriptionId } = (await findBillingRow(user._id)) ?? {}
  const body = JSON.stringify({ status })
  await fetch(`${emulator}/emulator/subscriptions/${subscriptionId}`, { method: 'POST', body })
  await reconcileAndMail(user._id)
}
