import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  expectAccessible,
  expectShown,
  pathOf,
  press,
  settled,
  signIn,
  withBrowser,
} from '../support/browser'

const { openPage } = withBrowser()

/** Opens the dashboard and waits for its service worker. */
async function openDashboard(page: Page) {
  await signIn(page)
  await page.goto('/dashboard')
  await page.evaluate(() => navigator.serviceWorker.ready)
}

const caches = (page: Page) => page.evaluate(() => globalThis.caches.keys())

const walk = [
  '/dashboard',
  '/dashboard/Today',
  '/dashboard/Calendar',
  '/dashboard/profile',
  '/dashboard/data',
]

test('without a network each URL of the dashboard shows a page, and no response of the dashboard is in a cache', async () => {
  const page = await openPage()
  await openDashboard(page)
  for (const path of walk) {
    expect((await page.goto(path))?.status()).toBe(200)
    await settled(page)
  }
  expect(await page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true)
  expect(await caches(page)).toEqual([])
  await page.context().setOffline(true)
  for (const path of ['/dashboard', '/dashboard/EditBud/019a9f6e-0000-7000-8000-000000000000?x=1']) {
    expect((await page.goto(path))?.status()).toBe(503)
    await expectShown(page, 'You are offline')
    expect(pathOf(page)).toBe(path)
    expect(await page.evaluate(() => document.scripts.length)).toBe(0)
  }
  await page.goto('/dashboard/Calendar')
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Calendar', exact: true }).waitFor()
  expect(await caches(page)).toEqual([])
})

test('without a network a link inside of the dashboard shows such a page too, and a form keeps what was typed', async () => {
  const page = await openPage()
  await openDashboard(page)
  const follow = (name: string) => page.getByRole('link', { name, exact: true }).first().click()
  await follow('Circles')
  await page.waitForURL(/\/allcircles$/i)
  await page.goto('/dashboard/AddCircle')
  await settled(page)
  await page.getByLabel('Name').first().fill('Book Club')
  await page.context().setOffline(true)
  await page.getByLabel('Name').first().press('Enter')
  await expectShown(page, 'You are offline. Nothing was sent.')
  expect(await page.getByLabel('Name').first().inputValue()).toBe('Book Club')
  await page.context().setOffline(false)
  await page.getByLabel('Name').first().press('Enter')
  await page.waitForURL(/\/allcircles$/i)
  await follow('Buds')
  await page.waitForURL('**/dashboard')
  await settled(page)
  await page.context().setOffline(true)
  await follow('Circles')
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  expect(pathOf(page)).toMatch(/^\/dashboard\/allcircles$/i)
  expect(await page.title()).toBe('You are offline · Budkeeper')
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expectShown(page, 'Book Club')
})

test('the page without a network is accessible in both themes and at both widths', async () => {
  const page = await openPage()
  await openDashboard(page)
  await page.context().setOffline(true)
  await page.goto('/dashboard')
  await expectAccessible(page)
})

test('the worker answers for the dashboard alone', async () => {
  const page = await openPage()
  await openDashboard(page)
  const scopes = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  )
  expect(scopes).toEqual(['/dashboard'])
  const worker = await page.request.get('/sw.js')
  expect(worker.headers()['cache-control']).toBe('no-cache')
  await page.goto('/about')
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null)
})

test('signing out and in is as before', async () => {
  const page = await openPage()
  const { Email, Password } = await signIn(page)
  await page.goto('/dashboard')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Ada' }).click()
  await press(page, 'Logout')
  await page.waitForURL(/\/$/)
  await page.goto('/dashboard/profile')
  expect(pathOf(page)).toBe('/')
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(Email)
  await page.getByLabel('Password', { exact: true }).fill(Password)
  await press(page, 'Submit')
  await page.waitForURL(/\/dashboard$/)
  expect((await page.goto('/dashboard/profile'))?.status()).toBe(200)
})

test('the app can be installed', async () => {
  const page = await openPage()
  await openDashboard(page)
  await page.goto('/dashboard')
  const session = await page.context().newCDPSession(page)
  const { errors, data, manifest } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '{}')).toMatchObject({
    id: '/dashboard',
    start_url: '/dashboard',
    display: 'standalone',
  })
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual([])
  for (const { src, sizes } of JSON.parse(data ?? '{}').icons) {
    const response = await page.request.get(src)
    const size = (await response.body()).readUInt32BE(16)
    expect([response.status(), `${size}x${size}`]).toEqual([200, sizes])
  }
  expect(manifest).toBeDefined()
})

test.each([
  [
    'comes from a proxy',
    (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad' }),
  ],
  ['is cut off', (route: Route) => route.abort()],
])('a form whose answer %s keeps what was typed, and can be sent again', async (_, answer) => {
  const page = await openPage()
  await openDashboard(page)
  await page.goto('/dashboard/AddCircle')
  await settled(page)
  const name = page.getByLabel('Name').first()
  await name.fill('Chess Club')
  await page.route('**/AddCircle.data*', answer)
  await name.press('Enter')
  await expectShown(page, 'The server did not answer.')
  expect(await name.inputValue()).toBe('Chess Club')
  await page.getByRole('link', { name: 'Events', exact: true }).first().click()
  await press(page, 'Stay')
  await page.unroute('**/AddCircle.data*')
  await name.press('Enter')
  await page.waitForURL(/\/allcircles$/i)
  await expectShown(page, 'Chess Club')
})
