import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  browserSettings,
  call,
  expectShown,
  hasFocus,
  holdBack,
  newDatabase,
  password,
  pathOf,
  press,
  settled,
  withBrowser,
} from '../support/browser'

const { openPage, openAsAdmin } = withBrowser(newDatabase)

const screen = '/dashboard/Admin'
const api = '/api/v1/admin'

const codes = (page: Page) =>
  page.locator('tbody code').evaluateAll((list) => list.map((code) => code.innerHTML))
const firstCode = async (page: Page) => (await codes(page))[0]
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name, exact: true })

/** Registers a user with a unique name. */
async function somebody(page: Page) {
  const Surname = `Q${crypto.randomUUID().slice(0, 8)}`
  const Email = `${Surname}@example.com`
  const person = { Firstname: 'Grace', Surname, Email, Password: password }
  await call(page, 'POST', '/api/v1/auth/register', person)
  return { Surname, Email }
}

describe.each(browserSettings)('at $width width, JavaScript: $javaScript', (setting) => {
  test('an admin generates a code, finds it, makes a test account and switches registration', async () => {
    const page = await openAsAdmin(screen, setting)
    await press(page, 'Generate code')
    await expectShown(page, 'New access code generated')
    const first = await firstCode(page)
    await press(page, 'Generate code')
    await expect.poll(() => firstCode(page)).not.toBe(first)
    await page.locator('summary').click()
    await page.getByRole('searchbox').fill(String(first).slice(4).toLowerCase())
    await page.getByRole('button', { name: 'Search', exact: true }).last().click()
    await expect.poll(() => codes(page)).toEqual([first])
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(setting.javaScript ? 1 : 0)

    const { Surname, Email } = await somebody(page)
    await tab(page, 'Users').click()
    await page.waitForURL('**/dashboard/Admin?tab=users')
    await page.locator('summary').click()
    await page.getByRole('searchbox').fill(Surname)
    await page.getByRole('button', { name: 'Search', exact: true }).last().click()
    await page.waitForURL(`**search=${Surname}**`)
    const toggle = page.getByRole('row').filter({ hasText: Email }).getByRole('switch')
    expect(await toggle.getAttribute('aria-checked')).toBe('false')
    await toggle.click()
    await expectShown(page, 'Test account enabled')
    expect(await toggle.getAttribute('aria-checked')).toBe('true')
    expect(pathOf(page)).toContain(`search=${Surname}`)

    await tab(page, 'Settings').click()
    await page.getByText('More system settings are coming soon.').waitFor()
    const requirement = page.getByRole('switch', { name: 'Require an access code' })
    await requirement.click()
    await expectShown(page, 'Access code requirement enabled')
    expect(await requirement.getAttribute('aria-checked')).toBe('true')
    const visitor = await openPage(setting)
    await visitor.goto('/register')
    expect(await visitor.getByLabel('Access code').count()).toBe(1)
    await requirement.click()
    await expectShown(page, 'Access code requirement disabled')
    await visitor.reload()
    expect(await visitor.getByLabel('Access code').count()).toBe(0)
  })
})

describe('the access codes', () => {
  test('are a list 500 pixels high that scrolls by keyboard, and show their age as time passes', async () => {
    const page = await openAsAdmin(screen)
    for (let n = 0; n < 50; n++) await call(page, 'POST', `${api}/access-codes`)
    await page.reload()
    await settled(page)
    const time = page.locator('tbody time').first()
    const seconds = () => time.evaluate((it) => Number.parseInt(it.innerHTML, 10))
    const before = await seconds()
    await expect.poll(seconds).toBeGreaterThan(before + 1)
    expect(await time.getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)
    const list = page.getByRole('region', { name: 'List of access codes' })
    expect((await list.boundingBox())?.height).toBe(500)
    const scrollToEnd = async () => {
      await list.press('End')
      return list.evaluate((it) => it.scrollTop)
    }
    await expect.poll(scrollToEnd).toBeGreaterThan(500)
  })

  test("are copied to the clipboard, or say 'Failed to copy code'", async () => {
    const page = await openAsAdmin(screen)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await call(page, 'POST', `${api}/access-codes`)
    for (const clipboard of ['granted', 'refused', 'missing']) {
      await page.reload()
      await settled(page)
      await page.evaluate((clipboard) => {
        if (clipboard === 'granted') return
        const refusing = { writeText: () => Promise.reject(new Error('no')) }
        const value = clipboard === 'missing' ? undefined : refusing
        Object.defineProperty(navigator, 'clipboard', { value })
      }, clipboard)
      await page.getByRole('button', { name: 'Copy' }).first().click()
      if (clipboard === 'granted') {
        await page.locator('.toast[data-type="success"]').getByText('Code copied to clipboard').waitFor()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await firstCode(page))
      } else await page.locator('.toast[data-type="error"]').getByText('Failed to copy code').waitFor()
    }
  })
})

test('the test-account switch changes before the response arrives, and keeps the focus', async () => {
  const page = await openAsAdmin(screen)
  const { Surname } = await somebody(page)
  await page.goto(`${screen}?tab=users&search=${Surname}`)
  await settled(page)
  const release = await holdBack(page, '**/*.data*')
  const toggle = page.getByRole('switch', { name: 'Test account' })
  await toggle.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true')
  expect((await call(page, 'GET', `${api}/users?search=${Surname}`)).users[0].isTestAccount).toBe(false)
  release()
  await expectShown(page, 'Test account enabled')
  expect(await hasFocus(toggle)).toBe(true)
})
