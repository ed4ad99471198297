import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropPages, isPage, keptPage, mostPages } from '~/server/page-cache.server'

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
afterEach(() => void vi.useRealTimers())

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

test('of many pages those that were asked for last are kept', async () => {
  await textAt('/first', 'one')
  await textAt('/second', 'one')
  for (let n = 0; n < mostPages - 2; n++) await textAt(`/${n}`, 'one')
  await textAt('/first', 'two')
  await textAt('/one-more', 'one')
  expect(await textAt('/first', 'three')).toBe('<p>one</p>')
  expect(await textAt('/second', 'three')).toBe('<p>three</p>')
})
