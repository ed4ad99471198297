import { inArray } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { reconcileAndMail } from '~/billing/checkout.server'
import { db } from '~/db/db.server'
import { subscriptions } from '~drizzle/schema'
import { isRemote } from '../support/database'
import { sessionIn, withStripe } from './support'

describe.skipIf(isRemote)('checkout', () => {
  const { emulator, person, subscriber, pay, customersOf, stripeObjectsOf, withFault, expectNoDuplicates } =
    withStripe()
  afterEach(expectNoDuplicates)

  test('an unknown intent of the form creates no checkout', async () => {
    const ada = await person()
    for (const intent of ['', 'constructor']) {
      const response = await ada.submit('/dashboard/subscription', { intent })
      expect(response).toHaveRedirect('/dashboard/subscription')
      expect(response).toSendToast('Please choose what to do')
    }
    expect(await customersOf(ada)).toEqual([])
  })

  test('the API responds with the URL of a checkout, which includes the whole days of trial that are left', async () => {
    const ada = await person({ days: 5 })
    const { status, body } = await ada.checkout()
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['url'])
    await emulator.finish(sessionIn(body.url))
    const { subscriptions: found } = await stripeObjectsOf(ada)
    expect(found).toHaveLength(1)
    expect(found[0].trial_end - found[0].created).toBe(4 * 86_400)
  })

  test('on the last day of the trial, the checkout includes no trial', async () => {
    const ada = await person({ days: 1 })
    await pay(ada)
    await expect.poll(async () => (await ada.status()).status).toBe('active')
    expect((await stripeObjectsOf(ada)).subscriptions[0]).toMatchObject({ status: 'active', trial_end: null })
  })

  test('the screen redirects to the same URL', async () => {
    const ada = await person()
    const { body } = await ada.checkout()
    const response = await ada.submit('/dashboard/subscription', { intent: 'checkout' })
    expect(response.status).toBe(302)
    expect(response.headers.get('Location')).toBe(body.url)
  })

  test('simultaneous requests create one customer and one checkout', async () => {
    const ada = await person()
    const responses = await Promise.all(Array.from({ length: 8 }, () => ada.checkout()))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(responses.map(({ body }) => body.url)).size).toBe(1)
    expect(await customersOf(ada)).toHaveLength(1)
    expect((await stripeObjectsOf(ada)).sessions).toHaveLength(1)
  })

  test('after a lost response of Stripe, the next request finds the customer and the checkout', async () => {
    const ada = await person()
    await withFault('connection reset after processing', () => ada.checkout())
    expect((await ada.checkout()).status).toBe(200)
    expect(await customersOf(ada)).toHaveLength(1)
    expect((await stripeObjectsOf(ada)).sessions).toHaveLength(1)
  })

  test('an expired checkout is replaced', async () => {
    const ada = await person()
    const first = sessionIn((await ada.checkout()).body.url)
    await emulator.advance('P2D')
    const second = sessionIn((await ada.checkout()).body.url)
    expect(second).not.toBe(first)
    const open = (await stripeObjectsOf(ada)).sessions.filter(
      ({ status }: { status: string }) => status === 'open',
    )
    expect(open.map(({ id }: { id: string }) => id)).toEqual([second])
  })

  test('a subscriber gets 409', async () => {
    const ada = await subscriber()
    expect(await ada.checkout()).toMatchObject({
      status: 409,
      body: { msg: 'You already have a subscription' },
    })
    const response = await ada.submit('/dashboard/subscription', { intent: 'checkout' })
    expect(response).toHaveRedirect('/dashboard/subscription')
    expect(response).toSendToast('You already have a subscription')
    expect((await stripeObjectsOf(ada)).subscriptions).toHaveLength(1)
  })

  test('a subscriber whose webhooks were lost gets 409', async () => {
    const ada = await person()
    emulator.hold()
    await pay(ada)
    expect((await ada.status()).status).toBe('trialing')
    expect((await ada.checkout()).status).toBe(409)
    expect(await ada.status()).toMatchObject({ status: 'active' })
  })

  test('a new subscription follows one that has ended', async () => {
    const ada = await subscriber({ days: 0 })
    await ada.post('/api/v1/subscriptions/cancel', {})
    await emulator.advance('P35D')
    await expect.poll(async () => (await ada.status()).status).toBe('canceled')
    await pay(ada)
    await expect.poll(async () => (await ada.status()).status).toBe('active')
    expect((await stripeObjectsOf(ada)).subscriptions).toHaveLength(2)
    expect(await customersOf(ada)).toHaveLength(1)
  })

  test('a declined first payment leaves the checkout open for another card', async () => {
    const ada = await person({ days: 0 })
    const first = await pay(ada, 'declined')
    await reconcileAndMail(ada.user._id)
    expect((await ada.status()).status).toBe('canceled')
    expect(await pay(ada)).toBe(first)
    await expect.poll(async () => (await ada.status()).status).toBe('active')
    expect((await stripeObjectsOf(ada)).subscriptions).toHaveLength(1)
  })

  describe('for exempt users', () => {
    test.each([
      ['test', 400, 'This account needs no subscription'],
      ['admin', 400, 'This account needs no subscription'],
      ['testAccount', 400, 'This account needs no subscription'],
      ['demo', 403, 'The demo account cannot be changed'],
    ] as const)('%s: no banner, no status, no checkout', async (trait, status, msg) => {
      const one = await person({ traits: [trait] })
      const page = await one.visit('/dashboard')
      expect(page.status).toBe(200)
      expect(page.text).not.toContain('subscription-banner')
      expect(await one.status()).toBeNull()
      expect(await one.checkout()).toMatchObject({ status, body: { msg } })
      for (const what of ['cancel', 'resume']) {
        expect(await one.post(`/api/v1/subscriptions/${what}`, {})).toMatchObject({ status, body: { msg } })
      }
      expect(await customersOf(one)).toEqual([])
    })
  })

  test('without Stripe keys the API responds 503', async () => {
    const { connectStripe, stripe } = await import('~/billing/stripe.server')
    const { client: _, ...connection } = stripe()
    const ada = await person()
    connectStripe(null)
    const response = await ada.checkout().finally(() => connectStripe(connection))
    expect(response).toMatchObject({ status: 503, body: { msg: 'Failed to create checkout session' } })
  })

  describe('the return from the checkout', () => {
    test('shows the active subscription, also without a webhook', async () => {
      const ada = await person()
      emulator.hold()
      const session = await pay(ada)
      const response = await ada.visit(`/dashboard/subscription?checkout=${session}`)
      expect(response).toHaveRedirect('/dashboard/subscription')
      expect(response).toSendToast('Thank you! Your subscription is active.')
    })

    test('waits a few seconds for a payment', async () => {
      const ada = await person()
      const session = sessionIn((await ada.checkout()).body.url)
      const started = performance.now()
      const page = await ada.visit(`/dashboard/subscription?checkout=${session}`)
      expect(performance.now() - started).toBeLessThan(4_500)
      expect(page.text).toContain('We are waiting for the confirmation of your payment')
      expect(page.text).toContain('look=1')
    })

    test("with another user's checkout redirects to the screen, without a call of Stripe", async () => {
      const [ada, grace] = [await person(), await person()]
      const session = sessionIn((await grace.checkout()).body.url)
      const response = await withFault('connection reset before processing', () =>
        ada.visit(`/dashboard/subscription?checkout=${session}`),
      )
      expect(response).toHaveRedirect('/dashboard/subscription')
    })
  })

  test('several users subscribe at the same time', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => person()))
    await Promise.all(people.map((one) => pay(one)))
    const isActive = inArray(subscriptions.stripeStatus, ['active', 'trialing'])
    await expect.poll(() => db.$count(subscriptions, isActive)).toBe(4)
    await expectNoDuplicates()
  })
})
