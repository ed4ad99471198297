import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns'
import { userId } from './users'

/** A user's Stripe customer and a copy of the state of the subscription. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    userId: userId().primaryKey(),
    customerId: text('customer_id').unique(),
    subscriptionId: text('subscription_id'),
    /** Stripe's status, which may be one that the app does not know. Null: no subscription. */
    stripeStatus: text('stripe_status'),
    currentPeriodEnd: instant('current_period_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** The last checkout session. A user has one open session at most. */
    checkoutId: text('checkout_id'),
    isCheckoutOpen: boolean('is_checkout_open').notNull().default(false),
    fetchedAt: instant('fetched_at'),
  },
  (table) => [index('subscriptions_fetched').on(table.fetchedAt).where(sql`customer_id is not null`)],
)

/** Received Stripe events. `done_at` is set when the subscription is synced. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    _id: text('id').primaryKey(),
    type: text('type').notNull(),
    receivedAt: instant('received_at').notNull(),
    doneAt: instant('done_at'),
  },
  (table) => [index('stripe_events_received').on(table.receivedAt)],
)
