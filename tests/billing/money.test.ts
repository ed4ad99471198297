import { and, eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { reconcileAndMail } from '~/billing/checkout.server'
import { stripe, withIdempotencyKey } from '~/billing/stripe.server'
import { dayInWords } from '~/billing/subscription'
import { expireTrials } from '~/billing/trials.server'
import { db } from '~/db/db.server'
import { backgroundWorkDone } from '~/http/background.server'
import { deleteOldMails } from '~/mail/outbox.server'
import { leases, subscriptions, users } from '~drizzle/schema'
import { plan } from '../emulators/support'
import { visibleText } from '../support/client'
import { isRemote } from '../support/database'
import { changeEmail } from '../support/email-change'
import { uniqueEmail } from '../support/factories'
import { sessionIn, withStripe } from './support'

const screen = '/dashboard/subscription'

/** What may go wrong between two calls, or happen at Stripe behind our back. */
describe.skipIf(isRemote)('money', () => {
  const { emulator, person, subscriber, overdue, pay, state, customersOf, truthOf, whileStripe } =
    withStripe()
  type Person = Awaited<ReturnType<typeof person>>
  type Invoice = { id: string; status: string; attempt_count: number }

  afterEach(async () => {
    await emulator.deliver()
    emulator.options.afterRetries = 'unpaid'
  })

  const rowOf = async ({ user }: Person) =>
    (await db.select().from(subscriptions).where(eq(subscriptions.userId, user._id)))[0]
  const patch = (who: Person, fields: Partial<typeof users.$inferInsert>) =>
    db.update(users).set(fields).where(eq(users._id, who.user._id))
  const canceledThere = (id: string) => emulator.setStatus(id, 'canceled')
  const idOf = async (who: Person) => (await truthOf(who)).subscriptions.at(-1).id
  const force = async (who: Person, status: string) => emulator.setStatus(await idOf(who), status)

  describe('a card that is given', () => {
    test('after the subscription has ended pays nothing, and holds nobody up', async () => {
      const ada = await overdue()
      const session = sessionIn((await ada.checkout()).body.url)
      await force(ada, 'canceled')
      await emulator.finish(session)
      await reconcileAndMail(ada.user._id)
      expect((await ada.status()).status).toBe('canceled')
      await pay(ada)
      await expect.poll(async () => (await ada.status()).status).toBe('active')
    })

    test('for an invoice that is paid meanwhile holds nobody up', async () => {
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

    test('brings a paused subscription back', async () => {
      const ada = await subscriber({ days: 0 })
      await force(ada, 'paused')
      await expect.poll(async () => (await ada.status()).status).toBe('unpaid')
      await pay(ada)
      await expect.poll(async () => (await ada.status()).status).toBe('active')
      const { subscriptions: found, invoices } = await truthOf(ada)
      expect(found).toHaveLength(1)
      expect(invoices.at(-1).status).toBe('paid')
    })

    test('for one that was unpaid for months pays what is open and the running month', async () => {
      const ada = await overdue()
      await emulator.advance('P70D')
      await expect.poll(async () => (await ada.status()).status).toBe('unpaid')
      await pay(ada)
      await expect.poll(async () => (await ada.status()).status).toBe('active')
      const statuses = (await truthOf(ada)).invoices.map(({ status }: Invoice) => status)
      expect(statuses.at(-1)).toBe('paid')
      expect(statuses).not.toContain('open')
      expect(statuses).toContain('draft')
    })

    test('and refused is tried once, not once for each invoice', async () => {
      emulator.options.afterRetries = 'past_due'
      const ada = await overdue()
      await emulator.advance('P40D')
      const before = (await truthOf(ada)).invoices.filter(({ status }: Invoice) => status === 'open')
      expect(before.length).toBeGreaterThan(1)
      await pay(ada, 'declined-later')
      await reconcileAndMail(ada.user._id)
      const tries = ({ invoices }: { invoices: Invoice[] }) =>
        invoices.reduce((sum, { attempt_count }) => sum + attempt_count, 0)
      const sum = (list: Invoice[]) => tries({ invoices: list })
      const ids = before.map(({ id }: Invoice) => id)
      const after = (await truthOf(ada)).invoices.filter(({ id }: Invoice) => ids.includes(id))
      expect(sum(after) - sum(before)).toBe(1)
    })

    test('is asked after again when the process dies before the payment is stored', async () => {
      const ada = await overdue()
      emulator.hold()
      await pay(ada)
      const { subscriptions: calls, invoices } = stripe().client
      const { pay: paying } = invoices
      vi.spyOn(invoices, 'pay').mockImplementationOnce(async (...given) => {
        const paid = await paying.apply(invoices, given as never)
        vi.spyOn(calls, 'list').mockImplementationOnce(() => {
          throw new Error('and then it died')
        })
        return paid
      })
      await expect(reconcileAndMail(ada.user._id)).rejects.toThrow('and then it died')
      expect((await rowOf(ada))?.isCheckoutOpen).toBe(true)
      await expireTrials()
      expect((await ada.status()).status).toBe('active')
    })
  })

  describe('a checkout', () => {
    test('that is paid while the button is pressed in another tab is not followed by another', async () => {
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
      const { sessions: all, subscriptions: found } = await truthOf(ada)
      expect([all.length, found.length]).toEqual([1, 1])
    })

    test('is closed when a subscription comes about elsewhere, so that nobody pays for two', async () => {
      const ada = await person({ days: 0 })
      const session = sessionIn((await ada.checkout()).body.url)
      const { customer } = await truthOf(ada)
      const other = await emulator.stripe.checkout.sessions.create({ ...plan, customer: customer.id })
      await emulator.finish(other.id)
      await expect.poll(async () => (await rowOf(ada))?.isCheckoutOpen).toBe(false)
      expect((await emulator.finish(session)).status).toBe(410)
      expect((await truthOf(ada)).subscriptions).toHaveLength(1)
    })

    test('is left open while the subscription that it makes is there already', async () => {
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

    test('is not stored by who has lost the lock meanwhile', async () => {
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
      expect((await truthOf(ada)).sessions).toHaveLength(1)
    })
  })

  test('what was fetched is not stored by who has lost the lock meanwhile', async () => {
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

  describe('a customer', () => {
    test('that was made but never stored is found again, also when the key of its making is forgotten', async () => {
      const ada = await person()
      const metadata = { user: ada.user._id }
      const { id: customer } = await emulator.stripe.customers.create({ email: ada.user.Email, metadata })
      emulator.hold()
      const session = await emulator.stripe.checkout.sessions.create({ ...plan, customer })
      await emulator.finish(session.id)
      expect((await ada.checkout()).status).toBe(409)
      expect(await customersOf(ada)).toHaveLength(1)
      expect((await ada.status()).status).toBe('active')
    })

    test("of another user's is not taken for one's own", async () => {
      const ada = await person()
      const metadata = { user: 'somebody else' }
      await emulator.stripe.customers.create({ email: ada.user.Email, metadata })
      await ada.checkout()
      expect(await customersOf(ada)).toHaveLength(2)
    })

    test('that was deleted at Stripe is followed by another', async () => {
      const ada = await subscriber({ days: 0 })
      const { customer } = await truthOf(ada)
      await ada.checkout()
      emulator.hold()
      await emulator.deleteCustomer(customer.id)
      await reconcileAndMail(ada.user._id)
      expect((await ada.status()).status).toBe('canceled')
      await emulator.deliver()
      await pay(ada)
      await expect.poll(async () => (await ada.status()).status).toBe('active')
      expect((await rowOf(ada))?.customerId).not.toBe(customer.id)
    })

    test('that was deleted while its checkout was open is followed by another, with a checkout of its own', async () => {
      const ada = await person()
      const first = sessionIn((await ada.checkout()).body.url)
      await emulator.deleteCustomer((await truthOf(ada)).customer.id)
      expect(await pay(ada)).not.toBe(first)
      await expect.poll(async () => (await ada.status()).status).toBe('active')
    })

    test('of another Stripe account is followed by another, but not while a subscription runs', async () => {
      const [ada, grace] = [await person(), await subscriber()]
      await ada.checkout()
      for (const [who, customerId] of [
        [ada, 'cus_elsewhere1'],
        [grace, 'cus_elsewhere2'],
      ] as const) {
        const own = eq(subscriptions.userId, who.user._id)
        await db.update(subscriptions).set({ customerId }).where(own)
      }
      expect((await ada.checkout()).status).toBe(200)
      expect((await grace.checkout()).status).toBe(503)
      expect(await rowOf(grace)).toMatchObject({ customerId: 'cus_elsewhere2', stripeStatus: 'trialing' })
    })

    test('of another Stripe account that left a checkout open there is followed by another, with a checkout of its own', async () => {
      const ada = await person()
      await ada.checkout()
      const elsewhere = { customerId: 'cus_elsewhere3', checkoutId: 'cs_test_elsewhere' }
      await db.update(subscriptions).set(elsewhere).where(eq(subscriptions.userId, ada.user._id))
      await pay(ada)
      await expect.poll(async () => (await ada.status()).status).toBe('active')
      await expect.poll(async () => (await rowOf(ada))?.isCheckoutOpen).toBe(false)
    })

    test("has the user's address, also after that has changed", async () => {
      const ada = await subscriber()
      const Email = uniqueEmail()
      const { customer } = await truthOf(ada)
      expect((await changeEmail(ada, Email)).status).toBe(302)
      await backgroundWorkDone()
      const found = (await state()).customers.find(({ id }: { id: string }) => id === customer.id)
      expect(found.email).toBe(Email)
    })

    test('gets it with the next checkout when Stripe was away, and the change does not fail for that', async () => {
      const ada = await person()
      await ada.checkout()
      const { customer } = await truthOf(ada)
      const Email = uniqueEmail()
      const changed = await whileStripe('an error 500', async () => {
        const answer = await changeEmail(ada, Email)
        await backgroundWorkDone()
        return answer
      })
      expect(changed.status).toBe(302)
      const found = async () =>
        (await state()).customers.find(({ id }: { id: string }) => id === customer.id).email
      expect(await found()).not.toBe(Email)
      await ada.checkout()
      expect(await found()).toBe(Email)
    })
  })

  describe('a key of a call', () => {
    const replayed = new Stripe.errors.StripeAPIError({
      message: 'An unknown error occurred',
      type: 'api_error',
      headers: { 'idempotent-replayed': 'true', 'original-request': 'req_1' },
    } as never)

    test('whose failure Stripe keeps is followed by another, the same for everybody', async () => {
      const keys: string[] = []
      const call = async ({ idempotencyKey }: { idempotencyKey: string }) => {
        keys.push(idempotencyKey)
        if (keys.length % 2) throw replayed
        return 'done'
      }
      expect([await withIdempotencyKey(['it'], call), await withIdempotencyKey(['it'], call)]).toEqual([
        'done',
        'done',
      ])
      expect(keys[0]).not.toBe(keys[1])
      expect(keys.slice(0, 2)).toEqual(keys.slice(2))
    })

    test('is another for other parameters, which Stripe would refuse by the same', async () => {
      const keys = new Set<string>()
      for (const about of [['a'], ['b'], [{ a: 1 }]]) {
        await withIdempotencyKey(about, async ({ idempotencyKey }) => keys.add(idempotencyKey))
      }
      expect(keys.size).toBe(3)
    })

    test('that fails for the first time is left as it is', async () => {
      const failing = async () => {
        throw new Stripe.errors.StripeAPIError({ message: 'no', type: 'api_error', headers: {} } as never)
      }
      await expect(withIdempotencyKey(['it'], failing)).rejects.toThrow('no')
    })
  })

  describe('cancel', () => {
    test('ends every subscription of a customer that has two', async () => {
      const ada = await subscriber()
      const { customer } = await truthOf(ada)
      const session = await emulator.stripe.checkout.sessions.create({ ...plan, customer: customer.id })
      await emulator.finish(session.id)
      await expect.poll(async () => (await state()).pendingWebhooks).toBe(0)
      expect((await ada.post('/api/v1/subscriptions/cancel', {})).status).toBe(200)
      const { subscriptions: found } = await truthOf(ada)
      const ending = found.map((one: { cancel_at_period_end: boolean }) => one.cancel_at_period_end)
      expect(ending).toEqual([true, true])
      await ada.post('/api/v1/subscriptions/resume', {})
      const left = (await truthOf(ada)).subscriptions.map(
        (one: { cancel_at_period_end: boolean }) => one.cancel_at_period_end,
      )
      expect(left.sort()).toEqual([false, true])
    })

    test('of what was ended at Stripe, unknown to us, says so and shows it', async () => {
      const ada = await subscriber({ days: 0 })
      emulator.hold()
      await canceledThere(await idOf(ada))
      expect(await ada.post('/api/v1/subscriptions/cancel', {})).toMatchObject({
        status: 409,
        body: { msg: 'There is no subscription to change' },
      })
      expect((await ada.status()).status).toBe('canceled')
    })

    test('of one whose payment has failed is told as canceled', async () => {
      const ada = await overdue()
      const { body } = await ada.post('/api/v1/subscriptions/cancel', {})
      expect(body.subscription).toMatchObject({ status: 'past_due', cancelAtPeriodEnd: true })
    })
  })

  test('an end that was set to a date is shown as that date', async () => {
    const ada = await subscriber({ days: 0 })
    const id = await idOf(ada)
    const { created } = (await truthOf(ada)).subscriptions[0]
    const cancel_at = created + 20 * 86_400
    await emulator.stripe.subscriptions.update(id, { cancel_at })
    await expect.poll(async () => (await ada.status()).cancelAtPeriodEnd).toBe(true)
    expect(visibleText(await ada.visit(screen))).toContain(
      `Ends on ${dayInWords(new Date(cancel_at * 1_000))}`,
    )
  })

  test('of more subscriptions than a page of the list holds the one that is alive counts', async () => {
    const ada = await subscriber({ days: 0 })
    const { customer } = await truthOf(ada)
    emulator.hold()
    for (let n = 0; n < 2; n++) {
      const session = await emulator.stripe.checkout.sessions.create({ ...plan, customer: customer.id })
      await emulator.finish(session.id)
    }
    const [first, ...rest] = (await truthOf(ada)).subscriptions
    for (const { id } of rest) await canceledThere(id)
    const { subscriptions: calls } = stripe().client
    const { list } = calls
    vi.spyOn(calls, 'list').mockImplementationOnce((params) => list.call(calls, { ...params, limit: 2 }))
    await reconcileAndMail(ada.user._id)
    expect(await rowOf(ada)).toMatchObject({ subscriptionId: first.id, stripeStatus: 'active' })
  })

  describe('a user who pays and is made one that needs no subscription', () => {
    test.each([{ isTestAccount: true }, { Role: 'test' }, { Role: 'admin' }] as const)(
      '%o: is shown what still runs, and can cancel it',
      async (fields) => {
        const ada = await subscriber({ days: 0 })
        const renewal = dayInWords((await ada.status()).currentPeriodEnd)
        await patch(ada, fields)
        expect(await ada.status()).toBeNull()
        expect((await ada.visit('/dashboard')).text).not.toContain('subscription-banner')
        const page = await ada.visit(screen)
        expect(visibleText(page)).toContain(`still running and renews on ${renewal}`)
        expect(page.text).toMatch(/<button[^>]*name="cancel" value="ask"[^>]*>Cancel</)
        const answer = await ada.submit(screen, { intent: 'cancel' })
        expect(answer).toSendToast('Your subscription will be canceled at the end of the billing period')
        expect((await truthOf(ada)).subscriptions[0].cancel_at_period_end).toBe(true)
        const after = await ada.visit(screen)
        expect(visibleText(after)).toContain(`ends on ${renewal}`)
        expect(after.text).not.toContain('value="ask"')
        expect((await ada.checkout()).status).toBe(400)
        expect((await ada.post('/api/v1/subscriptions/resume', {})).status).toBe(400)
      },
    )

    test('is not asked for another card by mail', async () => {
      const ada = await subscriber({ days: 0 }, 'declined-later')
      await patch(ada, { isTestAccount: true })
      await emulator.advance('P32D')
      await expect.poll(async () => (await rowOf(ada))?.stripeStatus).toBe('past_due')
      expect(await ada.mails()).toEqual([])
    })
  })

  describe('mails', () => {
    test('a payment that failed is told for each month, until it is unpaid; then never again', async () => {
      const ada = await overdue()
      expect(await ada.mails()).toEqual(['payment-failed'])
      for (let n = 0; n < 4; n++) await emulator.advance('P31D')
      await expect.poll(async () => (await ada.status()).status).toBe('unpaid')
      expect(await ada.mails()).toEqual(['payment-failed'])
    })

    test('a cancellation is told once, also when the mail is forgotten', async () => {
      const ada = await subscriber({ days: 0 })
      await ada.post('/api/v1/subscriptions/cancel', {})
      expect(await ada.mails()).toEqual(['subscription-canceled'])
      await emulator.advance('P40D')
      expect((await ada.status()).status).toBe('canceled')
      for (let n = 0; n < 2; n++) {
        await emulator.advance('P95D')
        await deleteOldMails()
        await reconcileAndMail(ada.user._id)
      }
      expect(await ada.mails()).toEqual(['subscription-canceled'])
    })

    test('an end that the support has made is told', async () => {
      const ada = await subscriber({ days: 0 })
      await canceledThere(await idOf(ada))
      await expect.poll(async () => (await ada.status()).status).toBe('canceled')
      expect(await ada.mails()).toEqual(['subscription-canceled'])
    })
  })

  test('the job leaves in peace who has long gone, and asks first who was not asked for longest', async () => {
    const [gone, late, later] = [
      await subscriber({ days: 0 }),
      await subscriber({ days: 40 }),
      await subscriber({ days: 40 }),
    ]
    await canceledThere(await idOf(gone))
    await expect.poll(async () => (await gone.status()).status).toBe('canceled')
    const fetched = (who: Person, days: number) =>
      db
        .update(subscriptions)
        .set({ fetchedAt: new Date(Date.now() - days * 86_400_000) })
        .where(and(eq(subscriptions.userId, who.user._id)))
    await fetched(gone, 900)
    await fetched(late, 800)
    await fetched(later, 850)
    const { subscriptions: calls } = stripe().client
    const list = vi.spyOn(calls, 'list').mockClear()
    await expireTrials()
    const asked = list.mock.calls.map(([params]) => params?.customer)
    const customers = await Promise.all(
      [gone, later, late].map(async (who) => (await rowOf(who))?.customerId),
    )
    expect(asked).not.toContain(customers[0])
    expect(asked.indexOf(customers[1] as string)).toBe(0)
    expect(asked.indexOf(customers[2] as string)).toBe(1)
  })
})
