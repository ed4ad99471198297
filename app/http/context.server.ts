import type { Logger } from 'pino'

/** What Express knows of a request and hands to every loader and action. */
export type RequestContext = {
  /** None on a page that is the same for everybody. */
  nonce: string | undefined
  requestId: string
  /** The client's address, as far as `TRUST_PROXY` lets it be known. */
  address: string
  log: Logger
  /** Adds a `Set-Cookie` header to the response, whatever becomes of it. */
  setCookie: (cookie: string) => void
}

declare module '@remix-run/node' {
  interface AppLoadContext extends RequestContext {}
  interface Future {
    v3_singleFetch: true
  }
}

/** What is read of a request: of a loader's, or of Express's as the API's door hands it on. */
export type Incoming = {
  method: string
  url: string
  headers: { get: (name: string) => string | null }
  body: AsyncIterable<Uint8Array> | null
}

/** What loaders, actions and the API's methods are called with. */
export type Call = { request: Incoming; context: RequestContext }
