import { expect, test } from 'vitest'
import { checkoutParams, open, withEmulator } from '../dev/support'
import { expectAccessible, withBrowser } from '../support/browser'

const { openPage } = withBrowser()
const emulator = withEmulator()

test('the pages of the Stripe emulator are accessible and no wider than the window', async () => {
  const { stripe, url } = emulator
  const customer = (await stripe.customers.create({ email: 'ada@example.com' })).id
  const subscribing = await stripe.checkout.sessions.create({
    ...checkoutParams,
    customer,
    subscription_data: { trial_period_days: 9 },
  })
  const { success_url, cancel_url } = checkoutParams
  const setup = await stripe.checkout.sessions.create({
    mode: 'setup',
    currency: 'gbp',
    customer,
    success_url,
    cancel_url,
  })
  const page = await openPage()
  for (const path of [subscribing.url, setup.url, `${url}/emulator`, `${url}/checkout/x`]) {
    await page.goto(path ?? '')
    await expectAccessible(page)
    const font = await page.evaluate(async () => (await document.fonts.load('16px Figtree')).length > 0)
    expect(font, `${path}`).toBe(true)
  }
})

test('the clock can be moved on the command page', async () => {
  const own = await open()
  const page = await openPage({ javaScript: false })
  await page.goto(`${own.url}/emulator`)
  await page.getByLabel('Move it forward by').selectOption('1 month')
  await page.getByRole('button', { name: 'Move the clock' }).click()
  await page.waitForURL(`${own.url}/emulator`)
  const { now } = await (await fetch(`${own.url}/emulator/state`)).json()
  expect(Date.parse(now)).toBeGreaterThan(Date.now() + 27 * 86_400_000)
  await own.stop()
})
