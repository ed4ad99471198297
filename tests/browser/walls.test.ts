import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../support/browser'
import { scriptCorpus } from '../support/script-corpus'
import { startServer } from '../support/server.mjs'

/**
 * Two walls keep a reader's browser from running what somebody has written: the sanitiser, or in text React's escaping,
 * and the content security policy. Each is tried alone: the policy's header is taken off on the way to the browser, and
 * what no sanitiser has seen is written straight to the database.
 */
const folder = mkdtempSync(join(tmpdir(), 'budkeeper-walls-'))
const admin = { Email: 'admin@example.org', Password: 'Blue-Heron-42' }
const env = {
  DATA_DIR: join(folder, 'data'),
  ADMIN_EMAIL: admin.Email,
  ADMIN_PASSWORD: admin.Password,
  API_RATE_LIMIT: '0',
}
const atOnce = 4

let app: Awaited<ReturnType<typeof startServer>>
let browser: Browser
let cookie: string

beforeAll(async () => {
  app = await startServer(env)
  await signIn()
  await inTurn(scriptCorpus, writeEverywhere)
  await app.stop()
  await writeUnsanitised()
  app = await startServer(env)
  await signIn()
  browser = await launchBrowser()
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await app?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function signIn() {
  const answer = await send('POST', '/api/v1/auth/login', admin)
  cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0])[0] ?? ''
}

async function send(method: string, path: string, body?: object) {
  const headers = { 'Content-Type': 'application/json', Cookie: cookie ?? '' }
  const answer = await fetch(app.url + path, { method, headers, body: body && JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

async function inTurn<T>(all: T[], work: (one: T, n: number) => Promise<unknown>) {
  const left = [...all.entries()]
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) await work(next[1], next[0])
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

const opening = '<p>Before.</p>'

/** A form of the corpus in every text field that is long enough for it, of a record of each kind. */
async function writeEverywhere(form: string, n: number) {
  const within = (most: number) => (form.trim().length <= most ? form : `Form ${n}`)
  await send('POST', '/api/v1/blog/admin', {
    title: within(200),
    excerpt: form,
    content: opening + form,
    author: within(100),
    tags: [within(50)],
    metaDescription: within(160),
    featuredImage: `/"${encodeURIComponent(form)}`,
    published: true,
    sanitize: true,
  })
  const customFields = form.includes('@') ? [] : [{ name: within(50), value: within(50) }]
  const bud = await send('POST', '/api/v1/buds', {
    Firstname: within(100),
    Surname: within(100),
    Nickname: within(100),
    Occupation: within(100),
    Location: within(100),
    OccupationLocation: within(100),
    LastInteraction: form,
    customFields,
  })
  const selectedBuds = [(await bud.json()).bud._id]
  await send('POST', '/api/v1/circles', {
    Name: within(100),
    Shortname: within(100),
    Description: form,
    Location: within(100),
    milestones: [{ date: '2026-11-20', description: form }],
    selectedBuds,
  })
  const hour = String(n % 24).padStart(2, '0')
  await send('POST', '/api/v1/events', {
    Name: within(100),
    Description: form,
    Location: within(100) || 'Bath',
    Eventtype: 'Other',
    startDate: `2026-11-20T${hour}:00`,
    endDate: `2026-11-20T${hour}:30`,
    selectedBuds,
  })
}

/** The same posts as `raw-<n>`, with the forms as they are. */
async function writeUnsanitised() {
  const client = new PGlite(join(env.DATA_DIR, 'database'))
  for (const [n, form] of scriptCorpus.entries()) {
    await client.query(
      `insert into posts (id, slug, title, content, published, published_at)
       values (gen_random_uuid(), $1, 'Raw', $2, true, now())`,
      [`raw-${n}`, opening + form],
    )
  }
  await client.close()
}

/** Pages of a browser in which `ran` takes note, and nothing is reached but the app. */
async function openPages({ hasPolicy }: { hasPolicy: boolean }) {
  const context = await browser.newContext({ baseURL: app.url })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: app.url }])
  const ran = new Set<number>()
  await context.exposeBinding('ran', (_source, n: number) => void ran.add(n))
  await context.route('**/*', async (route) => {
    const request = route.request()
    if (!request.url().startsWith(app.url)) return route.abort()
    if (hasPolicy || request.resourceType() !== 'document') return route.continue()
    const response = await route.fetch({ maxRedirects: 0 })
    const { 'content-security-policy': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  const pages = await Promise.all(Array.from({ length: atOnce }, () => context.newPage()))
  context.on('page', (popup) => setTimeout(() => popup.close().catch(() => {}), 500))
  const withPage = async (work: (page: Page) => Promise<unknown>) => {
    const page = pages.pop() as Page
    page.removeAllListeners('dialog')
    await work(page).finally(() => pages.push(page))
  }
  const visitAll = (paths: string[], work: (page: Page, path: string) => Promise<unknown>) =>
    inTurn(paths, (path) => withPage((page) => work(page, path)))
  return { ran, visitAll, close: () => context.close() }
}

/** Opens an article and does to every part of it what a reader might. */
async function readArticle(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'load' }).catch(() => {})
  await page.evaluate(provoke).catch(() => {})
  await page.waitForTimeout(120)
}

function provoke() {
  const stay = (event: Event) => {
    const link = (event.target as Element).closest('a, area') as HTMLAnchorElement | null
    if (link && /^https?:/.test(link.protocol)) event.preventDefault()
  }
  window.addEventListener('click', stay)
  window.addEventListener('submit', (event) => {
    if (/^https?:/.test((event.submitter as HTMLButtonElement)?.formAction ?? '')) event.preventDefault()
  })
  const parts = document.querySelectorAll<HTMLElement>('article *:not([data-share], nav, nav *)')
  for (const part of parts) {
    for (const { name } of part.attributes) {
      if (name.startsWith('on')) part.dispatchEvent(new Event(name.slice(2), { bubbles: true }))
    }
    part.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    part.click?.()
    part.focus?.()
  }
}

/** Opens a screen and lists what on it could run. */
async function readScreen(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'load' })
  await page.waitForTimeout(120)
  expect(await page.evaluate(armed), path).toEqual([])
}

function armed() {
  const addresses = ['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'srcdoc']
  const runs = ({ name, value }: Attr) =>
    name.startsWith('on') || (addresses.includes(name) && /^\s*(javascript|vbscript|data:text)/i.test(value))
  const parts = [...document.querySelectorAll('*')]
  return parts.filter((part) => [...part.attributes].some(runs)).map((part) => part.outerHTML)
}

const numbers = scriptCorpus.map((_, n) => n)

test('the corpus has at least 60 forms, each another', () => {
  expect(new Set(scriptCorpus).size).toBe(scriptCorpus.length)
  expect(scriptCorpus.length).toBeGreaterThanOrEqual(60)
})

describe('an article', { timeout: 240_000 }, () => {
  const read = async (hasPolicy: boolean, paths: string[]) => {
    const { ran, visitAll, close } = await openPages({ hasPolicy })
    await visitAll(paths, readArticle)
    await close()
    return [...ran].sort((a, b) => a - b).map((n) => scriptCorpus[n])
  }

  test('runs most of the corpus without either wall, so that these tests can fail', async () => {
    const ran = await read(
      false,
      numbers.map((n) => `/blog/raw-${n}`),
    )
    expect(ran.length).toBeGreaterThan(scriptCorpus.length / 2)
  })

  test('runs nothing by the policy alone', async () => {
    const paths = numbers.map((n) => `/blog/raw-${n}`)
    expect(await read(true, paths)).toEqual([])
  })

  test('runs nothing by the sanitiser alone', async () => {
    const paths = []
    for (let page = 1; ; page++) {
      const { posts, numOfPages } = await (await send('GET', `/api/v1/blog?limit=100&page=${page}`)).json()
      for (const { slug } of posts)
        if (!slug.startsWith('raw-')) paths.push(`/blog/${encodeURIComponent(slug)}`)
      if (page >= numOfPages) break
    }
    expect(paths.length).toBeGreaterThanOrEqual(scriptCorpus.length)
    expect(await read(false, paths)).toEqual([])
  })
})

type Row = { _id: string }

/** The addresses of all pages of a list, and of every record's form. */
async function pagesOf(list: string, edit: string, api: string, noun: string, size: number) {
  const records: Row[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const body = await (await send('GET', `${api}?limit=100&page=${page}`)).json()
    records.push(...body[noun])
    pages = body.numOfPages
  }
  const lists = Array.from({ length: Math.ceil(records.length / size) }, (_, n) => `${list}?page=${n + 1}`)
  return {
    lists,
    forms: records.map(({ _id }) => `${edit}/${_id}`),
    asked: `${list}?delete=${records[0]?._id}`,
  }
}

describe.each([
  ['buds', '/dashboard', '/dashboard/EditBud', '/api/v1/buds', 'buds', 12],
  ['circles', '/dashboard/AllCircles', '/dashboard/EditCircle', '/api/v1/circles', 'circles', 12],
  ['events', '/dashboard/AllEvents', '/dashboard/EditEvent', '/api/v1/events', 'events', 12],
  ['posts', '/dashboard/blog', '/dashboard/blog/edit', '/api/v1/blog/admin/all', 'posts', 20],
] as const)('the text fields of %s', { timeout: 240_000 }, (_what, list, edit, api, noun, size) => {
  test('run nothing without the policy', async () => {
    const { lists, forms, asked } = await pagesOf(list, edit, api, noun, size)
    expect(forms.length).toBeGreaterThanOrEqual(scriptCorpus.length)
    const { ran, visitAll, close } = await openPages({ hasPolicy: false })
    await visitAll([...lists, asked, ...forms.filter((_, n) => n % 15 === 0)], readScreen)
    await close()
    expect([...ran]).toEqual([])
  })

  test('are text in the HTML of every form', async () => {
    const { forms } = await pagesOf(list, edit, api, noun, size)
    const markup = scriptCorpus.filter((form) => form.includes('<'))
    await inTurn(forms, async (path) => {
      const html = await (await send('GET', path)).text()
      expect(markup.filter((form) => html.includes(form))).toEqual([])
    })
  })
})

describe('the text fields that stand elsewhere', { timeout: 240_000 }, () => {
  test('run nothing without the policy: calendar, blog list and feed', async () => {
    const { ran, visitAll, close } = await openPages({ hasPolicy: false })
    const blog = Array.from({ length: Math.ceil(numbers.length / 9) }, (_, n) => `/blog?page=${n + 1}`)
    const views = ['month', 'week', 'day', 'agenda']
    const calendar = views.map((view) => `/dashboard/Calendar?date=2026-11-20&view=${view}`)
    await visitAll([...blog, ...calendar, '/blog/rss.xml'], readScreen)
    await close()
    expect([...ran]).toEqual([])
  })

  test('run nothing without the policy: the profile', async () => {
    const { ran, visitAll, close } = await openPages({ hasPolicy: false })
    for (const form of scriptCorpus.filter((form, n) => n % 15 === 0 && form.trim().length <= 100)) {
      await send('PATCH', '/api/v1/users/update-user', { Firstname: form, Surname: form, Location: form })
      await visitAll(['/dashboard/profile', '/dashboard/blog/new'], readScreen)
    }
    await close()
    expect([...ran]).toEqual([])
  })
})
