import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isPage } from '~/http/page.server'
import { getCachedPage, maxBytes, purgePages } from '~/http/page-cache.server'

const page = (text: string) => new Response(`<p>${text}</p>`, { headers: { 'Content-Type': 'text/html' } })

/** Requests a page, which is rendered with `text` if it is not cached. Returns its HTML, or its status without HTML. */
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

test('a page is rendered once and cached for ten seconds', async () => {
  expect(await textAt('/', 'one')).toBe('<p>one</p>')
  vi.advanceTimersByTime(9_900)
  expect(await textAt('/', 'two')).toBe('<p>one</p>')
  vi.advanceTimersByTime(200)
  expect(await textAt('/', 'three')).toBe('<p>three</p>')
})

test('a purge removes all pages', async () => {
  await textAt('/', 'one')
  await textAt('/about', 'one')
  purgePages()
  expect(await textAt('/', 'two')).toBe('<p>two</p>')
  expect(await textAt('/about', 'two')).toBe('<p>two</p>')
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

test('an unchanged page is not compressed again and keeps its ETags', async () => {
  const before = await getCachedPage('/', async () => page('one'))
  vi.advanceTimersByTime(11_000)
  const after = await getCachedPage('/', async () => page('one'))
  expect(isPage(before) && isPage(after) && after.representations).toBe(
    isPage(before) && before.representations,
  )
})

test('a redirect, or a response that sets a cookie, is not cached', async () => {
  const redirect = () => Promise.resolve(new Response(null, { status: 302, headers: { Location: '/blog' } }))
  expect(await getCachedPage('/gone', redirect)).toMatchObject({ status: 302 })
  const cookie = () => Promise.resolve(new Response('', { headers: { 'Set-Cookie': 'a=b' } }))
  expect(await getCachedPage('/gone', cookie)).toMatchObject({
    status: 200,
    headers: expect.arrayContaining([['set-cookie', 'a=b']]),
  })
  expect(await textAt('/gone', 'there')).toBe('<p>there</p>')
})

test('an error is not cached', async () => {
  await expect(getCachedPage('/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await textAt('/', 'repaired')).toBe('<p>repaired</p>')
})

test('the TTL begins when rendering starts, not when it ends', async () => {
  const slow = async () => {
    vi.advanceTimersByTime(4_000)
    return page('one')
  }
  await getCachedPage('/', slow)
  vi.advanceTimersByTime(6_100)
  expect(await textAt('/', 'two')).toBe('<p>two</p>')
})

test('while rendering fails the outdated page is sent, and rendering is tried again after ten seconds', async () => {
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

test('a page that redirects, or was purged, is not sent while rendering fails', async () => {
  await textAt('/', 'one')
  vi.advanceTimersByTime(11_000)
  expect(await getCachedPage('/', async () => new Response(null, { status: 302 }))).toMatchObject({
    status: 302,
  })
  await textAt('/', 'two')
  purgePages()
  expect(await getCachedPage('/', async () => new Response(null, { status: 503 }))).toMatchObject({
    status: 503,
  })
})

test('a response with no-store is not cached', async () => {
  const data = () => Promise.resolve(new Response('data', { headers: { 'Cache-Control': 'no-store' } }))
  expect(await getCachedPage('/', data)).toMatchObject({ status: 200, body: Buffer.from('data') })
  expect(await textAt('/', 'one')).toBe('<p>one</p>')
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
