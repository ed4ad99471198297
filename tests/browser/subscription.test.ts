import { expect, test } from 'vitest'
import { trialDays } from '~/account/billing/plan'
import { axeViolations, call, signIn, withBrowser } from '../support/browser'
import {
  button,
  checkPage,
  checkScreen,
  expectFocus,
  expectText,
  expectToast,
  screen,
  statusOf,
  subscriber,
  withPort,
} from '../support/subscription-screen'

const { openPage } = withBrowser(await withPort())

test('every state is accessible and no wider than the window in both themes', async () => {
  const page = await openPage()
  await signIn(page)
  await checkScreen(page, `${trialDays} days remaining`)
  const { Email, command, objectsOf } = await subscriber(page)
  await checkScreen(page, 'Renews on')
  await button(page, 'Cancel').click()
  await checkPage(page)
  await call(page, 'POST', '/api/v1/subscriptions/cancel')
  await checkScreen(page, 'Ends on')
  await page.goto('/dashboard')
  await checkPage(page)
  await command(`subscriptions/${(await objectsOf(Email)).subscription.id}`, { status: 'past_due' })
  await expect.poll(() => statusOf(page)).toBe('past_due')
  await checkScreen(page, 'Payment Issue')

  await signIn(page)
  await command('clock', { advance: `P${trialDays}D` })
  await checkScreen(page, 'No subscription')
})

test('the demo account sees no banner, and the screen says that no subscription is needed', async () => {
  const page = await openPage()
  await call(page, 'POST', '/api/v1/auth/demo')
  await page.goto(screen)
  await expectText(page, 'No subscription needed')
  expect(await axeViolations(page)).toEqual([])
  expect(await page.locator('.subscription-banner').count()).toBe(0)
})

test('the confirmation focuses its safe choice, and Escape returns the focus', async () => {
  const page = await openPage()
  await subscriber(page)
  await page.goto(screen)
  await button(page, 'Cancel').focus()
  await page.keyboard.press('Enter')
  await expectFocus(page, 'Keep it')
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await expectFocus(page, 'Cancel')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expectFocus(page, 'Yes, cancel')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Your subscription will be canceled at the end of the billing period')
  await expectFocus(page, 'Subscription')
  await page.getByRole('status').filter({ hasText: 'will be canceled' }).waitFor()
  await page.keyboard.press('Tab')
  await expectFocus(page, 'Resume')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Your subscription has been resumed')
  await expectFocus(page, 'Subscription')
  await expectText(page, 'Renews on')
})

test('without its scripts the confirmation is a separate, accessible page', async () => {
  const page = await openPage()
  await page.route('**/assets/*.js', (route) => route.abort())
  await subscriber(page)
  await page.goto(screen)
  await button(page, 'Cancel').click()
  await page.waitForURL(/\?cancel=ask$/)
  await page.getByRole('dialog').waitFor()
  expect(await page.getByRole('heading', { name: 'Subscription', exact: true }).isVisible()).toBe(false)
  await checkPage(page)
})

test('the button works again after the browser goes back from the checkout', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto(screen)
  await button(page, 'Subscribe Now').click()
  await page.waitForURL(/\/checkout\//)
  await page.goBack()
  await expectText(page, `${trialDays} days remaining`)
  await button(page, 'Subscribe Now').click()
  await page.waitForURL(/\/checkout\//)
})
