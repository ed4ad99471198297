import type { IncomingMessage } from 'node:http'

type AnyRequest = IncomingMessage & { originalUrl?: string }

/** The path of the whole URL, decoded as the routes see it. Within a router, `request.path` lacks the router's own part. */
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

/** Paths that programs request. Their errors are JSON. */
export const isApiPath = (request: AnyRequest) => /^\/(api\/|webhooks\/|jobs\/|readyz)/i.test(pathOf(request))

const tokenPath = /(\/(?:reset-password|confirm-email)\/)[^/]+/i

/** A path that contains a secret token, which neither logs nor other sites may see. */
export const hasToken = (request: AnyRequest) => tokenPath.test(pathOf(request))

export const pathWithoutToken = (request: AnyRequest) => pathOf(request).replace(tokenPath, '$1…')
