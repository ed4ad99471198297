import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redirectWithSuccess } from '~/components/toast.server'
import { signTimestamp } from '~/forms/signed-timestamp.server'
import { launchBrowser } from '../support/browser'
import { scriptCorpus } from '../support/script-corpus'
import { startServer } from '../support/server.mjs'
import {
  armed,
  chunk,
  cookiesOf,
  inTurn,
  readArticle,
  visitAll,
  writeEverywhere,
  writeRoundTheApp,
} from '../support/xss'

/**
 * Two walls keep a reader's browser from running what somebody has written: the sanitiser, or in text React's escaping,
 * and the content security policy. Each is tried alone: Chromium is told to pass over the policy, and what no sanitiser
 * and no rule has seen is written straight to the database.
 */
const folder = mkdtempSync(join(tmpdir(), 'budkeeper-walls-'))
const admin = { Email: 'admin@example.org', Password: 'Blue-Heron-42' }
const env = {
  DATA_DIR: join(folder, 'data'),
  ADMIN_EMAIL: admin.Email,
  ADMIN_PASSWORD: admin.Password,
  API_RATE_LIMIT: '0',
}
const numbers = scriptCorpus.map((_, n) => n)
const everything = scriptCorpus.join('\n')
const timestamp = signTimestamp()

let app: Awaited<ReturnType<typeof startServer>>
let browser: Browser
let reader: Page
let cookie: string
/** What the sanitiser has left, each content once, and where it can be read. */
const cleaned = new Map<string, string>()

beforeAll(async () => {
  app = await startServer(env)
  const signIn = await send('POST', '/api/v1/auth/login', admin)
  cookie = signIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  await inTurn(numbers, async (n) => {
    const { content, slug } = await writeEverywhere(send, n)
    cleaned.set(content, slug)
  })
  await app.stop()
  const database = new PGlite(join(env.DATA_DIR, 'database'))
  await writeRoundTheApp(database, admin.Email)
  await database.close()
  app = await startServer(env)
  browser = await launchBrowser(['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'])
  reader = await browser.newPage()
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await app?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function send(method: string, path: string, body?: object) {
  const headers = { 'Content-Type': 'application/json', Cookie: cookie ?? '' }
  const answer = await fetch(app.url + path, { method, headers, body: body && JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

const readList = async (path: string, noun: string) => {
  const records: { _id: string }[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const body = await (await send('GET', `${path}?limit=100&page=${page}`)).json()
    records.push(...body[noun])
    pages = body.numOfPages
  }
  return records
}

/** Nothing that Chromium would run stands in the HTML of any of these. */
async function expectText(paths: string[], init: RequestInit = {}) {
  await inTurn(paths, async (path) => {
    const headers = { Cookie: cookie, ...init.headers }
    const html = await (await fetch(app.url + path, { redirect: 'manual', ...init, headers })).text()
    expect(html, path).toMatch(/an\(|&amp;#|%72/)
    expect(await reader.evaluate(armed, html), path).toEqual([])
  })
}

/** Nothing of the corpus runs on these screens with the policy switched off. */
async function expectStill(paths: string[], work = open) {
  expect(await visitAll(browser, { url: app.url, cookie, hasPolicy: false }, paths, work)).toEqual([])
}

async function open(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'load' })
  await page.waitForTimeout(50)
  expect(await page.evaluate(armed, null), path).toEqual([])
}

const some = <T>(all: T[], every: number) => all.filter((_, n) => n % every === 0)
const pagesOf = (list: string, count: number, size: number) =>
  Array.from({ length: Math.ceil(count / size) }, (_, n) => `${list}?page=${n + 1}`)

test('the corpus has at least 60 forms, each another', () => {
  expect(new Set(scriptCorpus).size).toBe(scriptCorpus.length)
  expect(scriptCorpus.length).toBeGreaterThanOrEqual(60)
})

test('what could run is noticed in HTML, so that these tests can fail', async () => {
  const noticed = await Promise.all(scriptCorpus.map((form) => reader.evaluate(armed, form)))
  expect(noticed.filter((parts) => parts.length > 0).length).toBeGreaterThan(scriptCorpus.length / 2)
  expect(await reader.evaluate(armed, '<p onclick>a</p><a href="/b">b</a><p>ran(1)</p>')).toHaveLength(1)
})

describe('an article', { timeout: 120_000 }, () => {
  const raw = numbers.map((n) => `/blog/raw-${n}`)
  const read = (paths: string[], hasPolicy: boolean) =>
    visitAll(browser, { url: app.url, cookie, hasPolicy }, paths, readArticle)

  test('runs most of the corpus without either wall, so that these tests can fail', async () => {
    const tried = some(raw, 6)
    expect((await read(tried, false)).length).toBeGreaterThan(tried.length / 2)
  })

  test('runs nothing by the policy alone', async () => {
    expect(await read(raw, true)).toEqual([])
  })

  test('runs nothing by the sanitiser alone', async () => {
    expect(cleaned.size).toBeGreaterThan(scriptCorpus.length / 4)
    const paths = [...cleaned.values()].map((slug) => `/blog/${encodeURIComponent(slug)}`)
    expect(await read(paths, false)).toEqual([])
  })
})

describe.each([
  ['buds', '/dashboard', '/dashboard/EditBud', '/api/v1/buds', 12],
  ['circles', '/dashboard/AllCircles', '/dashboard/EditCircle', '/api/v1/circles', 12],
  ['events', '/dashboard/AllEvents', '/dashboard/EditEvent', '/api/v1/events', 12],
  ['posts', '/dashboard/blog', '/dashboard/blog/edit', '/api/v1/blog/admin/all', 20],
] as const)('the text fields of %s run nothing without the policy', (noun, list, edit, api, size) => {
  test('in lists and forms', { timeout: 120_000 }, async () => {
    const ids = (await readList(api, noun)).map(({ _id }) => _id)
    expect(ids.length).toBeGreaterThanOrEqual(scriptCorpus.length)
    const lists = [...pagesOf(list, ids.length, size), `${list}?delete=${ids[0]}`]
    const forms = some(ids, chunk).map((id) => `${edit}/${id}`)
    await expectText([...lists, ...forms])
    await expectStill([...some(lists, 4), ...some(forms, 2)])
  })
})

describe('run nothing without the policy', { timeout: 120_000 }, () => {
  test('the lists of the blog, its feed and the calendar', async () => {
    const blog = pagesOf('/blog', 2 * scriptCorpus.length, 9)
    const views = ['month', 'week', 'day', 'agenda']
    const calendar = views.map((view) => `/dashboard/Calendar?date=2026-11-20&view=${view}`)
    await expectText(blog)
    await expectStill([...some(blog, 8), ...calendar, '/blog/rss.xml'])
  })

  test('the search boxes, and whatever else an address asks for', async () => {
    const asks = [
      '/dashboard?search=',
      '/dashboard/AllCircles?search=',
      '/dashboard/AllEvents?search=',
      '/blog?search=',
      '/blog?tag=',
      '/dashboard/AddEvent?startDate=2026-11-20T19:00&returnTo=',
    ]
    const short = scriptCorpus.filter((form) => form.length <= 100)
    const asked = short.map((form, n) => asks[n % asks.length] + encodeURIComponent(form))
    await expectText(asked)
    await expectStill(some(asked, 11))
  })

  test('toasts', async () => {
    const toasts = await Promise.all(scriptCorpus.map(toastCookie))
    await inTurn([...toasts.entries()], ([n, toast]) =>
      expectText([n % 2 ? '/blog' : '/login'], { headers: { Cookie: toast } }),
    )
    await expectStill(some(toasts, 15), async (page, toast) => {
      for (const path of ['/blog', '/login']) {
        await page.context().addCookies(cookiesOf(toast, app.url))
        await open(page, path)
      }
    })
  })
})

async function toastCookie(message: string) {
  const answer = await redirectWithSuccess('/', message)
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Each refused for something, and sent back as it was typed. */
const refused: Record<string, string[]> = {
  '/contact': ['Name', 'Email', 'Subject', 'Message'],
  '/register': ['accessCode', 'Firstname', 'Surname', 'Email', 'terms'],
  '/login': ['Email'],
  '/forgot-password': ['Email'],
  '/dashboard/AddBud': [
    'Surname',
    'Nickname',
    'Occupation',
    'Location',
    'OccupationLocation',
    'LastInteraction',
  ],
  '/dashboard/AddCircle': ['Name', 'Shortname', 'Description', 'Location'],
  '/dashboard/AddEvent': ['Name', 'Description', 'Location', 'startDate', 'returnTo'],
  '/dashboard/profile': ['Firstname', 'Surname', 'Email', 'Location'],
  '/dashboard/blog/new': [
    'title',
    'excerpt',
    'content',
    'author',
    'tags',
    'featuredImage',
    'metaDescription',
  ],
}

describe('what is typed runs nothing without the policy', { timeout: 120_000 }, () => {
  test('in forms that come back, with what the sanitiser says of it', async () => {
    for (const [path, fields] of Object.entries(refused)) {
      const body = new URLSearchParams(fields.map((field) => [field, everything]))
      await expectText([path], { method: 'POST', body })
    }
    await expectStill(Object.keys(refused), async (page, path) => {
      await page.goto('/blog')
      const answered = page.waitForEvent('load')
      await page.evaluate(post, { path, fields: refused[path] ?? [], value: everything })
      await answered
      await page.waitForTimeout(50)
      expect(await page.content()).toContain('ran(')
      expect(await page.evaluate(armed, null), path).toEqual([])
    })
  })

  test('in the mail of the contact form', async () => {
    await inTurn(scriptCorpus, (form) => {
      const Name = form.trim().length <= 100 ? form : 'Ada'
      const message = { Name, Subject: Name, Message: form, Email: 'ada@example.com', timestamp, website: '' }
      return fetch(`${app.url}/contact`, {
        method: 'POST',
        body: new URLSearchParams(message),
        redirect: 'manual',
      })
    })
    const folder = join(env.DATA_DIR, 'mail')
    const mails = () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
        .filter(({ Tag }) => Tag === 'contact')
    await expect.poll(() => mails().length, { timeout: 120_000 }).toBe(scriptCorpus.length)
    for (const { HtmlBody } of mails()) expect(await reader.evaluate(armed, HtmlBody)).toEqual([])
  })
})

type Typed = { path: string; fields: string[]; value: string }

/** As a browser sends a form by itself. */
function post({ path, fields, value }: Typed) {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: path })
  for (const name of fields) {
    const field = Object.assign(document.createElement('textarea'), { name, value })
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}
