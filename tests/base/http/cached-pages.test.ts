import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { encodingFor } from '~/base/http/page.server'
import { purgePages } from '~/base/http/page-cache.server'
import { baseUrl } from '../../support/app'
import { createClient, visibleText } from '../../support/client'
import { isRemote } from '../../support/database'
import { signedIn } from '../../support/factories'
import { removePosts, storePost } from '../../support/posts'

const slug = 'a-cached-post'
const article = `/blog/${slug}`
const pages = ['/', '/privacy-policy', '/about', '/blog', article]
const cachedPaths = [...pages, '/blog/rss.xml', '/robots.txt', '/sitemap.xml']

const get = (path: string, headers: Record<string, string> = {}) =>
  createClient().send('GET', path, { headers })
const isPublic = ({ headers }: { headers: Headers }) =>
  headers.get('Cache-Control')?.startsWith('public') === true

/** Sends the target unchanged; fetch would normalise it. */
function sendRaw(target: string, host = 'localhost') {
  const { hostname, port } = new URL(baseUrl)
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    let received = ''
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    })
    socket.setEncoding('utf8').on('data', (text) => (received += text))
    socket.once('error', reject).once('close', () => {
      const text = received.slice(received.indexOf('\r\n\r\n'))
      resolve({ status: Number(received.split(' ')[1]), text })
    })
  })
}

beforeAll(async () => {
  await removePosts()
  await storePost({ slug, title: 'Cached', content: '<p>Words.</p>' })
})

describe.each(cachedPaths)('%s', (path) => {
  test('is static, and byte for byte the same for each client, also when a signed-in user requests it first', async () => {
    const user = await signedIn()
    purgePages()
    const first = await user.visit(path)
    expect(isPublic(first)).toBe(true)
    expect(first.text).not.toContain('__remixContext')
    purgePages()
    for (const client of [createClient(), user, await signedIn({ traits: ['admin'] })]) {
      const response = await client.visit(path)
      expect(response.text).toBe(first.text)
      expect(response.headers.get('ETag')).toBe(first.headers.get('ETag'))
      expect(response.cookies).toEqual([])
    }
  })

  test('depends neither on the host nor on the range of the request', async () => {
    const plain = await get(path)
    purgePages()
    const headers = {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'ftp',
      Forwarded: 'host=evil.example',
      Range: 'bytes=0-9',
    }
    const { status, text } = await get(path, headers)
    expect([status, text]).toEqual([200, plain.text])
    purgePages()
    expect((await sendRaw(path, 'evil.example')).text).not.toContain('evil.example')
    expect((await get(path)).text).toBe(plain.text)
  })

  test('is cached by its canonical path', async () => {
    const plain = await get(path)
    const queries = ['?', '?utm_source=a&UTM=b', '?_data=root'].map((query) => path + query)
    for (const other of [path.toUpperCase(), ...queries]) {
      purgePages()
      const response = await get(other)
      expect([other, response.status, response.text]).toEqual([other, 200, plain.text])
    }
    expect((await get(path === '/' ? path : `${path}/`)).text).toBe(plain.text)
  })

  test('responds 304 without a Content-Security-Policy to GET and HEAD with its ETag or *, also if the page is not in the cache', async () => {
    const etag = (await get(path)).headers.get('ETag') ?? ''
    purgePages()
    for (const tag of [etag, '*', `"a", W/${etag}`]) {
      for (const method of ['GET', 'HEAD']) {
        const init = { headers: { 'If-None-Match': tag } }
        const { status, headers } = await createClient().send(method, path, init)
        expect([status, headers.get('ETag')]).toEqual([304, etag])
        expect(headers.get('Content-Security-Policy')).toBe(null)
      }
    }
    expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200)
  })

  test('refuses POST and does not change', async () => {
    const plain = await get(path)
    const response = await createClient().submit(path, { a: 'b' })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect(isPublic(response)).toBe(false)
    expect((await get(path)).text).toBe(plain.text)
  })
})

test.each([
  [undefined, 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['gzip;q=0, *', 'br'],
  ['*;q=0', 'identity'],
  ['identity;q=0, *', 'br'],
  ['GZIP ; Q=0.8', 'gzip'],
] as const)('Accept-Encoding: %s selects %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding)
})

describe('a path that a URL parser would rewrite', () => {
  test('does not change any cached page', async () => {
    const texts = () => Promise.all(['/', '/blog', article].map(async (path) => (await get(path)).text))
    const plain = await texts()
    for (const other of ['..', '%2e%2e', '.', '%2E', `${slug}/..`, '..%2f']) {
      purgePages()
      expect((await sendRaw(`/blog/${other}`)).status).toBeLessThan(500)
      expect(await texts(), other).toEqual(plain)
    }
  })

  test('a request target with a host is accepted', async () => {
    for (const path of ['/', '/about', article, '/login']) {
      expect((await sendRaw(`http://evil.example${path}`)).status).toBe(200)
      expect((await sendRaw(path)).status).toBe(200)
    }
    expect((await sendRaw('http://evil.example')).status).toBe(200)
    expect((await sendRaw('*')).status).toBe(404)
  })
})

test('the blog with a query parameter is rendered for each request, the same for everybody', async () => {
  for (const path of ['/blog?page=1', '/blog?tag=all', '/blog?search=words']) {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(isPublic(response)).toBe(true)
    expect((await (await signedIn()).visit(path)).text).toBe(response.text)
    const headers = { 'If-None-Match': response.headers.get('ETag') ?? '' }
    expect(headers['If-None-Match']).toMatch(/^W\//)
    expect((await get(path, headers)).status).toBe(304)
    if (isRemote) continue
    await db.execute(`update posts set title = 'Renamed for ${path}'`)
    expect((await get(path, headers)).text).toContain(`Renamed for ${path}`)
  }
})

describe('nothing else is cached', () => {
  test('errors, redirects and pages that need a session', async () => {
    const user = await signedIn()
    const screens = ['/dashboard', '/dashboard/AddBud', '/login', '/register', '/contact', '/terms']
    for (const path of ['/no-such-page', '/blog/no-such-post', '/%ff', ...screens]) {
      const first = await user.visit(path)
      expect([path, isPublic(first)]).toEqual([path, false])
      expect(first.headers.get('Cache-Control')).toBe('no-store')
    }
    for (const path of ['/api/v1/buds', '/api/v1/users/current-user', '/api/v1/settings/registration']) {
      expect((await user.get(path)).headers.get('Cache-Control')).toBe('private, no-cache')
    }
    expect((await get('/api/v1/users/current-user')).status).toBe(401)
  })

  test('data requests of navigations', async () => {
    const response = await get(`${article}.data`)
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect((await get('/about.data?_routes=root')).headers.get('Cache-Control')).toBe('no-store')
  })

  test('the toast about a missing post is only shown to the visitor who requested it', async () => {
    const [one, two] = [createClient(), createClient()]
    for (const client of [one, two]) expect(await client.visit('/blog/no-such-post')).toHaveRedirect('/blog')
    expect(visibleText(await one.visit('/blog'))).toContain('Blog post not found')
    expect(visibleText(await get('/blog'))).not.toContain('Blog post not found')
    expect(visibleText(await two.visit('/blog'))).toContain('Blog post not found')
    expect(visibleText(await two.visit('/blog'))).not.toContain('Blog post not found')
  })
})
