import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  browserSettings,
  call,
  expectAccessible,
  expectShown,
  password,
  pathOf,
  press,
  signIn,
  uniqueEmail,
  withBrowser,
} from '../support/browser'
import { readMails } from '../support/mail-folder'

/** A server with its own data folder, so that the tests can read its mails. */
const DATA_DIR = mkdtempSync(join(tmpdir(), 'budkeeper-email-'))
const { openPage } = withBrowser({ DATABASE_URL: '', DATA_DIR })
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

/** Waits for `count` mails to an address and returns the path of the link in the last one. */
async function linkTo(address: string, count = 1) {
  await expect.poll(() => mailsTo(address).length).toBe(count)
  const path = /\/confirm-email\/[\w-]+/.exec(mailsTo(address).at(-1)?.TextBody ?? '')?.[0]
  return path ?? ''
}

const mailsTo = (address: string) => readMails(DATA_DIR).filter(({ To }) => To === address)

describe.each(browserSettings)('at $width width, JavaScript: $javaScript', (setting) => {
  test('the mailed link changes the email address', async () => {
    const page = await openPage(setting)
    const { Email: before } = await signIn(page)
    const [first, second] = [uniqueEmail(), uniqueEmail()]
    await page.goto('/dashboard/profile')
    await page.getByLabel('Email').fill(first)
    await press(page, 'Submit')
    await expectShown(page, 'Profile updated successfully')
    await expectShown(page, `We sent a link to ${first}`)
    await expectShown(page, `${before} stays your address`)
    await press(page, 'Cancel change')
    await expectShown(page, 'Your email address stays as it is')
    expect(await page.getByLabel('Email').inputValue()).toBe(before)

    await page.getByLabel('Email').fill(second)
    await press(page, 'Submit')
    await expectShown(page, `We sent a link to ${second}`)
    const old = await linkTo(second)
    await press(page, 'Send again')
    await expectShown(page, 'We sent the link again')
    await page.goto(old)
    await expectShown(page, 'Page Not Found')
    await page.goto(await linkTo(second, 2))
    await expectShown(page, second)
    await press(page, 'Confirm email')
    await expectShown(page, 'Your email address was changed')
    expect(pathOf(page)).toBe('/dashboard/profile')
    expect(await page.getByLabel('Email').inputValue()).toBe(second)
    expect(await page.getByText('Not confirmed yet').count()).toBe(0)
  })
})

test('the confirmation page, also with an error, is accessible and no wider than the window', async () => {
  const [page, other] = [await openPage(), await openPage()]
  await signIn(page)
  const Email = `${crypto.randomUUID()}-wolfeschlegelsteinhausen@a-long-name-of-a-company.example.com`
  await call(page, 'PATCH', '/api/v1/users/update-user', { Email })
  await page.goto(await linkTo(Email))
  await call(other, 'POST', '/api/v1/auth/register', { Firstname: 'Eve', Email, Password: password })
  await press(page, 'Confirm email')
  await expectShown(page, 'An account with this email already exists')
  await expectAccessible(page)
})
