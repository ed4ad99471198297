import type Stripe from 'stripe'
import { createCustomer } from './customers.server'
import { newCard } from './objects.server'
import { add, type Emulator, now, saveState } from './state.server'
import { setStatus, subscribe, updateSubscription } from './subscriptions.server'

type Sample = { userId: string; email: string; status?: string; isEnding?: boolean }

/**
 * A customer with a subscription, as after a checkout with a card that works. The same user gets the same subscription
 * again, whatever has become of it. All is saved at once.
 */
export function addSample(emulator: Emulator, { userId, email, status, isEnding }: Sample) {
  const { state } = emulator
  const metadata = { user: userId }
  const customer = findByUser(state.customers, userId) ?? createCustomer(emulator, { email, metadata })
  let subscription = findByUser(state.subscriptions, userId)
  if (!subscription) {
    const card = add(state.cards, newCard(now(emulator), customer.id, '4242'))
    subscription = subscribe(emulator, customer.id, card.id, { trialDays: null, metadata })
    if (status) setStatus(emulator, subscription, status)
    if (isEnding) updateSubscription(emulator, { cancel_at_period_end: true }, subscription.id)
    saveState(emulator)
  }
  return { customer: customer.id, subscription: subscription as unknown as Stripe.Subscription }
}

function findByUser<T extends object>(table: Map<string, T>, user: string) {
  return [...table.values()].find(
    (row): row is Extract<T, { metadata: Stripe.Metadata }> =>
      'metadata' in row && (row.metadata as Stripe.Metadata).user === user,
  )
}
