import type { IncomingMessage } from 'node:http'

export const apiBase = '/api/v1'
export const davBase = '/dav'
export const wellKnownBase = '/.well-known'

/** Where requests bypass Remix, which knows only the methods of forms. */
export const endpointBases = [apiBase, davBase, wellKnownBase]

type AnyRequest = IncomingMessage & { originalUrl?: string }

/** The decoded path of the whole URL. Within a router, `request.path` lacks the prefix where the router is mounted. */
export function pathOf({ originalUrl, url = '' }: AnyRequest) {
  const [path = ''] = (originalUrl ?? url).split('?', 1)
  return path.includes('%') && isDecodable(path) ? decodeURIComponent(path) : path
}

export function isDecodable(path: string) {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Whether error responses on the path are XML. */
export const isDavPath = (request: AnyRequest) => /^\/dav(\/|$)/i.test(pathOf(request))

/** Whether the path is for programs rather than browsers. Error responses on such a path are JSON, or XML below `/dav`. */
export const isApiPath = (request: AnyRequest) =>
  isDavPath(request) || /^\/(api\/|\.well-known\/ca(rd|l)dav|webhooks\/|jobs\/|readyz)/i.test(pathOf(request))

const tokenPath =
  /(\/(?:reset-password|confirm-email|verify-email|keep-email|unsubscribe|rsvp|update|feeds)\/)[^/]+/i

/** Whether the path contains a secret token, which neither logs nor other sites may see. */
export const hasToken = (request: AnyRequest) => tokenPath.test(pathOf(request))

/** An API token that was put into a path by mistake. */
const apiToken = /bud_[\w-]{8,}/gi

/** A client's own name for a card may be that of a person. */
const davFile = /^(\/dav\/[^/]*\/[^/]*\/).+/is

export const pathWithoutToken = (request: AnyRequest) =>
  pathOf(request).replace(tokenPath, '$1…').replace(davFile, '$1…').replace(apiToken, 'bud_…')
