import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  axeViolations,
  call,
  expectShown,
  expectToFit,
  hasFocus,
  holdBack,
  overflow,
  pathOf,
  press,
  settled,
  signIn,
  withBrowser,
} from '../support/browser'

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
  await settled(page)
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
  await logContact(page, 'Called')
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
  await settled(page)
  expect(await title(page)).toBe('Bud03')
  expect(await list(page).count()).toBe(0)
})

const rowsOfList = /\/api\/v1\/buds\?/

describe('a list that does not load', () => {
  test.each([
    ['an error', (route: Route) => route.fulfill({ status: 503, json: { msg: 'Something went wrong' } })],
    ['no network', (route: Route) => route.abort()],
  ])('leaves the page of the bud as it is, and loads after its next form: %s', async (_title, answer) => {
    const page = await openPage()
    await openList(page)
    await page.route(rowsOfList, answer)
    await openBud(page, 'Bud01')
    await list(page).getByText('The list could not be loaded').waitFor()
    expect(await title(page)).toBe('Bud01')
    await page.unroute(rowsOfList)
    await logContact(page, 'Called')
    await expect.poll(() => list(page).getByRole('listitem').count()).toBe(names.length)
    await page.route(rowsOfList, answer)
    await logContact(page, 'Called again')
    expect(await list(page).getByRole('listitem').count()).toBe(names.length)
  })

  test('is left out as long as its code is not there', async () => {
    const page = await openPage()
    await openList(page)
    const code = /\/assets\/bud-list-.*\.js/
    await page.route(code, (route) => route.abort())
    await openBud(page, 'Bud01')
    await settled(page)
    expect(await title(page)).toBe('Bud01')
    await page.unroute(code)
    await page.goBack()
    await openBud(page, 'Bud02')
    await list(page).getByRole('listitem').first().waitFor()
  })
})

async function logContact(page: Page, note: string) {
  await page.locator('#log-note').fill(note)
  await page.locator('.log-kinds > button').first().click()
  await page.locator('.timeline').getByText(note).first().waitFor()
  await settled(page)
}

describe('with text that was not sent', () => {
  test('Stay leaves the focus at the person who is open, and the next key asks for the same', async () => {
    const page = await openPage()
    await openList(page)
    await openBud(page, 'Bud01')
    await page.locator('#log-note').fill('Called')
    const first = list(page).getByRole('link', { name: 'Bud01' })
    await first.focus()
    for (const answer of ['Stay', 'Leave']) {
      await page.keyboard.press('ArrowDown')
      await page.getByRole('dialog').waitFor()
      await press(page, answer)
      if (answer === 'Stay') await expect.poll(() => hasFocus(first)).toBe(true)
    }
    await expect.poll(() => title(page)).toBe('Bud02')
    await expect.poll(() => focused(page)).toEqual([expect.stringContaining('Bud02')])
  })

  /** Opens a form in place, types in it, and goes elsewhere while another form is being sent. */
  async function leaveAfterLoad(page: Page, go: () => unknown) {
    await page.getByRole('link', { name: 'Add notes' }).click()
    await page.getByRole('textbox', { name: 'Notes', exact: true }).fill('Mine')
    const answer = await holdBack(page, /Bud\/.*\.data/)
    await page.locator('.log-kinds > button').first().click()
    await go()
    await page.getByRole('dialog').waitFor()
    answer()
    await expectShown(page, 'Call logged')
    await press(page, 'Leave')
  }

  test('Leave after a load keeps the list beside the next bud', async () => {
    const page = await openPage()
    await openList(page)
    await openBud(page, 'Bud01')
    await leaveAfterLoad(page, () => list(page).getByRole('link', { name: 'Bud02' }).click())
    await expect.poll(() => title(page)).toBe('Bud02')
    await list(page).getByRole('link', { name: 'Bud02' }).waitFor()
  })

  test('Leave after a load goes on with Back', async () => {
    const page = await openPage()
    await openList(page)
    await openBud(page, 'Bud01')
    const before = pathOf(page)
    await leaveAfterLoad(page, () => page.evaluate(() => history.back()))
    await expect.poll(() => pathOf(page)).toBe(before)
    await page.goBack()
    await expect.poll(() => pathOf(page)).toBe('/dashboard?view=rows&sort=A-Z')
  })
})
