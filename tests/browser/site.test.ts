import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { button, overflow, press, settled, withBrowser } from '../support/browser'

const { openPage } = withBrowser()

const quotes = (page: Page) => page.locator('.quotes > li')

async function shownQuote(page: Page) {
  const visible = await quotes(page).evaluateAll((all) =>
    all.map((one) => getComputedStyle(one).visibility === 'visible'),
  )
  expect(visible.filter(Boolean)).toHaveLength(1)
  return visible.indexOf(true)
}

/** Opens a page whose clock the test controls. */
async function openWithClock(path: string, motion = true) {
  const page = await openPage({ motion })
  // The clock runs until it is paused, which takes a while on a busy machine.
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(60_000)
  await page.goto(path)
  await settled(page)
  return page
}

async function openTestimonials(motion = true) {
  const page = await openWithClock('/#testimonials', motion)
  await page.evaluate(() => {
    const noTransitions = new CSSStyleSheet()
    noTransitions.replaceSync('.quotes > li { transition: none !important }')
    document.adoptedStyleSheets = [noTransitions]
  })
  return page
}

describe('the testimonials', () => {
  test('rotate every 5 seconds and start again after the last', async () => {
    const page = await openTestimonials()
    for (const expected of [0, 1, 2, 0]) {
      await expect.poll(() => shownQuote(page)).toBe(expected)
      await page.clock.runFor(5_000)
    }
  })

  test('pause while they are hovered or focused, and by their button', async () => {
    const page = await openTestimonials()
    const leave = async () => {
      await page.mouse.move(0, 0)
      await page.locator('h1').evaluate(() => (document.activeElement as HTMLElement).blur())
    }
    await page.locator('blockquote').first().hover()
    await page.clock.runFor(20_000)
    expect(await shownQuote(page)).toBe(0)
    await page.mouse.move(0, 0)
    await page.locator('.dot').nth(0).focus()
    await page.clock.runFor(20_000)
    expect(await shownQuote(page)).toBe(0)

    await press(page, 'Pause')
    await leave()
    await page.clock.runFor(20_000)
    expect(await shownQuote(page)).toBe(0)
    expect(await button(page, 'Pause').getAttribute('aria-pressed')).toBe('true')
    await press(page, 'Pause')
    await leave()
    await page.clock.runFor(5_000)
    await expect.poll(() => shownQuote(page)).toBe(1)
  })

  test('do not rotate with reduced motion, and are chosen by their dots', async () => {
    const page = await openTestimonials(false)
    await page.clock.runFor(30_000)
    expect(await shownQuote(page)).toBe(0)
    expect(await page.locator('.pause').isVisible()).toBe(false)
    for (const n of [2, 0, 1]) {
      await press(page, `Show testimonial ${n + 1}`)
      await expect.poll(() => shownQuote(page)).toBe(n)
      expect(await page.locator('.dot[aria-current=true]').count()).toBe(1)
    }
  })

  test('are all readable without JavaScript', async () => {
    const page = await openPage({ javaScript: false })
    await page.goto('/')
    for (let n = 0; n < 3; n++) expect(await quotes(page).nth(n).isVisible()).toBe(true)
    expect(await page.locator('.dot').first().isVisible()).toBe(false)
  })
})

describe('the headline', () => {
  const written = (page: Page) =>
    page.locator('type-writer').evaluate((one) => one.getAttribute('shows') ?? one.textContent)

  test('is typed word by word within five seconds and ends with its first text', async () => {
    const page = await openWithClock('/')
    const seen = new Set<string>()
    for (let ms = 0; ms < 6_500; ms += 20) {
      await page.clock.runFor(20)
      seen.add((await written(page)) ?? '')
    }
    for (const word of ['friends', 'family', 'colleagues', 'clients', 'people']) expect(seen).toContain(word)
    expect(await page.locator('type-writer').getAttribute('shows')).toBeNull()
    expect(await written(page)).toBe('people')
  })

  test('pauses while it is hovered or a button next to it is focused', async () => {
    const page = await openWithClock('/')
    await page.locator('h1').hover()
    await page.clock.runFor(3_000)
    expect(await written(page)).toBe('people')
    await page.mouse.move(0, 0)
    await page.getByRole('link', { name: 'Get Started Free' }).first().focus()
    await page.clock.runFor(3_000)
    expect(await written(page)).toBe('people')
  })

  test('does not move with reduced motion', async () => {
    const page = await openWithClock('/', false)
    await page.clock.runFor(3_000)
    expect(await page.locator('type-writer').getAttribute('shows')).toBeNull()
  })
})

test("the button 'Back to top' appears after 200 pixels and scrolls to the top", async () => {
  const page = await openPage()
  await page.goto('/')
  await settled(page)
  const back = page.locator('back-to-top > button')
  expect(await back.isVisible()).toBe(false)
  await page.evaluate(() => scrollTo(0, 200))
  expect(await back.isVisible()).toBe(false)
  await page.evaluate(() => scrollTo(0, 201))
  await back.waitFor()
  await back.click()
  await page.waitForFunction(() => scrollY === 0)
  await back.waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
})

test.each([true, false])(
  'on a phone the menu opens, and closes after a choice, JavaScript: %s',
  async (javaScript) => {
    const page = await openPage({ width: 'phone', javaScript })
    await page.goto('/')
    const menu = page.getByRole('navigation', { name: 'Main' })
    const link = menu.getByRole('link', { name: 'Pricing' })
    expect(await link.isVisible()).toBe(false)
    await press(page, 'Menu')
    await link.waitFor()
    await page.keyboard.press('Escape')
    await link.waitFor({ state: 'hidden' })
    if (!javaScript) return
    await press(page, 'Menu')
    await link.click()
    await menu.waitFor({ state: 'hidden' })
    await expect.poll(async () => (await page.locator('#pricing h2').boundingBox())?.y).toBeLessThan(300)
  },
)

test.each(['features', 'pricing', 'testimonials'])('/#%s scrolls to that section', async (id) => {
  const page = await openPage()
  await page.goto(`/#${id}`)
  await settled(page)
  const top = async () => (await page.locator(`#${id} h2`).boundingBox())?.y
  await expect.poll(top).toBeLessThan(300)
  expect(await top()).toBeGreaterThan(60)
})

test('an anchor of the API reference opens the call, without a script', async () => {
  const page = await openPage({ javaScript: false })
  await page.goto('/developers#patch-budsid')
  await page.locator('#patch-budsid pre').first().waitFor()
  const other = page.getByText('List circles', { exact: true })
  expect(await other.isVisible()).toBe(false)
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await contents.getByRole('link', { name: 'Circles', exact: true }).click()
  await other.waitFor()
})

test('the pictures follow the theme of the system or the selected theme', async () => {
  const page = await openPage({ theme: 'light' })
  await page.goto('/')
  const shown = () =>
    page
      .locator('.hero img')
      .evaluateAll((all) =>
        (all as HTMLImageElement[])
          .filter((one) => one.checkVisibility())
          .map((one) => one.currentSrc.replace(/^.*buds-\w+-(\w+)-.*$/, '$1')),
      )
  await expect.poll(shown).toEqual(['light'])
  await press(page, 'Switch to dark theme')
  await expect.poll(shown).toEqual(['dark'])
})

test('the terms scroll by keyboard, and accepting them ticks the checkbox of /register', async () => {
  const page = await openPage()
  await page.goto('/terms')
  await settled(page)
  const box = page.getByRole('region', { name: 'Terms and Conditions' })
  const scrolledByEnd = async () => {
    await box.press('End')
    return box.evaluate((one) => one.scrollTop)
  }
  await expect.poll(scrolledByEnd).toBeGreaterThan(1_000)
  expect(await button(page, 'Accept').isDisabled()).toBe(true)
  await page.getByLabel('I have read and accept the Terms and Conditions').check()
  await press(page, 'Accept')
  await page.waitForURL(/\/register/)
  expect(await page.getByRole('checkbox').isChecked()).toBe(true)
  expect(await page.evaluate(() => history.state.usr)).toEqual({ termsAccepted: true })
})

test('a page looks the same with inline and with linked style sheets', async () => {
  const page = await openPage()
  const inlineStyles = page.locator('style[data-until-linked]')
  const look = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('body :not(script, link)')].map((one) => {
        const { color, fontSize, paddingTop, display, backgroundColor } = getComputedStyle(one)
        return [one.tagName, color, fontSize, paddingTop, display, backgroundColor].join()
      }),
    )
  await page.goto('/login')
  await settled(page)
  expect(await inlineStyles.count()).toBe(1)
  const inline = await look()
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await page.waitForURL(/\/register/)
  await expect.poll(() => inlineStyles.count()).toBe(0)
  await page.goBack()
  await expect.poll(look).toEqual(inline)
})

test('no text moves when the web font arrives after the first paint', async () => {
  const page = await openPage({ width: 'phone' })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    const observe = (list: PerformanceObserverEntryList) => shifts.push(list.getEntries().length)
    new PerformanceObserver(observe).observe({ type: 'layout-shift', buffered: true })
  })
  const late = (ms: number) => async (route: Route) => {
    await page.waitForTimeout(ms)
    await route.continue()
  }
  await page.route(/\.woff2/, late(500))
  await page.route(/\.js/, late(1_000))
  await page.goto('/register')
  await settled(page)
  await page.waitForTimeout(500)
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
})

test('navigation loads no new document, and no screen is wider than the window', async () => {
  const page = await openPage({ width: 'phone' })
  await page.goto('/login')
  await settled(page)
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  for (const [name, heading] of [
    ['Register', 'Register'],
    ['Terms and Conditions', 'Terms and Conditions'],
    ['Decline', /^Stay close/],
  ] as const) {
    await page.getByRole('link', { name }).first().click()
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  }
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  await page.evaluate(() => scrollTo(0, 400))
  await page.locator('back-to-top > button').waitFor()
})
