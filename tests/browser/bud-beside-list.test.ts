import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations, call, expectToFit, overflow, pathOf, signIn, withBrowser } from '../support/browser'

const { openPage } = withBrowser()

const names = Array.from({ length: 30 }, (_, n) => `Bud${String(n).padStart(2, '0')}`)
const list = (page: Page) => page.getByRole('navigation', { name: 'Buds', exact: true })
/** The text of the link of the list that has the focus. */
const focused = (page: Page) => list(page).locator('li > a:focus').allTextContents()
const title = (page: Page) => page.locator('.bud-page h1').textContent()

/** An account whose list of rows is scrolled to one of 30 buds. */
async function openList(page: Page) {
  await signIn(page)
  for (const Firstname of names) await call(page, 'POST', '/api/v1/buds', { Firstname })
  await page.goto('/dashboard?view=rows&sort=A-Z')
  await page.waitForLoadState('networkidle')
}

async function openBud(page: Page, name: string) {
  const link = page.locator('.list-row').getByRole('link', { name, exact: true })
  await link.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => scrollY)
  await link.click()
  await page.waitForURL(/\/Bud\//)
  return scrolled
}

test('a row opens the bud beside the list, arrow keys go through people, and Back closes', async () => {
  const page = await openPage()
  await openList(page)
  const scrolled = await openBud(page, 'Bud20')
  expect(scrolled).toBeGreaterThan(0)
  await list(page).getByRole('listitem').first().waitFor()
  expect(await list(page).getByRole('listitem').count()).toBe(names.length)
  await expect.poll(() => focused(page)).toEqual([expect.stringContaining('Bud20')])
  for (const [key, name] of [
    ['ArrowDown', 'Bud21'],
    ['ArrowDown', 'Bud22'],
    ['ArrowUp', 'Bud21'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => title(page)).toBe(name)
    await expect.poll(() => list(page).locator('[aria-current=page]').textContent()).toContain(name)
    expect(await focused(page)).toEqual([expect.stringContaining(name)])
    expect(await page.title()).toBe(`${name} · Budkeeper`)
  }
  expect(await axeViolations(page)).toEqual([])
  await expectToFit(page, [1200, 1280, 1440, 1920])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goBack()
  await expect.poll(() => pathOf(page)).toBe('/dashboard?view=rows&sort=A-Z')
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - scrolled)).toBeLessThan(2)
})

test('Escape and Close go back to the list, also after a form of the page', async () => {
  const page = await openPage()
  await openList(page)
  await openBud(page, 'Bud01')
  await expect.poll(() => focused(page)).toEqual([expect.stringContaining('Bud01')])
  await page.keyboard.press('Escape')
  await expect.poll(() => pathOf(page)).toBe('/dashboard?view=rows&sort=A-Z')
  await openBud(page, 'Bud02')
  await page.locator('#log-note').fill('Called')
  await page.locator('.log-kinds > button').first().click()
  await page.locator('.timeline').getByText('Called').first().waitFor()
  // The form in place has an entry of its own in the history.
  await page.getByRole('link', { name: 'Add notes' }).click()
  await page.waitForURL(/edit=notes/)
  await list(page).getByRole('link', { name: 'Bud03' }).click()
  await expect.poll(() => title(page)).toBe('Bud03')
  await list(page).getByRole('link', { name: 'Close' }).click()
  await expect.poll(() => pathOf(page)).toBe('/dashboard?view=rows&sort=A-Z')
})

test('a narrow window, and a page that is loaded again, show the bud alone', async () => {
  const page = await openPage()
  await openList(page)
  await openBud(page, 'Bud03')
  await list(page).waitFor()
  await page.setViewportSize({ width: 1199, height: 800 })
  await expect.poll(() => list(page).count()).toBe(0)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await list(page).waitFor()
  await page.reload()
  await page.waitForLoadState('networkidle')
  expect(await title(page)).toBe('Bud03')
  expect(await list(page).count()).toBe(0)
})
