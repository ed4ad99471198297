import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { trialDays } from '~/account/billing/plan'
import { formatLongDay } from '~/base/components/day'
import { call, fillLogin, fillRegistration, signIn, uniqueEmail, withBrowser } from '../support/browser'
import { readMails } from '../support/mail-folder'
import { expectToast, openCheckout, screen, withPort } from '../support/subscription-screen'

/** The environment of a new clone without keys: a new data folder, the Stripe emulator, mails in files. */
const DATA_DIR = mkdtempSync(join(tmpdir(), 'budkeeper-journey-'))
const CRON_SECRET = 'secret-of-the-scheduler'
const { openPage } = withBrowser(await withPort({ DATA_DIR, DATABASE_URL: '', CRON_SECRET }))

const day = 24 * 60 * 60 * 1_000

type Card = 'works' | 'declined' | 'declined-later'
type State = 'trialing' | 'active' | 'ending' | 'past_due' | 'canceled'

const statusOf = async (page: Page) =>
  (await call(page, 'GET', '/api/v1/subscriptions/status')).subscription as {
    currentPeriodEnd: string
    cancelAtPeriodEnd: boolean
  }

/** A user with a browser, with or without JavaScript. */
function browserClient(page: Page) {
  const main = page.getByRole('main')

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

  /** Checks the banner and the screen. */
  async function expectState(state: State) {
    await page.goto('/dashboard')
    const { currentPeriodEnd } = await statusOf(page)
    const until = currentPeriodEnd && formatLongDay(currentPeriodEnd)
    const last = 'Your subscription will not renew after this period'
    switch (state) {
      case 'trialing': {
        const left = `${trialDays} days remaining`
        await showsBanner('trial', `${left} in your free trial`, 'Subscribe Now')
        return showsScreen([left], 'Subscribe Now')
      }
      case 'active':
        await showsBanner('active', `Active, renews on ${until}`, 'Manage Subscription')
        return showsScreen([`Renews on ${until}`], 'Cancel')
      case 'ending':
        await showsBanner('active', `Active until ${until}. ${last}`, 'Manage Subscription')
        await page.getByRole('link', { name: 'Manage Subscription' }).click()
        await page.waitForURL(new RegExp(`${screen}$`))
        return showsScreen([`Ends on ${until}`, last], 'Resume')
      case 'past_due':
        await showsBanner('unpaid', 'There is an issue with your payment', 'Update Payment')
        return showsScreen(['Payment Issue'], 'Update Payment Method')
      case 'canceled':
        await showsBanner('canceled', 'Your subscription has ended', 'Resubscribe')
        return showsScreen(['No subscription'], 'Resubscribe')
    }
  }

  return {
    expectState,
    async register(Email: string) {
      await page.goto('/register')
      await fillRegistration(page, Email)
      await fillLogin(page, Email)
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
      await expectToast(page, 'Your subscription will be canceled at the end of the billing period')
    },
    async resume() {
      await page.getByRole('button', { name: 'Resume' }).click()
      await expectToast(page, 'Your subscription has been resumed')
    },
  }
}

/** Runs the job twice, because the second run must send no mail. The server's own run may be in progress. */
async function runJob(page: Page) {
  const headers = { Authorization: `Bearer ${CRON_SECRET}` }
  const run = async () => (await page.request.post('/jobs/expire-trials', { headers })).status()
  for (let n = 0; n < 2; n++) await expect.poll(run).toBe(200)
}

const expectMails = (Email: string, tags: string[]) =>
  expect.poll(() => readMails(DATA_DIR).flatMap(({ To, Tag }) => (To === Email ? [Tag] : []))).toEqual(tags)

test('banner, screen and mails match each state from the trial to a second subscription', async () => {
  const page = await openPage()
  const Email = uniqueEmail()
  const { register, expectState, checkout, cancel, resume } = browserClient(page)
  await register(Email)
  await expectState('trialing')
  await checkout('Subscribe Now', ['declined', 'works'])
  await expectState('active')
  const renewal = (await statusOf(page)).currentPeriodEnd
  await cancel()
  await expectState('ending')
  await resume()
  await expectState('active')
  expect((await statusOf(page)).currentPeriodEnd).toBe(renewal)
  await expectMails(Email, ['subscription-canceled'])

  const other = await openPage()
  await signIn(other)
  const { command, objectsOf } = await openCheckout(other)
  await command('clock', { advance: `P${trialDays + 1}D` })
  await expectState('active')
  expect(Date.parse((await statusOf(page)).currentPeriodEnd)).toBeGreaterThan(Date.parse(renewal) + 27 * day)
  await command(`customers/${(await objectsOf(Email)).customer.id}/card`, { works: false })
  await command('clock', { advance: 'P1M' })
  await expectState('past_due')
  await runJob(page)
  await expectMails(Email, ['subscription-canceled', 'payment-failed'])
  await checkout('Update Payment Method', ['declined-later'])
  await expectToast(page, 'Your payment did not go through')
  await checkout('Update Payment Method', ['declined', 'works'])
  await expectState('active')

  await cancel()
  await command('clock', { advance: 'P32D' })
  await expectState('canceled')
  await checkout('Resubscribe', ['works'])
  await expectState('active')
  await runJob(page)
  await expectMails(Email, ['subscription-canceled', 'payment-failed', 'subscription-canceled'])
})

test('without JavaScript a user can subscribe, cancel and resume', async () => {
  const page = await openPage({ javaScript: false })
  const { register, expectState, checkout, cancel, resume } = browserClient(page)
  await register(uniqueEmail())
  await expectState('trialing')
  await checkout('Subscribe Now', ['declined', 'works'])
  await expectState('active')
  await cancel()
  await expectState('ending')
  await resume()
  await expectState('active')
})
