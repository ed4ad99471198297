import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Request, Response as ServerResponse } from 'express'
import Negotiator from 'negotiator'
import { env } from '~/base/node/env.server'
import { etagOf, isNotModified } from '~/base/node/etag.server'
import { policyHeader, policyWithHashes } from './security-headers.server'

/** In order of the server's preference. */
const encodings = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof encodings)[number]

type Headers = Record<string, string>
type Representation = { body: Buffer; etag: string; headers: Headers }

/** A page in each encoding (RFC 9110, section 3.2). `size` is its memory in bytes. */
export type Page = { representations: Record<Encoding, Representation>; size: number }

/** A response that is not cached, such as a redirect. */
export type UncachedResponse = { status: number; headers: [string, string][]; body: Buffer }

/** In seconds. A purge clears the cache of one process only, so others show the old page for this time at most. */
export const ttl = env.NODE_ENV === 'development' ? 0 : env.PAGE_LIFE

/**
 * Browsers revalidate each time, because the next response may carry a toast. Shared caches store the page for the TTL.
 */
const cacheControl = {
  'cache-control': `public, max-age=0, s-maxage=${ttl}`,
  'cdn-cache-control': `public, max-age=${ttl}, stale-while-revalidate=${6 * ttl}, stale-if-error=3600`,
  vary: 'Accept-Encoding',
}

const overheadBytes = 10_000
const asGzip = promisify<Buffer, object, Buffer>(gzip)
const asBrotli = promisify<Buffer, object, Buffer>(brotliCompress)
/** 7 % smaller than with quality 9, for half as much time again. Quality 11 takes three times as long for 3 %. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }

/** Compresses a page. Returns `stale` if the body has not changed. */
export async function encodePage(response: Response, stale?: Page): Promise<Page> {
  const body = Buffer.from(await response.arrayBuffer())
  if (stale?.representations.identity.body.equals(body)) return stale
  const [gzipped, brotli] = await Promise.all([asGzip(body, { level: 9 }), asBrotli(body, brotliOptions)])
  const policy = { [policyHeader.toLowerCase()]: policyWithHashes([], []) }
  const headers = { ...policy, ...cacheControl, ...Object.fromEntries(response.headers) }
  // The hash includes the headers, because a 304 does not send them.
  const tag = etagOf(JSON.stringify(headers) + body).slice(0, -1)
  return {
    representations: {
      identity: { body, etag: `${tag}"`, headers },
      gzip: { body: gzipped, etag: `${tag}-gzip"`, headers: { ...headers, 'content-encoding': 'gzip' } },
      br: { body: brotli, etag: `${tag}-br"`, headers: { ...headers, 'content-encoding': 'br' } },
    },
    size: body.length + gzipped.length + brotli.length + overheadBytes,
  }
}

export async function toUncachedResponse(response: Response): Promise<UncachedResponse> {
  const { status, headers } = response
  return { status, headers: [...headers], body: Buffer.from(await response.arrayBuffer()) }
}

export const isPage = (page: Page | UncachedResponse): page is Page => 'representations' in page

/** The encoding for an `Accept-Encoding` header. `identity` is the fallback when the client accepts none of them. */
export function encodingFor(accepted: string | undefined) {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } })
  return (negotiator.encoding(encodings, encodings) ?? 'identity') as Encoding
}

/** Sends the representation that the client prefers, or 304 when the client has it. */
export function sendPage(request: Request, response: ServerResponse, { representations }: Page) {
  const { body, etag, headers } = representations[encodingFor(request.get('Accept-Encoding'))]
  if (isNotModified(request.get('If-None-Match'), etag)) {
    // The client keeps the policy of the stored page, which has hashes in place of this response's nonce.
    response.removeHeader(policyHeader)
    const unchanged = { ...cacheControl, 'cache-control': headers['cache-control'] ?? '', etag }
    response.writeHead(304, unchanged).end()
  } else {
    response.writeHead(200, { ...headers, etag, 'content-length': body.length })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}

/** The ETag is weak, because a middleware compresses the body afterwards. */
export function sendUncached(request: Request, response: ServerResponse, uncached: UncachedResponse) {
  const { status, headers, body } = uncached
  const etag = etagOf(body)
  response.set(status === 200 ? { ...cacheControl, etag: `W/${etag}` } : { 'cache-control': 'no-store' })
  for (const [name, value] of headers) {
    if (name === 'set-cookie') response.append(name, value)
    else response.setHeader(name, value)
  }
  const isUnchanged = status === 200 && isNotModified(request.get('If-None-Match'), etag)
  response.status(isUnchanged ? 304 : status).end(isUnchanged ? undefined : body)
}
