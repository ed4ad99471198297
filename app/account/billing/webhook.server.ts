import { eq, lt } from 'drizzle-orm'
import type Stripe from 'stripe'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import { day } from '~/base/node/durations'
import { somethingWentWrong, UserError } from '~/base/node/errors'
import { log } from '~/base/node/log.server'
import { stripeEvents } from '~drizzle/schema'
import { reconcileAndMail } from './checkout.server'
import { findUserByCustomer } from './customers.server'
import { errorFields, stripe } from './stripe.server'
import { customerIdOf, isEvent } from './stripe-schemas.server'

/** Types of events that change a subscription or a checkout (product 8.4). Others are acknowledged and ignored. */
const handledTypes = new Set<string>([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.marked_uncollectible',
])

/** Handles a webhook. Throws if the signature is not valid, or if the sync fails, so that Stripe sends it again. */
export async function handleWebhook(body: string, signature: string) {
  const event = verifySignature(body, signature)
  if (!isEvent(event)) throw new UserError(400, 'The event is not valid')
  if (!handledTypes.has(event.type) || (await isProcessed(event))) return
  await reconcileCustomerOf(event).catch((error) => {
    log.error({ event: event.id, ...errorFields(error) }, 'Stripe webhook failed')
    throw new UserError(500, somethingWentWrong)
  })
  await db.update(stripeEvents).set({ doneAt: clock.now() }).where(eq(stripeEvents._id, event.id))
}

/** The event's object may be out of date, so the customer's state is fetched. */
async function reconcileCustomerOf(event: Stripe.Event) {
  const customer = customerIdOf(event)
  const userId = customer && (await findUserByCustomer(customer))
  if (userId) await reconcileAndMail(userId)
  else log.warn({ event: event.id, type: event.type }, 'Stripe webhook for an unknown customer')
}

function verifySignature(body: string, signature: string) {
  const { client, webhookSecret } = stripe()
  try {
    return client.webhooks.constructEvent(body, signature, webhookSecret)
  } catch (error) {
    log.warn({ err: error }, 'Stripe webhook with an invalid signature')
    throw new UserError(400, 'The signature is not valid')
  }
}

/** Records an event at its first delivery. Returns whether an earlier delivery was processed completely. */
async function isProcessed({ id, type }: Stripe.Event) {
  await db.insert(stripeEvents).values({ _id: id, type, receivedAt: clock.now() }).onConflictDoNothing()
  const [row] = await db.select().from(stripeEvents).where(eq(stripeEvents._id, id))
  return row?.doneAt !== null
}

const retention = 60 * day

export async function deleteOldEvents() {
  const before = new Date(clock.now().getTime() - retention)
  await db.delete(stripeEvents).where(lt(stripeEvents.receivedAt, before))
}
