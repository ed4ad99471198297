import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { trialDays } from '~/billing/plan'
import { axeViolations, call, signIn, signInAsAdmin, withBrowser } from '../support/browser'
import { isRemote } from '../support/database'
import {
  button,
  checkPage,
  checkScreen,
  expectFocus,
  expectText,
  expectToast,
  forceStatus,
  openCheckout,
  pay,
  screen,
  statusOf,
  subscriber,
  takePicture,
  withPort,
} from '../support/subscription-screen'

const plainEnv = await withPort()

describe.skipIf(isRemote)('the subscription', () => {
  const { openPage } = withBrowser(plainEnv)

  test('every state is accessible and fits in both themes', async () => {
    const page = await openPage()
    await signIn(page)
    await checkScreen(page, 'trial', `${trialDays} days remaining`)
    const paying = await subscriber(page)
    await checkScreen(page, 'active', 'Renews on')
    await button(page, 'Cancel').click()
    await checkPage(page, 'confirmation')
    await call(page, 'POST', '/api/v1/subscriptions/cancel')
    await checkScreen(page, 'ending', 'Ends on')
    await page.goto('/dashboard')
    await checkPage(page, 'banner-on-buds')
    await forceStatus(page, paying, 'past_due')
    await checkScreen(page, 'past-due', 'Payment Issue')
    await forceStatus(page, paying, 'unpaid')
    await checkScreen(page, 'unpaid', 'Payment Issue')
    await page.goto('/dashboard/AddEvent')
    await checkPage(page, 'banner-on-form')
  }, 120_000)

  test('the last day and the end of a trial are accessible and fit', async () => {
    const page = await openPage()
    await signIn(page)
    const { command } = await openCheckout(page)
    await command('clock', { advance: `P${trialDays - 1}D` })
    await checkScreen(page, 'last-day', '1 day remaining')
    await command('clock', { advance: 'P1D' })
    await checkScreen(page, 'canceled', 'No subscription')
    await page.goto('/dashboard/Calendar')
    await checkPage(page, 'banner-on-calendar')
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
    '$who sees no banner, and the screen says that no subscription is needed',
    async ({ who, enter }) => {
      const page = await openPage()
      await enter(page)
      await page.goto(screen)
      await expectText(page, 'No subscription needed')
      await takePicture(page, who.replaceAll(' ', '-'))
      expect(await axeViolations(page)).toEqual([])
      expect(await page.locator('.subscription-banner').count()).toBe(0)
      await page.goto('/dashboard/AllEvents')
      expect(await page.locator('.subscription-banner').count()).toBe(0)
    },
    60_000,
  )

  test('the confirmation focuses its safe choice, and Escape returns the focus', async () => {
    const page = await openPage()
    await subscriber(page)
    await page.goto(screen)
    await button(page, 'Cancel').focus()
    await page.keyboard.press('Enter')
    await expectFocus(page, 'Keep it')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
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
    await checkPage(page, 'confirmation-without-scripts')
  })

  describe('the return from the checkout', () => {
    test('reports another card that is declined too', async () => {
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
      await expectToast(page, 'Your payment did not go through')
      await expectText(page, 'Payment Issue')
      await takePicture(page, 'declined-again')
    })

    test("shows nothing of another user's checkout", async () => {
      const [page, other] = [await openPage(), await openPage()]
      await signIn(page)
      await signIn(other)
      const back = await pay(other, (await openCheckout(other)).url)
      await page.goto(back)
      await expectText(page, `${trialDays} days remaining`)
      expect(new URL(page.url()).search).toBe('')
      expect(await page.locator('.toast').count()).toBe(0)
    })
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
})
