import Stripe from 'stripe'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { reconcileAndMail } from '~/billing/checkout.server'
import { stripe } from '~/billing/stripe.server'
import { expireTrials } from '~/billing/trials.server'
import { isRemote } from '../support/database'
import { rowOf, sessionIn, withStripe } from './support'

type Invoice = { id: string; status: string; attempt_count: number }

describe.skipIf(isRemote)('a new card', () => {
  const { emulator, subscriber, overdue, pay, stripeObjectsOf, setStatus, expectNoDuplicates } = withStripe()
  afterEach(expectNoDuplicates)

  test('pays the open invoice and becomes the default, without a second subscription', async () => {
    const ada = await overdue()
    const session = await pay(ada)
    await expect.poll(async () => (await ada.status()).status).toBe('active')
    const { subscriptions: found, invoices, sessions, customer, cards } = await stripeObjectsOf(ada)
    expect(found).toHaveLength(1)
    expect(invoices.map(({ status }: { status: string }) => status)).not.toContain('open')
    expect(sessions.find(({ id }: { id: string }) => id === session)).toMatchObject({ mode: 'setup' })
    expect(customer.invoice_settings.default_payment_method).toBe(cards.at(-1).id)
    expect(found[0].default_payment_method).toBe(cards.at(-1).id)
  })

  test('leaves the subscription past due if it is declined too, and another card may be tried', async () => {
    const ada = await overdue()
    await pay(ada, 'declined-later')
    await reconcileAndMail(ada.user._id)
    expect((await ada.status()).status).toBe('past_due')
    await pay(ada)
    await expect.poll(async () => (await ada.status()).status).toBe('active')
  })

  test('is not replaced by an older card when webhooks come late or twice', async () => {
    const ada = await overdue()
    emulator.hold()
    await pay(ada, 'declined-later')
    await reconcileAndMail(ada.user._id)
    await pay(ada)
    await reconcileAndMail(ada.user._id)
    const best = (await stripeObjectsOf(ada)).cards.at(-1).id
    await emulator.release({ order: 'reversed', times: 3 })
    await emulator.deliver()
    const { customer, subscriptions: found } = await stripeObjectsOf(ada)
    expect(customer.invoice_settings.default_payment_method).toBe(best)
    expect(found[0].default_payment_method).toBe(best)
    expect((await ada.status()).status).toBe('active')
  })

  test('pays an uncollectible invoice', async () => {
    const ada = await overdue()
    const { invoices } = await stripeObjectsOf(ada)
    const open = invoices.find(({ status }: { status: string }) => status === 'open')
    emulator.writeOff(open.id)
    await pay(ada)
    await reconcileAndMail(ada.user._id)
    const after = (await stripeObjectsOf(ada)).invoices.find(({ id }: { id: string }) => id === open.id)
    expect(after.status).toBe('paid')
  })

  test.each(['unpaid', 'paused', 'something_new'])(
    'is requested for the status %s, instead of a new subscription',
    async (status) => {
      const ada = await subscriber({ days: 0 })
      await setStatus(ada, status)
      await expect.poll(async () => (await ada.status()).status).toBe('unpaid')
      const { body } = await ada.checkout()
      const { sessions } = await stripeObjectsOf(ada)
      expect(sessions.find((one: { id: string }) => one.id === sessionIn(body.url)).mode).toBe('setup')
    },
  )

  test('pays nothing after the subscription has ended, and the user can subscribe again', async () => {
    const ada = await overdue()
    const session = sessionIn((await ada.checkout()).body.url)
    await setStatus(ada, 'canceled')
    await emulator.finish(session)
    await reconcileAndMail(ada.user._id)
    expect((await ada.status()).status).toBe('canceled')
    await pay(ada)
    await expect.poll(async () => (await ada.status()).status).toBe('active')
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
    await expect.poll(async () => (await ada.status()).status).toBe('unpaid')
    await pay(ada)
    await expect.poll(async () => (await ada.status()).status).toBe('active')
    const { subscriptions: found, invoices } = await stripeObjectsOf(ada)
    expect(found).toHaveLength(1)
    expect(invoices.at(-1).status).toBe('paid')
  })

  test('pays the open invoices and the current month of a subscription that was unpaid for months', async () => {
    const ada = await overdue()
    await emulator.advance('P70D')
    await expect.poll(async () => (await ada.status()).status).toBe('unpaid')
    await pay(ada)
    await expect.poll(async () => (await ada.status()).status).toBe('active')
    const statuses = (await stripeObjectsOf(ada)).invoices.map(({ status }: Invoice) => status)
    expect(statuses.at(-1)).toBe('paid')
    expect(statuses).not.toContain('open')
    expect(statuses).toContain('draft')
  })

  test('is charged once if it is declined, not once for each invoice', async () => {
    emulator.options.afterRetries = 'past_due'
    const ada = await overdue()
    await emulator.advance('P40D')
    const before = (await stripeObjectsOf(ada)).invoices.filter(({ status }: Invoice) => status === 'open')
    expect(before.length).toBeGreaterThan(1)
    await pay(ada, 'declined-later')
    await reconcileAndMail(ada.user._id)
    const tries = ({ invoices }: { invoices: Invoice[] }) =>
      invoices.reduce((sum, { attempt_count }) => sum + attempt_count, 0)
    const sum = (list: Invoice[]) => tries({ invoices: list })
    const ids = before.map(({ id }: Invoice) => id)
    const after = (await stripeObjectsOf(ada)).invoices.filter(({ id }: Invoice) => ids.includes(id))
    expect(sum(after) - sum(before)).toBe(1)
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
