import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { reconcileAndMail } from '~/billing/checkout.server'
import { db } from '~/db/db.server'
import { waitForBackgroundTasks } from '~/http/background.server'
import { subscriptions } from '~drizzle/schema'
import { plan } from '../emulators/support'
import { isRemote } from '../support/database'
import { changeEmail } from '../support/email-change'
import { uniqueEmail } from '../support/factories'
import { rowOf, sessionIn, withStripe } from './support'

describe.skipIf(isRemote)('a customer at Stripe', () => {
  const { emulator, person, subscriber, pay, state, customersOf, stripeObjectsOf, withFault } = withStripe()

  test('that was created but never stored is found by its metadata, also without its idempotency key', async () => {
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
    await expect.poll(async () => (await ada.status()).status).toBe('active')
    expect((await rowOf(ada))?.customerId).not.toBe(customer.id)
  })

  test('that was deleted while its checkout was open is replaced, and gets a new checkout', async () => {
    const ada = await person()
    const first = sessionIn((await ada.checkout()).body.url)
    await emulator.deleteCustomer((await stripeObjectsOf(ada)).customer.id)
    expect(await pay(ada)).not.toBe(first)
    await expect.poll(async () => (await ada.status()).status).toBe('active')
  })

  test('of another Stripe account is replaced, but not while a subscription runs', async () => {
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

  test('of another Stripe account with an open checkout is replaced, and gets a new checkout', async () => {
    const ada = await person()
    await ada.checkout()
    const elsewhere = { customerId: 'cus_elsewhere3', checkoutId: 'cs_test_elsewhere' }
    await db.update(subscriptions).set(elsewhere).where(eq(subscriptions.userId, ada.user._id))
    await pay(ada)
    await expect.poll(async () => (await ada.status()).status).toBe('active')
    await expect.poll(async () => (await rowOf(ada))?.isCheckoutOpen).toBe(false)
  })

  test("has the user's e-mail address, also after a change", async () => {
    const ada = await subscriber()
    const Email = uniqueEmail()
    const { customer } = await stripeObjectsOf(ada)
    expect((await changeEmail(ada, Email)).status).toBe(302)
    await waitForBackgroundTasks()
    const found = (await state()).customers.find(({ id }: { id: string }) => id === customer.id)
    expect(found.email).toBe(Email)
  })

  test('gets the new e-mail address with the next checkout if Stripe was unavailable during the change', async () => {
    const ada = await person()
    await ada.checkout()
    const { customer } = await stripeObjectsOf(ada)
    const Email = uniqueEmail()
    const changed = await withFault('an error 500', async () => {
      const response = await changeEmail(ada, Email)
      await waitForBackgroundTasks()
      return response
    })
    expect(changed.status).toBe(302)
    const found = async () =>
      (await state()).customers.find(({ id }: { id: string }) => id === customer.id).email
    expect(await found()).not.toBe(Email)
    await ada.checkout()
    expect(await found()).toBe(Email)
  })
})
