import { afterEach, describe, expect, test } from 'vitest'
import { reconcileAndMail } from '~/billing/checkout.server'
import { isRemote } from '../support/database'
import { withStripe } from './support'

const screen = '/dashboard/subscription'

describe.skipIf(isRemote)('while Stripe responds with a fault', () => {
  const { emulator, person, subscriber, pay, customersOf, stripeObjectsOf, withFault, expectNoDuplicates } =
    withStripe()
  afterEach(expectNoDuplicates)

  async function timed<T>(work: () => Promise<T>) {
    const started = performance.now()
    const response = await work()
    expect(performance.now() - started).toBeLessThan(5_000)
    return response
  }

  // The requests run at the same time, because each may take until its deadline.
  test.each([
    'no response, processed',
    'connection reset before processing',
    'an HTML page',
    'an error 500',
  ] as const)(
    '%s: each button and the return from the checkout respond within 5 s, and recover',
    async (fault) => {
      const [ada, grace, eve] = [await person(), await subscriber(), await person()]
      emulator.hold()
      const session = await pay(eve)
      const [checkout, checkoutForm, cancel, resumeForm, page] = await withFault(fault, () =>
        Promise.all([
          timed(() => ada.checkout()),
          timed(() => ada.submit(screen, { intent: 'checkout' })),
          timed(() => grace.post('/api/v1/subscriptions/cancel', {})),
          timed(() => grace.submit(screen, { intent: 'resume' })),
          timed(() => eve.visit(`${screen}?checkout=${session}`)),
        ]),
      )
      const checkoutFailed = 'Failed to create checkout session'
      expect(checkout).toMatchObject({ status: 503, body: { msg: checkoutFailed } })
      expect(checkoutForm).toSendToast(checkoutFailed)
      expect(cancel).toMatchObject({ status: 503, body: { msg: 'Failed to cancel subscription' } })
      expect(resumeForm).toSendToast('Failed to resume subscription')
      expect(page.status).toBe(200)
      expect(page.text).toContain('We are waiting for the confirmation of your payment')

      await emulator.deliver()
      await expect.poll(async () => (await eve.status()).status, { timeout: 15_000 }).toBe('active')
      await reconcileAndMail(grace.user._id)
      await expect.poll(async () => (await ada.checkout()).status, { timeout: 15_000 }).toBe(200)
      expect(await customersOf(ada)).toHaveLength(1)
      expect((await stripeObjectsOf(ada)).sessions).toHaveLength(1)
      const cancelAgain = async () => (await grace.post('/api/v1/subscriptions/cancel', {})).status
      await expect.poll(cancelAgain, { timeout: 15_000 }).toBe(200)
    },
    40_000,
  )
})
