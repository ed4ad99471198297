import { eq, lt } from 'drizzle-orm'
import type Stripe from 'stripe'
import { clock } from '~/db/clock.server'
import { db } from '~/db/db.server'
import { somethingWentWrong, UserError } from '~/http/errors'
import { log } from '~/http/log.server'
import { stripeEvents } from '~drizzle/schema'
import { refresh } from './checkout.server'
import { userOf } from './customers.server'
import { described, stripe } from './stripe.server'
import { customerIn, isEvent } from './stripe-input.server'

/** Product 8.4; what others tell is acknowledged and left alone. */
const handled = new Set<string>([
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

/** An event of Stripe as it came; throws when it is forged, stale, or could not be stored, so that it is sent again. */
export async function takeEvent(body: string, signature: string) {
  const event = verified(body, signature)
  if (!handled.has(event.type) || (await isDone(event))) return
  await take(event).catch((error) => {
    log.error({ event: event.id, ...described(error) }, 'a Stripe event could not be stored')
    throw new UserError(500, somethingWentWrong)
  })
  await db.update(stripeEvents).set({ doneAt: clock.now() }).where(eq(stripeEvents._id, event.id))
}

async function take(event: Stripe.Event) {
  const customer = customerIn(event)
  const userId = customer && (await userOf(customer))
  if (userId) await refresh(userId)
  else log.warn({ event: event.id, type: event.type }, 'a Stripe event of nobody here')
}

function verified(body: string, signature: string) {
  const { client, webhookSecret } = stripe()
  const event = signed(() => client.webhooks.constructEvent(body, signature, webhookSecret))
  if (!isEvent(event)) throw new UserError(400, 'The event is not valid')
  return event
}

function signed(construct: () => Stripe.Event) {
  try {
    return construct()
  } catch (error) {
    log.warn({ err: error }, 'a Stripe event whose signature is not valid')
    throw new UserError(400, 'The signature is not valid')
  }
}

/** Written down when it first comes; done when what it is about was stored. */
async function isDone({ id, type }: Stripe.Event) {
  await db.insert(stripeEvents).values({ _id: id, type, receivedAt: clock.now() }).onConflictDoNothing()
  const [known] = await db.select().from(stripeEvents).where(eq(stripeEvents._id, id))
  return known?.doneAt !== null
}

const keptFor = 60 * 24 * 60 * 60 * 1_000

export async function deleteOldEvents() {
  const before = new Date(clock.now().getTime() - keptFor)
  await db.delete(stripeEvents).where(lt(stripeEvents.receivedAt, before))
}
