import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { env } from './env.server'
import { etagOf, isAmong } from './etag.server'
import { securityByHash } from './http.server'

type Headers = Record<string, string>
/** A body in one encoding, with its headers and with those of a 304, as Node writes them fastest: names and values in turn. */
type Form = { body: Buffer; etag: string; headers: string[]; unchanged: string[] }
type Encoding = 'identity' | 'gzip' | 'br'
export type Page = { forms: Record<Encoding, Form>; freshUntil: number }
/** What is answered instead of a page, such as a redirect. */
export type Refusal = { status: number; headers: [string, string][]; body: Buffer }

/** In milliseconds: by then several processes agree. */
const life = env.NODE_ENV === 'development' ? 0 : 10_000
export const mostPages = 200

/** A browser asks each time, for the next answer may carry a toast; shared caches may keep the page as long as we do. */
const caching = {
  'cache-control': `public, max-age=0, s-maxage=${life / 1_000}`,
  'cdn-cache-control': `public, max-age=${life / 1_000}, stale-while-revalidate=60`,
  vary: 'Accept-Encoding',
}

/** By address, the one that was asked for last at the end. */
const pages = new Map<string, Page>()
const underway = new Map<string, Promise<Page | Refusal>>()

/** After each change of what public pages show. */
export function dropPages() {
  pages.clear()
  underway.clear()
}

/** The page as it is kept, or as `render` makes it, once for all who ask meanwhile. */
export async function keptPage(address: string, render: () => Promise<Response>) {
  return freshPage(address) ?? underway.get(address) ?? keep(address, render)
}

export function freshPage(address: string) {
  const page = pages.get(address)
  if (!page || page.freshUntil <= Date.now()) return undefined
  store(address, page)
  return page
}

/** What was begun before a `dropPages` is not kept. */
function keep(address: string, render: () => Promise<Response>) {
  const work = render()
    .then((response) => pageOf(response, pages.get(address)))
    .then((page) => {
      if (underway.get(address) === work && isPage(page)) store(address, page)
      return page
    })
    .finally(() => underway.get(address) === work && underway.delete(address))
  underway.set(address, work)
  return work
}

function store(address: string, page: Page) {
  pages.delete(address)
  pages.set(address, page)
  const [oldest] = pages.keys()
  if (pages.size > mostPages && oldest !== undefined) pages.delete(oldest)
}

/** A page that has not changed since `before` is not compressed again. */
export async function pageOf(response: Response, before?: Page): Promise<Page | Refusal> {
  const { status, headers } = response
  const body = Buffer.from(await response.arrayBuffer())
  if (status !== 200 || headers.has('Set-Cookie')) return { status, headers: [...headers], body }
  const freshUntil = Date.now() + life
  if (before?.forms.identity.body.equals(body)) return { ...before, freshUntil }
  return { forms: await formsOf(body, headersOf(headers)), freshUntil }
}

export function isPage(page: Page | Refusal): page is Page {
  return 'forms' in page
}

function headersOf(headers: Iterable<[string, string]>): Headers {
  const security = securityByHash([], []).map(([name, value]) => [name.toLowerCase(), value])
  return { ...Object.fromEntries(security), ...caching, ...Object.fromEntries(headers) }
}

const asGzip = promisify<Buffer, object, Buffer>(gzip)
const asBrotli = promisify<Buffer, object, Buffer>(brotliCompress)
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

async function formsOf(body: Buffer, headers: Headers): Promise<Page['forms']> {
  const [gzipped, brotli] = await Promise.all([asGzip(body, { level: 9 }), asBrotli(body, brotliOptions)])
  const tag = etagOf(body).slice(0, -1)
  return {
    identity: formOf(body, { ...headers, etag: `${tag}"` }),
    gzip: formOf(gzipped, { ...headers, etag: `${tag}-gzip"` }, 'gzip'),
    br: formOf(brotli, { ...headers, etag: `${tag}-br"` }, 'br'),
  }
}

function formOf(body: Buffer, headers: Headers & { etag: string }, encoding?: Encoding): Form {
  const ofBody = { 'content-length': String(body.length), ...(encoding && { 'content-encoding': encoding }) }
  const flat = (all: Headers) => Object.entries(all).flat()
  return { body, etag: headers.etag, headers: flat({ ...headers, ...ofBody }), unchanged: flat(headers) }
}

export function sendPage(request: IncomingMessage, response: ServerResponse, page: Page) {
  const form = page.forms[encodingFor(request.headers['accept-encoding'] ?? '')]
  if (isAmong(request.headers['if-none-match'], form.etag)) response.writeHead(304, form.unchanged).end()
  else response.writeHead(200, form.headers).end(request.method === 'HEAD' ? undefined : form.body)
}

const [takesBrotli, takesGzip] = ['br', 'gzip'].map(
  (encoding) => new RegExp(`(^|,)\\s*${encoding}\\s*($|,|;(?!\\s*q=0(\\.0*)?\\s*($|,)))`, 'i'),
)

function encodingFor(accepted: string): Encoding {
  return takesBrotli?.test(accepted) ? 'br' : takesGzip?.test(accepted) ? 'gzip' : 'identity'
}
