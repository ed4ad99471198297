import { afterAll, beforeAll, expect } from 'vitest'
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

/** An emulator in place of Stripe for the tests of a file; it has none of the customers that other files have left. */
export function withStripe() {
  const held = {} as Emulator
  const connect = (base: string) =>
    connectStripe({ key: held.env.STRIPE_SECRET_KEY, priceId, webhookSecret, base })
  beforeAll(async () => {
    await db.delete(subscriptions)
    const webhookUrl = `${baseUrl}/webhooks/stripe`
    const onClock = (time: number) => clock.advanceTo(new Date(time))
    Object.assign(held, await open({ webhookUrl, onClock }))
    connect(held.url)
  })
  afterAll(async () => {
    connectStripe(null)
    clock.advanceTo(new Date())
    await held.stop()
    // Its customers are gone with it, and the next file has another.
    await db.delete(subscriptions)
  })

  /** Somebody with so many days of trial left. */
  async function person({ days = 14, ...fields }: Parameters<typeof signedIn>[0] & { days?: number } = {}) {
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

  /** Goes to the checkout, and pays there. */
  async function pay(who: Person, card?: Parameters<Emulator['finish']>[1]) {
    const { body } = await who.checkout()
    await held.finish(sessionIn(body.url), card)
    return sessionIn(body.url)
  }

  async function subscriber(fields?: Parameters<typeof person>[0], card?: Parameters<Emulator['finish']>[1]) {
    const who = await person(fields)
    await pay(who, card)
    await expect.poll(async () => (await who.status()).status).toBe('active')
    await expect.poll(async () => (await state()).pendingWebhooks).toBe(0)
    return who
  }

  /** A month has passed, and the card was declined. */
  async function overdue() {
    const who = await subscriber({ days: 0 }, 'declined-later')
    await held.advance('P32D')
    await expect.poll(async () => (await who.status()).status).toBe('past_due')
    return who
  }

  const state = () => held.state()
  const customersOf = async ({ user }: Person) =>
    (await state()).customers.filter(({ email }: { email: string }) => email === user.Email)

  /** What the emulator has of a person. */
  async function truthOf(who: Person) {
    const [customer] = await customersOf(who)
    const all = await state()
    const own = ({ customer: id }: { customer: string }) => id === customer?.id
    const { sessions, invoices, cards } = all
    return {
      customer,
      subscriptions: all.subscriptions.filter(own),
      sessions: sessions.filter(own),
      invoices: invoices.filter(own),
      cards: cards.filter(own),
    }
  }

  /** Runs `work` while every call of Stripe meets a fault, or the first `times` calls do. */
  async function whileStripe<T>(fault: Fault, work: () => Promise<T>, times?: number) {
    await held.faults.fail(fault, times)
    connect(held.faults.url)
    return work().finally(() => connect(held.url))
  }

  return { emulator: held, person, subscriber, overdue, pay, state, customersOf, truthOf, whileStripe }
}

export const sessionIn = (url: string) => url.split('/checkout/')[1] ?? ''
