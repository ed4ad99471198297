import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { open } from '../dev/support'
import { call, expectAccessible, signIn, widths } from './browser'
import { freePort } from './postgres.mjs'

export const screen = '/dashboard/subscription'

/** Chooses the port of an app before its start. Returns its environment. */
export async function withPort(env: Record<string, string> = {}) {
  const PORT = String(await freePort())
  return { PORT, APP_URL: `http://127.0.0.1:${PORT}`, ...env }
}

/** Starts an emulator in this process, behind a proxy that injects faults. */
export async function withFaults(more: Record<string, string> = {}) {
  const port = await withPort(more)
  const { env, faults, stop } = await open({ webhookUrl: `http://127.0.0.1:${port.PORT}/webhooks/stripe` })
  return { env: { ...port, ...env }, faults, stop }
}

export const main = (page: Page) => page.getByRole('main')
export const expectText = (page: Page, text: string) => main(page).getByText(text).first().waitFor()
export const expectToast = (page: Page, text: string) =>
  page.locator('.toast').filter({ hasText: text }).first().waitFor()
export const button = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true }).last()
export const expectFocus = (page: Page, name: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe(name)

/** Checks layout and accessibility in both themes and at both widths. The banner must not be tall, even on a phone. */
export async function checkPage(page: Page) {
  await expectAccessible(page, async () => {
    const banners = await page.locator('.subscription-banner').all()
    for (const banner of banners) expect((await banner.boundingBox())?.height).toBeLessThanOrEqual(84)
  })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: widths.desktop, height: 800 })
}

export async function checkScreen(page: Page, text: string) {
  await page.goto(screen)
  await expectText(page, text)
  await checkPage(page)
}

/** Opens a checkout. `command` controls its emulator; `objectsOf` finds a customer by e-mail address. */
export async function openCheckout(page: Page) {
  const { url } = await call(page, 'POST', '/api/v1/subscriptions/create-checkout-session')
  const emulator = `${new URL(url).origin}/emulator`
  const command = (path: string, data: object) => call(page, 'POST', `${emulator}/${path}`, data)
  async function objectsOf(Email: string) {
    const { customers, subscriptions } = await call(page, 'GET', `${emulator}/state`)
    const customer = customers.find(({ email }: { email: string }) => email === Email)
    const subscription = subscriptions.find((one: { customer: string }) => one.customer === customer.id)
    return { customer, subscription }
  }
  return { url, command, objectsOf }
}

/** Pays at the checkout and returns the URL that Stripe redirects to. */
export async function pay(page: Page, url: string) {
  const response = await page.request.post(url, { form: { card: 'works' }, maxRedirects: 0 })
  expect(response.status()).toBe(303)
  return response.headers().location ?? ''
}

export const statusOf = async (page: Page) =>
  (await call(page, 'GET', '/api/v1/subscriptions/status')).subscription.status

export async function subscriber(page: Page) {
  const { Email } = await signIn(page)
  const checkout = await openCheckout(page)
  await pay(page, checkout.url)
  await expect.poll(() => statusOf(page)).toBe('active')
  return { Email, ...checkout }
}
