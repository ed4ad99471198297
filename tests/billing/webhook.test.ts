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
import { withStripe } from './support'

describe.skipIf(isRemote)('the webhook of Stripe', () => {
  const { emulator, person, subscriber, pay, truthOf, whileStripe } = withStripe()

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
  const doneOf = async (id: string) =>
    (await db.select().from(stripeEvents).where(eq(stripeEvents._id, id)))[0]?.doneAt
  const rowOf = async (userId: string) =>
    (await db.select().from(subscriptions).where(eq(subscriptions.userId, userId)))[0]

  test.each(forgeries)('refuses one that is forged (%s), without any effect', async (kind) => {
    const ada = await subscriber()
    const before = await rowOf(ada.user._id)
    const [object] = (await truthOf(ada)).subscriptions
    const event = eventOf('customer.subscription.updated', object.customer)
    const forged = { ...event, data: { object: { ...object, status: 'canceled' } } }
    const signature = forgedSignature(kind, JSON.stringify(forged), webhookSecret)
    expect((await post(forged, signature)).status).toBe(400)
    expect(await rowOf(ada.user._id)).toEqual(before)
  })

  test('says nothing of the cause to a forger, and stores nothing', async () => {
    const event = eventOf('invoice.paid', 'cus_1')
    expect(await post(event, 't=1,v1=00')).toMatchObject({
      status: 400,
      body: { msg: 'The signature is not valid' },
    })
    expect(await doneOf(event.id)).toBeUndefined()
  })

  test('believes nothing of what an event says, and asks Stripe', async () => {
    const ada = await subscriber()
    const { customer } = await truthOf(ada)
    const event = eventOf('customer.subscription.deleted', customer.id)
    expect(
      (await post({ ...event, data: { object: { ...event.data.object, status: 'canceled' } } })).status,
    ).toBe(200)
    expect((await ada.status()).status).toBe('active')
  })

  test('takes the same event twice, asking once', async () => {
    const ada = await subscriber()
    const { customer } = await truthOf(ada)
    const event = eventOf('invoice.paid', customer.id)
    expect((await post(event)).status).toBe(200)
    expect(await doneOf(event.id)).toBeInstanceOf(Date)
    const answer = await whileStripe('cut before it answers', () => post(event))
    expect(answer.status).toBe(200)
  })

  test('answers 500 while it cannot fetch or store, and the event counts as done only afterwards', async () => {
    const ada = await person()
    emulator.hold()
    await pay(ada)
    const { customer } = await truthOf(ada)
    const event = eventOf('checkout.session.completed', customer.id)
    const down = await whileStripe('an error 500', () => post(event))
    expect(down.status).toBe(500)
    expect(await doneOf(event.id)).toBeNull()
    await db.execute(sql.raw('alter table mails rename to gone'))
    await db.execute(sql.raw('alter table subscriptions rename column stripe_status to gone'))
    const failing = await post(event)
    await db.execute(sql.raw('alter table gone rename to mails'))
    await db.execute(sql.raw('alter table subscriptions rename column gone to stripe_status'))
    expect(failing.status).toBe(500)
    expect(await doneOf(event.id)).toBeNull()
    expect((await post(event)).status).toBe(200)
    expect((await ada.status()).status).toBe('active')
    await emulator.deliver()
  })

  test('is sent again by Stripe until it could be stored', async () => {
    const ada = await person()
    emulator.hold()
    await pay(ada)
    await whileStripe('an error 500', () => emulator.deliver(), 3)
    await expect.poll(async () => (await ada.status()).status).toBe('active')
  })

  test('acknowledges an event of nobody here, and one of another kind', async () => {
    const stranger = await emulator.stripe.customers.create({ email: 'stranger@example.com' })
    for (const customer of [stranger.id, 'cus_unknown', null]) {
      expect((await post(eventOf('invoice.paid', customer))).status).toBe(200)
    }
    const other = eventOf('charge.refunded', 'cus_unknown')
    expect(await whileStripe('cut before it answers', () => post(other))).toMatchObject({ status: 200 })
  })

  test('knows whose customer it is by what Stripe was told, when the answer to its making was lost', async () => {
    const ada = await subscriber()
    const { customer } = await truthOf(ada)
    await db.delete(subscriptions).where(eq(subscriptions.userId, ada.user._id))
    expect((await post(eventOf('invoice.paid', customer.id))).status).toBe(200)
    expect((await ada.status()).status).toBe('active')
  })

  test('forgets events after 60 days', async () => {
    const event = eventOf('invoice.paid', null)
    await post(event)
    await deleteOldEvents()
    expect(await doneOf(event.id)).toBeInstanceOf(Date)
    await db
      .update(stripeEvents)
      .set({ receivedAt: sql`now() - interval '61 days'` })
      .where(eq(stripeEvents._id, event.id))
    await deleteOldEvents()
    expect(await doneOf(event.id)).toBeUndefined()
  })

  test('in any order and however often, the rows are what Stripe holds', async () => {
    emulator.hold()
    const people = await Promise.all(Array.from({ length: 6 }, () => person({ days: 0 })))
    for (const [n, one] of people.entries()) await pay(one, n % 2 ? 'declined-later' : 'works')
    await emulator.advance('P32D')
    const told = await emulator.release({ order: 'shuffled', times: 5, parallel: 4, hasForged: true })
    await emulator.deliver()
    expect(told.acknowledged).toBe(told.genuine)
    expect(told.genuine).toBeGreaterThan(100)
    expect(told.accepted).toBe(0)
    for (const one of people) {
      const [truth] = (await truthOf(one)).subscriptions
      expect(await rowOf(one.user._id)).toMatchObject({
        subscriptionId: truth.id,
        stripeStatus: truth.status,
      })
    }
  })
})
