import { afterEach, describe, expect, test } from 'vitest'
import { reconcileAndMail } from '~/account/billing/checkout.server'
import { visibleText } from '../../support/client'
import { isRemote } from '../../support/database'
import { withoutTable } from '../../support/outage'
import { sessionIn, withStripe } from './support'

const screen = '/dashboard/subscription'

describe.skipIf(isRemote)('checkout', () => {
  const { emulator, person, pay, customersOf, stripeObjectsOf, withFault, expectNoDuplicates } = withStripe()
  afterEach(expectNoDuplicates)

  test('an unknown intent of the form creates no checkout', async () => {
    const ada = await person()
    for (const intent of ['', 'constructor']) {
      const response = await ada.submit(screen, { intent })
      expect(response).toHaveRedirect(screen)
      expect(response).toSendToast('Please choose what to do')
    }
    expect(await customersOf(ada)).toEqual([])
  })

  test.each([
    [5, 4],
    [1, 0],
  ])(
    '%d days before the end of the trial, API and screen open the same checkout, with %d whole days of trial',
    async (days, wholeDays) => {
      const ada = await person({ days })
      const { status, body } = await ada.checkout()
      expect([status, Object.keys(body)]).toEqual([200, ['url']])
      expect(await ada.submit(screen, { intent: 'checkout' })).toHaveRedirect(body.url)
      await emulator.finish(sessionIn(body.url))
      await ada.becomes('active')
      const { subscriptions, subscription } = await stripeObjectsOf(ada)
      expect(subscriptions).toHaveLength(1)
      const { trial_end, created } = subscription
      expect((trial_end ?? created) - created).toBe(wholeDays * 86_400)
    },
  )

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
    const { sessions } = await stripeObjectsOf(ada)
    expect(sessions).toMatchObject([
      { id: first, status: 'expired' },
      { id: second, status: 'open' },
    ])
  })

  test('a subscriber gets 409, also if the webhooks were lost', async () => {
    const ada = await person()
    emulator.hold()
    await pay(ada)
    expect((await ada.status()).status).toBe('trialing')
    const msg = 'You already have a subscription'
    expect(await ada.checkout()).toMatchObject({ status: 409, body: { msg } })
    expect((await ada.status()).status).toBe('active')
    const response = await ada.submit(screen, { intent: 'checkout' })
    expect(response).toHaveRedirect(screen)
    expect(response).toSendToast(msg)
    expect((await stripeObjectsOf(ada)).subscriptions).toHaveLength(1)
  })

  test('a declined first payment leaves the checkout open for another card, which pays once', async () => {
    const ada = await person({ days: 0 })
    const first = await pay(ada, 'declined')
    await reconcileAndMail(ada.user._id)
    expect((await ada.status()).status).toBe('canceled')
    expect(await pay(ada)).toBe(first)
    await emulator.finish(first)
    await ada.becomes('active')
    expect((await stripeObjectsOf(ada)).subscriptions).toHaveLength(1)
  })

  test.each([
    ['testRole', 400, 'This account needs no subscription'],
    ['admin', 400, 'This account needs no subscription'],
    ['testAccount', 400, 'This account needs no subscription'],
    ['demo', 403, 'The demo account cannot be changed'],
  ] as const)('a user with trait %s has no banner, no status and no checkout', async (trait, status, msg) => {
    const one = await person({ traits: [trait] })
    const page = await one.visit('/dashboard')
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('subscription-banner')
    expect(await one.status()).toBeNull()
    expect(visibleText(await one.visit(screen))).toContain('No subscription needed')
    for (const call of [one.checkout, one.cancel, one.resume])
      expect(await call()).toMatchObject({ status, body: { msg } })
    expect(await customersOf(one)).toEqual([])
  })

  describe('the return from the checkout', () => {
    test('shows the active subscription, also without a webhook', async () => {
      const ada = await person()
      emulator.hold()
      const session = await pay(ada)
      const response = await ada.visit(`${screen}?checkout=${session}`)
      expect(response).toHaveRedirect(screen)
      expect(response).toSendToast('Thank you! Your subscription is active.')
    })

    test('waits a few seconds for a payment', async () => {
      const ada = await person()
      const session = sessionIn((await ada.checkout()).body.url)
      const page = await ada.visit(`${screen}?checkout=${session}`)
      expect(page.status).toBe(200)
      expect(page.text).toContain('We are waiting for the confirmation of your payment')
      expect(page.text).toContain('reloads=1')
    })

    test("says 'Failed to fetch subscription information' if it cannot be read", async () => {
      const ada = await person()
      const session = sessionIn((await ada.checkout()).body.url)
      const loading = withFault('no response, processed', () => ada.visit(`${screen}?checkout=${session}`))
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      const page = await withoutTable('subscriptions', () => loading)
      expect(visibleText(page)).toContain('Failed to fetch subscription information')
    })

    test("with another user's checkout redirects to the screen, without a call to Stripe", async () => {
      const [ada, grace] = [await person(), await person()]
      const session = sessionIn((await grace.checkout()).body.url)
      const response = await withFault('connection reset before processing', () =>
        ada.visit(`${screen}?checkout=${session}`),
      )
      expect(response).toHaveRedirect(screen)
    })
  })
})
