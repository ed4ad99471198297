import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { axeViolations, holdBack, pathOf, settled, signIn, withBrowser } from '../support/browser'
import {
  button,
  checkPage,
  expectFocus,
  expectText,
  expectToast,
  main,
  openCheckout,
  pay,
  screen,
  withFaults,
} from '../support/subscription-screen'

describe('the subscription while Stripe is slow or down', async () => {
  const { env, faults, stop } = await withFaults()
  const { openPage } = withBrowser(env)
  afterEach(faults.repair)
  afterAll(stop)

  test('a button that is sending keeps focus and position, and sends one request', async () => {
    const page = await openPage()
    await signIn(page)
    await openCheckout(page)
    await page.goto(screen)
    await settled(page)
    const respond = await holdBack(page, '**/*.data*')
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    const subscribe = button(page, 'Subscribe Now')
    const before = await subscribe.boundingBox()
    await subscribe.focus()
    await page.keyboard.press('Enter')
    await main(page).locator('[aria-disabled="true"]').first().waitFor()
    await page.keyboard.press('Enter')
    await expectFocus(page, 'Subscribe Now')
    expect(await subscribe.boundingBox()).toEqual(before)
    expect(await axeViolations(page)).toEqual([])
    respond()
    await page.waitForURL(/\/checkout\//)
    expect(posts).toHaveLength(1)
  })

  test('when Stripe is down, a button reports the failure and works again afterwards', async () => {
    const page = await openPage()
    await signIn(page)
    await openCheckout(page)
    await faults.fail('connection reset before processing')
    await page.goto('/dashboard/AllCircles')
    await button(page, 'Subscribe Now').click()
    await expectToast(page, 'Failed to create checkout session')
    await faults.repair()
    await button(page, 'Subscribe Now').click()
    await page.waitForURL(/\/checkout\//)
  })

  test('the screen waits a little for the payment, and shows it once Stripe responds', async () => {
    const page = await openPage()
    await signIn(page)
    const { url } = await openCheckout(page)
    await faults.fail('no response, processed')
    const back = await pay(page, url)
    await page.goto(back)
    await expectText(page, 'We are waiting for the confirmation of your payment')
    await faults.repair()
    await expectToast(page, 'Thank you! Your subscription is active.')
    await expectText(page, 'Renews on')
    expect(pathOf(page)).toBe(screen)
  })

  test('the screen retries a few times and then says that there is no need to pay again', async () => {
    const page = await openPage()
    await signIn(page)
    const { url } = await openCheckout(page)
    await faults.fail('no response, processed')
    const back = await pay(page, url)
    await page.goto(`${back}&reloads=5`)
    await expectText(page, 'There is no need to pay again')
    await checkPage(page)
    await page.waitForTimeout(4_000)
    expect(page.url()).toContain('reloads=5')
  })
})
