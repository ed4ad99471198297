import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { samples } from '~/mails/samples.server'
import { axeViolations, call, overflow, themes, widths, withBrowser } from '../support/browser'
import { freePort } from '../support/postgres.mjs'

/** Where the pictures go that people look at, when they ask for them. */
const pictures = process.env.PICTURES
if (pictures) mkdirSync(pictures, { recursive: true })

const screen = '/dashboard/subscription'

/** The app with its stand-in, whose address is that of the checkout. */
const PORT = String(await freePort())
const isElsewhere = Boolean(process.env.TEST_BASE_URL)

describe.skipIf(isElsewhere)('the subscription', () => {
  const { openPage } = withBrowser({ PORT, APP_URL: `http://127.0.0.1:${PORT}` })

  async function shoot(page: Page, name: string) {
    if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
  }

  async function register(page: Page) {
    const account = {
      Firstname: 'Ada',
      Email: `ada-${crypto.randomUUID().slice(-12)}@example.com`,
      Password: 'Blue-Heron-42',
    }
    await call(page, 'POST', '/api/v1/auth/register', account)
    await call(page, 'POST', '/api/v1/auth/login', account)
    return account
  }

  /** Goes to the checkout, and chooses a card there as a person does. */
  async function payThrough(page: Page, button: string, card = 'works') {
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).last().click()
    await page.waitForURL(/\/checkout\//)
    const standIn = new URL(page.url()).origin
    await page.locator(`button[value="${card}"]`).click()
    return standIn
  }

  const command = async (page: Page, standIn: string, path: string, data: object) => {
    const answer = await page.request.post(`${standIn}/stand-in/${path}`, { data })
    expect(answer.ok()).toBe(true)
    return answer.json()
  }

  async function force(page: Page, standIn: string, email: string, status: string) {
    const state = await (await page.request.get(`${standIn}/stand-in/state`)).json()
    const customer = state.customers.find((one: { email: string }) => one.email === email)
    const own = state.subscriptions.find((one: { customer: string }) => one.customer === customer.id)
    await command(page, standIn, `subscriptions/${own.id}`, { status })
    await expect
      .poll(async () => (await call(page, 'GET', '/api/v1/subscriptions/status')).subscription.status)
      .not.toBe('active')
  }

  async function look(page: Page, name: string) {
    await page.goto(screen)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      for (const width of ['desktop', 'phone'] as const) {
        await page.setViewportSize({ width: widths[width], height: 800 })
        await shoot(page, `${name}-${width}-${theme}`)
        expect(await overflow(page)).toBeLessThanOrEqual(0)
        expect(await axeViolations(page)).toEqual([])
      }
    }
    await page.setViewportSize({ width: widths.desktop, height: 800 })
  }

  test.each([true, false])(
    'is begun, canceled, resumed, mended and begun again (JavaScript: %s)',
    async (javaScript) => {
      const page = await openPage({ javaScript })
      const { Email } = await register(page)
      const seen = (text: string) => page.getByRole('main').getByText(text).first().waitFor()
      const told = (text: string) => page.locator('.toast').filter({ hasText: text }).first().waitFor()
      await page.goto(screen)
      await seen('14 days remaining')
      const standIn = await payThrough(page, 'Subscribe Now')
      await page.waitForURL(new RegExp(`${screen}$`))
      await seen('Renews on')

      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      const question = page.getByRole('dialog')
      await question.getByText('Are you sure you want to cancel your subscription?').waitFor()
      await question.getByRole('button', { name: 'Keep it' }).click()
      await seen('Renews on')
      await page.goto(screen)
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Yes, cancel' }).click()
      await told('Your subscription will be canceled at the end of the billing period')
      await seen('Your subscription will not renew after this period')
      await page.getByRole('button', { name: 'Resume' }).click()
      await told('Your subscription has been resumed')
      await seen('Renews on')

      await force(page, standIn, Email, 'past_due')
      await page.goto(screen)
      await seen('Payment Issue')
      await page.getByRole('button', { name: 'Update Payment Method' }).waitFor()
      await force(page, standIn, Email, 'canceled')
      await page.goto(screen)
      await seen('14 days remaining')
    },
    60_000,
  )

  test('every state has no fault that axe finds, and fits, in both themes', async () => {
    const page = await openPage()
    const { Email } = await register(page)
    await look(page, 'trial')
    const standIn = await payThrough(page, 'Subscribe Now')
    await page.waitForURL(new RegExp(`${screen}$`))
    await look(page, 'active')
    await page.goto(`${screen}?cancel=ask`)
    await shoot(page, 'asked')
    expect(await axeViolations(page)).toEqual([])
    await call(page, 'POST', '/api/v1/subscriptions/cancel')
    await look(page, 'ending')
    await force(page, standIn, Email, 'past_due')
    await look(page, 'past-due')
    await page.goto('/dashboard')
    await shoot(page, 'banner-on-buds')
    await command(page, standIn, 'clock', { advance: 'P20D' })
    await force(page, standIn, Email, 'canceled')
    await look(page, 'canceled')
  }, 120_000)

  test('who needs none is told so', async () => {
    const page = await openPage()
    await call(page, 'POST', '/api/v1/auth/demo')
    await look(page, 'exempt')
    expect(await page.locator('.subscription-banner').count()).toBe(0)
  }, 60_000)
})

describe.each(Object.entries(samples))('the mail %s', (kind, { HtmlBody }) => {
  const { openPage } = withBrowser()

  test('fits a window of 360 and of 700 pixels, and axe finds no fault in it', async () => {
    const page = await openPage()
    await page.setContent(HtmlBody)
    for (const width of [360, 700]) {
      await page.setViewportSize({ width, height: 700 })
      if (pictures) await page.screenshot({ path: `${pictures}/mail-${kind}-${width}.png`, fullPage: true })
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      expect(await axeViolations(page)).toEqual([])
    }
  })
})
