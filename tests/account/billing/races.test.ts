import { eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { v7 as uuid } from 'uuid'
import { describe, expect, test, vi } from 'vitest'
import { reconcileAndMail } from '~/account/billing/checkout.server'
import { stripe } from '~/account/billing/stripe.server'
import { db } from '~/base/db/db.server'
import { leases } from '~drizzle/schema'
import { isRemote } from '../../support/database'
import { rowOf, sessionIn, withStripe } from './support'

type Session = Stripe.Checkout.Session

describe.skipIf(isRemote)('concurrent changes', () => {
  const { emulator, person, subscriber, pay, stripeObjectsOf, subscribeAtStripe } = withStripe()

  /** Runs `work` with the next response to a call about a checkout session, before the app gets it. */
  function beforeResponse(method: 'retrieve' | 'create', work: (session: Session) => unknown) {
    const { sessions } = stripe().client.checkout
    const call = sessions[method].bind(sessions) as (...given: unknown[]) => Promise<Session>
    vi.spyOn(sessions, method).mockImplementationOnce((async (...given: unknown[]) => {
      const session = await call(...given)
      await work(session)
      return session
    }) as never)
  }

  test('a checkout is not followed by another if it is paid while the button is pressed in another tab', async () => {
    const ada = await person()
    const session = sessionIn((await ada.checkout()).body.url)
    emulator.hold()
    beforeResponse('retrieve', () => emulator.finish(session))
    await ada.checkout()
    const { sessions, subscriptions } = await stripeObjectsOf(ada)
    expect([sessions.length, subscriptions.length]).toEqual([1, 1])
  })

  test('a checkout expires when support creates a subscription, so that there is no duplicate subscription', async () => {
    const ada = await person({ days: 0 })
    const session = sessionIn((await ada.checkout()).body.url)
    await subscribeAtStripe((await stripeObjectsOf(ada)).customer.id)
    await expect.poll(async () => (await rowOf(ada))?.isCheckoutOpen).toBe(false)
    expect((await emulator.finish(session)).status).toBe(410)
    expect((await stripeObjectsOf(ada)).subscriptions).toHaveLength(1)
  })

  test('a checkout that Stripe still reports as open is not expired if its subscription is already listed', async () => {
    const ada = await person({ days: 0 })
    emulator.hold()
    await pay(ada)
    const expire = vi.spyOn(stripe().client.checkout.sessions, 'expire').mockClear()
    beforeResponse('retrieve', (complete) => Object.assign(complete, { status: 'open' }))
    await reconcileAndMail(ada.user._id)
    expect([expire.mock.calls.length, (await rowOf(ada))?.isCheckoutOpen]).toEqual([0, true])
    expect((await ada.status()).status).toBe('active')
    await reconcileAndMail(ada.user._id)
    expect((await rowOf(ada))?.isCheckoutOpen).toBe(false)
  })

  test('a checkout is not stored after the lease was lost', async () => {
    const ada = await person()
    const lease = eq(leases.key, `customer ${ada.user._id}`)
    beforeResponse('create', () => db.update(leases).set({ owner: uuid() }).where(lease))
    expect((await ada.checkout()).status).toBe(503)
    expect((await rowOf(ada))?.checkoutId).toBeNull()
    await db.delete(leases).where(lease)
    expect((await ada.checkout()).status).toBe(200)
    expect((await stripeObjectsOf(ada)).sessions).toHaveLength(1)
  })

  test('subscriptions are not stored after the lease was lost', async () => {
    const ada = await subscriber()
    const lease = eq(leases.key, `customer ${ada.user._id}`)
    const autoPagingToArray = async () => {
      await db.update(leases).set({ owner: uuid() }).where(lease)
      return []
    }
    const list = () => ({ autoPagingToArray })
    vi.spyOn(stripe().client.subscriptions, 'list').mockImplementationOnce(list as never)
    await expect(reconcileAndMail(ada.user._id)).rejects.toThrow()
    await db.delete(leases).where(lease)
    expect((await ada.status()).status).toBe('active')
  })

  test('a change that failed at its deadline has no effect afterwards', async () => {
    const ada = await subscriber()
    const key = `customer ${ada.user._id}`
    await db.insert(leases).values({ key, owner: uuid(), expiresAt: sql`now() + interval '1 minute'` })
    const [cancel, resume] = await Promise.all([ada.cancel(), ada.resume()])
    expect(cancel).toMatchObject({ status: 503, body: { msg: 'Failed to cancel subscription' } })
    expect(resume).toMatchObject({ status: 503, body: { msg: 'Failed to resume subscription' } })
    await db.delete(leases).where(eq(leases.key, key))
    await reconcileAndMail(ada.user._id)
    expect((await ada.status()).cancelAtPeriodEnd).toBe(false)
  })
})
