import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import {
  browserSettings,
  call,
  expectAccessible,
  expectShown,
  pathOf,
  press,
  settled,
  signIn,
  withBrowser,
} from '../support/browser'
import { readMails } from '../support/mail-folder'
import { openCheckout, withPort } from '../support/subscription-screen'

/** A server with its own data folder, so that the tests can read its mails. */
const DATA_DIR = mkdtempSync(join(tmpdir(), 'budkeeper-reminders-'))
const CRON_SECRET = 'the secret of the scheduler'
const headers = { Authorization: `Bearer ${CRON_SECRET}` }
const { openPage } = withBrowser({ ...(await withPort()), DATABASE_URL: '', DATA_DIR, CRON_SECRET })
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

const path = '/dashboard/reminders'
const settingsPath = '/api/v1/users/settings'
const settingsOf = async (page: Page) => (await call(page, 'GET', settingsPath)).settings

/** Waits for a mail with this tag to an address, and returns the path of its link. */
async function linkTo(address: string, tag: string, kind: string) {
  const mail = () => readMails(DATA_DIR).find(({ To, Tag }) => To === address && Tag === tag)
  await expect.poll(mail).toBeTruthy()
  return new RegExp(`/${kind}/[\\w-]+`).exec(mail()?.TextBody ?? '')?.[0] ?? ''
}

/** A time zone in which it is about noon. */
const noonZone = Intl.supportedValuesOf('timeZone').find(
  (timeZone) => new Date().toLocaleTimeString('en-GB', { timeZone, hour: '2-digit' }) === '12',
) as string

describe.each(browserSettings)('at $width width, JavaScript: $javaScript', (setting) => {
  test('a user chooses a digest, verifies the address by the mailed link, and unsubscribes', async () => {
    const page = await openPage(setting)
    const { Email } = await signIn(page)
    await page.goto('/dashboard/profile')
    await page.getByRole('link', { name: 'Reminders' }).click()
    await expectShown(page, `${Email} is not verified yet.`)
    await page.getByLabel('Digest', { exact: true }).selectOption('Every day')
    await page.getByLabel('Time zone').selectOption(noonZone)
    await press(page, 'Submit')
    await expectShown(page, 'Settings saved successfully')
    expect(await settingsOf(page)).toMatchObject({ digest: 'daily', timeZone: noonZone })

    await press(page, 'Send the link')
    await expectShown(page, 'We sent you a link')
    await page.goto(await linkTo(Email, 'email-verify', 'verify-email'))
    await expectShown(page, Email)
    if (setting.javaScript) await expectAccessible(page)
    await press(page, 'Verify email')
    await expectShown(page, 'Your email address is verified')
    expect(pathOf(page)).toBe(path)
    await expectShown(page, `${Email} is verified.`)

    await call(page, 'POST', '/api/v1/buds', { Firstname: 'Grace', cadenceDays: 1 })
    const { command } = await openCheckout(page)
    // The first run finds the digest of an earlier day, which is too late; the second one that of its day.
    for (const advance of ['P3D', 'P1D']) {
      await command('clock', { advance })
      expect((await page.request.post('/jobs/remind', { headers })).ok()).toBe(true)
    }
    await page.goto(await linkTo(Email, 'digest', 'unsubscribe'))
    if (setting.javaScript) await expectAccessible(page)
    await press(page, 'Unsubscribe')
    await expectShown(page, 'The digest is switched off.')
    if (setting.javaScript) await expectAccessible(page)
    expect((await settingsOf(page)).digest).toBe('off')
  })
})

test('a user without a time zone gets that of the browser, which the screen selects; a stored one stays', async () => {
  const page = await openPage({ timezoneId: 'Pacific/Auckland' })
  await signIn(page)
  await page.route(`**${settingsPath}`, (route) => route.abort())
  await page.goto(path)
  await expect.poll(() => page.getByLabel('Time zone').inputValue()).toBe('Pacific/Auckland')
  expect((await settingsOf(page)).timeZone).toBe('UTC')
  await page.unroute(`**${settingsPath}`)
  await page.goto('/dashboard')
  await expect.poll(async () => (await settingsOf(page)).timeZone).toBe('Pacific/Auckland')
  await call(page, 'PATCH', settingsPath, { timeZone: 'Europe/Berlin' })
  await page.goto(path)
  await settled(page)
  expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Berlin')
  expect((await settingsOf(page)).timeZone).toBe('Europe/Berlin')
})

test('the demo account keeps its time zone and sees why it gets no digest', async () => {
  const page = await openPage({ timezoneId: 'Pacific/Auckland' })
  await call(page, 'POST', '/api/v1/auth/demo')
  await page.goto(path)
  await expectShown(page, 'The demo account gets no mails.')
  await settled(page)
  expect((await settingsOf(page)).timeZone).toBe('UTC')
})
