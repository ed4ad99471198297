import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  call,
  expectShown,
  fill,
  hasFocus,
  password,
  pathOf,
  press,
  signIn,
  unfold,
  withBrowser,
} from '../support/browser'

const { openPage } = withBrowser()

const budsOf = async (page: Page) => (await call(page, 'GET', '/api/v1/buds')).buds as { Firstname: string }[]

/** Signs in again in the browser of the page. */
const signInAs = (page: Page, { Email, Password }: { Email: string; Password: string }) =>
  call(page, 'POST', '/api/v1/auth/login', { Email, Password })

test.each([{ javaScript: true }, { javaScript: false }])(
  'a form of one account is not saved in another one (JavaScript: $javaScript)',
  async (setting) => {
    const page = await openPage(setting)
    const ada = await signIn(page)
    await page.goto('/dashboard/AddBud')
    await unfold(page)
    await fill(page, { 'First name': 'Secret', Notes: 'of Ada' })
    const other = await page.context().newPage()
    const bob = await signIn(other)
    await press(page, 'Submit')
    await expectShown(page, `This form was opened as ${ada.Email}; you are now signed in as ${bob.Email}.`)
    expect(await page.getByLabel('First name', { exact: true }).inputValue()).toBe('Secret')
    expect(await page.getByLabel('Notes', { exact: true }).inputValue()).toBe('of Ada')
    if (setting.javaScript) expect(await hasFocus(page.locator('.form-error'))).toBe(true)
    expect(await budsOf(other)).toEqual([])
    await press(page, 'Submit')
    await expectShown(page, 'Nothing was saved')
    expect(await budsOf(other)).toEqual([])
    await signInAs(other, ada)
    await press(page, 'Submit')
    await page.waitForURL(/\/dashboard$/)
    expect(await budsOf(other)).toMatchObject([{ Firstname: 'Secret' }])
  },
)

test.each([{ javaScript: true }, { javaScript: false }])(
  'a form whose session has ended is there again after signing in (JavaScript: $javaScript)',
  async (setting) => {
    const page = await openPage(setting)
    await signIn(page)
    await page.goto('/dashboard/AddBud')
    await unfold(page)
    await fill(page, { 'First name': 'Typed', Notes: 'for long' })
    await call(page, 'POST', '/api/v1/auth/logout')
    await press(page, 'Submit')
    await expectShown(page, 'You were signed out. Sign in to continue; what you typed is kept')
    await page.getByLabel('Password').fill(password)
    await press(page, 'Submit')
    await page.waitForURL(/\/dashboard\/AddBud$/)
    await expectShown(page, 'What you typed is here and not saved yet.')
    expect(await page.getByLabel('First name', { exact: true }).inputValue()).toBe('Typed')
    expect(await page.getByLabel('Notes', { exact: true }).inputValue()).toBe('for long')
    expect(await budsOf(page)).toEqual([])
    await press(page, 'Submit')
    await page.waitForURL(/\/dashboard$/)
    expect(await budsOf(page)).toMatchObject([{ Firstname: 'Typed' }])
  },
)

test.each([{ javaScript: true }, { javaScript: false }])(
  'a page that is shown again does not show what was typed in another account (JavaScript: $javaScript)',
  async (setting) => {
    const page = await openPage(setting)
    await signIn(page)
    await page.goto('/dashboard/AddBud')
    await fill(page, { 'First name': 'Secret' })
    await page.goto('/about')
    const other = await page.context().newPage()
    const bob = await signIn(other)
    await page.goBack()
    expect(pathOf(page)).toBe('/dashboard/AddBud')
    const mark = await page.locator('form.form-page input[name=_account]').inputValue()
    expect(mark).toContain(bob.Email)
    expect(await page.getByLabel('First name', { exact: true }).inputValue()).toBe('')
  },
)

test('a navigation in an older tab loads the document of the new account', async () => {
  const page = await openPage()
  await signIn(page)
  await page.goto('/dashboard/AllCircles')
  const other = await page.context().newPage()
  const bob = await signIn(other)
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await page.waitForURL(/AllEvents$/)
  const isLoaded = async () =>
    JSON.stringify(
      await page.evaluate(() => performance.getEntriesByType('navigation').map(({ name }) => name)),
    )
  await expect.poll(isLoaded).toContain('AllEvents')
  await page.goto('/dashboard/AddBud')
  expect(await page.locator('form.form-page input[name=_account]').inputValue()).toContain(bob.Email)
})
