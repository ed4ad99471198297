import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { createAuthenticator } from '../support/authenticator'
import {
  call,
  expectAccessible,
  expectShown,
  password,
  pathOf,
  press,
  settled,
  signIn,
  widths,
  withBrowser,
} from '../support/browser'
import { controlsWithoutVisibleFocus } from '../support/focus'
import { readMails } from '../support/mail-folder'

/** Passkeys need an origin that is known before the server starts, and that is a host name. */
const APP_URL = `http://localhost:${await freePort()}`
const DATA_DIR = mkdtempSync(join(tmpdir(), 'budkeeper-passkeys-'))
const { openPage } = withBrowser({ DATABASE_URL: '', DATA_DIR, APP_URL, PORT: new URL(APP_URL).port })
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const path = '/dashboard/security'
const signInButton = 'Sign in with a passkey'

/** A device with a screen lock, which keeps passkeys and finds them by itself. */
async function addDevice(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: async () =>
      (await devTools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    setVerified: (isUserVerified: boolean) =>
      devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

const section = (page: Page) => page.locator('#passkeys')
const newForm = (page: Page) => section(page).locator('form').last()

async function add(page: Page, name?: string) {
  if (name) await newForm(page).getByLabel('Name').fill(name)
  await newForm(page).getByLabel('Account password', { exact: true }).fill(password)
  await press(page, 'Add a passkey')
}

async function logOut(page: Page) {
  await page.request.post('/logout')
  await page.goto('/login')
  await settled(page)
}

const tagsTo = (address: string) =>
  readMails(DATA_DIR)
    .filter(({ To }) => To === address)
    .map(({ Tag }) => Tag)

describe.each(['phone', 'desktop'] as const)('on a %s', (width) => {
  test('a user adds a passkey, logs in with it without a name, removes it, and is refused', async () => {
    const page = await openPage({ width })
    const device = await addDevice(page)
    const { Email } = await signIn(page)
    await page.goto(path)
    expect(await newForm(page).getByLabel('Name').inputValue()).toMatch(/^Chrome on /)
    await add(page, 'My own device')
    await expectShown(page, 'Passkey added successfully')
    await expectShown(page, 'Never used')
    expect(pathOf(page)).toBe(path)
    const [credential, ...others] = await device.credentials()
    expect(credential).toMatchObject({ isResidentCredential: true, rpId: 'localhost', userName: Email })
    expect(others).toEqual([])

    await add(page, 'Again')
    await expectShown(page, 'This device has a passkey for your account already.')

    await logOut(page)
    await press(page, signInButton)
    await page.waitForURL(/\/dashboard$/)
    await expectShown(page, 'Login successful')
    await page.goto(path)
    await expectShown(page, 'Last used today')

    await section(page).locator('summary').click()
    const removal = section(page).locator('details')
    await removal.getByLabel('Account password', { exact: true }).fill('not the password')
    await press(page, 'Remove passkey')
    await expectShown(page, 'The password is wrong')
    await expectAccessible(page)
    await page.setViewportSize({ width: widths[width], height: 800 })
    expect(await controlsWithoutVisibleFocus(page)).toEqual([])
    await page.reload()
    await section(page).locator('summary').click()
    await removal.getByLabel('Account password', { exact: true }).fill(password)
    await press(page, 'Remove passkey')
    await expectShown(page, 'Passkey removed successfully')
    expect(await section(page).locator('summary').count()).toBe(0)
    await expect.poll(() => tagsTo(Email)).toEqual(['passkey-added', 'passkey-removed'])

    await logOut(page)
    await page.getByLabel('Email').fill(Email)
    await press(page, signInButton)
    await expectShown(page, 'This passkey was not accepted. Try again, or log in with your password.')
    expect(pathOf(page)).toBe('/login')
    expect(await page.getByLabel('Email').inputValue()).toBe(Email)
  })
})

test('a device that does not verify its user adds nothing and opens nothing; the password still does', async () => {
  const page = await openPage()
  const device = await addDevice(page)
  const { Email } = await signIn(page)
  await page.goto(path)
  await device.setVerified(false)
  await add(page)
  await expectShown(page, 'No passkey was chosen. Try again when you are ready.')
  await device.setVerified(true)
  await add(page)
  await expectShown(page, 'Passkey added successfully')
  await device.setVerified(false)
  await logOut(page)
  await press(page, signInButton)
  await expectShown(page, 'No passkey was chosen. Try again when you are ready.')
  await page.getByLabel('Email').fill(Email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Submit')
  await page.waitForURL(/\/dashboard$/)
})

test('a wrong password makes no passkey, and the form keeps the name', async () => {
  const page = await openPage()
  const device = await addDevice(page)
  await signIn(page)
  await page.goto(path)
  await newForm(page).getByLabel('Name').fill('My own device')
  await newForm(page).getByLabel('Account password', { exact: true }).fill('not the password')
  await press(page, 'Add a passkey')
  await expectShown(page, 'The password is wrong')
  expect(await newForm(page).getByLabel('Name').inputValue()).toBe('My own device')
  expect(await device.credentials()).toEqual([])
})

/** Adds a passkey by the API. */
async function addByApi(page: Page) {
  const begun = await call(page, 'POST', '/api/v1/passkeys/options', { password })
  const credential = createAuthenticator({ origin: APP_URL }).create(begun)
  await call(page, 'POST', '/api/v1/passkeys', { name: 'Phone', credential })
}

describe.each([
  ['without JavaScript', false],
  ['in a browser without passkeys', true],
])('%s', (_, javaScript) => {
  test('nothing offers a passkey, and one that exists can be removed', async () => {
    const page = await openPage({ javaScript })
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
    await page.goto('/login')
    await settled(page)
    await expectShown(page, 'Explore the app')
    expect(await page.getByText(signInButton).isVisible()).toBe(false)
    await signIn(page)
    await addByApi(page)
    await page.goto(path)
    await expectShown(page, 'To add a passkey, use a browser that has passkeys, with JavaScript.')
    expect(await page.getByText('Add a passkey', { exact: true }).isVisible()).toBe(false)
    await section(page).locator('summary').click()
    await section(page).locator('details').getByLabel('Account password', { exact: true }).fill(password)
    await press(page, 'Remove passkey')
    await expectShown(page, 'Passkey removed successfully')
    expect(await section(page).locator('summary').count()).toBe(0)
  })
})

test('the button is there before the page hydrates, and does not move', async () => {
  const page = await openPage()
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/login')
  const before = await page.getByText(signInButton).boundingBox()
  expect(before).not.toBeNull()
  await page.unroute('**/assets/*.js')
  await page.reload()
  await settled(page)
  expect(await page.getByText(signInButton).boundingBox()).toEqual(before)
})
