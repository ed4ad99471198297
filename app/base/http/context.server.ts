import { setTimeout } from 'node:timers/promises'
import type { Request as ClientRequest, Response as ServerResponse } from 'express'
import type { Logger } from 'pino'
import { log } from '~/base/node/log.server'

/** The `context` argument of loaders and actions. */
export type RequestContext = {
  /** Undefined for the API, and for a page that is rendered once for everybody (`cacheable.server.ts`). */
  nonce: string | undefined
  /** The IP address of the client. Behind proxies it is right only if `TRUST_PROXY` is their number. */
  address: () => string
  log: Logger
  /** Resolves when the client has received what was written of the response, and to false if it is gone. */
  drained: () => Promise<boolean>
  /** Whether the client still waits for the response: it is not gone, and the request has not timed out. */
  isAwaited: () => boolean
  /** Calls `done` when the response has ended or the client is gone, perhaps at once. */
  onClose: (done: () => void) => void
  /** Adds a `Set-Cookie` header to the response, whatever its status. */
  setCookie: (cookie: string) => void
  /** Lets the browser forget what it has stored of this site's responses. */
  clearCache: () => void
}

declare module '@remix-run/node' {
  interface AppLoadContext extends RequestContext {}
  interface Future {
    v3_singleFetch: true
  }
}

/** The part of a request that the app reads. Remix gives loaders a `Request`; API calls get Express's request. */
export type IncomingRequest = {
  method: string
  url: string
  headers: { get: (name: string) => string | null }
  body: AsyncIterable<Uint8Array> | null
}

/** The arguments of loaders, actions and API methods. */
export type Call = { request: IncomingRequest; context: RequestContext }

export function getLoadContext(request: ClientRequest, response: ServerResponse): RequestContext {
  return {
    nonce: response.locals.nonce,
    address: () => request.ip ?? '',
    log: log.child({ requestId: response.locals.requestId }),
    drained: () => drained(response),
    isAwaited: () => !response.headersSent && !response.destroyed,
    onClose: (done) => (response.closed ? done() : void response.once('close', done)),
    setCookie: (cookie) => void response.append('Set-Cookie', cookie),
    clearCache: () => void response.set('Clear-Site-Data', '"cache"'),
  }
}

const longestPause = 50

/**
 * Resolves when the client has received what was written, and to false if it is gone. Polls, because the middleware
 * that compresses the response redirects the event `drain`.
 */
async function drained(response: ServerResponse) {
  for (let ms = 1; response.writableNeedDrain; ms = Math.min(ms + 1, longestPause)) await setTimeout(ms)
  return !response.destroyed
}
