import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { trialDays } from '~/billing/plan'
import { formatDate } from '~/billing/subscription'
import { call, fillLogin, fillRegistration, signIn, uniqueEmail, withBrowser } from '../support/browser'
import { isRemote } from '../support/database'
import { readMails } from '../support/mail-folder'
import { freePort } from '../support/postgres.mjs'

/** The environment of a new clone without keys: a new data folder, the Stripe emulator, mails in files. */
const DATA_DIR = mkdtempSync(join(tmpdir(), 'budkeeper-journey-'))
const PORT = String(await freePort())
const CRON_SECRET = 'secret-of-the-scheduler'
const env = { PORT, APP_URL: `http://127.0.0.1:${PORT}`, DATA_DIR, DATABASE_URL: '', CRON_SECRET }

const screen = '/dashboard/subscription'
const day = 24 * 60 * 60 * 1_000

type Card = 'works' | 'declined' | 'declined-later'
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

/** A user with a browser, with or without JavaScript. */
function browserClient(page: Page) {
  const main = page.getByRole('main')
  const expectToast = (text: string) => page.locator('.toast').filter({ hasText: text }).first().waitFor()

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

  async function expectActive({ isEnding = false }) {
    const until = formatDate((await statusOf(page)).currentPeriodEnd)
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
    async register(Email: string) {
      await page.goto('/register')
      await fillRegistration(page, Email)
      await fillLogin(page, Email)
    },
    /** Checks the banner and the screen. */
    async expectState(state: State) {
      await page.goto('/dashboard')
      switch (state.status) {
        case 'trialing': {
          const left = `${state.days} ${state.days === 1 ? 'day' : 'days'} remaining`
          await showsBanner('trial', `${left} in your free trial`, 'Subscribe Now')
          return showsScreen([left], 'Subscribe Now')
        }
        case 'active':
          return expectActive(state)
        case 'past_due':
          await showsBanner('unpaid', 'There is an issue with your payment', 'Update Payment')
          return showsScreen(['Payment Issue'], 'Update Payment Method')
        case 'canceled':
          await showsBanner('canceled', 'Your subscription has ended', 'Resubscribe')
          return showsScreen(['No subscription'], 'Resubscribe')
      }
    },
    /** Opens the checkout with the named button and tries these cards one after the other. */
    async checkout(button: string, cards: Card[]) {
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
      for (const choice of ['Keep it', 'Yes, cancel']) {
        await page.getByRole('button', { name: 'Cancel', exact: true }).click()
        await question.getByText('Are you sure you want to cancel your subscription?').waitFor()
        expect((await statusOf(page)).cancelAtPeriodEnd).toBe(false)
        await question.getByRole('button', { name: choice }).click()
        await question.waitFor({ state: 'hidden' })
      }
      await expectToast('Your subscription will be canceled at the end of the billing period')
    },
    async resume() {
      await page.getByRole('button', { name: 'Resume' }).click()
      await expectToast('Your subscription has been resumed')
    },
  }
}

describe.skipIf(isRemote)('on a new clone without keys', () => {
  const { openPage } = withBrowser(env)

  /** The emulator's origin, from the URL of a checkout. */
  async function findEmulator() {
    const page = await openPage()
    await signIn(page)
    const { url } = await call(page, 'POST', '/api/v1/subscriptions/create-checkout-session')
    return new URL(url).origin
  }

  async function command(page: Page, emulator: string, path: string, data: object) {
    const response = await page.request.post(`${emulator}/emulator/${path}`, { data })
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  }

  async function customerOf(page: Page, emulator: string, Email: string) {
    const { customers } = await (await page.request.get(`${emulator}/emulator/state`)).json()
    return customers.find(({ email }: { email: string }) => email === Email).id as string
  }

  /** Runs the job twice, because the second run must send no mail. The server's own run may be in progress. */
  async function runJob(page: Page) {
    const headers = { Authorization: `Bearer ${CRON_SECRET}` }
    const run = async () => (await page.request.post('/jobs/expire-trials', { headers })).status()
    for (let n = 0; n < 2; n++) await expect.poll(run).toBe(200)
  }

  const expectMails = (Email: string, tags: string[]) =>
    expect.poll(() => readMails(DATA_DIR).flatMap(({ To, Tag }) => (To === Email ? [Tag] : []))).toEqual(tags)

  test.each([true, false])(
    'subscribe, cancel, resume, failed payment, another card, end, resubscribe, JavaScript: %s',
    async (javaScript) => {
      const page = await openPage({ javaScript })
      const Email = uniqueEmail()
      const { register, expectState, checkout, cancel, resume } = browserClient(page)
      await register(Email)
      await expectState({ status: 'trialing', days: trialDays })
      await checkout('Subscribe Now', ['declined', 'works'])
      await expectState({ status: 'active' })
      const renewal = (await statusOf(page)).currentPeriodEnd
      await cancel()
      await expectState({ status: 'active', isEnding: true })
      await resume()
      await expectState({ status: 'active' })
      expect((await statusOf(page)).currentPeriodEnd).toBe(renewal)
      await expectMails(Email, ['subscription-canceled'])

      const emulator = await findEmulator()
      await command(page, emulator, 'clock', { advance: `P${trialDays + 1}D` })
      await expectState({ status: 'active' })
      expect(Date.parse((await statusOf(page)).currentPeriodEnd)).toBeGreaterThan(
        Date.parse(renewal) + 27 * day,
      )
      await command(page, emulator, `customers/${await customerOf(page, emulator, Email)}/card`, {
        works: false,
      })
      await command(page, emulator, 'clock', { advance: 'P1M' })
      await expectState({ status: 'past_due' })
      await runJob(page)
      await expectMails(Email, ['subscription-canceled', 'payment-failed'])
      await checkout('Update Payment Method', ['declined', 'works'])
      await expectState({ status: 'active' })

      await cancel()
      await command(page, emulator, 'clock', { advance: 'P32D' })
      await expectState({ status: 'canceled' })
      await checkout('Resubscribe', ['works'])
      await expectState({ status: 'active' })
      await runJob(page)
      await expectMails(Email, ['subscription-canceled', 'payment-failed', 'subscription-canceled'])
    },
    120_000,
  )

  test('the trial ends, each mail arrives once, and resubscribing makes the subscription active', async () => {
    const page = await openPage()
    const Email = uniqueEmail()
    const { register, expectState, checkout } = browserClient(page)
    await register(Email)
    await expectState({ status: 'trialing', days: trialDays })
    const emulator = await findEmulator()
    await runJob(page)
    await expectMails(Email, [])
    await command(page, emulator, 'clock', { advance: `P${trialDays - 3}D` })
    await expectState({ status: 'trialing', days: 3 })
    await runJob(page)
    await expectMails(Email, ['trial-ending'])
    await command(page, emulator, 'clock', { advance: 'P2D' })
    await expectState({ status: 'trialing', days: 1 })
    await command(page, emulator, 'clock', { advance: 'P1D' })
    await expectState({ status: 'canceled' })
    await runJob(page)
    await expectMails(Email, ['trial-ending', 'trial-ended'])
    await checkout('Resubscribe', ['works'])
    await expectState({ status: 'active' })
    await runJob(page)
    await expectMails(Email, ['trial-ending', 'trial-ended'])
  }, 120_000)
})
