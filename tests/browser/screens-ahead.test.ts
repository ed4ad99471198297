import { expect, test } from 'vitest'
import { call, signIn, withBrowser } from '../support/browser'

const { openPage } = withBrowser()

test('while a list is idle, the files of the screens that it leads to are loaded: a press asks for data only', async () => {
  const page = await openPage()
  await signIn(page)
  const { bud } = await call(page, 'POST', '/api/v1/buds', { Firstname: 'Judith' })
  const asked: string[] = []
  const answered: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  page.on('requestfinished', (request) => answered.push(new URL(request.url()).pathname))
  await page.goto('/dashboard')
  const isAnswered = (file: RegExp) => answered.some((path) => file.test(path))
  await expect
    .poll(() => [/\/bud-[\w-]+\.js/, /\/bud-[\w-]+\.css/, /\/today-[\w-]+\.js/].every(isAnswered))
    .toBe(true)
  await expect
    .poll(() => page.evaluate(() => Object.keys(window.__remixManifest.routes).join()))
    .toMatch('routes/dashboard/bud')
  // Until nothing has been asked for a while.
  for (let count = -1; count !== asked.length; await page.waitForTimeout(2_000)) count = asked.length
  // The grid of the calendar is larger than all others.
  expect(asked.some((path) => path.includes('/event-calendar-'))).toBe(false)
  asked.length = 0
  await page.getByRole('link', { name: 'Judith', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Judith' }).waitFor()
  const data = asked.indexOf(`/dashboard/Bud/${bud._id}.data`)
  expect(data).toBeGreaterThanOrEqual(0)
  expect(asked.slice(0, data).filter((path) => /__manifest|\.js$/.test(path))).toEqual([])
})
