import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { trialDays } from '~/account/billing/plan'
import { connectStripe } from '~/account/billing/stripe.server'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import { flushOutbox } from '~/base/mail/outbox.server'
import { subscriptions } from '~drizzle/schema'
import type { Customer, Subscription } from '../../../dev/objects.server'
import { checkoutParams, type Emulator, open, priceId, webhookSecret } from '../../dev/support'
import { baseUrl } from '../../support/app'
import { signedIn } from '../../support/factories'
import type { Fault } from '../../support/faulty-proxy'
import { mailsTo } from '../../support/mailbox'

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
    await clock.advanceTo(new Date())
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
    const call = (name: string) => client.post(`/api/v1/subscriptions/${name}`, {})
    const status = async () => (await client.get('/api/v1/subscriptions/status')).body.subscription
    return Object.assign(client, {
      status,
      /** Waits until the user's subscription has the status. */
      becomes: (name: string) => expect.poll(async () => (await status()).status).toBe(name),
      checkout: () => call('create-checkout-session'),
      cancel: () => call('cancel'),
      resume: () => call('resume'),
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
    await who.becomes('active')
    await expect.poll(async () => (await emulator.state()).pendingWebhooks).toBe(0)
    return who
  }

  /** A subscriber whose card was declined after a month. */
  async function overdue() {
    const who = await subscriber({ days: 0 }, 'declined-later')
    await emulator.advance('P32D')
    await who.becomes('past_due')
    return who
  }

  const customersOf = async ({ user }: Person) =>
    (await emulator.state()).customers.filter(({ email }) => email === user.Email)

  /** A user's objects in the emulator. `subscription` is the newest. */
  async function stripeObjectsOf(who: Person) {
    const [customer] = await customersOf(who)
    const all = await emulator.state()
    const isOwn = (object: { customer: string }) => object.customer === customer?.id
    const subscriptions = all.subscriptions.filter(isOwn)
    return {
      customer: customer as Customer,
      subscription: subscriptions.at(-1) as Subscription,
      subscriptions,
      sessions: all.sessions.filter(isOwn),
      invoices: all.invoices.filter(isOwn),
      cards: all.cards.filter(isOwn),
    }
  }

  /** Checks that no e-mail address has two customers, and no customer has two running subscriptions. */
  async function expectNoDuplicates() {
    const { customers, subscriptions } = await emulator.state()
    const emails = customers.map(({ email }) => email)
    expect(new Set(emails).size).toBe(emails.length)
    const running = subscriptions.filter(({ status }) => !/canceled|expired/.test(status))
    expect(new Set(running.map(({ customer }) => customer)).size).toBe(running.length)
  }

  /** Creates a subscription without the app, as in Stripe's dashboard. */
  async function subscribeAtStripe(customer: string) {
    const { id } = await emulator.stripe.checkout.sessions.create({ ...checkoutParams, customer })
    await emulator.finish(id)
  }

  /** Sets the status of a subscription, as in Stripe's dashboard. */
  const setStatus = async (who: Person, status: string) =>
    emulator.setStatus((await stripeObjectsOf(who)).subscription.id, status)

  /** Runs `work` while each call to Stripe fails. */
  async function withFault<T>(fault: Fault, work: () => Promise<T>) {
    await emulator.faults.fail(fault)
    connect(emulator.faults.url)
    return work().finally(() => connect(emulator.url))
  }

  return {
    emulator,
    person,
    subscriber,
    overdue,
    pay,
    customersOf,
    expectNoDuplicates,
    stripeObjectsOf,
    subscribeAtStripe,
    setStatus,
    withFault,
  }
}

export type Person = Awaited<ReturnType<ReturnType<typeof withStripe>['person']>>

/** A user's row of `subscriptions`. */
export const rowOf = async ({ user }: Person) =>
  (await db.select().from(subscriptions).where(eq(subscriptions.userId, user._id)))[0]

export const sessionIn = (url: string) => url.split('/checkout/')[1] ?? ''
