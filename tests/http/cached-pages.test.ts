import { connect } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/db/db.server'
import { encodingFor } from '~/http/page.server'
import { purgePages } from '~/http/page-cache.server'
import { baseUrl } from '../support/app'
import { createClient, visibleText } from '../support/client'
import { isRemote } from '../support/database'
import { createUser, signedIn, signedInAs } from '../support/factories'
import { removePosts, storePost } from '../support/posts'

const slug = 'a-cached-post'
const article = `/blog/${slug}`
const cachedPaths = [
  '/',
  '/privacy-policy',
  '/about',
  '/blog',
  article,
  '/blog/rss.xml',
  '/robots.txt',
  '/sitemap.xml',
]

const get = (path: string, headers: Record<string, string> = {}) =>
  createClient().send('GET', path, { headers })
const isPublic = ({ headers }: { headers: Headers }) =>
  headers.get('Cache-Control')?.startsWith('public') === true

/** Sends the target unchanged; fetch would normalise it. */
function sendRaw(target: string, headers = 'Host: localhost', method = 'GET') {
  const { hostname, port } = new URL(baseUrl)
  return new Promise<{ status: number; head: string; text: string }>((resolve, reject) => {
    let received = ''
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${method} ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`)
    })
    socket.setEncoding('utf8').on('data', (text) => (received += text))
    socket.once('error', reject).once('close', () => {
      const [head = '', ...rest] = received.split('\r\n\r\n')
      resolve({ status: Number(received.split(' ')[1]), head, text: rest.join('\r\n\r\n') })
    })
  })
}

beforeEach(async () => {
  await removePosts()
  await storePost({ slug, title: 'Cached', content: '<p>Words.</p>' })
})

describe.each(cachedPaths)('%s', (path) => {
  test('is static, and byte for byte the same for each client', async () => {
    const nobody = await get(path)
    expect(nobody.text).not.toContain('__remixContext')
    const user = await signedIn()
    const admin = await signedIn({ traits: ['admin'] })
    for (const client of [user, admin]) {
      const response = await client.visit(path)
      expect(response.text).toBe(nobody.text)
      expect(response.headers.get('ETag')).toBe(nobody.headers.get('ETag'))
      expect(response.cookies).toEqual([])
    }
  })

  test('is the same page when a signed-in user requests it first', async () => {
    const user = await signedIn()
    purgePages()
    const first = await user.visit(path)
    purgePages()
    expect((await get(path)).text).toBe(first.text)
    expect(isPublic(first)).toBe(true)
  })

  test('does not contain the host of the request', async () => {
    const plain = await get(path)
    purgePages()
    const headers = {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'ftp',
      Forwarded: 'host=evil.example',
    }
    expect((await get(path, headers)).text).toBe(plain.text)
    purgePages()
    expect((await sendRaw(path, 'Host: evil.example')).text).not.toContain('evil.example')
    expect((await get(path)).text).toBe(plain.text)
  })

  test('is cached by its canonical path', async () => {
    const plain = await get(path)
    for (const other of [
      path.toUpperCase(),
      `${path}?`,
      `${path}?utm_source=a&UTM=b`,
      `${path}?_data=root`,
    ]) {
      purgePages()
      const response = await get(other)
      expect([other, response.status, response.text]).toEqual([other, 200, plain.text])
    }
    expect((await get(path === '/' ? path : `${path}/`)).text).toBe(plain.text)
  })

  test('ignores a Range header', async () => {
    const plain = await get(path)
    const response = await get(path, { Range: 'bytes=0-9' })
    expect([response.status, response.text]).toEqual([200, plain.text])
  })

  test('responds 304 to GET and HEAD with its ETag or *', async () => {
    const etag = (await get(path)).headers.get('ETag') ?? ''
    for (const tag of [etag, '*', `"a", W/${etag}`]) {
      for (const method of ['GET', 'HEAD']) {
        const response = await createClient().send(method, path, { headers: { 'If-None-Match': tag } })
        expect([response.status, response.headers.get('ETag')]).toEqual([304, etag])
      }
    }
    expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200)
  })

  test('a 304 has no policy, also when the page is rendered for it', async () => {
    const etag = (await get(path)).headers.get('ETag') ?? ''
    purgePages()
    const response = await get(path, { 'If-None-Match': etag })
    expect([response.status, response.headers.get('Content-Security-Policy')]).toEqual([304, null])
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
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['gzip;q=0, *', 'br'],
  ['*;q=0', 'identity'],
  ['identity;q=0', 'identity'],
  ['identity;q=0, *', 'br'],
  ['identity, br;q=0.1', 'identity'],
  ['GZIP ; Q=0.8', 'gzip'],
  ['br;q=none, gzip;q=0.001', 'gzip'],
  ['deflate, brotli', 'identity'],
] as const)('Accept-Encoding: %s selects %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding)
})

describe('a path that a URL parser resolves', () => {
  test.each(['/blog/..', '/blog/%2e%2e', '/blog/.', '/blog/%2E', '/blog/a-cached-post/..', '/blog/..%2f'])(
    '%s does not change any cached page',
    async (target) => {
      const plain = Object.fromEntries(
        await Promise.all(
          ['/', '/blog', article].map(async (path) => [path, (await get(path)).text] as const),
        ),
      )
      purgePages()
      expect((await sendRaw(target)).status).toBeLessThan(500)
      for (const [path, text] of Object.entries(plain)) expect((await get(path)).text).toBe(text)
    },
  )

  test('a request target with a host is accepted', async () => {
    for (const path of ['/', '/about', article, '/login']) {
      expect((await sendRaw(`http://evil.example${path}`)).status).toBe(200)
      expect((await sendRaw(path)).status).toBe(200)
    }
    expect((await sendRaw('http://evil.example')).status).toBe(200)
    expect((await sendRaw('*')).status).toBe(404)
  })
})

describe('a query parameter of the blog', () => {
  test.each(['?page=1', '?tag=all', '?search=words'])(
    '%s is rendered for each request, the same for everybody',
    async (query) => {
      const response = await get(`/blog${query}`)
      expect(response.status).toBe(200)
      expect(isPublic(response)).toBe(true)
      expect((await (await signedIn()).visit(`/blog${query}`)).text).toBe(response.text)
      const headers = { 'If-None-Match': response.headers.get('ETag') ?? '' }
      expect(headers['If-None-Match']).toMatch(/^W\//)
      expect((await get(`/blog${query}`, headers)).status).toBe(304)
      if (!isRemote) await db.execute(`update posts set title = 'Renamed'`)
      if (!isRemote) expect((await get(`/blog${query}`, headers)).text).toContain('Renamed')
    },
  )
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

  test('only the reader of a missing post gets its toast', async () => {
    const [one, two] = [createClient(), createClient()]
    for (const client of [one, two]) expect(await client.visit('/blog/no-such-post')).toHaveRedirect('/blog')
    expect(visibleText(await one.visit('/blog'))).toContain('Blog post not found')
    expect(visibleText(await get('/blog'))).not.toContain('Blog post not found')
    expect(visibleText(await two.visit('/blog'))).toContain('Blog post not found')
    expect(visibleText(await two.visit('/blog'))).not.toContain('Blog post not found')
  })
})

test('two users each get their own dashboard', async () => {
  const [ada, joan] = await Promise.all([createUser({ Firstname: 'Ada' }), createUser({ Firstname: 'Joan' })])
  const clients = await Promise.all([ada, joan].map(({ _id }) => signedInAs(_id)))
  const [first, second] = await Promise.all(clients.map((client) => client.visit('/dashboard')))
  expect(first && visibleText(first)).toContain('Ada')
  expect(second && visibleText(second)).not.toContain('Ada')
})
