import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/create-database.mjs'
import { startFaultyLink } from '../support/faulty-link.mjs'
import { startServer } from '../support/server.mjs'

const server = process.env.DATABASE_URL_TEST

describe.skipIf(!server).each([
  { way: 'without TLS', certificate: () => undefined },
  { way: 'with TLS', certificate: makeCertificate },
])('while the database, connected $way, is unavailable', ({ way, certificate }) => {
  let app: Awaited<ReturnType<typeof startServer>>
  let link: Awaited<ReturnType<typeof startFaultyLink>>
  let Cookie: string

  beforeAll(async () => {
    const name = `outage_${process.pid}_${way === 'with TLS' ? 'tls' : 'clear'}`
    link = await startFaultyLink(await createDatabase(server ?? '', name), certificate())
    app = await startServer({
      DATABASE_URL: link.url,
      DATABASE_POOL_SIZE: '5',
      PAGE_LIFE: '1',
      POSTMARK_WEBHOOK_SECRET: 'the secret of the webhook',
    })
    const demo = await fetch(`${app.url}/api/v1/auth/demo`, { method: 'POST' })
    Cookie = demo.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect(demo.status).toBe(200)
    expect((await request('/blog')).status).toBe(200)
  })
  afterAll(async () => {
    await link.repair()
    await app.stop()
  })

  async function request(path: string, init: RequestInit = {}) {
    const headers = { Cookie, ...init.headers }
    const response = await fetch(app.url + path, { redirect: 'manual', ...init, headers })
    const text = await response.text()
    return { path, status: response.status, text, retryAfter: response.headers.get('Retry-After') }
  }

  const postJson = (path: string, body: object) => {
    const Authorization = `Basic ${btoa('postmark:the secret of the webhook')}`
    const headers = { 'Content-Type': 'application/json', Authorization }
    return request(path, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const postForm = (path: string) =>
    request(path, { method: 'POST', body: new URLSearchParams({ Firstname: 'Ada' }) })
  const asVisitor = { headers: { Cookie: '' } }

  const callApi = () =>
    Promise.all([
      request('/api/v1/buds'),
      request('/api/v1/users/current-user'),
      request('/api/v1/settings/registration'),
      postJson('/api/v1/buds', { Firstname: 'Ada' }),
      postJson('/api/v1/auth/login', { Email: 'a@b.example', Password: 'not the password' }),
      postJson('/webhooks/postmark', { RecordType: 'Bounce', Type: 'HardBounce', Email: 'a@b.example' }),
    ])
  const openScreens = () => Promise.all([request('/dashboard'), postForm('/dashboard/AddBud')])
  const loadData = () => Promise.all([request('/dashboard.data'), postForm('/dashboard/AddBud.data')])
  const bud = '01920000-0000-7000-8000-000000000000'
  const redirect = () =>
    Promise.all([
      request(`/dashboard/DeleteBud/${bud}`),
      postForm(`/dashboard/DeleteBud/${bud}`),
      request(`/dashboard/EditBud/${bud}`),
      postForm('/logout'),
    ])
  const uncached = ['/blog?page=1', '/blog/no-such-post', '/sitemap.xml', '/blog/rss.xml']
  const cached = ['/', '/about', '/privacy-policy', '/robots.txt', '/terms', '/contact', '/blog']

  test.each([
    ['connection refused', () => link.cut()],
    ['packets dropped', () => link.silence()],
  ] as const)(
    '%s: what needs the database gets a 503, other pages respond, and the app recovers by itself',
    async (_how, fail) => {
      fail()
      for (let round = 0; round < 2; round++) {
        const [api, screens, redirects, data, others, ready, register, ...pages] = await Promise.all([
          callApi(),
          openScreens(),
          redirect(),
          loadData(),
          Promise.all(uncached.map((path) => request(path))),
          request('/readyz'),
          request('/register', asVisitor),
          request('/login', asVisitor),
          request('/healthz'),
          ...cached.map((path) => request(path)),
        ])
        for (const { path, status, retryAfter, text } of [api, screens, redirects, data, others].flat()) {
          expect([path, status, retryAfter]).toEqual([path, 503, '5'])
          expect(text).not.toMatch(/ECONN|postgres|select /i)
        }
        for (const { text } of api) expect(JSON.parse(text)).toEqual({ msg: 'Something went wrong' })
        for (const { text } of [...screens, ...redirects]) expect(text).toContain('Error Page')
        expect(ready.status).toBe(503)
        for (const { path, status } of [register, ...pages]) expect([path, status]).toEqual([path, 200])
        // The app cannot read whether a code is required.
        expect(register.text).toContain('name="accessCode"')
      }

      await link.repair()
      const statuses = async () => [(await request('/readyz')).status, (await request('/api/v1/buds')).status]
      await expect.poll(statuses, { interval: 200 }).toEqual([200, 200])
      const responses = [await callApi(), await openScreens(), await loadData()].flat()
      for (const { status } of responses) expect([200, 201, 202, 302, 401]).toContain(status)
    },
  )
})

function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'budkeeper-certificate-'))
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '2']
  execFileSync('openssl', [...request, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const certificate = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(folder, { recursive: true })
  return certificate
}
