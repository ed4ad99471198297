import { expect, test } from 'vitest'
import { call, settled, signIn, withBrowser } from '../support/browser'

const { openPage } = withBrowser()

test('while a list is idle, the files of the screens that it leads to are loaded: a press asks for data only', async () => {
  const page = await openPage()
  await signIn(page)
  const { bud } = await call(page, 'POST', '/api/v1/buds', { Firstname: 'Judith' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/dashboard')
  await settled(page)
  const isAsked = (file: RegExp) => asked.some((path) => file.test(path))
  await expect.poll(() => [/\/bud-[\w-]+\.js/, /\/bud-[\w-]+\.css/, /\/today-/].every(isAsked)).toBe(true)
  // The grid of the calendar is larger than all others.
  expect(isAsked(/\/event-calendar-/)).toBe(false)
  await settled(page)
  asked.length = 0
  await page.getByRole('link', { name: 'Judith', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Judith' }).waitFor()
  expect(asked).toContain(`/dashboard/Bud/${bud._id}.data`)
  const data = asked.findIndex((path) => path.endsWith('.data'))
  expect(asked.slice(0, data + 1).filter((path) => /__manifest|\.js$/.test(path))).toEqual([])
})
