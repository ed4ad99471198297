import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { reconcileAndMail } from '~/account/billing/checkout.server'
import { db } from '~/base/db/db.server'
import { waitForBackgroundTasks } from '~/base/node/background.server'
import { subscriptions } from '~drizzle/schema'
import { isRemote } from '../../support/database'
import { changeEmail } from '../../support/email-change'
import { uniqueEmail } from '../../support/factories'
import { rowOf, sessionIn, withStripe } from './support'

describe.skipIf(isRemote)('a customer at Stripe', () => {
  const { emulator, person, subscriber, pay, customersOf, stripeObjectsOf, subscribeAtStripe, withFault } =
    withStripe()

  test('that was created but never stored is found by its metadata, also without its idempotency key', async () => {
    const ada = await person()
    const metadata = { user: ada.user._id }
    const { id } = await emulator.stripe.customers.create({ email: ada.user.Email, metadata })
    emulator.hold()
    await subscribeAtStripe(id)
    expect((await ada.checkout()).status).toBe(409)
    expect(await customersOf(ada)).toHaveLength(1)
    expect((await ada.status()).status).toBe('active')
  })

  test('with the metadata of another user is not used', async () => {
    const ada = await person()
    const metadata = { user: 'another user' }
    await emulator.stripe.customers.create({ email: ada.user.Email, metadata })
    await ada.checkout()
    expect(await customersOf(ada)).toHaveLength(2)
  })

  test('that was deleted at Stripe is replaced', async () => {
    const ada = await subscriber({ days: 0 })
    const { customer } = await stripeObjectsOf(ada)
    await ada.checkout()
    emulator.hold()
    await emulator.deleteCustomer(customer.id)
    await reconcileAndMail(ada.user._id)
    expect((await ada.status()).status).toBe('canceled')
    await emulator.deliver()
    await pay(ada)
    await ada.becomes('active')
    expect((await rowOf(ada))?.customerId).not.toBe(customer.id)
  })

  test('that was deleted while its checkout was open is replaced, and gets a new checkout', async () => {
    const ada = await person()
    const first = sessionIn((await ada.checkout()).body.url)
    await emulator.deleteCustomer((await stripeObjectsOf(ada)).customer.id)
    expect(await pay(ada)).not.toBe(first)
    await ada.becomes('active')
  })

  test('of another Stripe account is replaced and gets a new checkout, but not while a subscription runs', async () => {
    const [ada, grace] = [await person(), await subscriber()]
    await ada.checkout()
    for (const [{ user }, customerId] of [
      [ada, 'cus_elsewhere1'],
      [grace, 'cus_elsewhere2'],
    ] as const) {
      const elsewhere = { customerId, checkoutId: 'cs_test_elsewhere' }
      await db.update(subscriptions).set(elsewhere).where(eq(subscriptions.userId, user._id))
    }
    expect((await grace.checkout()).status).toBe(503)
    expect(await rowOf(grace)).toMatchObject({ customerId: 'cus_elsewhere2', stripeStatus: 'trialing' })
    await pay(ada)
    await ada.becomes('active')
    await expect.poll(async () => (await rowOf(ada))?.isCheckoutOpen).toBe(false)
  })

  test("gets the user's new e-mail address, with the next checkout if Stripe was unavailable during the change", async () => {
    const ada = await person()
    await ada.checkout()
    const emails = async () => (await emulator.state()).customers.map(({ email }) => email)
    const change = async (Email: string) => {
      expect((await changeEmail(ada, Email)).status).toBe(302)
      await waitForBackgroundTasks()
    }
    const [first, second] = [uniqueEmail(), uniqueEmail()]
    await change(first)
    expect(await emails()).toEqual([first])
    await withFault('an error 500', () => change(second))
    expect(await emails()).toEqual([first])
    await ada.checkout()
    expect(await emails()).toEqual([second])
  })
})
