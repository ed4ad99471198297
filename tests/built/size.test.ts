import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpClient } from '../support/http-client'
import { paths } from '../support/routes'
import { startServer } from '../support/server.mjs'

const clientFiles = 'build/client'
let app: Awaited<ReturnType<typeof startServer>>
const admin = { Email: 'admin@example.com', Password: 'Blue-Heron-42' }
let demoSession: Record<string, string>
let adminSession: Record<string, string>

beforeAll(async () => {
  // A new embedded database has the sample posts.
  app = await startServer({ ADMIN_EMAIL: admin.Email, ADMIN_PASSWORD: admin.Password })
  demoSession = await signIn('demo', {})
  adminSession = await signIn('login', admin)
})
afterAll(() => app.stop())

async function signIn(path: string, account: Record<string, string>) {
  const client = httpClient(app.url)
  await client.post(`/api/v1/auth/${path}`, account)
  return { Cookie: client.cookieHeader() }
}

/** What loads after its page: by a press or before it, forms in place, of filters and links to share, the list beside a bud. */
const onDemand = /^([a-z]+-part-fields|record-part-form|bud-circles-form|filter-panel|share-link|bud-list)-/
/** What also loads later: once the page is idle, a searchable box. */
const later = new RegExp(`${onDemand.source}|^multi-select-box-`)

/** The page's scripts with their imports. It names those of other routes, and the manifest of all, without loading them. */
function scriptsOf(html: string, isLeftOut = later) {
  const named = html.replace(/__remixManifest = \{.*?\n\}/s, '').match(/\/assets\/[\w.-]+\.js/g) ?? []
  const found = new Set(named.filter((script) => !script.startsWith('/assets/manifest-')))
  for (const script of found) {
    const source = readFileSync(join(clientFiles, script), 'utf8')
    for (const [, name = ''] of source.matchAll(/(?:from|import)\s*\(?"\.\/([\w.-]+\.js)"/g)) {
      if (!isLeftOut.test(name)) found.add(`/assets/${name}`)
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
const scriptBytesOf = (html: string) => bytesOf(filesOf(html).filter(({ file }) => file.endsWith('.js')))

/** Loads a page like a browser; `bytes` is the compressed size. */
function load(path: string): Promise<{ html: string; bytes: number }> {
  return new Promise((resolve, reject) => {
    const session = path.startsWith('/dashboard/Admin') ? adminSession : demoSession
    const headers = { ...(path.startsWith('/dashboard') && session), 'Accept-Encoding': 'gzip, deflate, br' }
    get(app.url + path, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      expect(response.headers['content-encoding']).toBe('br')
      resolve({ html: brotliDecompressSync(body).toString(), bytes: body.length })
    }).once('error', reject)
  })
}

test.each([
  '/',
  '/privacy-policy',
  '/about',
  '/contact',
  '/blog',
  '/blog?tag=networking',
  '/blog/ten-minutes-a-week',
  '/blog/writing-about-people',
])(
  '%s has at most 15 kB of JavaScript and 14 kB of HTML with its styles, and no file delays its first paint',
  async (path) => {
    const { html, bytes } = await load(path)
    const inline = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, text = '']) => text.length,
    )
    expect(scriptBytesOf(html) + inline.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(15_000)
    expect(bytes).toBeLessThanOrEqual(14_000)
    expect(html).toMatch(/<style[^>]*>@layer/)
    expect(html).not.toContain('rel="stylesheet"')
  },
)

test('an invitation has at most 15 kB of JavaScript, and 14 kB of HTML with its styles', async () => {
  const client = httpClient(app.url)
  await client.post('/api/v1/auth/login', admin)
  const { bud } = (await client.post('/api/v1/buds', { Firstname: 'Cem' })).body
  const { event } = (
    await client.post('/api/v1/events', {
      Name: 'Picnic',
      Location: 'Bath',
      Eventtype: 'Social',
      startDate: '2099-05-02T12:00',
      endDate: '2099-05-02T18:00',
      selectedBuds: [bud._id],
    })
  ).body
  const { links } = (await client.post(`/api/v1/events/${event._id}/guests`, { password: admin.Password }))
    .body
  const { html, bytes } = await load(new URL(links[0].url).pathname)
  expect(html).toContain('Hello Cem')
  const inline = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text.length)
  expect(scriptBytesOf(html)).toBe(0)
  expect(inline.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(15_000)
  expect(bytes).toBeLessThanOrEqual(14_000)
})

test('the landing page loads at most 130 kB in 12 requests, without its pictures', async () => {
  const { html, bytes } = await load('/')
  const files = filesOf(html).filter(({ file }) => !/apple-touch-icon|icon-\d+/.test(file))
  expect(files.map(({ file }) => file)).toContainEqual(expect.stringContaining('.woff2'))
  expect(files.length + 1).toBeLessThanOrEqual(12)
  expect(bytes + bytesOf(files)).toBeLessThanOrEqual(130_000)
})

test.each(['/register', '/login', '/forgot-password', '/terms'])(
  '%s has at most 90 kB of JavaScript, and its style sheets load after it is shown',
  async (path) => {
    const { html } = await load(path)
    expect(scriptBytesOf(html)).toBeLessThanOrEqual(90_000)
    expect(scriptBytesOf(html)).toBeGreaterThan(15_000)
    expect(html).toMatch(/<style nonce="[^"]+" data-until-linked="">@layer/)
    expect(html).not.toMatch(/rel="stylesheet" href="[^"]+"\/>/)
  },
)

const screens = [
  ['the bud list with 12 cards', '/dashboard', 100_000],
  ['the list of circles', '/dashboard/AllCircles', 100_000],
  ['the list of events', '/dashboard/AllEvents', 100_000],
  ['quick find', '/dashboard/Find?q=a', 100_000],
  ['Today', '/dashboard/Today', 100_000],
  ['the planner', '/dashboard/Together', 125_000],
  ['a form of an interaction', '/dashboard/LogInteraction', 125_000],
  ['the profile', '/dashboard/profile', 100_000],
  ["the admins' access codes", '/dashboard/Admin', 100_000],
  ["the admins' users", '/dashboard/Admin?tab=users', 100_000],
  ['the subscription', '/dashboard/subscription', 100_000],
  ['a form of a bud', '/dashboard/AddBud', 125_000],
  ['a form of a relation', '/dashboard/AddRelation/:id', 125_000],
  ['a form of a list', '/dashboard/AddList', 125_000],
  ['a form of a circle', '/dashboard/AddCircle', 125_000],
  ['a form of an event', '/dashboard/AddEvent', 125_000],
  ['the calendar', '/dashboard/Calendar', 160_000],
] as const

test('the list and the form of each kind of record are among the screens whose JavaScript is limited', () => {
  const ofRecords = paths.filter((path) => /^\/dashboard\/(All|Add)/.test(path))
  expect(screens.map(([, path]) => path)).toEqual(expect.arrayContaining(ofRecords))
  expect(ofRecords.length).toBeGreaterThanOrEqual(5)
})

test.each(screens)(
  '%s (%s) loads at most %d bytes of JavaScript before it is idle',
  async (_screen, path, atMost) => {
    const { body } = await httpClient(app.url, demoSession).get('/api/v1/buds')
    const bytes = scriptBytesOf((await load(path.replace(':id', body.buds[0]._id))).html)
    expect(bytes).toBeGreaterThan(15_000)
    expect(bytes).toBeLessThanOrEqual(atMost)
  },
)

test('a form loads at most 140 kB of JavaScript with its searchable boxes', async () => {
  const { html } = await load('/dashboard/AddEvent')
  const all = scriptsOf(html, onDemand)
  expect(all.length).toBeGreaterThan(scriptsOf(html).length)
  expect(bytesOf(all.map((file) => ({ bytes: sizeOf(file) })))).toBeLessThanOrEqual(140_000)
})

test.each([
  ['buds', 'Bud', 100_000],
  ['circles', 'Circle', 100_000],
  ['events', 'Event', 100_000],
] as const)(
  'the page of one of the %s (%s) loads at most %d bytes of JavaScript',
  async (list, page, atMost) => {
    const client = httpClient(app.url, demoSession)
    const { body } = await client.get(`/api/v1/${list}`)
    const { html } = await load(`/dashboard/${page}/${body[list][0]._id}`)
    expect(scriptBytesOf(html)).toBeGreaterThan(15_000)
    expect(scriptBytesOf(html)).toBeLessThanOrEqual(atMost)
  },
)

test('only the calendar screen loads the calendar, with one date library', async () => {
  const isCalendar = (script: string) => script.includes('event-calendar')
  expect(scriptsOf((await load('/dashboard')).html).filter(isCalendar)).toEqual([])
  const [script = '', ...others] = scriptsOf((await load('/dashboard/Calendar')).html).filter(isCalendar)
  expect(others).toEqual([])
  expect(readFileSync(join(clientFiles, script), 'utf8')).not.toMatch(/moment|dayjs|globalize/i)
})

test('the browser build has no server code, and neither the browser build nor the entry of the server has emulator code', () => {
  const files = readdirSync(clientFiles, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|json|html)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(5)
  const ofServer = /drizzle|pgTable|postgres|node-rs|SESSION_SECRET|passwordHash/
  for (const file of files) expect(readFileSync(file, 'utf8'), file).not.toMatch(ofServer)
  for (const file of [...files, 'build/server/index.js']) {
    expect(readFileSync(file, 'utf8'), file).not.toMatch(/sk_test_emulator|price_emulator/)
  }
})
