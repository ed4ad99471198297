import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { encodingFor } from './encoding.server'
import { env } from './env.server'
import { etagOf, isAmong } from './etag.server'
import { securityByHash } from './http.server'

type Headers = Record<string, string>
/** A body in one encoding, with its headers and with those of a 304, as Node writes them fastest: names and values in turn. */
type Form = { body: Buffer; etag: string; headers: string[]; unchanged: string[] }
type Forms = { identity: Form; gzip: Form; br: Form }
export type Page = { forms: Forms; size: number; freshUntil: number }
/** What is answered and not kept, such as a redirect. */
export type Answer = { status: number; headers: [string, string][]; body: Buffer }

/** By then several processes agree. */
const life = env.NODE_ENV === 'development' ? 0 : env.PAGE_LIFE
/** Of all pages together, in memory. */
export const mostBytes = 32_000_000
/** What a page takes besides its bodies. */
const overhead = 10_000

/** A browser asks each time, for the next answer may carry a toast; shared caches may keep the page as long as we do. */
export const caching = {
  'cache-control': `public, max-age=0, s-maxage=${life}`,
  'cdn-cache-control': `public, max-age=${life}, stale-while-revalidate=${6 * life}, stale-if-error=3600`,
  vary: 'Accept-Encoding',
}

/** By address, the one that was made last at the end: what is asked for is made anew again and again. */
const pages = new Map<string, Page>()
const underway = new Map<string, Promise<Page | Answer>>()
let bytes = 0

/** After each change of what public pages show. */
export function dropPages() {
  pages.clear()
  underway.clear()
  bytes = 0
}

/** The page as it is kept, or as `render` makes it, once for all who ask meanwhile. */
export async function keptPage(address: string, render: () => Promise<Response>) {
  return freshPage(address) ?? underway.get(address) ?? keep(address, render)
}

export function freshPage(address: string) {
  const page = pages.get(address)
  return page && page.freshUntil > Date.now() ? page : undefined
}

/** What was begun before a `dropPages` is not kept. */
function keep(address: string, render: () => Promise<Response>) {
  const work = make(render, pages.get(address))
    .then((page) => {
      if (underway.get(address) !== work) return page
      if (isPage(page)) store(address, page)
      else if (page.status < 500) remove(address)
      return page
    })
    .finally(() => underway.get(address) === work && underway.delete(address))
  underway.set(address, work)
  return work
}

/** While the database is away, the page `before` is better than none. Its time runs from when its data were read. */
async function make(render: () => Promise<Response>, before?: Page) {
  const begun = Date.now()
  const response = await render()
  if (before && response.status >= 500) return { ...before, freshUntil: Date.now() + life * 1_000 }
  return isForAll(response) ? pageOf(response, begun, before) : answerOf(response)
}

function isForAll({ status, headers }: Response) {
  return status === 200 && !headers.has('Set-Cookie') && headers.get('Cache-Control') !== 'no-store'
}

export function isPage(page: Page | Answer): page is Page {
  return 'forms' in page
}

function store(address: string, page: Page) {
  remove(address)
  pages.set(address, page)
  bytes += page.size
  for (const oldest of pages.keys()) if (bytes > mostBytes) remove(oldest)
}

function remove(address: string) {
  bytes -= pages.get(address)?.size ?? 0
  pages.delete(address)
}

/** A page that has not changed since `before` is not compressed again. */
async function pageOf(response: Response, begun: number, before?: Page): Promise<Page> {
  const body = Buffer.from(await response.arrayBuffer())
  const freshUntil = begun + life * 1_000
  if (before?.forms.identity.body.equals(body)) return { ...before, freshUntil }
  const forms = await formsOf(body, headersOf(response.headers))
  const size = Object.values(forms).reduce((sum, form) => sum + form.body.length, overhead)
  return { forms, size, freshUntil }
}

export async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response
  return { status, headers: [...headers], body: Buffer.from(await response.arrayBuffer()) }
}

function headersOf(headers: Iterable<[string, string]>): Headers {
  const security = securityByHash([], []).map(([name, value]) => [name.toLowerCase(), value])
  return { ...Object.fromEntries(security), ...caching, ...Object.fromEntries(headers) }
}

const asGzip = promisify<Buffer, object, Buffer>(gzip)
const asBrotli = promisify<Buffer, object, Buffer>(brotliCompress)
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** The tag is of the headers too, for a 304 leaves them as they are. */
async function formsOf(body: Buffer, headers: Headers): Promise<Forms> {
  const [gzipped, brotli] = await Promise.all([asGzip(body, { level: 9 }), asBrotli(body, brotliOptions)])
  const tag = etagOf(JSON.stringify(headers) + body).slice(0, -1)
  return {
    identity: formOf(body, { ...headers, etag: `${tag}"` }),
    gzip: formOf(gzipped, { ...headers, etag: `${tag}-gzip"` }, 'gzip'),
    br: formOf(brotli, { ...headers, etag: `${tag}-br"` }, 'br'),
  }
}

function formOf(body: Buffer, headers: Headers & { etag: string }, encoding?: keyof Forms): Form {
  const ofBody = { 'content-length': String(body.length), ...(encoding && { 'content-encoding': encoding }) }
  const flat = (all: Headers) => Object.entries(all).flat()
  const { etag } = headers
  return {
    body,
    etag,
    headers: flat({ ...headers, ...ofBody }),
    unchanged: flat({ ...caching, 'cache-control': headers['cache-control'] ?? '', etag }),
  }
}

export function sendPage({ method, headers }: IncomingMessage, response: ServerResponse, { forms }: Page) {
  const form = forms[encodingFor(headers['accept-encoding'])]
  const known = headers['if-none-match']
  if (known === form.etag || (known && isAmong(known, form.etag))) {
    // The policy of this response knows another nonce; that of the stored page has to stay.
    response.removeHeader('Content-Security-Policy')
    response.writeHead(304, form.unchanged).end()
  } else response.writeHead(200, form.headers).end(method === 'HEAD' ? undefined : form.body)
}
