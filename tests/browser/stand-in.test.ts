import { expect, test } from 'vitest'
import { open, plan, type StandIn, withStandIn } from '../stand-in/support'
import { axeViolations, overflow, themes, widths, withBrowser } from '../support/browser'

const { openPage } = withBrowser()
const standIn = withStandIn()

async function addresses({ stripe, url }: StandIn) {
  const customer = (await stripe.customers.create({ email: 'ada@example.com' })).id
  const begun = await stripe.checkout.sessions.create({
    ...plan,
    customer,
    success_url: `${url}/stand-in?session={CHECKOUT_SESSION_ID}`,
    subscription_data: { trial_period_days: 9 },
  })
  const { success_url, cancel_url } = plan
  const given = { mode: 'setup', currency: 'gbp', customer, success_url, cancel_url } as const
  const setup = await stripe.checkout.sessions.create(given)
  return {
    subscribe: begun.url ?? '',
    setup: setup.url ?? '',
    commands: `${url}/stand-in`,
    missing: `${url}/checkout/x`,
  }
}

test.each(themes.flatMap((theme) => (['desktop', 'phone'] as const).map((width) => ({ theme, width }))))(
  'its pages are well made: $theme, $width',
  async (setting) => {
    const page = await openPage(setting)
    for (const address of Object.values(await addresses(standIn))) {
      await page.goto(address)
      expect(await axeViolations(page), address).toEqual([])
      expect(await overflow(page), address).toBeLessThanOrEqual(0)
      const font = await page.evaluate(async () => (await document.fonts.load('16px Figtree')).length > 0)
      expect(font, address).toBe(true)
    }
    expect(page.viewportSize()?.width).toBe(widths[setting.width])
  },
)

test('without JavaScript a declined card asks for another one, which leads back', async () => {
  const page = await openPage({ javaScript: false })
  const { subscribe } = await addresses(standIn)
  await page.goto(subscribe)
  await page.getByRole('button', { name: 'Pay with a card that is declined now' }).click()
  expect(await page.getByRole('alert').textContent()).toBe('The card was declined. Choose another one.')
  await page.getByRole('button', { name: 'Pay with a card that works' }).click()
  await page.waitForURL(`${standIn.url}/stand-in?session=cs_test_*`)
})

test('the clock can be moved on its page', async () => {
  const own = await open()
  const page = await openPage({ javaScript: false })
  await page.goto(`${own.url}/stand-in`)
  await page.getByLabel('Move it forward by').selectOption('1 month')
  await page.getByRole('button', { name: 'Move the clock' }).click()
  await page.waitForURL(`${own.url}/stand-in`)
  const { now } = await (await fetch(`${own.url}/stand-in/state`)).json()
  expect(Date.parse(now)).toBeGreaterThan(Date.now() + 27 * 86_400_000)
  await own.stop()
})
