import { connect } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { createPost, deletePost, updatePost } from '~/blog/posts.server'
import { db } from '~/db/db.server'
import { encodingFor } from '~/http/encoding.server'
import { dropPages } from '~/http/page-cache.server'
import { baseUrl } from '../support/app'
import { createClient, visibleText } from '../support/client'
import { isRemote } from '../support/database'
import { createUser, signedIn, signedInAs } from '../support/factories'
import { removePosts, storePost } from '../support/posts'

const slug = 'a-kept-post'
const article = `/blog/${slug}`
const kept = [
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

/** As it stands on the wire: fetch tidies addresses up. */
function ask(target: string, headers = 'Host: localhost', method = 'GET') {
  const { hostname, port } = new URL(baseUrl)
  return new Promise<{ status: number; head: string; text: string }>((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${method} ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`)
    })
    socket.setEncoding('utf8').on('data', (text) => (answer += text))
    socket.once('error', reject).once('close', () => {
      const [head = '', ...rest] = answer.split('\r\n\r\n')
      resolve({ status: Number(answer.split(' ')[1]), head, text: rest.join('\r\n\r\n') })
    })
  })
}

beforeEach(async () => {
  await removePosts()
  await storePost({ slug, title: 'Kept', content: '<p>Words.</p>' })
})

describe.each(kept)('%s', (path) => {
  test('is byte for byte the same for whoever asks', async () => {
    const nobody = await get(path)
    const user = await signedIn()
    const admin = await signedIn({ traits: ['admin'] })
    for (const client of [user, admin]) {
      const answer = await client.visit(path)
      expect(answer.text).toBe(nobody.text)
      expect(answer.headers.get('ETag')).toBe(nobody.headers.get('ETag'))
      expect(answer.cookies).toEqual([])
    }
  })

  test('is the same page when somebody who is signed in is the first to ask', async () => {
    const user = await signedIn()
    dropPages()
    const first = await user.visit(path)
    dropPages()
    expect((await get(path)).text).toBe(first.text)
    expect(isPublic(first)).toBe(true)
  })

  test('knows nothing of the host that it was asked for by', async () => {
    const plain = await get(path)
    dropPages()
    const headers = {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'ftp',
      Forwarded: 'host=evil.example',
    }
    expect((await get(path, headers)).text).toBe(plain.text)
    dropPages()
    expect((await ask(path, 'Host: evil.example')).text).not.toContain('evil.example')
    expect((await get(path)).text).toBe(plain.text)
  })

  test('is kept by one spelling of its address', async () => {
    const plain = await get(path)
    for (const other of [
      path.toUpperCase(),
      `${path}?`,
      `${path}?utm_source=a&UTM=b`,
      `${path}?_data=root`,
    ]) {
      dropPages()
      const answer = await get(other)
      expect([other, answer.status, answer.text]).toEqual([other, 200, plain.text])
    }
    expect((await get(path === '/' ? path : `${path}/`)).text).toBe(plain.text)
  })

  test('is sent whole to who asks for a range of it', async () => {
    const plain = await get(path)
    const answer = await get(path, { Range: 'bytes=0-9' })
    expect([answer.status, answer.text]).toEqual([200, plain.text])
  })

  test('unchanged it is a 304 to HEAD as well, and to who has anything', async () => {
    const etag = (await get(path)).headers.get('ETag') ?? ''
    for (const tag of [etag, '*', `"a", W/${etag}`]) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await createClient().send(method, path, { headers: { 'If-None-Match': tag } })
        expect([answer.status, answer.headers.get('ETag')]).toEqual([304, etag])
      }
    }
    expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200)
  })

  test('a 304 leaves the policy of the page as it is, also when it has to be made again', async () => {
    const etag = (await get(path)).headers.get('ETag') ?? ''
    dropPages()
    const answer = await get(path, { 'If-None-Match': etag })
    expect([answer.status, answer.headers.get('Content-Security-Policy')]).toEqual([304, null])
  })

  test('takes nothing that is posted, and is not changed by it', async () => {
    const plain = await get(path)
    const answer = await createClient().submit(path, { a: 'b' })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(isPublic(answer)).toBe(false)
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
] as const)('who takes %s gets %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding)
})

describe('an address that is read as another', () => {
  test.each(['/blog/..', '/blog/%2e%2e', '/blog/.', '/blog/%2E', '/blog/a-kept-post/..', '/blog/..%2f'])(
    '%s changes no page',
    async (target) => {
      const plain = Object.fromEntries(
        await Promise.all(
          ['/', '/blog', article].map(async (path) => [path, (await get(path)).text] as const),
        ),
      )
      dropPages()
      expect((await ask(target)).status).toBeLessThan(500)
      for (const [path, text] of Object.entries(plain)) expect((await get(path)).text).toBe(text)
    },
  )

  test('an address is taken with its host too, and leaves the server alive', async () => {
    for (const path of ['/', '/about', article, '/login']) {
      expect((await ask(`http://evil.example${path}`)).status).toBe(200)
      expect((await ask(path)).status).toBe(200)
    }
    expect((await ask('http://evil.example')).status).toBe(200)
    expect((await ask('*')).status).toBe(404)
  })
})

describe('what a blog page asks besides', () => {
  test.each(['?page=1', '?tag=all', '?search=words'])(
    '%s is made anew, the same for everybody',
    async (query) => {
      const answer = await get(`/blog${query}`)
      expect(answer.status).toBe(200)
      expect(isPublic(answer)).toBe(true)
      expect((await (await signedIn()).visit(`/blog${query}`)).text).toBe(answer.text)
      const headers = { 'If-None-Match': answer.headers.get('ETag') ?? '' }
      expect(headers['If-None-Match']).toMatch(/^W\//)
      expect((await get(`/blog${query}`, headers)).status).toBe(304)
      if (!isRemote) await db.execute(`update posts set title = 'Renamed'`)
      if (!isRemote) expect((await get(`/blog${query}`, headers)).text).toContain('Renamed')
    },
  )
})

describe('after a change of a post its pages are new at once', () => {
  const input = {
    title: 'New',
    excerpt: 'In short.',
    content: '<p>New words.</p>',
    author: 'Ada',
    tags: ['fresh'],
  }
  const all = { featured: false, published: true, metaDescription: '', featuredImage: '' }
  const pages = ['/blog', '/blog/rss.xml', '/sitemap.xml']
  const texts = async () => Promise.all(pages.map(async (path) => (await get(path)).text))

  test.skipIf(isRemote)('made, changed, taken back, deleted', async () => {
    for (const text of await texts()) expect(text).not.toMatch(/blog\/new\b/)
    const post = await createPost({ ...input, ...all })
    for (const text of await texts()) expect(text).toMatch(/blog\/new\b/)
    await updatePost(post._id, { title: 'Renamed' })
    expect(visibleText(await get('/blog/new'))).toContain('Renamed')
    await updatePost(post._id, { published: false })
    for (const text of await texts()) expect(text).not.toMatch(/blog\/new\b/)
    expect((await get('/blog/new')).status).toBe(302)
    await updatePost(post._id, { published: true })
    expect((await get('/blog/new')).status).toBe(200)
    await deletePost(post._id)
    expect((await get('/blog/new')).status).toBe(302)
    for (const text of await texts()) expect(text).not.toMatch(/blog\/new\b/)
  })
})

describe('nothing else is kept', () => {
  test('errors, redirects and what needs a session', async () => {
    const user = await signedIn()
    for (const path of ['/no-such-page', '/blog/no-such-post', '/%ff', '/dashboard', '/login', '/terms']) {
      const first = await user.visit(path)
      expect([path, isPublic(first)]).toEqual([path, false])
      expect(first.headers.get('Cache-Control')).toBe('no-store')
    }
    for (const path of ['/api/v1/buds', '/api/v1/users/current-user', '/api/v1/settings/registration']) {
      expect((await user.get(path)).headers.get('Cache-Control')).toBe('private, no-cache')
    }
    expect((await get('/api/v1/users/current-user')).status).toBe(401)
  })

  test('data that the browser’s router asks for', async () => {
    const answer = await get(`${article}.data`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect((await get('/about.data?_routes=root')).headers.get('Cache-Control')).toBe('no-store')
  })

  test('each reader who misses a post is told so, and nobody else', async () => {
    const [one, two] = [createClient(), createClient()]
    for (const client of [one, two]) expect(await client.visit('/blog/no-such-post')).toHaveRedirect('/blog')
    expect(visibleText(await one.visit('/blog'))).toContain('Blog post not found')
    expect(visibleText(await get('/blog'))).not.toContain('Blog post not found')
    expect(visibleText(await two.visit('/blog'))).toContain('Blog post not found')
    expect(visibleText(await two.visit('/blog'))).not.toContain('Blog post not found')
  })
})

test('two users with a session each keep their own dashboard', async () => {
  const [ada, joan] = await Promise.all([createUser({ Firstname: 'Ada' }), createUser({ Firstname: 'Joan' })])
  const clients = await Promise.all([ada, joan].map(({ _id }) => signedInAs(_id)))
  const [first, second] = await Promise.all(clients.map((client) => client.visit('/dashboard')))
  expect(first && visibleText(first)).toContain('Ada')
  expect(second && visibleText(second)).not.toContain('Ada')
})
