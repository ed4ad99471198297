import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseEnv } from '../support/create-database.mjs'
import { httpClient } from '../support/http-client'
import { startServer } from '../support/server.mjs'

const clientFiles = 'build/client'
let app: Awaited<ReturnType<typeof startServer>>
const admin = { Email: 'admin@example.com', Password: 'Blue-Heron-42' }
let demoSession: Record<string, string>
let adminSession: Record<string, string>

beforeAll(async () => {
  const env = { ADMIN_EMAIL: admin.Email, ADMIN_PASSWORD: admin.Password }
  app = await startServer({ ...(await databaseEnv('size')), ...env })
  demoSession = await signIn('demo', {})
  adminSession = await signIn('login', admin)
})
afterAll(() => app.stop())

async function signIn(path: string, account: Record<string, string>) {
  const client = httpClient(app.url)
  await client.post(`/api/v1/auth/${path}`, account)
  return { Cookie: client.cookieHeader() }
}

/** The session cookie for pages that need one. */
function sessionFor(path: string) {
  if (path.startsWith('/dashboard/Admin')) return adminSession
  return path.startsWith('/dashboard') ? demoSession : {}
}

/** The page's scripts with their imports. The page refers to the manifest of all routes without loading it. */
function scriptsOf(html: string) {
  const named = html.match(/\/assets\/[\w.-]+\.js/g) ?? []
  const found = new Set(named.filter((script) => !script.startsWith('/assets/manifest-')))
  for (const script of found) {
    const source = readFileSync(join(clientFiles, script), 'utf8')
    for (const [, name] of source.matchAll(/(?:from|import)\s*\(?"\.\/([\w.-]+\.js)"/g)) {
      found.add(`/assets/${name}`)
    }
  }
  return [...found]
}

/** The files of this site that a page loads, with their compressed sizes. */
function filesOf(html: string) {
  const named = [...html.matchAll(/(?:href|src)="(\/[^"]+\.(?:js|css|woff2|svg|ico|png|webmanifest))"/g)]
  const files = new Set([...named.map(([, file = '']) => file), ...scriptsOf(html)])
  return [...files].map((file) => ({ file, bytes: sizeOf(file) }))
}

function sizeOf(file: string) {
  const path = join(clientFiles, file)
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}

const bytesOf = (files: { bytes: number }[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

/** Loads a page like a browser; `bytes` is the compressed size. */
function load(path: string): Promise<{ html: string; bytes: number }> {
  return new Promise((resolve, reject) => {
    const headers = { ...sessionFor(path), 'Accept-Encoding': 'gzip, deflate, br' }
    get(app.url + path, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      expect(response.headers['content-encoding']).toBe('br')
      resolve({ html: brotliDecompressSync(body).toString(), bytes: body.length })
    }).once('error', reject)
  })
}

/** A new embedded database has the sample posts. */
const blog = ['/blog', '/blog?tag=networking', '/blog/ten-minutes-a-week', '/blog/writing-about-people']
const staticPages = [
  '/',
  '/privacy-policy',
  '/about',
  '/contact',
  ...(process.env.DATABASE_URL_TEST ? [] : blog),
]

describe.each(staticPages)('%s is a static page', (path) => {
  test('all JavaScript of the page has at most 15 kB', async () => {
    const { html } = await load(path)
    const inline = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, text = '']) => text.length,
    )
    const scripts = filesOf(html).filter(({ file }) => file.endsWith('.js'))
    expect(bytesOf(scripts) + inline.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(15_000)
  })

  test('it has at most 14 kB including its styles, and no other file delays its first paint', async () => {
    const { html, bytes } = await load(path)
    expect(bytes).toBeLessThanOrEqual(14_000)
    expect(html).toMatch(/<style[^>]*>@layer/)
    expect(html).not.toContain('rel="stylesheet"')
  })
})

test('the landing page loads at most 130 kB in 12 requests, without its pictures', async () => {
  const { html, bytes } = await load('/')
  const files = filesOf(html).filter(({ file }) => !/apple-touch-icon|icon-\d+/.test(file))
  expect(files.map(({ file }) => file)).toContainEqual(expect.stringContaining('.woff2'))
  expect(files.length + 1).toBeLessThanOrEqual(12)
  expect(bytes + bytesOf(files)).toBeLessThanOrEqual(130_000)
})

describe.each(['/register', '/login', '/forgot-password', '/terms'])('%s', (path) => {
  test('all JavaScript of the page has at most 90 kB', async () => {
    const scripts = filesOf((await load(path)).html).filter(({ file }) => file.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(2)
    expect(bytesOf(scripts)).toBeLessThanOrEqual(90_000)
  })

  test('its styles are inline, and the style sheets load after it is shown', async () => {
    const { html } = await load(path)
    expect(html).toMatch(/<style nonce="[^"]+" data-until-linked="">@layer/)
    expect(html).not.toMatch(/rel="stylesheet" href="[^"]+"\/>/)
  })
})

test.each([
  ['the bud list with 12 cards', '/dashboard', 100_000],
  ['the list of circles', '/dashboard/AllCircles', 100_000],
  ['the list of events', '/dashboard/AllEvents', 100_000],
  ['the profile', '/dashboard/profile', 100_000],
  ["the admins' access codes", '/dashboard/Admin', 100_000],
  ["the admins' users", '/dashboard/Admin?tab=users', 100_000],
  ['the subscription', '/dashboard/subscription', 100_000],
  ['a form of a bud', '/dashboard/AddBud', 130_000],
  ['a form of a circle', '/dashboard/AddCircle', 130_000],
  ['a form of an event', '/dashboard/AddEvent', 130_000],
  ['the calendar', '/dashboard/Calendar', 160_000],
])('%s (%s) loads at most %d bytes of JavaScript', async (_screen, path, atMost) => {
  const scripts = filesOf((await load(path)).html).filter(({ file }) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(2)
  expect(bytesOf(scripts)).toBeLessThanOrEqual(atMost)
})

test('only the calendar screen loads the calendar, with one date library', async () => {
  const isCalendar = (script: string) => script.includes('EventCalendar')
  expect(scriptsOf((await load('/dashboard')).html).filter(isCalendar)).toEqual([])
  const [script = '', ...others] = scriptsOf((await load('/dashboard/Calendar')).html).filter(isCalendar)
  expect(others).toEqual([])
  expect(readFileSync(join(clientFiles, script), 'utf8')).not.toMatch(/moment|dayjs|globalize/i)
})

test.each(['drizzle', 'pgTable', 'postgres', 'node-rs', 'SESSION_SECRET', 'passwordHash'])(
  "no file of the browser build contains '%s'",
  (word) => {
    const files = readdirSync(clientFiles, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(js|css|json|html)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
    expect(files.length).toBeGreaterThan(5)
    expect(files.filter((file) => readFileSync(file, 'utf8').includes(word))).toEqual([])
  },
)
