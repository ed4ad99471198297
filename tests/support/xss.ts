import type { PGlite } from '@electric-sql/pglite'
import type { Browser, Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import type { Post } from '~/site/blog/post-input.server'
import { scriptCorpus } from './script-corpus'

export type Send = (method: string, path: string, body?: object) => Promise<Response>
export type Visit = (page: Page, path: string) => Promise<unknown>

const atOnce = 8

/** Processes all items, several at a time. */
export async function processAll<T>(all: readonly T[], work: (one: T) => Promise<unknown>) {
  const left = [...all]
  const worker = async () => {
    while (left.length > 0) await work(left.shift() as T)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

const opening = '<p>Before.</p>'

/** Writes a payload through the API to every text field that accepts it, in a record of each kind. Posts are sanitised by the API. */
export async function writeThroughApi(send: Send, n: number) {
  const payload = scriptCorpus[n] ?? ''
  const within = (most: number) => (payload.trim().length <= most ? payload : `Form ${n}`)
  const post = await send('POST', '/api/v1/blog/admin', {
    title: within(200),
    excerpt: payload,
    content: opening + payload,
    author: within(100),
    tags: [within(50)],
    metaDescription: within(160),
    featuredImage: `/"${encodeURIComponent(payload)}`,
    published: true,
    sanitize: true,
  })
  const customFields = payload.includes('@') ? [] : [{ name: within(50), value: within(50) }]
  const bud = await send('POST', '/api/v1/buds', {
    Firstname: within(100),
    Surname: within(100),
    Nickname: within(100),
    Occupation: within(100),
    Location: within(100),
    OccupationLocation: within(100),
    LastInteraction: payload,
    notes: payload,
    emails: [{ label: within(50), value: 'ada@example.com' }],
    phones: [{ label: '', value: `1${within(49)}` }],
    addresses: [
      { label: within(50), street: within(200), city: payload.slice(0, 200), country: within(200) },
    ],
    links: [{ label: within(50), value: `https://example.com/${encodeURI(within(50))}` }],
    dates: [{ label: within(50), month: 2, day: 29 }],
    customFields,
    tags: payload.includes(',') ? [] : [within(50)],
  })
  const selectedBuds = [(await bud.json()).bud._id]
  await send('POST', '/api/v1/circles', {
    Name: within(100),
    Shortname: within(100),
    Description: payload,
    Location: within(100),
    milestones: [{ date: '2026-11-20', description: payload }],
    selectedBuds,
  })
  const hour = String(n % 24).padStart(2, '0')
  await send('POST', '/api/v1/events', {
    Name: within(100),
    Description: payload,
    Location: within(100),
    Eventtype: 'Other',
    startDate: `2126-11-20T${hour}:00`,
    endDate: `2126-11-20T${hour}:30`,
    selectedBuds,
  })
  return (await post.json()).post as Post
}

const each = (...columns: string[]) => columns.map((column) => `${column} = $1`).join(', ')
const pair = (...names: string[]) =>
  `jsonb_build_array(jsonb_build_object('id', 1, 'date', '2026-11-20', ${names.map((name) => `'${name}', $1::text`).join(', ')}))`

/** The lists of records, with an assignment of $1 to all columns that have text. */
export const recordLists = {
  buds: {
    list: '/dashboard',
    edit: '/dashboard/EditBud',
    set: `${each('first_name', 'surname', 'nickname', 'occupation', 'location', 'occupation_location', 'last_interaction', 'notes')}, ${['emails', 'phones', 'links'].map((column) => `${column} = ${pair('label', 'value')}`).join(', ')}, addresses = ${pair('label', 'street', 'city', 'region', 'postcode', 'country')}, dates = jsonb_build_array(jsonb_build_object('label', $1::text, 'year', null, 'month', 2, 'day', 29)), custom_fields = ${pair('name', 'value')}, tags = array[$1::text]`,
  },
  circles: {
    list: '/dashboard/AllCircles',
    edit: '/dashboard/EditCircle',
    set: `${each('name', 'shortname', 'description', 'location')}, milestones = ${pair('description')}`,
  },
  events: {
    list: '/dashboard/AllEvents',
    edit: '/dashboard/EditEvent',
    set: each('name', 'description', 'location'),
  },
}

/** Every tenth record of a list contains ten payloads, so that these records together contain the whole corpus. */
export const chunk = 10
const payloadsFrom = (n: number) => [...scriptCorpus, ...scriptCorpus].slice(n, n + chunk).join('\n')

/** Writes payloads directly to the database, without validation and sanitiser. The posts have slugs `raw-<n>`. */
export async function writeToDatabase(client: PGlite, owner: string) {
  for (const [table, { set }] of Object.entries(recordLists)) {
    const { rows } = await client.query<{ id: string }>(
      `select id from ${table} where owner_id = (select id from users where email = $1) order by id desc`,
      [owner],
    )
    for (let n = 0; n < rows.length; n += chunk)
      await client.query(`update ${table} set ${set} where id = $2`, [payloadsFrom(n), rows[n]?.id])
  }
  for (const [n, payload] of scriptCorpus.entries())
    await client.query(
      `insert into posts (id, slug, title, excerpt, content, author, tags, meta_description, published, published_at)
       values ($5, $1, $2, $2, $3, $4, array[$2], $4, true, now())`,
      [`raw-${n}`, payload, opening + payload, payloadsFrom(n), uuid({ msecs: n })],
    )
  const everything = scriptCorpus.join('\n')
  await client.query(`update users set ${each('first_name', 'surname', 'location')} where email = $2`, [
    everything,
    owner,
  ])
}

/** Runs `work` for each path in a browser that resolves only the app's host name. Returns the payloads that ran. */
export async function visitAll(
  browser: Browser,
  { url, cookie, hasPolicy }: { url: string; cookie: string; hasPolicy: boolean },
  paths: string[],
  work: Visit,
) {
  const context = await browser.newContext({ baseURL: url, bypassCSP: !hasPolicy })
  context.setDefaultTimeout(120_000)
  await context.addCookies(cookiesOf(cookie, url))
  const ran = new Set<number>()
  await context.exposeBinding('ran', (_source, n: number) => void ran.add(n))
  const pages = await Promise.all(Array.from({ length: atOnce }, () => context.newPage()))
  context.on('page', (popup) => setTimeout(() => popup.close().catch(() => {}), 300))
  await processAll(paths, async (path) => {
    const page = pages.pop() as Page
    await work(page, path).finally(() => pages.push(page))
  })
  await context.close()
  return [...ran].sort((a, b) => a - b).map((n) => scriptCorpus[n])
}

export function cookiesOf(header: string, url: string) {
  return header.split('; ').map((one) => {
    const [name = '', value = ''] = one.split(/=(.*)/)
    return { name, value, url }
  })
}

/** Opens an article and triggers the events of every element. */
export async function readArticle(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'load' }).catch(() => {})
  await page.evaluate(triggerEvents).catch(() => {})
  await page.waitForTimeout(100)
}

function triggerEvents() {
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

/** The elements that could run a script in this HTML, or in the current page, except those of the app. */
export function dangerousElements(html: string | null) {
  const urlAttributes = ['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'srcdoc']
  const isDangerous = ({ name, value }: Attr) =>
    name.startsWith('on') ||
    (urlAttributes.includes(name) && /^\s*(javascript|vbscript|data:text)/i.test(value))
  const parts = [
    ...new DOMParser()
      .parseFromString(html ?? document.documentElement.outerHTML, 'text/html')
      .querySelectorAll('*'),
  ]
  const runs = (part: Element) =>
    part.matches('script:not([nonce], [type="application/ld+json"])')
      ? part.textContent?.includes('ran(')
      : part.matches('iframe, object, embed, base, meta[http-equiv], math, template') ||
        [...part.attributes].some(isDangerous)
  return parts.filter(runs).map((part) => part.outerHTML.slice(0, 200))
}
