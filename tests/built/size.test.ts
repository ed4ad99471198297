import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../support/create-database.mjs'
import { startServer } from '../support/server.mjs'

const clientFiles = 'build/client'
let app: Awaited<ReturnType<typeof startServer>>
let headers: Record<string, string>

beforeAll(async () => {
  const server = process.env.DATABASE_URL_TEST
  app = await startServer(server ? { DATABASE_URL: await createDatabase(server, `size_${process.pid}`) } : {})
  const demo = await fetch(`${app.url}/api/v1/auth/demo`, { method: 'POST' })
  const cookies = demo.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  headers = { Cookie: cookies.join('; ') }
})
afterAll(() => app.stop())

/** The page's scripts, and what they import, at once and later. */
async function scriptsOf(path: string) {
  const html = await (await fetch(app.url + path, { headers })).text()
  const found = new Set(html.match(/\/assets\/[\w.-]+\.js/g))
  for (const script of found) {
    const source = readFileSync(join(clientFiles, script), 'utf8')
    for (const [, name] of source.matchAll(/(?:from|import)\s*\(?"\.\/([\w.-]+\.js)"/g)) {
      found.add(`/assets/${name}`)
    }
  }
  return [...found]
}

test.each([
  ['the bud list with 12 cards', '/dashboard', 100_000],
  ['the list of circles', '/dashboard/AllCircles', 100_000],
  ['the list of events', '/dashboard/AllEvents', 100_000],
  ['the profile', '/dashboard/profile', 100_000],
  ['a form of a bud', '/dashboard/AddBud', 130_000],
  ['a form of a circle', '/dashboard/AddCircle', 130_000],
  ['a form of an event', '/dashboard/AddEvent', 130_000],
  ['the calendar', '/dashboard/Calendar', 160_000],
])('%s (%s) loads at most %d bytes of JavaScript', async (_screen, path, atMost) => {
  const scripts = await scriptsOf(path)
  const bytes = scripts.reduce((sum, script) => sum + statSync(join(clientFiles, `${script}.br`)).size, 0)
  expect(scripts.length).toBeGreaterThan(2)
  expect(bytes).toBeLessThanOrEqual(atMost)
})

test('the calendar is on the calendar screen alone, with one library of dates', async () => {
  const isCalendar = (script: string) => script.includes('EventCalendar')
  expect((await scriptsOf('/dashboard')).filter(isCalendar)).toEqual([])
  const [script = '', ...others] = (await scriptsOf('/dashboard/Calendar')).filter(isCalendar)
  expect(others).toEqual([])
  expect(readFileSync(join(clientFiles, script), 'utf8')).not.toMatch(/moment|dayjs|globalize/i)
})

test.each(['drizzle', 'pgTable', 'postgres', 'argon2', 'SESSION_SECRET', 'passwordHash'])(
  "no file that the browser gets holds '%s'",
  (word) => {
    const files = readdirSync(clientFiles, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(js|css|json|html)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
    expect(files.length).toBeGreaterThan(5)
    expect(files.filter((file) => readFileSync(file, 'utf8').includes(word))).toEqual([])
  },
)
