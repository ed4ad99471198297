import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { stripe } from '~/account/billing/stripe.server'
import { expireTrials } from '~/account/billing/trials.server'
import { db } from '~/base/db/db.server'
import { leases, subscriptions, users } from '~drizzle/schema'
import { visibleText } from '../../support/client'
import { isRemote } from '../../support/database'
import { password } from '../../support/factories'
import { mailsTo } from '../../support/mailbox'
import { withoutTable } from '../../support/outage'
import { type Person, rowOf, sessionIn, withStripe } from './support'

describe.skipIf(isRemote)('the deletion of an account', () => {
  const {
    emulator,
    person,
    subscriber,
    stripeObjectsOf,
    subscribeAtStripe,
    setStatus,
    withFault,
    customersOf,
  } = withStripe()

  const deleteAccount = ({ post }: Person) => post('/api/v1/users/delete', { password })
  const exists = async ({ user }: Person) => (await db.$count(users, eq(users._id, user._id))) === 1
  const statusesOf = async (who: Person) =>
    (await stripeObjectsOf(who)).subscriptions.map(({ status }) => status)
  const settle = () => expect.poll(async () => (await emulator.state()).pendingWebhooks).toBe(0)

  test('cancels every subscription at once, and a webhook that arrives afterwards changes nothing', async () => {
    const ada = await subscriber({ days: 0 })
    await subscribeAtStripe((await stripeObjectsOf(ada)).customer.id)
    await settle()
    expect(visibleText(await ada.visit('/dashboard/delete-account'))).toContain('Your subscription')
    emulator.hold()
    expect((await deleteAccount(ada)).status).toBe(200)
    expect(await statusesOf(ada)).toEqual(['canceled', 'canceled'])
    await emulator.deliver()
    await settle()
    await expect.poll(() => exists(ada)).toBe(false)
    expect(await db.$count(subscriptions, eq(subscriptions.userId, ada.user._id))).toBe(0)
    expect((await mailsTo(ada.user.Email)).map(({ Tag }) => Tag)).toEqual(['account-deleted'])
    await emulator.advance('P40D')
    expect(await statusesOf(ada)).toEqual(['canceled', 'canceled'])
    // Stripe keeps its own records of payments.
    expect(await customersOf(ada)).toHaveLength(1)
  })

  test('expires an open checkout, so that no payment follows', async () => {
    const ada = await person()
    const session = sessionIn((await ada.checkout()).body.url)
    expect((await deleteAccount(ada)).status).toBe(200)
    expect((await emulator.finish(session)).status).toBe(410)
    expect((await stripeObjectsOf(ada)).subscriptions).toEqual([])
  })

  test('cancels the subscription of a checkout that was paid just now', async () => {
    const ada = await person({ days: 0 })
    const session = sessionIn((await ada.checkout()).body.url)
    emulator.hold()
    await emulator.finish(session)
    expect((await rowOf(ada))?.subscriptionId).toBeNull()
    expect((await deleteAccount(ada)).status).toBe(200)
    expect(await statusesOf(ada)).toEqual(['canceled'])
  })

  test('at the same time as a checkout leaves no open checkout', async () => {
    for (let round = 0; round < 3; round++) {
      const ada = await person()
      await ada.checkout()
      const [deletion, checkout] = await Promise.all([deleteAccount(ada), ada.checkout()])
      expect(deletion.status).toBe(200)
      expect([200, 401]).toContain(checkout.status)
      const { sessions } = await stripeObjectsOf(ada)
      expect(sessions.filter(({ status }) => status === 'open')).toEqual([])
      await expect.poll(() => exists(ada)).toBe(false)
    }
  })

  test('at the same time as webhooks leaves nothing', async () => {
    const ada = await subscriber({ days: 0 })
    const [deletion] = await Promise.all([
      deleteAccount(ada),
      setStatus(ada, 'past_due'),
      setStatus(ada, 'active'),
    ])
    expect(deletion.status).toBe(200)
    await settle()
    await expect.poll(() => db.$count(subscriptions, eq(subscriptions.userId, ada.user._id))).toBe(0)
    expect((await statusesOf(ada)).includes('canceled') || (await exists(ada))).toBe(true)
  })

  test.each([
    'no response, processed',
    'connection reset after processing',
    'body stalled',
    'slow by 2.5 s a call',
    'an HTML page',
    'an empty object',
    'an error 500',
    'a 429',
  ] as const)('responds 503 and deletes nothing after the fault of Stripe: %s', async (fault) => {
    const ada = await subscriber({ days: 0 })
    // The work of a request that has timed out may still have the lease.
    const settled = () =>
      expect
        .poll(() => db.$count(leases, eq(leases.key, `customer ${ada.user._id}`)), { timeout: 10_000 })
        .toBe(0)
    await withFault(fault, async () => {
      const response = await deleteAccount(ada)
      expect(response).toMatchObject({ status: 503, body: { msg: 'Failed to delete account' } })
      expect(response.headers.get('Retry-After')).toBe('30')
      await settled()
      const form = await ada.submit('/dashboard/delete-account', { password })
      expect([form.status, visibleText(form).includes('Failed to delete account')]).toEqual([503, true])
    })
    await settled()
    expect((await ada.get('/api/v1/users/current-user')).status).toBe(200)
    expect(await mailsTo(ada.user.Email)).toEqual([])
    expect((await deleteAccount(ada)).status).toBe(200)
    expect(await statusesOf(ada)).toEqual(['canceled'])
  })

  test('does not need Stripe for a user who has never opened a checkout', async () => {
    const ada = await person()
    expect((await withFault('an error 500', () => deleteAccount(ada))).status).toBe(200)
  })

  test('that was interrupted after the cancellation can be repeated', async () => {
    const ada = await subscriber({ days: 0 })
    await withoutTable('mails', async () => {
      expect((await deleteAccount(ada)).status).toBe(503)
    })
    expect(await statusesOf(ada)).toEqual(['canceled'])
    await ada.becomes('canceled')
    expect((await deleteAccount(ada)).status).toBe(200)
    expect(await exists(ada)).toBe(false)
  })

  test('succeeds if another process cancels the subscription in between', async () => {
    const ada = await subscriber({ days: 0 })
    const calls = stripe().client.subscriptions
    const cancel = calls.cancel.bind(calls)
    vi.spyOn(calls, 'cancel').mockImplementationOnce((async (id: string) => {
      await cancel(id)
      return cancel(id)
    }) as never)
    expect((await deleteAccount(ada)).status).toBe(200)
  })

  test('succeeds for a customer that was deleted at Stripe, and for one of other keys without a subscription', async () => {
    const ada = await subscriber({ days: 0 })
    emulator.hold()
    await emulator.deleteCustomer((await stripeObjectsOf(ada)).customer.id)
    expect((await deleteAccount(ada)).status).toBe(200)
    await emulator.deliver()
    const [grace, joan] = [await person(), await subscriber()]
    await grace.checkout()
    for (const [who, customerId] of [
      [grace, 'cus_elsewhere3'],
      [joan, 'cus_elsewhere4'],
    ] as const)
      await db.update(subscriptions).set({ customerId }).where(eq(subscriptions.userId, who.user._id))
    expect((await deleteAccount(grace)).status).toBe(200)
    expect((await deleteAccount(joan)).status).toBe(503)
  })

  test('ends the mails about the trial', async () => {
    const ada = await person({ days: 2 })
    await Promise.all([deleteAccount(ada), expireTrials({ wait: 5_000 })])
    await expireTrials({ wait: 5_000 })
    const tags = (await mailsTo(ada.user.Email)).map(({ Tag }) => Tag)
    expect(tags.filter((tag) => tag === 'account-deleted')).toHaveLength(1)
    expect(await exists(ada)).toBe(false)
  })
})
