import { eq, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { deleteOldEvents } from '~/billing/webhook.server'
import { db } from '~/db/db.server'
import { stripeEvents, subscriptions } from '~drizzle/schema'
import { webhookSecret } from '../emulators/support'
import { createClient } from '../support/client'
import { isRemote } from '../support/database'
import { forgedSignature, forgeries, sign } from '../support/webhook-relay'
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

  test.each(forgeries)('a forged one (%s) gets 400 and has no effect', async (kind) => {
    const ada = await subscriber()
    const before = await rowOf(ada)
    const [object] = (await stripeObjectsOf(ada)).subscriptions
    const event = eventOf('customer.subscription.updated', object.customer)
    const forged = { ...event, data: { object: { ...object, status: 'canceled' } } }
    const signature = forgedSignature(kind, JSON.stringify(forged), webhookSecret)
    expect((await post(forged, signature)).status).toBe(400)
    expect(await rowOf(ada)).toEqual(before)
  })

  test('a forged one gets no details and is not stored', async () => {
    const event = eventOf('invoice.paid', 'cus_1')
    expect(await post(event, 't=1,v1=00')).toMatchObject({
      status: 400,
      body: { msg: 'The signature is not valid' },
    })
    expect(await processedAt(event.id)).toBeUndefined()
  })

  test('the object of an event is ignored, and the state is fetched from Stripe', async () => {
    const ada = await subscriber()
    const { customer } = await stripeObjectsOf(ada)
    const event = eventOf('customer.subscription.deleted', customer.id)
    expect(
      (await post({ ...event, data: { object: { ...event.data.object, status: 'canceled' } } })).status,
    ).toBe(200)
    expect((await ada.status()).status).toBe('active')
  })

  test('a repeated event gets 200 without a call of Stripe', async () => {
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
    await db.execute(sql.raw('alter table mails rename to renamed'))
    await db.execute(sql.raw('alter table subscriptions rename column stripe_status to renamed'))
    const failing = await post(event)
    await db.execute(sql.raw('alter table renamed rename to mails'))
    await db.execute(sql.raw('alter table subscriptions rename column renamed to stripe_status'))
    expect(failing.status).toBe(500)
    expect(await processedAt(event.id)).toBeNull()
    expect((await post(event)).status).toBe(200)
    expect((await ada.status()).status).toBe('active')
  })

  test('Stripe sends an event again until it is acknowledged', async () => {
    const ada = await person()
    emulator.hold()
    await pay(ada)
    await withFault('an error 500', () => emulator.deliver(), 3)
    await expect.poll(async () => (await ada.status()).status).toBe('active')
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

  test("shuffled and repeated events leave rows that equal Stripe's state", async () => {
    emulator.hold()
    const people = await Promise.all(Array.from({ length: 6 }, () => person({ days: 0 })))
    for (const [n, one] of people.entries()) await pay(one, n % 2 ? 'declined-later' : 'works')
    await emulator.advance('P32D')
    const counts = await emulator.release({ order: 'shuffled', times: 5, parallel: 4, hasForged: true })
    await emulator.deliver()
    expect(counts.acknowledged).toBe(counts.genuine)
    expect(counts.genuine).toBeGreaterThan(100)
    expect(counts.accepted).toBe(0)
    for (const one of people) {
      const [subscription] = (await stripeObjectsOf(one)).subscriptions
      expect(await rowOf(one)).toMatchObject({
        subscriptionId: subscription.id,
        stripeStatus: subscription.status,
      })
    }
  })
})
