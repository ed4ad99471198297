import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { reconcileAndMail } from '~/billing/checkout.server'
import { db } from '~/db/db.server'
import { leases, subscriptions } from '~drizzle/schema'
import { isRemote } from '../support/database'
import { sessionIn, withStripe } from './support'

const failed = { msg: 'Failed to create checkout session' }

describe.skipIf(isRemote)('checkout', () => {
  const { emulator, person, subscriber, overdue, pay, state, customersOf, truthOf, whileStripe } =
    withStripe()

  test('a form that says nothing of what is wanted opens none', async () => {
    const ada = await person()
    for (const intent of ['', 'constructor']) {
      const answer = await ada.submit('/dashboard/subscription', { intent })
      expect(answer).toHaveRedirect('/dashboard/subscription')
      expect(answer).toSendToast('Please choose what to do')
    }
    expect(await customersOf(ada)).toEqual([])
  })

  test('leads to a checkout for the one plan, with the whole days of trial that are left', async () => {
    const ada = await person({ days: 5 })
    const { status, body } = await ada.checkout()
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['url'])
    await emulator.finish(sessionIn(body.url))
    const { subscriptions: found } = await truthOf(ada)
    expect(found).toHaveLength(1)
    expect(found[0].trial_end - found[0].created).toBe(4 * 86_400)
  })

  test('on the last day of the trial, none goes along', async () => {
    const ada = await person({ days: 1 })
    await pay(ada)
    await expect.poll(async () => (await ada.status()).status).toBe('active')
    expect((await truthOf(ada)).subscriptions[0]).toMatchObject({ status: 'active', trial_end: null })
  })

  test('the screen sends the browser to the same address', async () => {
    const ada = await person()
    const { body } = await ada.checkout()
    const answer = await ada.submit('/dashboard/subscription', { intent: 'checkout' })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('Location')).toBe(body.url)
  })

  test('however often the button is pressed, also at once, there is one customer and one open checkout', async () => {
    const ada = await person()
    const answers = await Promise.all(Array.from({ length: 8 }, () => ada.checkout()))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1)
    expect(await customersOf(ada)).toHaveLength(1)
    expect((await truthOf(ada)).sessions).toHaveLength(1)
  })

  test('when the answer to a call was lost, the next press finds what it made', async () => {
    const ada = await person()
    await whileStripe('cut after it has done it', () => ada.checkout())
    expect((await ada.checkout()).status).toBe(200)
    expect(await customersOf(ada)).toHaveLength(1)
    expect((await truthOf(ada)).sessions).toHaveLength(1)
  })

  test('one that ran out is followed by another', async () => {
    const ada = await person()
    const first = sessionIn((await ada.checkout()).body.url)
    await emulator.advance('P2D')
    const second = sessionIn((await ada.checkout()).body.url)
    expect(second).not.toBe(first)
    const open = (await truthOf(ada)).sessions.filter(({ status }: { status: string }) => status === 'open')
    expect(open.map(({ id }: { id: string }) => id)).toEqual([second])
  })

  test('who has a subscription gets no second one', async () => {
    const ada = await subscriber()
    expect(await ada.checkout()).toMatchObject({
      status: 409,
      body: { msg: 'You already have a subscription' },
    })
    const answer = await ada.submit('/dashboard/subscription', { intent: 'checkout' })
    expect(answer).toHaveRedirect('/dashboard/subscription')
    expect(answer).toSendToast('You already have a subscription')
    expect((await truthOf(ada)).subscriptions).toHaveLength(1)
  })

  test('who has paid, unknown to us as the webhook was lost, gets no second one', async () => {
    const ada = await person()
    emulator.hold()
    try {
      await pay(ada)
      expect((await ada.status()).status).toBe('trialing')
      expect((await ada.checkout()).status).toBe(409)
      expect(await ada.status()).toMatchObject({ status: 'active' })
    } finally {
      await emulator.deliver()
    }
  })

  test('who has canceled and is past the end subscribes anew', async () => {
    const ada = await subscriber({ days: 0 })
    await ada.post('/api/v1/subscriptions/cancel', {})
    await emulator.advance('P35D')
    await expect.poll(async () => (await ada.status()).status).toBe('canceled')
    await pay(ada)
    await expect.poll(async () => (await ada.status()).status).toBe('active')
    expect((await truthOf(ada)).subscriptions).toHaveLength(2)
    expect(await customersOf(ada)).toHaveLength(1)
  })

  describe('after a payment that failed', () => {
    test('takes another card and pays the open invoice with it, without a second subscription', async () => {
      const ada = await overdue()
      const session = await pay(ada)
      await expect.poll(async () => (await ada.status()).status).toBe('active')
      const { subscriptions: found, invoices, sessions, customer, cards } = await truthOf(ada)
      expect(found).toHaveLength(1)
      expect(invoices.map(({ status }: { status: string }) => status)).not.toContain('open')
      expect(sessions.find(({ id }: { id: string }) => id === session)).toMatchObject({ mode: 'setup' })
      expect(customer.invoice_settings.default_payment_method).toBe(cards.at(-1).id)
      expect(found[0].default_payment_method).toBe(cards.at(-1).id)
    })

    test('a card that is refused too leaves it as it is, and another may be tried', async () => {
      const ada = await overdue()
      await pay(ada, 'declined-later')
      await reconcileAndMail(ada.user._id)
      expect((await ada.status()).status).toBe('past_due')
      await pay(ada)
      await expect.poll(async () => (await ada.status()).status).toBe('active')
    })

    test('what is told of it late or twice does not bring an old card back', async () => {
      const ada = await overdue()
      emulator.hold()
      await pay(ada, 'declined-later')
      await reconcileAndMail(ada.user._id)
      await pay(ada)
      await reconcileAndMail(ada.user._id)
      const best = (await truthOf(ada)).cards.at(-1).id
      await emulator.release({ order: 'reversed', times: 3 })
      await emulator.deliver()
      const { customer, subscriptions: found } = await truthOf(ada)
      expect(customer.invoice_settings.default_payment_method).toBe(best)
      expect(found[0].default_payment_method).toBe(best)
      expect((await ada.status()).status).toBe('active')
    })

    test('an invoice that was written off is paid as well', async () => {
      const ada = await overdue()
      const { invoices } = await truthOf(ada)
      const open = invoices.find(({ status }: { status: string }) => status === 'open')
      emulator.writeOff(open.id)
      await pay(ada)
      await reconcileAndMail(ada.user._id)
      const after = (await truthOf(ada)).invoices.find(({ id }: { id: string }) => id === open.id)
      expect(after.status).toBe('paid')
    })

    test.each(['unpaid', 'paused', 'something_new'])(
      '%s asks for a card, not for a subscription',
      async (status) => {
        const ada = await subscriber({ days: 0 })
        const [{ id }] = (await truthOf(ada)).subscriptions
        await emulator.setStatus(id, status)
        await expect.poll(async () => (await ada.status()).status).toBe('unpaid')
        const { body } = await ada.checkout()
        const { sessions } = await truthOf(ada)
        expect(sessions.find((one: { id: string }) => one.id === sessionIn(body.url)).mode).toBe('setup')
      },
    )
  })

  describe('a first payment that was declined', () => {
    test('goes on at the same checkout', async () => {
      const ada = await person({ days: 0 })
      const first = await pay(ada, 'declined')
      await reconcileAndMail(ada.user._id)
      expect((await ada.status()).status).toBe('canceled')
      expect(await pay(ada)).toBe(first)
      await expect.poll(async () => (await ada.status()).status).toBe('active')
      expect((await truthOf(ada)).subscriptions).toHaveLength(1)
    })
  })

  describe('for those who need none', () => {
    test.each([
      ['test', 400, 'This account needs no subscription'],
      ['admin', 400, 'This account needs no subscription'],
      ['testAccount', 400, 'This account needs no subscription'],
      ['demo', 403, 'The demo account cannot be changed'],
    ] as const)('%s: no banner, no status, no checkout', async (trait, status, msg) => {
      const one = await person({ traits: [trait] })
      const page = await one.visit('/dashboard')
      expect(page.status).toBe(200)
      expect(page.text).not.toContain('subscription-banner')
      expect(await one.status()).toBeNull()
      expect(await one.checkout()).toMatchObject({ status, body: { msg } })
      for (const what of ['cancel', 'resume']) {
        expect(await one.post(`/api/v1/subscriptions/${what}`, {})).toMatchObject({ status, body: { msg } })
      }
      expect(await customersOf(one)).toEqual([])
    })
  })

  describe.each(['silent, and does it', 'cut before it answers', 'a page', 'an error 500'] as const)(
    'while Stripe responds with a fault: %s',
    (fault) => {
      async function timed<T>(work: () => Promise<T>) {
        const started = performance.now()
        const answer = await work()
        expect(performance.now() - started).toBeLessThan(5_000)
        return answer
      }

      test('every button answers with its text within 5 s, and works again after it', async () => {
        const [ada, grace] = [await person(), await subscriber()]
        const answers = await whileStripe(fault, () =>
          Promise.all([
            timed(() => ada.checkout()),
            timed(() => ada.submit('/dashboard/subscription', { intent: 'checkout' })),
            timed(() => grace.post('/api/v1/subscriptions/cancel', {})),
            timed(() => grace.submit('/dashboard/subscription', { intent: 'resume' })),
          ]),
        )
        expect(answers[0]).toMatchObject({ status: 503, body: failed })
        expect(answers[1]).toSendToast(failed.msg)
        expect(answers[2]).toMatchObject({ status: 503, body: { msg: 'Failed to cancel subscription' } })
        expect(answers[3]).toSendToast('Failed to resume subscription')
        await reconcileAndMail(grace.user._id)
        await expect.poll(async () => (await ada.checkout()).status).toBe(200)
        expect(await customersOf(ada)).toHaveLength(1)
        expect((await truthOf(ada)).sessions).toHaveLength(1)
        await expect.poll(async () => (await grace.post('/api/v1/subscriptions/cancel', {})).status).toBe(200)
      })

      test('the way back from the checkout is answered within 5 s, and heals', async () => {
        const ada = await person()
        emulator.hold()
        const session = await pay(ada)
        const page = await whileStripe(fault, () =>
          timed(() => ada.visit(`/dashboard/subscription?checkout=${session}`)),
        )
        await emulator.deliver()
        expect(page.status).toBe(200)
        expect(page.text).toContain('We are waiting for the confirmation of your payment')
        await expect.poll(async () => (await ada.status()).status).toBe('active')
      })
    },
  )

  describe('coming back from the checkout', () => {
    test('shows that it is paid, also when no webhook came', async () => {
      const ada = await person()
      emulator.hold()
      const session = await pay(ada)
      const answer = await ada.visit(`/dashboard/subscription?checkout=${session}`)
      await emulator.deliver()
      expect(answer).toHaveRedirect('/dashboard/subscription')
      expect(answer).toSendToast('Thank you! Your subscription is active.')
    })

    test('waits for a payment that is not there, but not for long', async () => {
      const ada = await person()
      const session = sessionIn((await ada.checkout()).body.url)
      const started = performance.now()
      const page = await ada.visit(`/dashboard/subscription?checkout=${session}`)
      expect(performance.now() - started).toBeLessThan(4_500)
      expect(page.text).toContain('We are waiting for the confirmation of your payment')
      expect(page.text).toContain('look=1')
    })

    test("from somebody else's leads to the screen, and asks nobody", async () => {
      const [ada, grace] = [await person(), await person()]
      const session = sessionIn((await grace.checkout()).body.url)
      const answer = await whileStripe('cut before it answers', () =>
        ada.visit(`/dashboard/subscription?checkout=${session}`),
      )
      expect(answer).toHaveRedirect('/dashboard/subscription')
    })
  })

  test('what has been told to have failed while somebody else was at it is not done afterwards', async () => {
    const ada = await subscriber()
    const key = `customer ${ada.user._id}`
    await db.insert(leases).values({ key, owner: uuid(), expiresAt: sql`now() + interval '6 seconds'` })
    const answer = await ada.post('/api/v1/subscriptions/cancel', {})
    expect(answer).toMatchObject({ status: 503, body: { msg: 'Failed to cancel subscription' } })
    await reconcileAndMail(ada.user._id)
    expect((await ada.status()).cancelAtPeriodEnd).toBe(false)
  })

  test('without keys it says so', async () => {
    const { connectStripe, stripe } = await import('~/billing/stripe.server')
    const { client: _, ...connection } = stripe()
    const ada = await person()
    connectStripe(null)
    const answer = await ada.checkout().finally(() => connectStripe(connection))
    expect(answer).toMatchObject({ status: 503, body: failed })
  })

  test('nobody has two customers, or two subscriptions that are alive', async () => {
    const all = await state()
    const emails = all.customers.map(({ email }: { email: string }) => email)
    expect(new Set(emails).size).toBe(emails.length)
    const alive = all.subscriptions.filter(
      ({ status }: { status: string }) => !/canceled|expired/.test(status),
    )
    expect(new Set(alive.map(({ customer }: { customer: string }) => customer)).size).toBe(alive.length)
    const rows = await db.select().from(subscriptions).where(eq(subscriptions.stripeStatus, 'active'))
    expect(rows.length).toBeGreaterThan(3)
  })
})
