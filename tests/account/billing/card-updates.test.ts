import Stripe from 'stripe'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { reconcileAndMail } from '~/account/billing/checkout.server'
import { stripe } from '~/account/billing/stripe.server'
import { expireTrials } from '~/account/billing/trials.server'
import { isRemote } from '../../support/database'
import { rowOf, sessionIn, withStripe } from './support'

describe.skipIf(isRemote)('a new card', () => {
  const { emulator, subscriber, overdue, pay, stripeObjectsOf, setStatus, expectNoDuplicates } = withStripe()
  afterEach(expectNoDuplicates)

  test('pays the open invoice and becomes the default, without a second subscription', async () => {
    const ada = await overdue()
    const session = await pay(ada)
    await ada.becomes('active')
    const { subscriptions, subscription, invoices, sessions, customer, cards } = await stripeObjectsOf(ada)
    expect(subscriptions).toHaveLength(1)
    expect(invoices.map(({ status }) => status)).not.toContain('open')
    expect(sessions.find(({ id }) => id === session)).toMatchObject({ mode: 'setup' })
    expect(customer.invoice_settings.default_payment_method).toBe(cards.at(-1)?.id)
    expect(subscription.default_payment_method).toBe(cards.at(-1)?.id)
  })

  test('leaves the subscription past due if it is declined too, and another card may be tried', async () => {
    const ada = await overdue()
    await pay(ada, 'declined-later')
    await reconcileAndMail(ada.user._id)
    expect((await ada.status()).status).toBe('past_due')
    await pay(ada)
    await ada.becomes('active')
  })

  test('is not replaced by an older card when webhooks come late or twice', async () => {
    const ada = await overdue()
    emulator.hold()
    await pay(ada, 'declined-later')
    await reconcileAndMail(ada.user._id)
    await pay(ada)
    await reconcileAndMail(ada.user._id)
    const best = (await stripeObjectsOf(ada)).cards.at(-1)?.id
    await emulator.release({ order: 'reversed', times: 3 })
    await emulator.deliver()
    const { customer, subscription } = await stripeObjectsOf(ada)
    expect(customer.invoice_settings.default_payment_method).toBe(best)
    expect(subscription.default_payment_method).toBe(best)
    expect((await ada.status()).status).toBe('active')
  })

  test('pays an uncollectible invoice', async () => {
    const ada = await overdue()
    const findOpen = async () =>
      (await stripeObjectsOf(ada)).invoices.find(({ status }) => /open|uncollectible/.test(status))
    emulator.writeOff((await findOpen())?.id ?? '')
    expect((await findOpen())?.status).toBe('uncollectible')
    await pay(ada)
    await reconcileAndMail(ada.user._id)
    expect(await findOpen()).toBeUndefined()
  })

  test('is requested, rather than a second subscription, if Stripe reports a new kind of status', async () => {
    const ada = await subscriber({ days: 0 })
    await setStatus(ada, 'something_new')
    await ada.becomes('unpaid')
    const { body } = await ada.checkout()
    const { sessions } = await stripeObjectsOf(ada)
    expect(sessions.find(({ id }) => id === sessionIn(body.url))).toMatchObject({ mode: 'setup' })
  })

  test('pays nothing after the subscription has ended, and the user can subscribe again', async () => {
    const ada = await overdue()
    const session = sessionIn((await ada.checkout()).body.url)
    await setStatus(ada, 'canceled')
    await emulator.finish(session)
    await reconcileAndMail(ada.user._id)
    expect((await ada.status()).status).toBe('canceled')
    await pay(ada)
    await ada.becomes('active')
  })

  test('completes the checkout although its invoice has been paid in the meantime', async () => {
    const ada = await overdue()
    const refused = new Stripe.errors.StripeInvalidRequestError({
      message: 'Invoice is already paid',
      type: 'invalid_request_error',
    } as never)
    const paying = vi.spyOn(stripe().client.invoices, 'pay').mockRejectedValue(refused)
    await pay(ada)
    const isOpen = async () => (await rowOf(ada))?.isCheckoutOpen
    await expect
      .poll(isOpen)
      .toBe(false)
      .finally(() => paying.mockRestore())
  })

  test('resumes a paused subscription', async () => {
    const ada = await subscriber({ days: 0 })
    await setStatus(ada, 'paused')
    await ada.becomes('unpaid')
    await pay(ada)
    await ada.becomes('active')
    const { subscriptions, invoices } = await stripeObjectsOf(ada)
    expect([subscriptions.length, invoices.at(-1)?.status]).toEqual([1, 'paid'])
  })

  test('pays the open invoices and the current month of a subscription that was unpaid for months', async () => {
    const ada = await overdue()
    await emulator.advance('P70D')
    await ada.becomes('unpaid')
    await pay(ada)
    await ada.becomes('active')
    const { subscriptions, invoices } = await stripeObjectsOf(ada)
    const statuses = invoices.map(({ status }) => status)
    expect([subscriptions.length, statuses.at(-1)]).toEqual([1, 'paid'])
    expect(statuses).not.toContain('open')
    expect(statuses).toContain('draft')
  })

  test('is tried once if it is declined, not once for each invoice', async () => {
    emulator.options.afterRetries = 'past_due'
    const ada = await overdue()
    await emulator.advance('P40D')
    const { invoices } = await stripeObjectsOf(ada)
    const open = invoices.filter(({ status }) => status === 'open').map(({ id }) => id)
    expect(open.length).toBeGreaterThan(1)
    const countAttempts = async () =>
      (await stripeObjectsOf(ada)).invoices
        .filter(({ id }) => open.includes(id))
        .reduce((sum, { attempt_count }) => sum + attempt_count, 0)
    const before = await countAttempts()
    await pay(ada, 'declined-later')
    await reconcileAndMail(ada.user._id)
    expect(await countAttempts()).toBe(before + 1)
  })

  test('is synced by the trial job if the process dies before the payment is stored', async () => {
    const ada = await overdue()
    emulator.hold()
    await pay(ada)
    const { subscriptions: calls, invoices } = stripe().client
    const { pay: paying } = invoices
    vi.spyOn(invoices, 'pay').mockImplementationOnce(async (...given) => {
      const paid = await paying.apply(invoices, given as never)
      vi.spyOn(calls, 'list').mockImplementationOnce(() => {
        throw new Error('the process died')
      })
      return paid
    })
    await expect(reconcileAndMail(ada.user._id)).rejects.toThrow('the process died')
    expect((await rowOf(ada))?.isCheckoutOpen).toBe(true)
    await expireTrials()
    expect((await ada.status()).status).toBe('active')
  })
})
