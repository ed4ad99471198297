import { eq, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { deleteOldEvents } from '~/billing/webhook.server'
import { db } from '~/server/db.server'
import { sign } from '~/stand-in/deliveries.server'
import { stripeEvents, subscriptions } from '~drizzle/schema'
import { webhookSecret } from '../stand-in/support'
import { createClient } from '../support/client'
import { isRemote } from '../support/database'
import { withStripe } from './support'

describe.skipIf(isRemote)('the webhook of Stripe', () => {
  const { standIn, person, subscriber, pay, truthOf, whileStripeIs } = withStripe()

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

  test.each(['secret', 'stale', 'body', 'unsigned'])(
    'refuses one that is forged (%s), without any effect',
    async (kind) => {
      const ada = await subscriber()
      const before = await rowOf(ada.user._id)
      const answer = await standIn.control('webhooks/forge', { kind, change: { status: 'canceled' } })
      expect(answer.status).toBe(400)
      expect(await rowOf(ada.user._id)).toEqual(before)
    },
  )

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
    const answer = await whileStripeIs('down', () => post(event))
    expect(answer.status).toBe(200)
  })

  test('answers 500 while it cannot fetch or store, and the event counts as done only afterwards', async () => {
    const ada = await person()
    await standIn.control('webhooks', { mode: 'hold' })
    await pay(ada)
    const { customer } = await truthOf(ada)
    const event = eventOf('checkout.session.completed', customer.id)
    const down = await whileStripeIs('error500', () => post(event))
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
    await standIn.control('webhooks', { mode: 'deliver' })
  })

  test('is sent again by Stripe until it could be stored', async () => {
    const ada = await person()
    await standIn.control('webhooks', { mode: 'hold' })
    await pay(ada)
    await standIn.control('faults', { of: 'stripe', kind: 'error500', times: 3 })
    await standIn.control('webhooks', { mode: 'deliver' })
    await expect.poll(async () => (await ada.status()).status).toBe('active')
  })

  test('acknowledges an event of nobody here, and one of another kind', async () => {
    const stranger = await standIn.stripe.customers.create({ email: 'stranger@example.com' })
    for (const customer of [stranger.id, 'cus_unknown', null]) {
      expect((await post(eventOf('invoice.paid', customer))).status).toBe(200)
    }
    const other = eventOf('charge.refunded', 'cus_unknown')
    expect(await whileStripeIs('down', () => post(other))).toMatchObject({ status: 200 })
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
    await standIn.control('webhooks', { mode: 'hold' })
    const people = await Promise.all(Array.from({ length: 6 }, () => person({ days: 0 })))
    for (const [n, one] of people.entries()) await pay(one, n % 2 ? 'declined-later' : 'works')
    await standIn.advance('P32D')
    const told = await standIn.control('webhooks/release', {
      order: 'shuffled',
      times: 5,
      forged: 0.1,
      stale: 0.1,
      parallel: 4,
      seed: 7,
    })
    await standIn.control('webhooks', { mode: 'deliver' })
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
  }, 60_000)
})
