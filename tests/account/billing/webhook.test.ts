import { eq, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { deleteOldEvents } from '~/account/billing/webhook.server'
import { db } from '~/base/db/db.server'
import { stripeEvents, subscriptions } from '~drizzle/schema'
import { webhookSecret } from '../../dev/support'
import { createClient } from '../../support/client'
import { isRemote } from '../../support/database'
import { withoutColumn } from '../../support/outage'
import { forgedSignature, forgeries, sign } from '../../support/webhook-relay'
import { rowOf, withStripe } from './support'

describe.skipIf(isRemote)('webhooks of Stripe', () => {
  const { emulator, person, subscriber, pay, stripeObjectsOf, withFault } = withStripe()

  function post(event: object, signature?: string) {
    const body = JSON.stringify(event)
    const headers = {
      'Content-Type': 'application/json',
      'Stripe-Signature': signature ?? sign(body, webhookSecret),
    }
    return createClient().send('POST', '/webhooks/stripe', { headers, body })
  }

  let count = 0
  const eventOf = (type: string, customer: string | null) => ({
    id: `evt_test_${++count}_${Date.now()}`,
    object: 'event',
    api_version: Stripe.API_VERSION,
    type,
    data: { object: { id: 'sub_1', object: 'subscription', customer } },
  })
  const processedAt = async (id: string) =>
    (await db.select().from(stripeEvents).where(eq(stripeEvents._id, id)))[0]?.doneAt

  test.each(forgeries)('a forged one (%s) gets 400 without details, and is not stored', async (kind) => {
    const ada = await subscriber()
    const before = await rowOf(ada)
    const { subscription } = await stripeObjectsOf(ada)
    const event = eventOf('customer.subscription.updated', subscription.customer)
    const forged = { ...event, data: { object: { ...subscription, status: 'canceled' } } }
    const signature = forgedSignature(kind, JSON.stringify(forged), webhookSecret)
    expect(await post(forged, signature)).toMatchObject({
      status: 400,
      body: { msg: 'The signature is not valid' },
    })
    expect(await rowOf(ada)).toEqual(before)
    expect(await processedAt(event.id)).toBeUndefined()
  })

  test('the object of an event is ignored, and the state is fetched from Stripe', async () => {
    const ada = await subscriber()
    const { customer } = await stripeObjectsOf(ada)
    const event = eventOf('customer.subscription.deleted', customer.id)
    const data = { object: { ...event.data.object, status: 'canceled' } }
    expect((await post({ ...event, data })).status).toBe(200)
    expect((await ada.status()).status).toBe('active')
  })

  test('a repeated event gets 200 without a call to Stripe', async () => {
    const ada = await subscriber()
    const { customer } = await stripeObjectsOf(ada)
    const event = eventOf('invoice.paid', customer.id)
    expect((await post(event)).status).toBe(200)
    expect(await processedAt(event.id)).toBeInstanceOf(Date)
    const response = await withFault('connection reset before processing', () => post(event))
    expect(response.status).toBe(200)
  })

  test('a failed sync responds 500, and the event stays unprocessed', async () => {
    const ada = await person()
    emulator.hold()
    await pay(ada)
    const { customer } = await stripeObjectsOf(ada)
    const event = eventOf('checkout.session.completed', customer.id)
    const down = await withFault('an error 500', () => post(event))
    expect(down.status).toBe(500)
    expect(await processedAt(event.id)).toBeNull()
    await withoutColumn('subscriptions', 'stripe_status', async () => {
      expect((await post(event)).status).toBe(500)
    })
    expect(await processedAt(event.id)).toBeNull()
    expect((await post(event)).status).toBe(200)
    expect((await ada.status()).status).toBe('active')
  })

  test('an event of an unknown customer or type gets 200', async () => {
    const stranger = await emulator.stripe.customers.create({ email: 'stranger@example.com' })
    for (const customer of [stranger.id, 'cus_unknown', null]) {
      expect((await post(eventOf('invoice.paid', customer))).status).toBe(200)
    }
    const other = eventOf('charge.refunded', 'cus_unknown')
    expect(await withFault('connection reset before processing', () => post(other))).toMatchObject({
      status: 200,
    })
  })

  test('a customer that is not stored is found by its metadata', async () => {
    const ada = await subscriber()
    const { customer } = await stripeObjectsOf(ada)
    await db.delete(subscriptions).where(eq(subscriptions.userId, ada.user._id))
    expect((await post(eventOf('invoice.paid', customer.id))).status).toBe(200)
    expect((await ada.status()).status).toBe('active')
  })

  test('events are deleted after 60 days', async () => {
    const event = eventOf('invoice.paid', null)
    await post(event)
    await deleteOldEvents()
    expect(await processedAt(event.id)).toBeInstanceOf(Date)
    await db
      .update(stripeEvents)
      .set({ receivedAt: sql`now() - interval '61 days'` })
      .where(eq(stripeEvents._id, event.id))
    await deleteOldEvents()
    expect(await processedAt(event.id)).toBeUndefined()
  })
})
