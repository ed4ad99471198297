import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropPages, isPage, keptPage, mostBytes } from '~/http/page-cache.server'

const page = (text: string) => new Response(`<p>${text}</p>`, { headers: { 'Content-Type': 'text/html' } })

/** What is kept at an address when `text` would be rendered now. */
async function textAt(address: string, text: string) {
  const kept = await keptPage(address, async () => page(text))
  return isPage(kept) ? kept.forms.identity.body.toString() : kept.status
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  dropPages()
})
afterEach(() => {
  vi.useRealTimers()
  dropPages()
})

test('a page is made once and kept for ten seconds', async () => {
  expect(await textAt('/', 'one')).toBe('<p>one</p>')
  vi.advanceTimersByTime(9_900)
  expect(await textAt('/', 'two')).toBe('<p>one</p>')
  vi.advanceTimersByTime(200)
  expect(await textAt('/', 'three')).toBe('<p>three</p>')
})

test('everything is dropped at once', async () => {
  await textAt('/', 'one')
  await textAt('/about', 'one')
  dropPages()
  expect(await textAt('/', 'two')).toBe('<p>two</p>')
  expect(await textAt('/about', 'two')).toBe('<p>two</p>')
})

test('what was begun before the drop is answered, but not kept', async () => {
  let finish = (_: Response) => {}
  const begun = keptPage('/', () => new Promise((resolve) => (finish = resolve)))
  dropPages()
  const renewed = textAt('/', 'new')
  finish(page('old'))
  await begun
  expect(await renewed).toBe('<p>new</p>')
  expect(await textAt('/', 'newer')).toBe('<p>new</p>')
})

test('a page is made once for all who ask meanwhile', async () => {
  const render = vi.fn(async () => page('one'))
  await Promise.all(Array.from({ length: 50 }, () => keptPage('/', render)))
  expect(render).toHaveBeenCalledTimes(1)
})

test('an unchanged page keeps what was compressed, and its tags', async () => {
  const before = await keptPage('/', async () => page('one'))
  vi.advanceTimersByTime(11_000)
  const after = await keptPage('/', async () => page('one'))
  expect(isPage(before) && isPage(after) && after.forms).toBe(isPage(before) && before.forms)
})

test('what is no page, or sets a cookie, is answered as it is and not kept', async () => {
  const redirect = () => Promise.resolve(new Response(null, { status: 302, headers: { Location: '/blog' } }))
  expect(await keptPage('/gone', redirect)).toMatchObject({ status: 302 })
  const cookie = () => Promise.resolve(new Response('', { headers: { 'Set-Cookie': 'a=b' } }))
  expect(await keptPage('/gone', cookie)).toMatchObject({
    status: 200,
    headers: expect.arrayContaining([['set-cookie', 'a=b']]),
  })
  expect(await textAt('/gone', 'there')).toBe('<p>there</p>')
})

test('a failure is not kept either', async () => {
  await expect(keptPage('/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await textAt('/', 'mended')).toBe('<p>mended</p>')
})

test('the ten seconds run from when the page was begun, not from when it was done', async () => {
  const slow = async () => {
    vi.advanceTimersByTime(4_000)
    return page('one')
  }
  await keptPage('/', slow)
  vi.advanceTimersByTime(6_100)
  expect(await textAt('/', 'two')).toBe('<p>two</p>')
})

test('while it cannot be made the page before is answered, and it is tried again ten seconds later', async () => {
  await textAt('/', 'one')
  vi.advanceTimersByTime(11_000)
  const broken = vi.fn(async () => new Response('Error Page', { status: 503 }))
  for (let n = 0; n < 3; n++) {
    const kept = await keptPage('/', broken)
    expect(isPage(kept) && kept.forms.identity.body.toString()).toBe('<p>one</p>')
  }
  expect(broken).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(10_100)
  expect(await textAt('/', 'mended')).toBe('<p>mended</p>')
})

test('a page that is gone, or was dropped, is not answered any more', async () => {
  await textAt('/', 'one')
  vi.advanceTimersByTime(11_000)
  expect(await keptPage('/', async () => new Response(null, { status: 302 }))).toMatchObject({ status: 302 })
  await textAt('/', 'two')
  dropPages()
  expect(await keptPage('/', async () => new Response(null, { status: 503 }))).toMatchObject({ status: 503 })
})

test('what says that nobody may keep it is not kept', async () => {
  const data = () => Promise.resolve(new Response('data', { headers: { 'Cache-Control': 'no-store' } }))
  expect(await keptPage('/', data)).toMatchObject({ status: 200, body: Buffer.from('data') })
  expect(await textAt('/', 'one')).toBe('<p>one</p>')
})

test('all pages together stay below their bound, and those that were made last are kept', async () => {
  const long = 'x'.repeat(mostBytes / 10)
  await textAt('/first', `one${long}`)
  await textAt('/second', `one${long}`)
  for (let n = 0; n < 7; n++) await textAt(`/${n}`, long)
  vi.advanceTimersByTime(11_000)
  await textAt('/first', `two${long}`)
  await textAt('/one-more', long)
  const gone = async () => new Response(null, { status: 503 })
  expect(isPage(await keptPage('/first', gone))).toBe(true)
  expect(isPage(await keptPage('/0', gone))).toBe(true)
  expect(isPage(await keptPage('/second', gone))).toBe(false)
})

test('a page that is larger than the bound is answered and not kept', async () => {
  expect(await textAt('/', 'x'.repeat(mostBytes))).toHaveLength(mostBytes + 7)
  expect(await textAt('/', 'two')).toBe('<p>two</p>')
  expect(await textAt('/', 'three')).toBe('<p>two</p>')
})
