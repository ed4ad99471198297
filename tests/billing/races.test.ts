import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test, vi } from 'vitest'
import { reconcileAndMail } from '~/billing/checkout.server'
import { stripe } from '~/billing/stripe.server'
import { db } from '~/db/db.server'
import { leases } from '~drizzle/schema'
import { plan } from '../emulators/support'
import { isRemote } from '../support/database'
import { rowOf, sessionIn, withStripe } from './support'

describe.skipIf(isRemote)('concurrent changes', () => {
  const { emulator, person, subscriber, pay, stripeObjectsOf } = withStripe()

  test('a checkout is not followed by another if it is paid while the button is pressed in another tab', async () => {
    const ada = await person()
    const session = sessionIn((await ada.checkout()).body.url)
    emulator.hold()
    const { sessions } = stripe().client.checkout
    const { retrieve } = sessions
    vi.spyOn(sessions, 'retrieve').mockImplementationOnce(async (...given) => {
      const open = await retrieve.apply(sessions, given as never)
      await emulator.finish(session)
      return open
    })
    await ada.checkout()
    const { sessions: all, subscriptions: found } = await stripeObjectsOf(ada)
    expect([all.length, found.length]).toEqual([1, 1])
  })

  test('a checkout expires when support creates a subscription, so that there is no duplicate subscription', async () => {
    const ada = await person({ days: 0 })
    const session = sessionIn((await ada.checkout()).body.url)
    const { customer } = await stripeObjectsOf(ada)
    const other = await emulator.stripe.checkout.sessions.create({ ...plan, customer: customer.id })
    await emulator.finish(other.id)
    await expect.poll(async () => (await rowOf(ada))?.isCheckoutOpen).toBe(false)
    expect((await emulator.finish(session)).status).toBe(410)
    expect((await stripeObjectsOf(ada)).subscriptions).toHaveLength(1)
  })

  test('a checkout that Stripe still reports as open is not expired when its subscription is listed', async () => {
    const ada = await person({ days: 0 })
    emulator.hold()
    await pay(ada)
    const { sessions } = stripe().client.checkout
    const { retrieve } = sessions
    const expire = vi.spyOn(sessions, 'expire').mockClear()
    vi.spyOn(sessions, 'retrieve').mockImplementationOnce(async (...given) => {
      const complete = await retrieve.apply(sessions, given as never)
      return { ...complete, status: 'open' }
    })
    await reconcileAndMail(ada.user._id)
    expect([expire.mock.calls.length, (await rowOf(ada))?.isCheckoutOpen]).toEqual([0, true])
    expect((await ada.status()).status).toBe('active')
    await reconcileAndMail(ada.user._id)
    expect((await rowOf(ada))?.isCheckoutOpen).toBe(false)
  })

  test('a checkout is not stored after the lease was lost', async () => {
    const ada = await person()
    const { sessions } = stripe().client.checkout
    const { create } = sessions
    vi.spyOn(sessions, 'create').mockImplementationOnce(async (...given) => {
      const session = await create.apply(sessions, given as never)
      await db
        .update(leases)
        .set({ owner: '00000000-0000-7000-8000-000000000000' })
        .where(eq(leases.key, `customer ${ada.user._id}`))
      return session
    })
    expect((await ada.checkout()).status).toBe(503)
    expect((await rowOf(ada))?.checkoutId).toBeNull()
    await db.delete(leases).where(eq(leases.key, `customer ${ada.user._id}`))
    expect((await ada.checkout()).status).toBe(200)
    expect((await stripeObjectsOf(ada)).sessions).toHaveLength(1)
  })

  test('subscriptions are not stored after the lease was lost', async () => {
    const ada = await subscriber()
    const { subscriptions: calls } = stripe().client
    vi.spyOn(calls, 'list').mockImplementationOnce((() => ({
      autoPagingToArray: async () => {
        await db
          .update(leases)
          .set({ owner: '00000000-0000-7000-8000-000000000000' })
          .where(eq(leases.key, `customer ${ada.user._id}`))
        return []
      },
    })) as never)
    await expect(reconcileAndMail(ada.user._id)).rejects.toThrow()
    await db.delete(leases).where(eq(leases.key, `customer ${ada.user._id}`))
    expect((await ada.status()).status).toBe('active')
  })

  test('a cancellation that failed at its deadline has no effect afterwards', async () => {
    const ada = await subscriber()
    const key = `customer ${ada.user._id}`
    await db.insert(leases).values({ key, owner: uuid(), expiresAt: sql`now() + interval '1 minute'` })
    const response = await ada.post('/api/v1/subscriptions/cancel', {})
    expect(response).toMatchObject({ status: 503, body: { msg: 'Failed to cancel subscription' } })
    await db.delete(leases).where(eq(leases.key, key))
    await reconcileAndMail(ada.user._id)
    expect((await ada.status()).cancelAtPeriodEnd).toBe(false)
  })
})
