import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import {
  browserSettings,
  expectAccessible,
  expectShown,
  fill,
  password,
  pathOf,
  press,
  signIn,
  withBrowser,
} from '../support/browser'
import { readMails } from '../support/mail-folder'
import { codeOf } from '../support/totp'

/** A server with its own data folder, so that the tests can read its mails. */
const DATA_DIR = mkdtempSync(join(tmpdir(), 'budkeeper-security-'))
const { openPage } = withBrowser({ DATABASE_URL: '', DATA_DIR })
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

const path = '/dashboard/security'

async function logIn(page: Page, Email: string, Password: string, code?: string) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(Email)
  await page.getByLabel('Password', { exact: true }).fill(Password)
  await press(page, 'Submit')
  if (code === undefined) return
  await expectShown(page, 'Enter your code')
  await page.getByLabel('Code').fill(code)
  await press(page, 'Submit')
}

async function logOut(page: Page) {
  await page.request.post('/logout')
  await page.goto(path)
  expect(pathOf(page)).toBe('/')
}

const tagsTo = (address: string) =>
  readMails(DATA_DIR)
    .filter(({ To }) => To === address)
    .map(({ Tag }) => Tag)

describe.each(browserSettings)('at $width width, JavaScript: $javaScript', (setting) => {
  test('a user signs out another browser, changes the password, and logs in by codes', async () => {
    const [page, other] = [await openPage(setting), await openPage(setting)]
    const check = async () => setting.javaScript && (await expectAccessible(page))
    const { Email } = await signIn(page)
    await logIn(other, Email, password)
    await page.goto('/dashboard/profile')
    await page.getByRole('link', { name: 'Security' }).click()
    await expectShown(page, 'This one')
    expect(await page.getByRole('button', { name: /^Sign out Chrome/ }).count()).toBe(2)
    await page
      .getByRole('button', { name: /^Sign out Chrome/ })
      .last()
      .click()
    await expectShown(page, 'That device was signed out')
    expect(await page.getByRole('button', { name: /^Sign out Chrome/ }).count()).toBe(1)
    await other.goto(path)
    expect(pathOf(other)).toBe('/')

    await logIn(other, Email, password)
    const newPassword = 'Green-Heron-43'
    await fill(page, { 'Current password': 'Red-Heron-43', 'New password': newPassword })
    await press(page, 'Change password')
    await expectShown(page, 'The password is wrong')
    await fill(page, { 'Current password': password, 'New password': newPassword })
    await press(page, 'Change password')
    await expectShown(page, 'Password changed successfully')
    expect(await page.locator('#password [aria-invalid=true]').count()).toBe(0)
    expect(await page.getByLabel('Current password').inputValue()).toBe('')
    await other.goto(path)
    expect(pathOf(other)).toBe('/')

    await fill(page, { 'Your password': newPassword })
    await press(page, 'Set up')
    await expectShown(page, 'Scan this with an authenticator app')
    const secret = ((await page.locator('.secret code').textContent()) ?? '').replaceAll(' ', '')
    await fill(page, { Code: '12' })
    await press(page, 'Switch on')
    await expectShown(page, 'This code is wrong, or was used already')
    await check()
    await fill(page, { Code: codeOf(secret) })
    await press(page, 'Switch on')
    await expectShown(page, 'Your recovery codes')
    await check()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByText('Download').click()])
    expect(file.suggestedFilename()).toBe('budkeeper-recovery-codes.txt')
    const [recoveryCode = '', anotherCode = ''] = await page.locator('.recovery-codes code').allTextContents()
    await page.goto(path)
    await expectShown(page, '10 recovery codes are left')

    await logOut(page)
    await logIn(page, Email, newPassword, codeOf(secret, 1))
    await expectShown(page, 'Login successful')
    await logOut(page)
    await logIn(page, Email, newPassword, recoveryCode)
    await expectShown(page, 'Login successful')
    await logOut(page)
    await logIn(page, Email, newPassword, recoveryCode)
    await expectShown(page, 'This code is wrong, or was used already')
    await check()
    await page.getByLabel('Code').fill(anotherCode)
    await press(page, 'Submit')
    await expectShown(page, 'Login successful')

    await page.goto(path)
    await expectShown(page, '8 recovery codes are left')
    await fill(page, { 'Your password': newPassword })
    await press(page, 'Switch off')
    await expectShown(page, 'The second factor is off')
    await logOut(page)
    await logIn(page, Email, newPassword)
    await expectShown(page, 'Login successful')
    await expect
      .poll(() => tagsTo(Email))
      .toEqual(['password-changed', 'second-factor-on', 'second-factor-off'])
  })
})
