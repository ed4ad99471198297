import type { Request, RequestHandler, Response as ServerResponse } from 'express'
import { env } from '~/base/node/env.server'
import { isPage, sendPage, sendUncached, toUncachedResponse } from './page.server'
import { getCachedPage } from './page-cache.server'
import { hasToast } from './toast.server'
import { isSafeMethod } from './valid-request.server'

/** Renders the page of a path and query for everybody: without cookies and headers of the request. */
export type Render = (url: string, request: Request, response: ServerResponse) => Promise<Response>

/**
 * The page cache as a middleware. The path is the key. A page with a query parameter in `queries` is rendered for each
 * request; other parameters are ignored. Requests for which `isCacheable` is false pass to the next handler.
 */
export function cacheable(render: Render, queries: readonly string[]): RequestHandler {
  return async (request, response, next) => {
    try {
      const path = canonicalPath(request)
      if (!path || isDataRequest(request)) return next('route')
      if (!isCacheable(request)) return next()
      const query = queryOf(request, queries)
      const page = query
        ? await toUncachedResponse(await render(path + query, request, response))
        : await getCachedPage(path, () => render(path, request, response))
      if (response.headersSent) return
      if (isPage(page)) sendPage(request, response, page)
      else sendUncached(request, response, page)
    } catch (error) {
      next(error)
    }
  }
}

/** The canonical form of a path, which is its key in the cache. Undefined for a path with `..`, such as `/blog/..`. */
function canonicalPath({ path }: Request) {
  const parts = path.split('/').filter(Boolean)
  const canonical = `/${parts.map((part) => encodeURIComponent(decodeURIComponent(part).toLowerCase())).join('/')}`
  return new URL(canonical, env.APP_URL).pathname === canonical ? canonical : undefined
}

/** Remix fetches the data of a client-side navigation at a path that ends with `.data`. */
const isDataRequest = ({ path }: Request) => path.endsWith('.data')

/** Whether one response can be sent to everybody. A page with a toast is for one user only. */
function isCacheable(request: Request) {
  const { headers } = request
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
  return isSafeMethod(request) && !hasBody && !hasToast(headers.cookie)
}

function queryOf({ url }: Request, names: readonly string[]) {
  const query = new URLSearchParams(/\?(.*)/s.exec(url)?.[1])
  for (const name of new Set(query.keys())) if (!names.includes(name)) query.delete(name)
  return query.size > 0 ? `?${query}` : ''
}
