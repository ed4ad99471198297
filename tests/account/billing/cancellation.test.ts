import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { reconcileAndMail } from '~/account/billing/checkout.server'
import { stripe } from '~/account/billing/stripe.server'
import { formatLongDay } from '~/base/components/day'
import { db } from '~/base/db/db.server'
import { users } from '~drizzle/schema'
import { visibleText } from '../../support/client'
import { isRemote } from '../../support/database'
import { type Person, rowOf, withStripe } from './support'

const screen = '/dashboard/subscription'

describe.skipIf(isRemote)('cancel and resume', () => {
  const { emulator, subscriber, overdue, stripeObjectsOf, subscribeAtStripe, setStatus } = withStripe()

  const makeExempt = ({ user }: Person) =>
    db.update(users).set({ isTestAccount: true }).where(eq(users._id, user._id))

  test('a repeated cancel or resume changes nothing', async () => {
    const ada = await subscriber()
    for (const [change, isEnding] of [
      [ada.cancel, true],
      [ada.cancel, true],
      [ada.resume, false],
      [ada.resume, false],
    ] as const) {
      expect((await change()).body.subscription.cancelAtPeriodEnd).toBe(isEnding)
      expect((await stripeObjectsOf(ada)).subscription.cancel_at_period_end).toBe(isEnding)
      await emulator.advance('PT2S')
    }
    expect(await ada.mails()).toEqual(['subscription-canceled'])
  })

  test('cancel ends duplicate subscriptions too, and resume continues one', async () => {
    const ada = await subscriber()
    const { customer } = await stripeObjectsOf(ada)
    await subscribeAtStripe(customer.id)
    await expect.poll(async () => (await emulator.state()).pendingWebhooks).toBe(0)
    const areEnding = async () =>
      (await stripeObjectsOf(ada)).subscriptions.map((one) => one.cancel_at_period_end)
    expect((await ada.cancel()).status).toBe(200)
    expect(await areEnding()).toEqual([true, true])
    await ada.resume()
    expect((await areEnding()).sort()).toEqual([false, true])
  })

  test('cancel of a subscription that has ended at Stripe responds 409 and syncs it', async () => {
    const ada = await subscriber({ days: 0 })
    emulator.hold()
    await setStatus(ada, 'canceled')
    expect(await ada.cancel()).toMatchObject({
      status: 409,
      body: { msg: 'There is no subscription to change' },
    })
    expect((await ada.status()).status).toBe('canceled')
  })

  test('cancel of an overdue subscription keeps its status', async () => {
    const ada = await overdue()
    const { body } = await ada.cancel()
    expect(body.subscription).toMatchObject({ status: 'past_due', cancelAtPeriodEnd: true })
  })

  test('the date of `cancel_at` is shown as the end, and Resume clears it', async () => {
    const ada = await subscriber({ days: 0 })
    const { id, created } = (await stripeObjectsOf(ada)).subscription
    const cancel_at = created + 20 * 86_400
    await emulator.stripe.subscriptions.update(id, { cancel_at })
    await expect.poll(async () => (await ada.status()).cancelAtPeriodEnd).toBe(true)
    const end = formatLongDay(new Date(cancel_at * 1_000))
    expect(visibleText(await ada.visit(screen))).toContain(`Ends on ${end}`)
    expect((await ada.resume()).body.subscription.cancelAtPeriodEnd).toBe(false)
    expect((await stripeObjectsOf(ada)).subscription.cancel_at).toBeNull()
  })

  test('a running subscription is found on any page of the list', async () => {
    const ada = await subscriber({ days: 0 })
    const { customer, subscription } = await stripeObjectsOf(ada)
    emulator.hold()
    for (let n = 0; n < 2; n++) {
      await subscribeAtStripe(customer.id)
      await setStatus(ada, 'canceled')
    }
    const { subscriptions: calls } = stripe().client
    const { list } = calls
    vi.spyOn(calls, 'list').mockImplementationOnce((params) => list.call(calls, { ...params, limit: 2 }))
    await reconcileAndMail(ada.user._id)
    expect(await rowOf(ada)).toMatchObject({ subscriptionId: subscription.id, stripeStatus: 'active' })
  })

  test('a subscriber who becomes exempt sees the remaining subscription and can cancel it', async () => {
    const ada = await subscriber({ days: 0 })
    const renewal = formatLongDay((await ada.status()).currentPeriodEnd)
    await makeExempt(ada)
    expect(await ada.status()).toBeNull()
    expect((await ada.visit('/dashboard')).text).not.toContain('subscription-banner')
    const page = await ada.visit(screen)
    expect(visibleText(page)).toContain(`still running and renews on ${renewal}`)
    expect(page.text).toMatch(/<button[^>]*name="cancel" value="ask"[^>]*>Cancel</)
    const response = await ada.submit(screen, { intent: 'cancel' })
    expect(response).toSendToast('Your subscription will be canceled at the end of the billing period')
    expect((await stripeObjectsOf(ada)).subscription.cancel_at_period_end).toBe(true)
    const after = await ada.visit(screen)
    expect(visibleText(after)).toContain(`ends on ${renewal}`)
    expect(after.text).not.toContain('value="ask"')
    expect([(await ada.checkout()).status, (await ada.resume()).status]).toEqual([400, 400])
    for (const Role of ['test', 'admin'] as const) {
      await db.update(users).set({ Role, isTestAccount: false }).where(eq(users._id, ada.user._id))
      expect((await ada.cancel()).status).toBe(200)
    }
  })

  test('a subscriber who becomes exempt gets no mail about a declined card', async () => {
    const ada = await subscriber({ days: 0 }, 'declined-later')
    await makeExempt(ada)
    await emulator.advance('P32D')
    await expect.poll(async () => (await rowOf(ada))?.stripeStatus).toBe('past_due')
    expect(await ada.mails()).toEqual([])
  })
})
