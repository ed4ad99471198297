import { expect, test } from 'vitest'
import { type Emulator, open, plan, withEmulator } from '../emulators/support'
import { expectAccessible, withBrowser } from '../support/browser'

const { openPage } = withBrowser()
const emulator = withEmulator()

async function pageUrls({ stripe, url }: Emulator) {
  const customer = (await stripe.customers.create({ email: 'ada@example.com' })).id
  const begun = await stripe.checkout.sessions.create({
    ...plan,
    customer,
    success_url: `${url}/emulator?session={CHECKOUT_SESSION_ID}`,
    subscription_data: { trial_period_days: 9 },
  })
  const { success_url, cancel_url } = plan
  const given = { mode: 'setup', currency: 'gbp', customer, success_url, cancel_url } as const
  const setup = await stripe.checkout.sessions.create(given)
  return {
    subscribe: begun.url ?? '',
    setup: setup.url ?? '',
    commands: `${url}/emulator`,
    missing: `${url}/checkout/x`,
  }
}

test('its pages are accessible and fit', async () => {
  const page = await openPage()
  for (const url of Object.values(await pageUrls(emulator))) {
    await page.goto(url)
    await expectAccessible(page)
    const font = await page.evaluate(async () => (await document.fonts.load('16px Figtree')).length > 0)
    expect(font, url).toBe(true)
  }
})

test('without JavaScript the checkout accepts another card after a declined one and redirects back', async () => {
  const page = await openPage({ javaScript: false })
  const { subscribe } = await pageUrls(emulator)
  await page.goto(subscribe)
  await page.getByRole('button', { name: 'Pay with a card that is declined now' }).click()
  expect(await page.getByRole('alert').textContent()).toBe('The card was declined. Choose another one.')
  await page.getByRole('button', { name: 'Pay with a card that works' }).click()
  await page.waitForURL(`${emulator.url}/emulator?session=cs_test_*`)
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
