import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { trialDays } from '~/billing/plan'
import { dayInWords } from '~/billing/subscription'
import { call, uniqueEmail, withBrowser } from '../support/browser'
import { freePort } from '../support/postgres.mjs'

/** As on a fresh clone without keys: a folder of its own, the emulator of Stripe, mails that are written. */
const DATA_DIR = mkdtempSync(join(tmpdir(), 'budkeeper-walk-'))
const PORT = String(await freePort())
const CRON_SECRET = 'secret-of-the-scheduler'
const env = { PORT, APP_URL: `http://127.0.0.1:${PORT}`, DATA_DIR, DATABASE_URL: '', CRON_SECRET }

const screen = '/dashboard/subscription'
const day = 24 * 60 * 60 * 1_000
const isElsewhere = Boolean(process.env.TEST_BASE_URL)

type Card = 'works' | 'declined' | 'declined-later'
type Walker = {
  register: (Email: string) => Promise<void>
  /** What banner and screen say, or what the API says. */
  sees: (state: State) => Promise<void>
  /** Goes to the checkout by the button of this name, and chooses these cards there, one after the other. */
  checkout: (button: string, cards: Card[]) => Promise<void>
  cancel: () => Promise<void>
  resume: () => Promise<void>
}
type State =
  | { status: 'trialing'; days: number }
  | { status: 'active'; until?: string; isEnding?: boolean }
  | { status: 'past_due' | 'canceled' }

const statusOf = async (page: Page) =>
  (await call(page, 'GET', '/api/v1/subscriptions/status')).subscription as {
    status: string
    daysRemaining: number
    currentPeriodEnd: string
    cancelAtPeriodEnd: boolean
  }

/** Somebody at a browser, with or without JavaScript. */
function visitor(page: Page): Walker {
  const main = page.getByRole('main')
  const told = (text: string) => page.locator('.toast').filter({ hasText: text }).first().waitFor()

  async function showsBanner(kind: string, text: string, button: string) {
    const banner = page.getByRole('region', { name: 'Subscription' })
    await banner.getByText(text).waitFor()
    expect(await banner.getAttribute('class')).toBe(`subscription-banner ${kind}`)
    await banner.getByText(button, { exact: true }).waitFor()
  }

  async function showsScreen(texts: string[], button: string) {
    await page.goto(screen)
    for (const text of texts) await main.getByText(text).last().waitFor()
    await main.locator('.state-card').getByRole('button', { name: button, exact: true }).waitFor()
  }

  async function seesActive({ isEnding = false }) {
    const until = dayInWords((await statusOf(page)).currentPeriodEnd)
    const last = 'Your subscription will not renew after this period'
    const banner = isEnding ? `Active until ${until}. ${last}` : `Active, renews on ${until}`
    await showsBanner('active', banner, 'Manage Subscription')
    await page.getByRole('link', { name: 'Manage Subscription' }).click()
    await page.waitForURL(new RegExp(`${screen}$`))
    await showsScreen(
      isEnding ? [`Ends on ${until}`, last] : [`Renews on ${until}`],
      isEnding ? 'Resume' : 'Cancel',
    )
  }

  return {
    async register(Email) {
      await page.goto('/register')
      await page.getByLabel('Firstname').fill('Ada')
      await page.getByLabel('Surname').fill('Lovelace')
      await page.getByLabel('Email').fill(Email)
      await page.getByLabel('Password', { exact: true }).fill('Blue-Heron-42')
      await page.getByRole('checkbox').check()
      await page.getByRole('main').getByRole('button', { name: 'Submit' }).click()
      await page.waitForURL(/\/login$/)
      await page.getByLabel('Email').fill(Email)
      await page.getByLabel('Password', { exact: true }).fill('Blue-Heron-42')
      await page.getByRole('main').getByRole('button', { name: 'Submit' }).click()
      await page.waitForURL(/\/dashboard$/)
    },
    async sees(state) {
      await page.goto('/dashboard')
      switch (state.status) {
        case 'trialing': {
          const left = `${state.days} ${state.days === 1 ? 'day' : 'days'} remaining`
          await showsBanner('trial', `${left} in your free trial`, 'Subscribe Now')
          return showsScreen([left], 'Subscribe Now')
        }
        case 'active':
          return seesActive(state)
        case 'past_due':
          await showsBanner('unpaid', 'There is an issue with your payment', 'Update Payment')
          return showsScreen(['Payment Issue'], 'Update Payment Method')
        case 'canceled':
          await showsBanner('canceled', 'Your subscription has ended', 'Resubscribe')
          return showsScreen(['No subscription'], 'Resubscribe')
      }
    },
    async checkout(button, cards) {
      await main.getByRole('button', { name: button, exact: true }).last().click()
      await page.waitForURL(/\/checkout\//)
      await page.getByText('Nothing is charged').waitFor()
      for (const card of cards) {
        await page.locator(`button[value="${card}"]`).click()
        if (card === 'declined') await page.getByText('The card was declined.').waitFor()
      }
      await page.waitForURL(new RegExp(`${screen}$`))
    },
    async cancel() {
      const question = page.getByRole('dialog', { name: 'Cancel subscription' })
      for (const answer of ['Keep it', 'Yes, cancel']) {
        await page.getByRole('button', { name: 'Cancel', exact: true }).click()
        await question.getByText('Are you sure you want to cancel your subscription?').waitFor()
        expect((await statusOf(page)).cancelAtPeriodEnd).toBe(false)
        await question.getByRole('button', { name: answer }).click()
        await question.waitFor({ state: 'hidden' })
      }
      await told('Your subscription will be canceled at the end of the billing period')
    },
    async resume() {
      await page.getByRole('button', { name: 'Resume' }).click()
      await told('Your subscription has been resumed')
    },
  }
}

/** A program, and somebody who pays at the address that it was given. */
function program(page: Page): Walker {
  return {
    async register(Email) {
      const account = { Firstname: 'Ada', Surname: 'Lovelace', Email, Password: 'Blue-Heron-42' }
      await call(page, 'POST', '/api/v1/auth/register', account)
      await call(page, 'POST', '/api/v1/auth/login', account)
    },
    async sees({ status, ...more }) {
      const isEnding = 'isEnding' in more && more.isEnding === true
      const daysRemaining = 'days' in more ? more.days : 0
      expect(await statusOf(page)).toMatchObject({ status, daysRemaining, cancelAtPeriodEnd: isEnding })
    },
    async checkout(_button, cards) {
      const { url } = await call(page, 'POST', '/api/v1/subscriptions/create-checkout-session')
      for (const card of cards) {
        const answer = await page.request.post(url, { form: { card }, maxRedirects: 0 })
        expect(answer.status()).toBe(card === 'declined' ? 402 : 303)
      }
      await expect.poll(async () => (await statusOf(page)).status).toBe('active')
    },
    async cancel() {
      expect(await call(page, 'POST', '/api/v1/subscriptions/cancel')).toMatchObject({
        msg: 'Your subscription will be canceled at the end of the billing period',
      })
    },
    async resume() {
      expect(await call(page, 'POST', '/api/v1/subscriptions/resume')).toMatchObject({
        msg: 'Your subscription has been resumed',
      })
    },
  }
}

const ways = [
  { way: 'with JavaScript', walker: visitor, javaScript: true },
  { way: 'without JavaScript', walker: visitor, javaScript: false },
  { way: 'over the API', walker: program, javaScript: true },
]

describe.skipIf(isElsewhere)('on a fresh clone without keys', () => {
  const { openPage } = withBrowser(env)

  /** The emulator's origin, which the URL of a checkout shows. */
  async function findEmulator() {
    const somebody = await openPage()
    await program(somebody).register(uniqueEmail())
    const { url } = await call(somebody, 'POST', '/api/v1/subscriptions/create-checkout-session')
    return new URL(url).origin
  }

  async function command(page: Page, emulator: string, path: string, data: object) {
    const answer = await page.request.post(`${emulator}/emulator/${path}`, { data })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  }

  async function customerOf(page: Page, emulator: string, Email: string) {
    const { customers } = await (await page.request.get(`${emulator}/emulator/state`)).json()
    return customers.find(({ email }: { email: string }) => email === Email).id as string
  }

  /** Twice, as no mail may come of the second; the server's own, which a moved clock begins, may still be at it. */
  async function runJob(page: Page) {
    const headers = { Authorization: `Bearer ${CRON_SECRET}` }
    const run = async () => (await page.request.post('/jobs/expire-trials', { headers })).status()
    for (let n = 0; n < 2; n++) await expect.poll(run, { timeout: 20_000 }).toBe(200)
  }

  function mailsTo(Email: string) {
    const folder = join(DATA_DIR, 'mail')
    const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'))
    const mails = names.sort().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    return mails.filter(({ To }) => To === Email).map(({ Tag }) => Tag as string)
  }

  async function expectMails(Email: string, tags: string[]) {
    await expect.poll(() => mailsTo(Email), { timeout: 10_000 }).toEqual(tags)
  }

  test.each(ways)(
    '$way: subscribed, canceled, resumed, a payment that fails, another card, paid again, ended, resubscribed',
    async ({ walker, javaScript }) => {
      const page = await openPage({ javaScript })
      const Email = uniqueEmail()
      const { register, sees, checkout, cancel, resume } = walker(page)
      await register(Email)
      await sees({ status: 'trialing', days: trialDays })
      await checkout('Subscribe Now', ['declined', 'works'])
      await sees({ status: 'active' })
      const renewal = (await statusOf(page)).currentPeriodEnd
      await cancel()
      await sees({ status: 'active', isEnding: true })
      await resume()
      await sees({ status: 'active' })
      expect((await statusOf(page)).currentPeriodEnd).toBe(renewal)
      await expectMails(Email, ['subscription-canceled'])

      const emulator = await findEmulator()
      await command(page, emulator, 'clock', { advance: `P${trialDays + 1}D` })
      await sees({ status: 'active' })
      expect(Date.parse((await statusOf(page)).currentPeriodEnd)).toBeGreaterThan(
        Date.parse(renewal) + 27 * day,
      )
      await command(page, emulator, `customers/${await customerOf(page, emulator, Email)}/card`, {
        works: false,
      })
      await command(page, emulator, 'clock', { advance: 'P1M' })
      await sees({ status: 'past_due' })
      await runJob(page)
      await expectMails(Email, ['subscription-canceled', 'payment-failed'])
      await checkout('Update Payment Method', ['declined', 'works'])
      await sees({ status: 'active' })

      await cancel()
      await command(page, emulator, 'clock', { advance: 'P32D' })
      await sees({ status: 'canceled' })
      await checkout('Resubscribe', ['works'])
      await sees({ status: 'active' })
      await runJob(page)
      await expectMails(Email, ['subscription-canceled', 'payment-failed', 'subscription-canceled'])
    },
    120_000,
  )

  test.each(ways)(
    '$way: the trial runs out, the mails arrive once, and resubscribing makes it active',
    async ({ walker, javaScript }) => {
      const page = await openPage({ javaScript })
      const Email = uniqueEmail()
      const { register, sees, checkout } = walker(page)
      await register(Email)
      await sees({ status: 'trialing', days: trialDays })
      const emulator = await findEmulator()
      await runJob(page)
      await expectMails(Email, [])
      await command(page, emulator, 'clock', { advance: `P${trialDays - 3}D` })
      await sees({ status: 'trialing', days: 3 })
      await runJob(page)
      await expectMails(Email, ['trial-ending'])
      await command(page, emulator, 'clock', { advance: 'P2D' })
      await sees({ status: 'trialing', days: 1 })
      await command(page, emulator, 'clock', { advance: 'P1D' })
      await sees({ status: 'canceled' })
      await runJob(page)
      await expectMails(Email, ['trial-ending', 'trial-ended'])
      await checkout('Resubscribe', ['works'])
      await sees({ status: 'active' })
      await runJob(page)
      await expectMails(Email, ['trial-ending', 'trial-ended'])
    },
    120_000,
  )
})
