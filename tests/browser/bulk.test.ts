import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  browserSettings,
  call,
  expectAccessible,
  expectShown,
  holdBack,
  press,
  signIn,
  withBrowser,
} from '../support/browser'

const { openPage } = withBrowser()

/** A user with 14 buds: two pages of cards. */
async function withBuds(page: Page) {
  await signIn(page)
  for (let n = 0; n < 14; n++)
    await call(page, 'POST', '/api/v1/buds', { Firstname: `Bud ${String(n).padStart(2, '0')}` })
}

const typesOf = async (page: Page): Promise<string[]> =>
  (await call(page, 'GET', '/api/v1/buds?limit=50&sort=A-Z')).buds.map(
    (bud: { Budtype: string }) => bud.Budtype,
  )

const choose = (page: Page, action: string) => page.getByLabel('Action', { exact: true }).selectOption(action)

test.each(browserSettings)(
  'buds are selected, changed, deleted and brought back: $width, JavaScript $javaScript',
  async (setting) => {
    const page = await openPage(setting)
    await withBuds(page)
    await page.goto('/dashboard?sort=A-Z&view=rows')
    await expect.poll(() => page.getByLabel('Action', { exact: true }).isVisible()).toBe(false)
    await page.getByLabel('Select Bud 01').check()
    await page.getByLabel('Select Bud 03').check()
    await choose(page, 'Set type')
    await page.locator('.bulk').getByLabel('Type').selectOption('Work')
    await press(page, 'Apply')
    await expectShown(page, '2 buds changed')
    expect((await typesOf(page)).slice(0, 5)).toEqual(['Other', 'Work', 'Other', 'Work', 'Other'])
    await page.goto('/dashboard?sort=A-Z&view=cards')
    await page.getByLabel('Select Bud 00').check()
    await page.getByLabel('All 14 buds').check()
    await choose(page, 'Delete…')
    await press(page, 'Apply')
    await expectShown(page, 'and 4 others')
    await press(page, 'Yes, Delete')
    await expectShown(page, '14 buds deleted')
    await page.locator('.toast, .toasts').getByRole('button', { name: 'Undo' }).first().click()
    await expectShown(page, 'Change undone successfully')
    expect(await typesOf(page)).toHaveLength(14)
  },
)

test('Shift selects a range, and Escape clears the selection', async () => {
  const page = await openPage()
  await withBuds(page)
  const runScripts = await holdBack(page, /\.js$/)
  await page.goto('/dashboard?sort=A-Z&view=rows', { waitUntil: 'commit' })
  const chosen = page.locator('.bulk output')
  await page.getByLabel('Select Bud 02').click()
  runScripts()
  await expect.poll(() => chosen.textContent()).toBe('1 selected')
  await page.getByLabel('Select Bud 06').click({ modifiers: ['Shift'] })
  await expect.poll(() => chosen.textContent()).toBe('5 selected')
  await page.getByLabel('Select Bud 09').focus()
  await page.keyboard.press('Shift+Space')
  await expect.poll(() => chosen.textContent()).toBe('8 selected')
  await expectAccessible(page)
  await page.getByLabel('This page').check()
  await expect.poll(() => chosen.textContent()).toBe('14 selected')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('.bulk').isVisible()).toBe(false)
})
