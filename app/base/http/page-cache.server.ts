import { LRUCache } from 'lru-cache'
import { encodePage, isPage, type Page, toUncachedResponse, ttl, type UncachedResponse } from './page.server'

/** Limit of the memory of all cached pages. */
export const maxBytes = 32_000_000

const maxAge = Math.max(1, ttl * 1_000)

/** Cached pages by path. Concurrent requests for a path wait for the same rendering. */
const pages = new LRUCache<string, Page | UncachedResponse, () => Promise<Response>>({
  maxSize: maxBytes,
  // An entry above the limit is returned, but not stored.
  sizeCalculation: (page) => (isPage(page) ? page.size : maxBytes + 1),
  ttl: maxAge,
  ttlResolution: 0,
  perf: { now: () => Date.now() },
  noDeleteOnFetchRejection: true,
  // A page that was being rendered during a purge is sent, but not stored.
  ignoreFetchAbort: true,
  fetchMethod: async (_path, stale, { context: render, options }) => {
    const started = Date.now()
    const response = await render()
    // As with `stale-if-error`, the outdated page is sent instead of an error.
    if (stale && response.status >= 500) return stale
    if (!isCacheable(response)) return toUncachedResponse(response)
    const page = await encodePage(response, stale && isPage(stale) ? stale : undefined)
    // The page is as old as the data that it was rendered from.
    options.ttl = Math.max(1, maxAge - (Date.now() - started))
    return page
  },
})

/** The page from the cache, or else what `render` returns. */
export function getCachedPage(path: string, render: () => Promise<Response>) {
  return pages.forceFetch(path, { context: render })
}

/** Call this after each change of data that public pages show. */
export function purgePages() {
  pages.clear()
}

function isCacheable({ status, headers }: Response) {
  return status === 200 && !headers.has('Set-Cookie') && headers.get('Cache-Control') !== 'no-store'
}
