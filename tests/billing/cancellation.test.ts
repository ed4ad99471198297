import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { reconcileAndMail } from '~/billing/checkout.server'
import { stripe } from '~/billing/stripe.server'
import { formatDate } from '~/billing/subscription'
import { db } from '~/db/db.server'
import { users } from '~drizzle/schema'
import { plan } from '../emulators/support'
import { visibleText } from '../support/client'
import { isRemote } from '../support/database'
import { type Person, rowOf, withStripe } from './support'

const screen = '/dashboard/subscription'

describe.skipIf(isRemote)('cancel and resume', () => {
  const { emulator, subscriber, overdue, state, stripeObjectsOf, subscriptionIdOf, setStatus } = withStripe()

  const updateUser = (who: Person, fields: Partial<typeof users.$inferInsert>) =>
    db.update(users).set(fields).where(eq(users._id, who.user._id))

  test('cancel ends duplicate subscriptions too, and resume continues one', async () => {
    const ada = await subscriber()
    const { customer } = await stripeObjectsOf(ada)
    const session = await emulator.stripe.checkout.sessions.create({ ...plan, customer: customer.id })
    await emulator.finish(session.id)
    await expect.poll(async () => (await state()).pendingWebhooks).toBe(0)
    expect((await ada.post('/api/v1/subscriptions/cancel', {})).status).toBe(200)
    const { subscriptions: found } = await stripeObjectsOf(ada)
    const ending = found.map((one: { cancel_at_period_end: boolean }) => one.cancel_at_period_end)
    expect(ending).toEqual([true, true])
    await ada.post('/api/v1/subscriptions/resume', {})
    const left = (await stripeObjectsOf(ada)).subscriptions.map(
      (one: { cancel_at_period_end: boolean }) => one.cancel_at_period_end,
    )
    expect(left.sort()).toEqual([false, true])
  })

  test('cancel of a subscription that has ended at Stripe responds 409 and syncs it', async () => {
    const ada = await subscriber({ days: 0 })
    emulator.hold()
    await setStatus(ada, 'canceled')
    expect(await ada.post('/api/v1/subscriptions/cancel', {})).toMatchObject({
      status: 409,
      body: { msg: 'There is no subscription to change' },
    })
    expect((await ada.status()).status).toBe('canceled')
  })

  test('cancel of an overdue subscription keeps its status', async () => {
    const ada = await overdue()
    const { body } = await ada.post('/api/v1/subscriptions/cancel', {})
    expect(body.subscription).toMatchObject({ status: 'past_due', cancelAtPeriodEnd: true })
  })

  test('the date of `cancel_at` is shown as the end', async () => {
    const ada = await subscriber({ days: 0 })
    const id = await subscriptionIdOf(ada)
    const { created } = (await stripeObjectsOf(ada)).subscriptions[0]
    const cancel_at = created + 20 * 86_400
    await emulator.stripe.subscriptions.update(id, { cancel_at })
    await expect.poll(async () => (await ada.status()).cancelAtPeriodEnd).toBe(true)
    expect(visibleText(await ada.visit(screen))).toContain(
      `Ends on ${formatDate(new Date(cancel_at * 1_000))}`,
    )
  })

  test('a running subscription is found on any page of the list', async () => {
    const ada = await subscriber({ days: 0 })
    const { customer } = await stripeObjectsOf(ada)
    emulator.hold()
    for (let n = 0; n < 2; n++) {
      const session = await emulator.stripe.checkout.sessions.create({ ...plan, customer: customer.id })
      await emulator.finish(session.id)
    }
    const [first, ...rest] = (await stripeObjectsOf(ada)).subscriptions
    for (const { id } of rest) await emulator.setStatus(id, 'canceled')
    const { subscriptions: calls } = stripe().client
    const { list } = calls
    vi.spyOn(calls, 'list').mockImplementationOnce((params) => list.call(calls, { ...params, limit: 2 }))
    await reconcileAndMail(ada.user._id)
    expect(await rowOf(ada)).toMatchObject({ subscriptionId: first.id, stripeStatus: 'active' })
  })

  test.each([{ isTestAccount: true }, { Role: 'test' }, { Role: 'admin' }] as const)(
    'a subscriber who becomes exempt (%o) sees the remaining subscription and can cancel it',
    async (fields) => {
      const ada = await subscriber({ days: 0 })
      const renewal = formatDate((await ada.status()).currentPeriodEnd)
      await updateUser(ada, fields)
      expect(await ada.status()).toBeNull()
      expect((await ada.visit('/dashboard')).text).not.toContain('subscription-banner')
      const page = await ada.visit(screen)
      expect(visibleText(page)).toContain(`still running and renews on ${renewal}`)
      expect(page.text).toMatch(/<button[^>]*name="cancel" value="ask"[^>]*>Cancel</)
      const response = await ada.submit(screen, { intent: 'cancel' })
      expect(response).toSendToast('Your subscription will be canceled at the end of the billing period')
      expect((await stripeObjectsOf(ada)).subscriptions[0].cancel_at_period_end).toBe(true)
      const after = await ada.visit(screen)
      expect(visibleText(after)).toContain(`ends on ${renewal}`)
      expect(after.text).not.toContain('value="ask"')
      expect((await ada.checkout()).status).toBe(400)
      expect((await ada.post('/api/v1/subscriptions/resume', {})).status).toBe(400)
    },
  )

  test('a subscriber who becomes exempt gets no mail about a declined card', async () => {
    const ada = await subscriber({ days: 0 }, 'declined-later')
    await updateUser(ada, { isTestAccount: true })
    await emulator.advance('P32D')
    await expect.poll(async () => (await rowOf(ada))?.stripeStatus).toBe('past_due')
    expect(await ada.mails()).toEqual([])
  })
})
