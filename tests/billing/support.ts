import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { trialDays } from '~/billing/plan'
import { connectStripe } from '~/billing/stripe.server'
import { clock } from '~/db/clock.server'
import { db } from '~/db/db.server'
import { flushOutbox } from '~/mail/outbox.server'
import { subscriptions } from '~drizzle/schema'
import { type Emulator, open, priceId, webhookSecret } from '../emulators/support'
import { baseUrl } from '../support/app'
import { signedIn } from '../support/factories'
import type { Fault } from '../support/faulty-proxy'
import { mailsTo } from '../support/mailbox'

const day = 24 * 60 * 60 * 1_000

/** An emulator in place of Stripe for the tests of a file. */
export function withStripe() {
  const emulator = {} as Emulator
  const connect = (base: string) =>
    connectStripe({ key: emulator.env.STRIPE_SECRET_KEY, priceId, webhookSecret, base })
  beforeAll(async () => {
    await db.delete(subscriptions)
    const webhookUrl = `${baseUrl}/webhooks/stripe`
    const onClock = (time: number) => clock.advanceTo(new Date(time))
    Object.assign(emulator, await open({ webhookUrl, onClock }))
    connect(emulator.url)
  })
  // When the clock moves, every subscription renews, also those of earlier tests.
  afterEach(async () => {
    await emulator.clear()
    await db.delete(subscriptions)
  })
  afterAll(async () => {
    connectStripe(null)
    clock.advanceTo(new Date())
    await emulator.stop()
  })

  /** A signed-in user with `days` days of trial left. */
  async function person({
    days = trialDays,
    ...fields
  }: Parameters<typeof signedIn>[0] & { days?: number } = {}) {
    const client = await signedIn({
      trialEndsAt: new Date(clock.now().getTime() + days * day - 1_000),
      ...fields,
    })
    return Object.assign(client, {
      status: async () => (await client.get('/api/v1/subscriptions/status')).body.subscription,
      checkout: () => client.post('/api/v1/subscriptions/create-checkout-session', {}),
      mails: async () => {
        await flushOutbox()
        return (await mailsTo(client.user.Email)).map(({ Tag }) => Tag)
      },
    })
  }

  type Person = Awaited<ReturnType<typeof person>>

  /** Opens a checkout, pays there, and waits until the webhooks have been sent; returns the id of the session. */
  async function pay(who: Person, card?: Parameters<Emulator['finish']>[1]) {
    const { body } = await who.checkout()
    await emulator.finish(sessionIn(body.url), card)
    await emulator.waitForWebhooks()
    return sessionIn(body.url)
  }

  async function subscriber(fields?: Parameters<typeof person>[0], card?: Parameters<Emulator['finish']>[1]) {
    const who = await person(fields)
    await pay(who, card)
    await expect.poll(async () => (await who.status()).status).toBe('active')
    await expect.poll(async () => (await state()).pendingWebhooks).toBe(0)
    return who
  }

  /** A subscriber whose card was declined after a month. */
  async function overdue() {
    const who = await subscriber({ days: 0 }, 'declined-later')
    await emulator.advance('P32D')
    await expect.poll(async () => (await who.status()).status).toBe('past_due')
    return who
  }

  const state = () => emulator.state()
  const customersOf = async ({ user }: Person) =>
    (await state()).customers.filter(({ email }: { email: string }) => email === user.Email)

  /** A user's objects in the emulator. */
  async function stripeObjectsOf(who: Person) {
    const [customer] = await customersOf(who)
    const all = await state()
    const isOwn = ({ customer: id }: { customer: string }) => id === customer?.id
    const { sessions, invoices, cards } = all
    return {
      customer,
      subscriptions: all.subscriptions.filter(isOwn),
      sessions: sessions.filter(isOwn),
      invoices: invoices.filter(isOwn),
      cards: cards.filter(isOwn),
    }
  }

  /** Checks that no e-mail address has two customers, and no customer has two running subscriptions. */
  async function expectNoDuplicates() {
    const { customers, subscriptions } = await state()
    const emails = customers.map(({ email }: { email: string }) => email)
    expect(new Set(emails).size).toBe(emails.length)
    const running = subscriptions.filter(({ status }: { status: string }) => !/canceled|expired/.test(status))
    expect(new Set(running.map(({ customer }: { customer: string }) => customer)).size).toBe(running.length)
  }

  const subscriptionIdOf = async (who: Person) => (await stripeObjectsOf(who)).subscriptions.at(-1).id
  /** Sets the status of a subscription, as in Stripe's dashboard. */
  const setStatus = async (who: Person, status: string) =>
    emulator.setStatus(await subscriptionIdOf(who), status)

  /** Runs `work` while each call of Stripe fails, or only the first `times` calls. */
  async function withFault<T>(fault: Fault, work: () => Promise<T>, times?: number) {
    await emulator.faults.fail(fault, times)
    connect(emulator.faults.url)
    return work().finally(() => connect(emulator.url))
  }

  return {
    emulator,
    person,
    subscriber,
    overdue,
    pay,
    state,
    customersOf,
    expectNoDuplicates,
    stripeObjectsOf,
    subscriptionIdOf,
    setStatus,
    withFault,
  }
}

export type Person = Awaited<ReturnType<ReturnType<typeof withStripe>['person']>>

/** A user's row of `subscriptions`. */
export const rowOf = async ({ user }: Person) =>
  (await db.select().from(subscriptions).where(eq(subscriptions.userId, user._id)))[0]

export const sessionIn = (url: string) => url.split('/checkout/')[1] ?? ''
