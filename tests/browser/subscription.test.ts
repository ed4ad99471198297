import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { trialDays } from '~/billing/plan'
import { mailSamples } from '~/mail/mail-kinds.server'
import { open } from '../emulators/support'
import { sharedDatabase } from '../support/billing'
import {
  axeViolations,
  call,
  overflow,
  signIn,
  signInAsAdmin,
  themes,
  widths,
  withBrowser,
} from '../support/browser'
import { slow } from '../support/faulty-proxy'
import { freePort } from '../support/postgres.mjs'

/** Where the pictures go that people look at, when they ask for them. */
const pictures = process.env.PICTURES
if (pictures) mkdirSync(pictures, { recursive: true })

const screen = '/dashboard/subscription'
const isElsewhere = Boolean(process.env.TEST_BASE_URL)

/** Environment of an app whose origin browsers know. */
async function withPort(env: Record<string, string> = {}) {
  const PORT = String(await freePort())
  return { PORT, APP_URL: `http://127.0.0.1:${PORT}`, ...env }
}
const ordinary = await withPort()

/** An emulator in this process, through a proxy that can spoil the app's calls. */
async function withFaults(more: Record<string, string> = {}) {
  const port = await withPort(more)
  const { env, faults, stop } = await open({ webhookUrl: `http://127.0.0.1:${port.PORT}/webhooks/stripe` })
  return { env: { ...port, ...env }, faults, stop }
}

const main = (page: Page) => page.getByRole('main')
const seen = (page: Page, text: string) => main(page).getByText(text).first().waitFor()
const told = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text }).first().waitFor()
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).last()
const isFocused = (page: Page, name: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe(name)

async function shoot(page: Page, name: string) {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
}

/** In both themes and at both widths; the banner leaves a phone to the screen below it. */
async function look(page: Page, name: string) {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    for (const width of ['desktop', 'phone'] as const) {
      await page.setViewportSize({ width: widths[width], height: 800 })
      await shoot(page, `${name}-${width}-${theme}`)
      expect(await overflow(page), name).toBeLessThanOrEqual(0)
      expect(await axeViolations(page), name).toEqual([])
      const banners = await page.locator('.subscription-banner').all()
      for (const banner of banners) expect((await banner.boundingBox())?.height).toBeLessThanOrEqual(84)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: widths.desktop, height: 800 })
}

async function lookAt(page: Page, name: string, text: string) {
  await page.goto(screen)
  await seen(page, text)
  await look(page, name)
}

async function openCheckout(page: Page) {
  const { url } = await call(page, 'POST', '/api/v1/subscriptions/create-checkout-session')
  const { origin } = new URL(url)
  const command = async (path: string, data: object) => {
    const answer = await page.request.post(`${origin}/emulator/${path}`, { data })
    expect(answer.ok()).toBe(true)
  }
  const state = async () => (await page.request.get(`${origin}/emulator/state`)).json()
  return { url, command, state }
}

/** Pays at the checkout as a program does; the way back is not taken. */
async function pay(page: Page, url: string, card = 'works') {
  const answer = await page.request.post(url, { form: { card }, maxRedirects: 0 })
  expect(answer.status()).toBe(303)
  return answer.headers().location ?? ''
}

const statusOf = async (page: Page) =>
  (await call(page, 'GET', '/api/v1/subscriptions/status')).subscription.status

async function subscriber(page: Page) {
  const { Email } = await signIn(page)
  const checkout = await openCheckout(page)
  await pay(page, checkout.url)
  await expect.poll(() => statusOf(page)).toBe('active')
  return { Email, ...checkout }
}

/** What only time would bring; how time brings it is walked through elsewhere. */
async function force(
  page: Page,
  { Email, command, state }: Awaited<ReturnType<typeof subscriber>>,
  status: string,
) {
  const { customers, subscriptions } = await state()
  const customer = customers.find(({ email }: { email: string }) => email === Email)
  const own = subscriptions.find((one: { customer: string }) => one.customer === customer.id)
  await command(`subscriptions/${own.id}`, { status })
  await expect.poll(() => statusOf(page)).toBe(status)
}

describe.skipIf(isElsewhere)('the subscription', () => {
  const { openPage } = withBrowser(ordinary)

  test('every state has no fault that axe finds, and fits, in both themes', async () => {
    const page = await openPage()
    await signIn(page)
    await lookAt(page, 'trial', `${trialDays} days remaining`)
    const paying = await subscriber(page)
    await lookAt(page, 'active', 'Renews on')
    await button(page, 'Cancel').click()
    await look(page, 'asked')
    await call(page, 'POST', '/api/v1/subscriptions/cancel')
    await lookAt(page, 'ending', 'Ends on')
    await page.goto('/dashboard')
    await look(page, 'banner-on-buds')
    await force(page, paying, 'past_due')
    await lookAt(page, 'past-due', 'Payment Issue')
    await force(page, paying, 'unpaid')
    await lookAt(page, 'unpaid', 'Payment Issue')
    await page.goto('/dashboard/AddEvent')
    await look(page, 'banner-on-form')
  }, 120_000)

  test('the last day of a trial, and its end', async () => {
    const page = await openPage()
    await signIn(page)
    const { command } = await openCheckout(page)
    await command('clock', { advance: `P${trialDays - 1}D` })
    await lookAt(page, 'last-day', '1 day remaining')
    await command('clock', { advance: 'P1D' })
    await lookAt(page, 'canceled', 'No subscription')
    await page.goto('/dashboard/Calendar')
    await look(page, 'banner-on-calendar')
  }, 120_000)

  test.each([
    { who: 'the demo account', enter: (page: Page) => call(page, 'POST', '/api/v1/auth/demo') },
    { who: 'an admin', enter: signInAsAdmin },
    {
      who: 'a test account',
      enter: async (page: Page) => {
        const account = await signIn(page)
        await signInAsAdmin(page)
        const { users } = await call(page, 'GET', '/api/v1/admin/users')
        const { _id } = users.find(({ Email }: { Email: string }) => Email === account.Email)
        await call(page, 'PATCH', `/api/v1/admin/users/${_id}/toggle-test`)
        await call(page, 'POST', '/api/v1/auth/login', account)
      },
    },
  ])(
    '$who needs none, is told so and sees no banner',
    async ({ who, enter }) => {
      const page = await openPage()
      await enter(page)
      await page.goto(screen)
      await seen(page, 'No subscription needed')
      await shoot(page, who.replaceAll(' ', '-'))
      expect(await axeViolations(page)).toEqual([])
      expect(await page.locator('.subscription-banner').count()).toBe(0)
      await page.goto('/dashboard/AllEvents')
      expect(await page.locator('.subscription-banner').count()).toBe(0)
    },
    60_000,
  )

  test('by the keyboard alone: the question takes the focus to its safe answer, and Escape gives it back', async () => {
    const page = await openPage()
    await subscriber(page)
    await page.goto(screen)
    await button(page, 'Cancel').focus()
    await page.keyboard.press('Enter')
    await isFocused(page, 'Keep it')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await isFocused(page, 'Cancel')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await isFocused(page, 'Yes, cancel')
    await page.keyboard.press('Enter')
    await told(page, 'Your subscription will be canceled at the end of the billing period')
    await isFocused(page, 'Subscription')
    await page.getByRole('status').filter({ hasText: 'will be canceled' }).waitFor()
    await page.keyboard.press('Tab')
    await isFocused(page, 'Resume')
    await page.keyboard.press('Enter')
    await told(page, 'Your subscription has been resumed')
    await isFocused(page, 'Subscription')
    await seen(page, 'Renews on')
  }, 60_000)

  test('without its scripts the question is a page of its own, and axe finds no fault in it', async () => {
    const page = await openPage()
    await page.route('**/assets/*.js', (route) => route.abort())
    await subscriber(page)
    await page.goto(screen)
    await button(page, 'Cancel').click()
    await page.waitForURL(/\?cancel=ask$/)
    await page.getByRole('dialog').waitFor()
    expect(await page.getByRole('heading', { name: 'Subscription', exact: true }).isVisible()).toBe(false)
    await look(page, 'asked-without-scripts')
  }, 60_000)

  describe('coming back from the checkout', () => {
    test('another card that is declined too is told of', async () => {
      const page = await openPage()
      const paying = await subscriber(page)
      await paying.command('clock', { advance: `P${trialDays + 1}D` })
      const { customers } = await paying.state()
      const { id } = customers.find(({ email }: { email: string }) => email === paying.Email)
      await paying.command(`customers/${id}/card`, { works: false })
      await paying.command('clock', { advance: 'P1M' })
      await expect.poll(() => statusOf(page)).toBe('past_due')
      await page.goto(screen)
      await button(page, 'Update Payment Method').click()
      await page.locator('button[value="declined-later"]').click()
      await page.waitForURL(new RegExp(`${screen}$`))
      await told(page, 'Your payment did not go through')
      await seen(page, 'Payment Issue')
      await shoot(page, 'declined-again')
    }, 60_000)

    test("somebody else's checkout shows nothing", async () => {
      const [page, other] = [await openPage(), await openPage()]
      await signIn(page)
      await signIn(other)
      const back = await pay(other, (await openCheckout(other)).url)
      await page.goto(back)
      await seen(page, `${trialDays} days remaining`)
      expect(new URL(page.url()).search).toBe('')
      expect(await page.locator('.toast').count()).toBe(0)
    }, 60_000)
  })

  test('who comes back from the checkout by the browser can press the button again', async () => {
    const page = await openPage()
    await signIn(page)
    await page.goto(screen)
    await button(page, 'Subscribe Now').click()
    await page.waitForURL(/\/checkout\//)
    await page.goBack()
    await seen(page, `${trialDays} days remaining`)
    await button(page, 'Subscribe Now').click()
    await page.waitForURL(/\/checkout\//)
  }, 60_000)
})

describe.skipIf(isElsewhere)('the subscription while Stripe is slow or down', async () => {
  const { env, faults, stop } = await withFaults()
  const { openPage } = withBrowser(env)
  afterEach(faults.mend)
  afterAll(stop)

  test('a button that is busy keeps the focus and its place, and is not pressed twice', async () => {
    const page = await openPage()
    await signIn(page)
    await openCheckout(page)
    await faults.fail(slow(600))
    await page.goto(screen)
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    const subscribe = button(page, 'Subscribe Now')
    const before = await subscribe.boundingBox()
    await subscribe.focus()
    await page.keyboard.press('Enter')
    await main(page).locator('[aria-disabled="true"]').first().waitFor()
    await page.keyboard.press('Enter')
    await isFocused(page, 'Subscribe Now')
    expect(await subscribe.boundingBox()).toEqual(before)
    await shoot(page, 'busy')
    expect(await axeViolations(page)).toEqual([])
    await page.waitForURL(/\/checkout\//)
    expect(sent).toHaveLength(1)
    await faults.mend()
  }, 60_000)

  test.each([true, false])(
    'when Stripe is down, each button says what failed, and works again afterwards (JavaScript: %s)',
    async (javaScript) => {
      const page = await openPage({ javaScript })
      await signIn(page)
      const { url } = await openCheckout(page)
      await faults.fail('cut before it answers')
      await page.goto('/dashboard/AllCircles')
      await button(page, 'Subscribe Now').click()
      await told(page, 'Failed to create checkout session')
      await shoot(page, 'failed-checkout')
      await faults.mend()
      await pay(page, url)
      await expect.poll(() => statusOf(page)).toBe('active')
      for (const [open, answer, failure, success] of [
        ['Cancel', 'Yes, cancel', 'Failed to cancel subscription', 'Ends on'],
        ['Resume', '', 'Failed to resume subscription', 'Renews on'],
      ] as const) {
        const act = async () => {
          await page.goto(screen)
          await button(page, open).click()
          if (answer) await page.getByRole('dialog').getByRole('button', { name: answer }).click()
        }
        await faults.fail('cut before it answers')
        await act()
        await told(page, failure)
        expect(await axeViolationsWhere(javaScript, page)).toEqual([])
        await faults.mend()
        await act()
        await seen(page, success)
      }
    },
    60_000,
  )

  test.each([true, false])(
    'it waits, not for long, until the payment is seen (JavaScript: %s)',
    async (javaScript) => {
      const page = await openPage({ javaScript })
      await signIn(page)
      const { url } = await openCheckout(page)
      await faults.fail('silent, and does it')
      const back = await pay(page, url)
      const started = performance.now()
      await page.goto(back)
      expect(performance.now() - started).toBeLessThan(5_000)
      await seen(page, 'We are waiting for the confirmation of your payment')
      expect(await page.locator('.state-card').count()).toBe(1)
      if (javaScript) await look(page, 'waiting')
      await faults.mend()
      if (!javaScript) await page.getByRole('link', { name: 'Look again' }).click()
      await told(page, 'Thank you! Your subscription is active.')
      await seen(page, 'Renews on')
      expect(new URL(page.url()).search).toBe('')
    },
    60_000,
  )

  test('by itself it looks a few times, and then says that nobody needs to pay again', async () => {
    const page = await openPage()
    await signIn(page)
    const { url } = await openCheckout(page)
    await faults.fail('silent, and does it')
    const back = await pay(page, url)
    await page.goto(`${back}&look=5`)
    await seen(page, 'There is no need to pay again')
    await look(page, 'late')
    await page.waitForTimeout(4_000)
    expect(page.url()).toContain('look=5')
    await faults.mend()
  }, 60_000)
})

/** axe runs by JavaScript. */
const axeViolationsWhere = (javaScript: boolean, page: Page) => (javaScript ? axeViolations(page) : [])

const database = isElsewhere ? undefined : await sharedDatabase('subscription_screen')

describe.skipIf(!database)('a subscription that cannot be fetched', async () => {
  const sql = database?.sql as NonNullable<typeof database>['sql']
  const more = { DATABASE_URL: database?.url ?? '', NODE_ENV: 'development' }
  const { env, faults, stop } = await withFaults(more)
  const { openPage } = withBrowser(env)
  afterAll(stop)

  test("says 'Failed to fetch subscription information' and shows no state", async () => {
    const page = await openPage()
    await signIn(page)
    const { url } = await openCheckout(page)
    await faults.fail('silent, and does it')
    const back = await pay(page, url)
    const coming = page.goto(back)
    await page.waitForTimeout(1_500)
    await sql`alter table subscriptions rename to gone`
    await coming
    await sql`alter table gone rename to subscriptions`
    await seen(page, 'Failed to fetch subscription information')
    await told(page, 'Failed to fetch subscription information')
    expect(await page.locator('.fact').count()).toBe(0)
    await look(page, 'failed')
    await faults.mend()
    await page.getByRole('link', { name: 'Try again' }).click()
    await seen(page, 'remaining')
    await database?.stop()
  }, 60_000)
})

describe.skipIf(isElsewhere)('/dev/mail', async () => {
  const { openPage } = withBrowser(await withPort({ NODE_ENV: 'development' }))

  test.each(themes)('shows every mail styled, in the %s theme', async (theme) => {
    const page = await openPage({ theme })
    await page.goto('/dev/mail')
    await page.getByText('Your Budkeeper trial ends soon').click()
    const mail = page.frameLocator('iframe[title="Your Budkeeper trial ends soon, as HTML"]')
    const link = mail.getByRole('link', { name: 'Subscribe Now' })
    const styles = await link.evaluate((node) => {
      const { backgroundColor, borderRadius } = getComputedStyle(node)
      return { backgroundColor, borderRadius }
    })
    const green = theme === 'dark' ? 'rgb(42, 116, 73)' : 'rgb(31, 102, 63)'
    expect(styles).toEqual({ backgroundColor: green, borderRadius: '8px' })
    await shoot(page, `dev-mail-${theme}`)
    for (const width of Object.values(widths)) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      expect(await axeViolations(page)).toEqual([])
    }
  })
})

describe('every mail', () => {
  const { openPage } = withBrowser()

  test.each(Object.entries(mailSamples()))(
    '%s fits a window of 360 and of 700 pixels, and axe finds no fault in it, in both themes',
    async (kind, { HtmlBody }) => {
      const page = await openPage()
      await page.setContent(HtmlBody)
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme })
        for (const width of [360, 700]) {
          await page.setViewportSize({ width, height: 700 })
          await shoot(page, `mail-${kind}-${width}-${theme}`)
          expect(await overflow(page)).toBeLessThanOrEqual(0)
          expect(await axeViolations(page)).toEqual([])
        }
      }
    },
  )
})
