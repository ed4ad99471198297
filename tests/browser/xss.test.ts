import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signTimestamp } from '~/base/forms/signed-timestamp.server'
import { redirectWithSuccess } from '~/base/http/toast.server'
import { launchBrowser } from '../support/browser'
import { httpClient } from '../support/http-client'
import { readMails } from '../support/mail-folder'
import { scriptCorpus } from '../support/script-corpus'
import { startServer } from '../support/server.mjs'
import {
  chunk,
  cookiesOf,
  dangerousElements,
  processAll,
  readArticle,
  recordLists,
  visitAll,
  writeThroughApi,
  writeToDatabase,
} from '../support/xss'

/**
 * Two defences against XSS: the sanitiser (for plain text, React's escaping) and the content security policy. Each is
 * tested alone: the sanitiser and the escaping with Chromium's `bypassCSP`, the policy with payloads that were written
 * directly to the database, past the sanitiser and the validation.
 */
const folder = mkdtempSync(join(tmpdir(), 'budkeeper-xss-'))
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
let inspectionPage: Page
let cookie: string
/** Slugs by sanitised content. */
const cleaned = new Map<string, string>()

beforeAll(async () => {
  app = await startServer(env)
  const client = httpClient(app.url)
  await client.post('/api/v1/auth/login', admin)
  cookie = client.cookieHeader()
  await processAll(numbers, async (n) => {
    const { content, slug } = await writeThroughApi(send, n)
    cleaned.set(content, slug)
  })
  await app.stop()
  const database = new PGlite(join(env.DATA_DIR, 'database'))
  await writeToDatabase(database, admin.Email)
  await database.close()
  app = await startServer(env)
  browser = await launchBrowser(['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'])
  inspectionPage = await browser.newPage()
}, 600_000)
afterAll(async () => {
  await browser?.close()
  await app?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function send(method: string, path: string, body?: object) {
  const headers = { 'Content-Type': 'application/json', Cookie: cookie ?? '' }
  const response = await fetch(app.url + path, { method, headers, body: body && JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response
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

/** Checks that the HTML of these paths has no element that could run a script. */
async function expectInertHtml(paths: string[], init: RequestInit = {}) {
  await processAll(paths, async (path) => {
    const headers = { Cookie: cookie, ...init.headers }
    const html = await (await fetch(app.url + path, { redirect: 'manual', ...init, headers })).text()
    expect(html, path).toMatch(/an\(|&amp;#|%72/)
    expect(await inspectionPage.evaluate(dangerousElements, html), path).toEqual([])
  })
}

/** Checks that no payload runs on these screens when the policy is bypassed. */
async function expectNothingRuns(paths: string[], work = open) {
  expect(await visitAll(browser, { url: app.url, cookie, hasPolicy: false }, paths, work)).toEqual([])
}

async function open(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'load' })
  await page.waitForTimeout(50)
  expect(await page.evaluate(dangerousElements, null), path).toEqual([])
}

const some = <T>(all: T[], every: number) => all.filter((_, n) => n % every === 0)
const chunks = some(numbers, chunk).map((n) => scriptCorpus.slice(n, n + chunk))
const pagesOf = (list: string, count: number, size: number) =>
  Array.from({ length: Math.ceil(count / size) }, (_, n) => `${list}?page=${n + 1}`)

test('control: the checks of these tests detect executable HTML', async () => {
  expect(new Set(scriptCorpus).size).toBeGreaterThanOrEqual(60)
  const detected = await Promise.all(
    scriptCorpus.map((payload) => inspectionPage.evaluate(dangerousElements, payload)),
  )
  expect(detected.filter((parts) => parts.length > 0).length).toBeGreaterThan(scriptCorpus.length / 2)
  expect(
    await inspectionPage.evaluate(dangerousElements, '<p onclick>a</p><a href="/b">b</a><p>ran(1)</p>'),
  ).toHaveLength(1)
})

describe('an article', () => {
  const raw = numbers.map((n) => `/blog/raw-${n}`)
  const read = (paths: string[], hasPolicy: boolean) =>
    visitAll(browser, { url: app.url, cookie, hasPolicy }, paths, readArticle)

  test('control: runs most payloads with neither defence', async () => {
    const sample = some(raw, 6)
    expect((await read(sample, false)).length).toBeGreaterThan(sample.length / 2)
  })

  test('runs no payload with the policy alone', async () => {
    expect(await read(raw, true)).toEqual([])
  })

  test('runs no payload with the sanitiser alone', async () => {
    expect(cleaned.size).toBeGreaterThan(scriptCorpus.length / 4)
    const paths = [...cleaned.values()].map((slug) => `/blog/${encodeURIComponent(slug)}`)
    expect(await read(paths, false)).toEqual([])
  })
})

test.each([
  ...Object.entries(recordLists).map(
    ([many, { list, edit }]) => [many, list, edit, `/api/v1/${many}`, 12] as const,
  ),
  ['posts', '/dashboard/blog', '/dashboard/blog/edit', '/api/v1/blog/admin/all', 20] as const,
])('lists and forms of %s run no payload without the policy', async (noun, list, edit, api, size) => {
  const ids = (await readList(api, noun)).map(({ _id }) => _id)
  expect(ids.length).toBeGreaterThanOrEqual(scriptCorpus.length)
  const lists = [...pagesOf(list, ids.length, size), `${list}?delete=${ids[0]}`]
  const rows = pagesOf(list, ids.length, 40).map((path) => `${path}&view=rows`)
  const forms = some(ids, chunk).map((id) => `${edit}/${id}`)
  await expectInertHtml([...lists, ...rows, ...forms])
  await expectNothingRuns([...some(lists, 4), ...some(forms, 2)])
})

describe('without the policy no payload runs', () => {
  test('in the lists of the blog, its feed and the calendar', async () => {
    const blog = pagesOf('/blog', 2 * scriptCorpus.length, 9)
    const views = ['month', 'week', 'day', 'agenda']
    const calendar = views.map((view) => `/dashboard/Calendar?date=2126-11-20&view=${view}`)
    await expectInertHtml(blog)
    await expectNothingRuns([...some(blog, 8), ...calendar, '/blog/rss.xml'])
  })

  test('in search boxes and other query parameters', async () => {
    const queries = [
      ...Object.values(recordLists).map(({ list }) => `${list}?search=`),
      '/blog?search=',
      '/blog?tag=',
      '/dashboard/AddEvent?startDate=2026-11-20T19:00&returnTo=',
    ]
    const short = scriptCorpus.filter((payload) => payload.length <= 100)
    const urls = short.map((payload, n) => queries[n % queries.length] + encodeURIComponent(payload))
    await expectInertHtml(urls)
    await expectNothingRuns(some(urls, 11))
  })

  test('in toasts', async () => {
    const toasts = await Promise.all(chunks.map((payloads) => toastCookie(payloads.join('\n'))))
    await processAll([...toasts.entries()], ([n, toast]) =>
      expectInertHtml([n % 2 ? '/blog' : '/login'], { headers: { Cookie: toast } }),
    )
    await expectNothingRuns(some(toasts, 4), async (page, toast) => {
      for (const path of ['/blog', '/login']) {
        await page.context().addCookies(cookiesOf(toast, app.url))
        await open(page, path)
      }
    })
  })
})

async function toastCookie(message: string) {
  const response = await redirectWithSuccess('/', message)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Forms that are refused and return their input, with their text fields. */
const refused: Record<string, string> = {
  '/contact': 'Name Email Subject Message',
  '/register': 'accessCode Firstname Surname Email terms',
  '/login': 'Email',
  '/forgot-password': 'Email',
  '/dashboard/AddBud': 'Surname Nickname Occupation Location OccupationLocation LastInteraction',
  '/dashboard/AddCircle': 'Name Shortname Description Location',
  '/dashboard/AddEvent': 'Name Description Location startDate returnTo',
  '/dashboard/profile': 'Firstname Surname Email Location',
  '/dashboard/blog/new': 'title excerpt content author tags featuredImage metaDescription',
}

describe('without the policy no script in the input runs', () => {
  test("in refused forms, including the sanitiser's list of changes", async () => {
    const addScreens = Object.values(recordLists).map(({ edit }) => edit.replace('Edit', 'Add'))
    expect(Object.keys(refused)).toEqual(expect.arrayContaining(addScreens))
    for (const [path, fields] of Object.entries(refused)) {
      const body = new URLSearchParams(fields.split(' ').map((field) => [field, everything]))
      await expectInertHtml([path], { method: 'POST', body })
    }
    await expectNothingRuns(Object.keys(refused), async (page, path) => {
      await page.goto('/blog')
      const loaded = page.waitForEvent('load')
      await page.evaluate(post, { path, fields: refused[path] ?? '', value: everything })
      await loaded
      await page.waitForTimeout(50)
      expect(await page.content()).toContain('ran(')
      expect(await page.evaluate(dangerousElements, null), path).toEqual([])
    })
  })

  test('in the mail of the contact form', async () => {
    await processAll(chunks, (payloads) => {
      const Name = payloads.find((payload) => payload.trim().length <= 100) ?? ''
      const Message = payloads.join('\n')
      const message = { Name, Subject: Name, Message, Email: 'ada@example.com', timestamp, website: '' }
      return fetch(`${app.url}/contact`, {
        method: 'POST',
        body: new URLSearchParams(message),
        redirect: 'manual',
      })
    })
    const mails = () => readMails(env.DATA_DIR).filter(({ Tag }) => Tag === 'contact')
    await expect.poll(() => mails().length).toBe(chunks.length)
    for (const { HtmlBody } of mails())
      expect(await inspectionPage.evaluate(dangerousElements, HtmlBody)).toEqual([])
  })
})

/** Submits a form without the app's scripts. */
function post({ path, fields, value }: { path: string; fields: string; value: string }) {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: path })
  for (const name of fields.split(' '))
    form.append(Object.assign(document.createElement('textarea'), { name, value }))
  document.body.append(form)
  form.submit()
}
