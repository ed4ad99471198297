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
    expect((await timedRequest('/blog')).status).toBe(200)
  })
  afterAll(async () => {
    await link.repair()
    await app.stop()
  })

  async function timedRequest(path: string, init: RequestInit = {}) {
    const started = performance.now()
    const response = await fetch(app.url + path, {
      redirect: 'manual',
      ...init,
      headers: { Cookie, ...init.headers },
    })
    const text = await response.text()
    const retryAfter = response.headers.get('Retry-After')
    return { status: response.status, text, retryAfter, seconds: (performance.now() - started) / 1000 }
  }

  const json = { 'Content-Type': 'application/json' }
  const bounce = JSON.stringify({ RecordType: 'Bounce', Type: 'HardBounce', Email: 'a@b.example' })
  const Authorization = `Basic ${Buffer.from('postmark:the secret of the webhook').toString('base64')}`
  const login = JSON.stringify({ Email: 'a@b.example', Password: 'not the password' })
  const requestAll = () =>
    Promise.all([
      timedRequest('/api/v1/buds'),
      timedRequest('/api/v1/users/current-user'),
      timedRequest('/api/v1/buds', { method: 'POST', headers: json, body: '{"Firstname":"Ada"}' }),
      timedRequest('/api/v1/auth/login', { method: 'POST', headers: json, body: login }),
      timedRequest('/api/v1/settings/registration'),
      timedRequest('/webhooks/postmark', {
        method: 'POST',
        headers: { ...json, Authorization },
        body: bounce,
      }),
      timedRequest('/dashboard.data'),
      timedRequest('/dashboard/AddBud.data', {
        method: 'POST',
        body: new URLSearchParams({ Firstname: 'Ada' }),
      }),
      timedRequest('/dashboard'),
      timedRequest('/dashboard/AddBud', { method: 'POST', body: new URLSearchParams({ Firstname: 'Ada' }) }),
    ])

  async function waitForRecovery() {
    const started = Date.now()
    while (Date.now() - started < 15_000) {
      if (
        (await timedRequest('/readyz')).status === 200 &&
        (await timedRequest('/api/v1/buds')).status === 200
      )
        return
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    throw new Error('The app did not recover within 15 s')
  }

  describe.each([
    ['connection refused', () => link.cut()],
    ['packets dropped', () => link.silence()],
  ] as const)('%s', (_how, fail) => {
    test('every request gets a 503 within 5 s, as JSON or as a page', async () => {
      fail()
      for (let round = 0; round < 2; round++) {
        const responses = await requestAll()
        for (const { status, seconds, retryAfter } of responses) {
          expect([status, retryAfter]).toEqual([503, '5'])
          expect(seconds).toBeLessThan(5)
        }
        for (const { text } of responses.slice(0, 6)) {
          expect(JSON.parse(text)).toEqual({ msg: 'Something went wrong' })
        }
        for (const { text } of responses.slice(8)) expect(text).toContain('Error Page')
        for (const { text } of responses) expect(text).not.toMatch(/ECONN|postgres|select /i)
      }
    })

    test('URLs that would redirect get a 503 with the error page', async () => {
      const id = '01920000-0000-7000-8000-000000000000'
      const responses = await Promise.all([
        timedRequest(`/dashboard/DeleteBud/${id}`),
        timedRequest(`/dashboard/DeleteBud/${id}`, { method: 'POST' }),
        timedRequest(`/dashboard/EditBud/${id}`),
        timedRequest('/logout', { method: 'POST' }),
      ])
      for (const { status, retryAfter, text } of responses) {
        expect([status, retryAfter]).toEqual([503, '5'])
        expect(text).toContain('Error Page')
      }
    })

    test('/readyz responds 503, /healthz and pages without a database respond 200', async () => {
      const ready = await timedRequest('/readyz')
      expect(ready.status).toBe(503)
      expect(ready.seconds).toBeLessThan(5)
      expect((await timedRequest('/healthz')).status).toBe(200)
      expect((await timedRequest('/login', { headers: { Cookie: '' } })).status).toBe(200)
    })

    test('cached public pages respond, others get a 503', async () => {
      for (const path of ['/', '/about', '/privacy-policy', '/robots.txt', '/terms', '/contact', '/blog']) {
        const { status, seconds } = await timedRequest(path)
        expect([path, status]).toEqual([path, 200])
        expect(seconds).toBeLessThan(5)
      }
      for (const path of ['/blog?page=1', '/blog/no-such-post', '/sitemap.xml', '/blog/rss.xml']) {
        const { status, text, retryAfter } = await timedRequest(path)
        expect([path, status, retryAfter]).toEqual([path, 503, '5'])
        expect(text).not.toMatch(/ECONN|postgres|select /i)
      }
    })

    test('the register screen requires a code, because it cannot read the setting', async () => {
      const page = await timedRequest('/register', { headers: { Cookie: '' } })
      expect(page.status).toBe(200)
      expect(page.text).toContain('name="accessCode"')
    })

    test('the app recovers by itself', async () => {
      await link.repair()
      await waitForRecovery()
      for (const { status } of await requestAll()) expect([200, 201, 202, 302, 401]).toContain(status)
    })
  })
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
