import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isPage } from '~/base/http/page.server'
import { getCachedPage, maxBytes, purgePages } from '~/base/http/page-cache.server'

const page = (text: string) => new Response(`<p>${text}</p>`, { headers: { 'Content-Type': 'text/html' } })

/** Requests a page, which is rendered with `text` if it is not cached. Returns its HTML, or its status if the response has no HTML. */
async function textAt(path: string, text: string) {
  const cached = await getCachedPage(path, async () => page(text))
  return isPage(cached) ? cached.representations.identity.body.toString() : cached.status
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  purgePages()
})
afterEach(() => {
  vi.useRealTimers()
  purgePages()
})

test('a page is rendered once and cached for ten seconds, or until a purge of all pages', async () => {
  expect(await textAt('/', 'one')).toBe('<p>one</p>')
  vi.advanceTimersByTime(9_900)
  expect(await textAt('/', 'two')).toBe('<p>one</p>')
  vi.advanceTimersByTime(200)
  for (const path of ['/', '/about']) expect(await textAt(path, 'three')).toBe('<p>three</p>')
  purgePages()
  for (const path of ['/', '/about']) expect(await textAt(path, 'four')).toBe('<p>four</p>')
})

test('a page that was being rendered during a purge is sent, but not cached', async () => {
  let finish = (_: Response) => {}
  const pending = getCachedPage('/', () => new Promise((resolve) => (finish = resolve)))
  purgePages()
  const renewed = textAt('/', 'new')
  finish(page('old'))
  await pending
  expect(await renewed).toBe('<p>new</p>')
  expect(await textAt('/', 'newer')).toBe('<p>new</p>')
})

test('a page is rendered once for concurrent requests', async () => {
  const render = vi.fn(async () => page('one'))
  await Promise.all(Array.from({ length: 50 }, () => getCachedPage('/', render)))
  expect(render).toHaveBeenCalledTimes(1)
})

test('an error, a redirect, and a response with a cookie or no-store are not cached', async () => {
  await expect(getCachedPage('/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  for (const response of [
    new Response(null, { status: 302, headers: { Location: '/blog' } }),
    new Response('', { headers: { 'Set-Cookie': 'a=b' } }),
    new Response('data', { headers: { 'Cache-Control': 'no-store' } }),
  ]) {
    const expected = { status: response.status, headers: [...response.headers] }
    expect(await getCachedPage('/', async () => response)).toMatchObject(expected)
  }
  expect(await textAt('/', 'one')).toBe('<p>one</p>')
})

test('the TTL begins when rendering starts, not when it ends', async () => {
  await getCachedPage('/', async () => {
    vi.advanceTimersByTime(4_000)
    return page('one')
  })
  vi.advanceTimersByTime(6_100)
  expect(await textAt('/', 'two')).toBe('<p>two</p>')
})

test('while rendering fails, the outdated page is sent, and rendering is tried again after ten seconds', async () => {
  await textAt('/', 'one')
  vi.advanceTimersByTime(11_000)
  const broken = vi.fn(async () => new Response('Error Page', { status: 503 }))
  for (let n = 0; n < 3; n++) {
    const cached = await getCachedPage('/', broken)
    expect(isPage(cached) && cached.representations.identity.body.toString()).toBe('<p>one</p>')
  }
  expect(broken).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(10_100)
  expect(await textAt('/', 'repaired')).toBe('<p>repaired</p>')
})

test('while rendering fails, no old copy is sent of a page that was purged or has become a redirect', async () => {
  await textAt('/', 'one')
  vi.advanceTimersByTime(11_000)
  const respondTo = (status: number) => getCachedPage('/', async () => new Response(null, { status }))
  expect(await respondTo(302)).toMatchObject({ status: 302 })
  await textAt('/', 'two')
  purgePages()
  expect(await respondTo(503)).toMatchObject({ status: 503 })
})

test('all pages together stay below the limit, and the least recently used page is evicted', async () => {
  const long = 'x'.repeat(maxBytes / 10)
  await textAt('/first', `one${long}`)
  await textAt('/second', `one${long}`)
  for (let n = 0; n < 7; n++) await textAt(`/${n}`, long)
  vi.advanceTimersByTime(11_000)
  await textAt('/first', `two${long}`)
  await textAt('/one-more', long)
  const gone = async () => new Response(null, { status: 503 })
  expect(isPage(await getCachedPage('/first', gone))).toBe(true)
  expect(isPage(await getCachedPage('/0', gone))).toBe(true)
  expect(isPage(await getCachedPage('/second', gone))).toBe(false)
})

test('a page above the limit is sent, but not cached', async () => {
  expect(await textAt('/', 'x'.repeat(maxBytes))).toHaveLength(maxBytes + 7)
  expect(await textAt('/', 'two')).toBe('<p>two</p>')
  expect(await textAt('/', 'three')).toBe('<p>two</p>')
})
