import { once } from 'node:events'
import { Agent, createServer, type IncomingHttpHeaders, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import express, { type RequestHandler } from 'express'
import { describe, expect, test } from 'vitest'
import { createApp } from '~/base/http/app.server'
import { drainBody } from '~/base/http/drain-body.server'
import { errorHandler } from '~/base/http/error-handler.server'
import { requestTimeout } from '~/base/http/request-timeout.server'
import { baseUrl } from '../../support/app'
import { type ClientResponse, createClient } from '../../support/client'
import { expectLinear } from '../../support/cpu-time'
import { createBud, signedIn } from '../../support/factories'
import { records } from '../../support/records'

const ownOrigin = new URL(baseUrl).origin

describe('a write must come from the same origin', () => {
  test('Origin, or else Sec-Fetch-Site, decides whether a write is accepted', async () => {
    const user = await signedIn()
    let bud = await createBud(user.user)
    const cases: [Record<string, string>, number][] = [
      [{}, 200],
      [{ Origin: ownOrigin }, 200],
      [{ Origin: 'https://evil.example' }, 403],
      [{ Origin: 'null' }, 403],
      [{ Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }, 403],
      [{ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }, 200],
      [{ Origin: `${ownOrigin}.evil.example` }, 403],
      [{ Origin: ownOrigin.replace('127', '128') }, 403],
      [{ Origin: `${ownOrigin}1` }, 403],
      [{ Origin: ownOrigin.replace('http:', 'ftp:') }, 403],
      [{ Origin: 'http://localhost:3000' }, 200],
      [{ Origin: 'https://localhost:3000' }, 403],
      [{ Origin: 'http://localhost:3000', 'X-Forwarded-Proto': 'https' }, 200],
      [{ Origin: 'http://localhost' }, 403],
      [{ Origin: '' }, 403],
      [{ Origin: ownOrigin, 'Sec-Fetch-Site': 'cross-site' }, 200],
      [{ 'Sec-Fetch-Site': 'same-origin' }, 200],
      [{ 'Sec-Fetch-Site': 'none' }, 200],
      [{ 'Sec-Fetch-Site': 'same-site' }, 403],
      [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
      [{ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }, 403],
    ]
    for (const [headers, status] of cases) {
      const response = await user.send('DELETE', `/api/v1/buds/${bud._id}`, { headers })
      expect([headers, response.status]).toEqual([headers, status])
      expect(response.body.msg).toBeTruthy()
      expect((await user.get(`/api/v1/buds/${bud._id}`)).status).toBe(status === 200 ? 404 : 200)
      if (status === 200) bud = await createBud(user.user)
    }
  })

  test.each([
    ['http', 'EXAMPLE.org', 'http://example.org', 200],
    ['http', 'example.org:80', 'http://example.org', 200],
    ['https', 'example.org', 'https://example.org', 200],
    ['https', 'Example.org:443', 'https://example.org', 200],
    ['https', 'example.org', 'http://example.org', 403],
    ['http', 'example.org', 'https://example.org', 403],
    ['http', 'example.org:443', 'https://example.org', 403],
    ['https', 'example.org:80', 'http://example.org', 403],
    ['http', 'example.org:8080', 'http://example.org', 403],
    ['http', '[::1]:3000', 'http://[::1]:3000', 200],
    ['http', 'example.org', 'null', 403],
  ])('over %s to host %s with Origin %s gets %d', async (scheme, host, origin, status) => {
    const headers = { host, origin, 'x-forwarded-proto': scheme }
    expect(await statusWith(headers, 'POST', '/api/v1/auth/logout')).toBe(status)
  })

  test.each<Record<string, string>>([
    { Origin: ownOrigin },
    { Origin: 'http://localhost:3000', Host: 'internal' },
    { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
  ])('a form of this site is accepted, also behind a proxy and without a referrer: %j', async (headers) => {
    const user = await signedIn()
    const body = new URLSearchParams({ Firstname: 'Grace' })
    const response = await user.send('POST', '/dashboard/AddBud', { headers, body })
    expect(response).toHaveRedirect('/dashboard')
  })

  test('a form of another site gets the error page, changes nothing and signs nobody in', async () => {
    const user = await signedIn()
    const { _id } = await createBud(user.user)
    const headers = { Origin: 'https://evil.example' }
    const response = await user.send('POST', `/dashboard/DeleteBud/${_id}`, { headers })
    expect(response.status).toBe(403)
    expect(response.headers.get('Content-Type')).toContain('text/html')
    expect((await user.get(`/api/v1/buds/${_id}`)).status).toBe(200)
    const signIn = await createClient().send('POST', '/api/v1/auth/demo', { headers })
    expect([signIn.status, signIn.cookies]).toEqual([403, []])
  })
})

describe('headers', () => {
  test('only scripts with the nonce may run on a page', async () => {
    const [one, two] = [await createClient().visit('/login'), await createClient().visit('/login')]
    const policy = one.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy.match(/script-src[^;]*/)?.[0]).not.toMatch(/unsafe-inline|unsafe-eval|https:/)
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
    expect(nonce).toBeTruthy()
    expect(two.headers.get('Content-Security-Policy')).not.toContain(nonce)
    const scripts = one.text.match(/<script[^>]*>/g) ?? []
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
    expect(one.text).not.toMatch(/<[^>]+\son\w+=/)
  })

  test('every response has the security headers and a request id', async () => {
    for (const path of ['/', '/api/v1/buds', '/no-such-page']) {
      const { headers } = await createClient().visit(path)
      expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'/)
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(headers.get('X-Frame-Options')).toBe('DENY')
      expect(headers.get('X-Powered-By')).toBeNull()
      expect(headers.get('X-Request-Id')).toBeTruthy()
    }
  })

  test('a request that is refused before the routes gets the policy too', async () => {
    const responses = [
      await createClient().send('PROPFIND', '/'),
      await createClient().send('POST', '/login', { headers: { Origin: 'https://evil.example' } }),
      await createClient().visit('/%ff'),
    ]
    expect(responses.map(({ status }) => status)).toEqual([405, 403, 404])
    for (const { headers } of responses)
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  })

  test('the reset page sends Referrer-Policy: no-referrer', async () => {
    const response = await createClient().visit('/Reset-Password/some-token')
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer')
  })
})

test('no cache stores a redirect, whether it answers a page request, a data request of a navigation or a form', async () => {
  const [visitor, user, id] = [createClient(), await signedIn(), crypto.randomUUID()]
  const expectNoStore = ({ status, headers }: ClientResponse, path: string) => {
    expect(headers.has('Location') || status === 202, path).toBe(true)
    expect(headers.get('Cache-Control'), path).toBe('no-store')
  }
  const adminScreens = ['/dashboard/Admin', '/dashboard/blog', '/dashboard/blog/new']
  const screens = ['', '/profile', '/subscription', '/Calendar'].map((name) => `/dashboard${name}`)
  const edits = records.map(({ edit }) => `${edit}/${id}`)
  for (const path of [...adminScreens, ...screens, ...edits, '/logout']) {
    for (const method of ['GET', 'HEAD']) expectNoStore(await visitor.send(method, path), path)
    expectNoStore(await visitor.get(`${path}.data`), path)
  }
  expectNoStore(await visitor.submit('/logout', {}), '/logout')
  for (const path of ['/dashboard/AddBud', '/dashboard/DeleteBud/x', '/dashboard/Admin']) {
    const { status, headers } = await visitor.submit(path, {})
    expect([status, headers.get('Cache-Control')], path).toEqual([401, 'no-store'])
  }

  for (const path of [...adminScreens, ...adminScreens.map((path) => `${path}.data`)])
    expectNoStore(await user.get(path), path)
  for (const path of [`/dashboard/EditCircle/${id}`, '/dashboard/DeleteBud/x'])
    expectNoStore(await user.get(path), path)
  for (const [path, fields] of [
    ['/dashboard/DeleteBud/x', {}],
    ['/dashboard/AddBud', { Firstname: 'Grace' }],
    ['/dashboard/AddCircle.data', { Name: 'Chess' }],
    ['/register', {}],
    ['/logout', {}],
  ] as const) {
    expectNoStore(await user.submit(path, fields), path)
  }
})

test('/healthz and /readyz say ok', async () => {
  for (const path of ['/healthz', '/readyz'])
    expect(await createClient().get(path)).toMatchObject({ status: 200, body: { status: 'ok' } })
})

describe('malformed URLs', () => {
  test.each(['/%', '/%E0%A4%A', '/dashboard/EditBud/%', '/reset-password/%ff', '/api/v1/buds/%E0%A4%A'])(
    'a path that cannot be decoded gets 404: %s',
    async (path) => {
      expect((await (await signedIn()).visit(path)).status).toBe(404)
    },
  )

  const rewritten = String.raw`
    /\ /\\\\ /%5C /%5c%5C%5c/ /\%5C/\ /%5C%1f /%09/%09/ /%0a /login%5C /blog/%5C /assets/%5C /dashboard/%5C%5C
    /dashboard/EditBud/%5C /%5C.data /dashboard/%5C.data /api/v1/%5C%5C /api/v1/buds/%5C /reset-password/%5C%5C
    /%5C?page=1`
    .trim()
    .split(/\s+/)

  test.each([...rewritten, `/${'\\'.repeat(3_000)}`, `/${'%5C'.repeat(3_000)}`])(
    'a path that a URL parser would rewrite gets 404: %.30s',
    async (path) => {
      for (const method of ['GET', 'HEAD', 'POST']) expect(await statusWith({}, method, path)).toBe(404)
    },
  )

  test('dots, slashes, encoded characters and long paths cause no server error', async () => {
    const long = `/${'a'.repeat(10_000)}`
    for (const path of ['/.%2e/', '//', '///', '/%2F%2F%2F', '/%2e%2e/%2e', '//[', '//:99999', long]) {
      for (const suffix of ['', '.data', '?page=1']) {
        expect([200, 302, 400, 404], path + suffix).toContain(await statusWith({}, 'GET', path + suffix))
      }
    }
    const Cookie = (await signedIn()).cookieHeader()
    for (const path of ['/..%2f..%2fetc/passwd', '/assets/..%2f..%2f..%2fpackage.json']) {
      expect(await statusWith({ Cookie }, 'GET', path)).toBeLessThan(500)
    }
    for (const path of ['/api/v1/buds/%00', '/api/v1/buds?page=%', '/api/v1/auth/reset-password/%00']) {
      const response = await fetch(ownOrigin + path, { headers: { Cookie } })
      expect(response.status).toBeLessThan(500)
      expect(await response.json()).toMatchObject({})
    }
  })

  test.each(['//evil.example', '//evil.example/dashboard', '/\\evil.example', '/login//evil.example/'])(
    '%s does not redirect to another site',
    async (path) => {
      const { status, headers } = await fetch(ownOrigin + path, { redirect: 'manual' })
      expect(status).toBeLessThan(500)
      const location = headers.get('Location')
      if (location) expect(new URL(location, ownOrigin).origin).toBe(ownOrigin)
    },
  )

  test.each(['a b', '::', 'ht[tp', 'javascript'])('an invalid scheme counts as http: %s', async (scheme) => {
    expect(await statusWith({ 'x-forwarded-proto': scheme })).toBe(200)
    const headers = { 'x-forwarded-proto': scheme, host: 'example.org' }
    const path = '/api/v1/auth/logout'
    expect(await statusWith({ ...headers, origin: 'http://example.org' }, 'POST', path)).toBe(200)
    expect(await statusWith({ ...headers, origin: `${scheme}://example.org` }, 'POST', path)).toBe(403)
  })
})

test.each([
  ['text/plain', 'Firstname=Ada', 415],
  ['application/json', '{"Firstname":"Ada"}', 415],
  ['multipart/form-data; boundary=x', '--x\r\nbroken', 400],
  ['application/x-www-form-urlencoded', `Firstname=${'a'.repeat(1_000_001)}`, 413],
])('a form as %s that cannot be read gets the error page', async (type, body, status) => {
  const user = await signedIn()
  const response = await user.send('POST', '/dashboard/AddBud', { headers: { 'Content-Type': type }, body })
  expect(response.status).toBe(status)
  expect(response.headers.get('Content-Type')).toContain('text/html')
  expect(response.text).toContain('Error Page')
})

describe('requests that no browser sends', () => {
  test('a form with a field name that contains a dot or a bracket is refused', async () => {
    for (const name of ['Email[1000000]', 'Email.0', 'a[b]']) {
      for (const path of ['/login', '/api/v1/auth/login']) {
        const response = await createClient().submit(path, { [name]: 'x' })
        expect(response.status, name).toBe(400)
        expect(response.text.length).toBeLessThan(30_000)
      }
    }
  })

  test('a form with too many fields is refused in linear time', async () => {
    const form = (fields: number) =>
      new URLSearchParams(Array.from({ length: fields }, (_, n) => [`f${n}`, '']))
    await expectLinear(60_000, form, async (body) => {
      const response = await createClient().send('POST', '/api/v1/auth/login', { body })
      expect(response).toMatchObject({ status: 400, body: { msg: 'The form could not be read' } })
    })
  })

  test.each(['a b', 'a:99999', 'a@b', 'exa<mple', '['])('an invalid host is refused: %s', async (host) => {
    expect(await statusWith({ host })).toBe(400)
  })
})

describe('a slow request body', () => {
  const json = { 'Content-Type': 'application/json' }

  test.each([
    ['/api/v1/buds', json, 401],
    ['/api/v1/nope', json, 404],
    ['/dashboard/AddBud', json, 401],
    ['/register', json, 415],
    ['/login', { Origin: 'https://evil.example' }, 403],
    ['/%', json, 404],
  ])(
    'is drained before the response ends, so that the connection can be used again: %s',
    async (path, headers, status) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const refused = await send(new URL(path, baseUrl), { agent, headers, body: slowly(20) })
      const next = await send(new URL('/healthz', baseUrl), { agent })
      expect([refused.status, next.status, next.isReused]).toEqual([status, 200, true])
      agent.destroy()
    },
  )

  test('may take longer than the timeout, which starts at the end of the body', async () => {
    const readAll: RequestHandler = async (request, response) => {
      for await (const _ of request);
      await wait(20)
      response.end()
    }
    for (const [handler, status] of [
      [refuse, 401],
      [readAll, 200],
    ] as const) {
      await withApp(handler, async (url) => {
        expect((await send(url, { body: slowly(20) })).status).toBe(status)
      })
    }
  })

  test('is not drained above the limit', async () => {
    await withApp(refuse, async (url) => {
      await expect(send(url, { body: slowly(Number.POSITIVE_INFINITY) })).rejects.toThrow()
    })
  })

  test('does not extend the deadline when the app reads it late', async () => {
    const readLate: RequestHandler = async (request, response) => {
      await wait(300)
      for await (const _ of request);
      await wait(3_000)
      if (!response.headersSent) response.end()
    }
    await withApp(readLate, async (url) => expect((await send(url, { body: slowly(1) })).status).toBe(503), {
      deadline: 400,
    })
  })

  test('is drained once for the timeout response, whatever the app sends later', async () => {
    const tooLate: RequestHandler = async (_request, response, next) => {
      while (!response.headersSent) await wait(50)
      try {
        response.status(200).send('too late')
      } catch (error) {
        next(error)
      }
    }
    await withApp(
      tooLate,
      async (url) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 })
        const statuses = []
        for (let n = 0; n < 2; n++) statuses.push((await send(url, { agent, body: slowly(100) })).status)
        expect(statuses).toEqual([503, 503])
        agent.destroy()
      },
      { deadline: 400 },
    )
  })

  const refuse: RequestHandler = (_request, response) => void response.status(401).end()
})

test('a request of a phone that times out is answered in the terms of its protocol', async () => {
  await withApp(
    () => {},
    async (url) => {
      const response = await fetch(new URL('/dav/x/buds/a.vcf', url))
      const { headers } = response
      expect([response.status, headers.get('Retry-After')]).toEqual([503, '5'])
      expect(headers.get('Content-Type')).toMatch(/^application\/xml/)
      expect(await response.text()).toContain('<D:error xmlns:D="DAV:"><D:responsedescription>')
    },
  )
})

describe('a response that outlasts the deadline', () => {
  const size = 40_000_000
  const large: RequestHandler = (_request, response) => void response.end(Buffer.alloc(size, 'x'))

  test('reaches a client that pauses, and then is slow but never stops', async () => {
    await withApp(large, async (url) => {
      const reader = await readerOf(url)
      await wait(300)
      let bytes = 0
      for await (const chunk of reader) {
        bytes += chunk.length
        if (bytes < size / 4) await wait(20)
      }
      expect(bytes).toBeGreaterThan(size)
    })
  })

  test('is aborted when the client stops reading', async () => {
    let closed: Promise<unknown> | undefined
    const watched: RequestHandler = (request, response, next) => {
      closed = once(response, 'close')
      large(request, response, next)
    }
    await withApp(
      watched,
      async (url) => {
        const reader = await readerOf(url)
        await closed
        let bytes = 0
        try {
          for await (const chunk of reader) bytes += chunk.length
        } catch {}
        expect(bytes).toBeLessThan(size)
      },
      { idle: 1_000 },
    )
  })

  test('is aborted after half a minute without progress', () => {
    expect(createApp(async () => null).timeout).toBe(30_000)
  })

  /** The connection of a request, after the first bytes of its response. */
  async function readerOf({ hostname, port }: URL) {
    const reader = connect(Number(port), hostname)
    reader.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    await once(reader, 'readable')
    return reader
  }
})

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Times = { deadline?: number; idle?: number }

/** Serves `handler` with a short deadline, and closes connections without traffic after `idle` milliseconds. */
async function withApp(
  handler: RequestHandler,
  work: (url: URL) => Promise<void>,
  { deadline = 40, idle = 30_000 }: Times = {},
) {
  const app = express().use(requestTimeout(deadline), drainBody, handler, errorHandler)
  const server = createServer(app).listen(0, '127.0.0.1')
  server.timeout = idle
  await once(server, 'listening')
  await work(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  server.closeAllConnections()
  server.close()
}

/** Yields one megabyte at a time. */
async function* slowly(count: number) {
  for (let n = 0; n < count; n++) {
    yield Buffer.alloc(1_000_000, 'x')
    await wait(5)
  }
}

type Sent = { agent?: Agent; headers?: IncomingHttpHeaders; body?: AsyncIterable<Buffer> }

/** Uses Node's client, as proxies do. fetch closes the connection after an early response. */
function send(url: URL, { agent, headers = {}, body }: Sent) {
  return new Promise<{ status: number | undefined; isReused: boolean }>((resolve, reject) => {
    const sending = request(url, { agent, headers, method: body ? 'POST' : 'GET' }, (response) => {
      response.once('error', reject)
      response.resume().once('end', () => {
        resolve({ status: response.statusCode, isReused: sending.reusedSocket })
      })
    })
    sending.once('error', reject)
    if (body) Readable.from(body).pipe(sending)
    else sending.end()
  })
}

/** fetch would set the Host header and normalise the path. */
function statusWith(headers: IncomingHttpHeaders, method = 'GET', path = '/login') {
  return new Promise((resolve, reject) => {
    request(new URL(baseUrl), { method, headers, path }, (response) => resolve(response.resume().statusCode))
      .once('error', reject)
      .end()
  })
}

test('a prefetch of the data of a screen, which a browser may not keep, loads nothing and says nothing', async () => {
  const user = await signedIn()
  const load = (path: string, headers: Record<string, string>) => user.send('GET', path, { headers })
  for (const path of ['/dashboard/AllCircles', `/dashboard/Bud/${crypto.randomUUID()}`, '/blog/none']) {
    const { status, text, cookies } = await load(`${path}.data`, { 'Sec-Purpose': 'prefetch' })
    expect([path, status, text, cookies]).toEqual([path, 204, '', []])
  }
  expect((await load('/dashboard/AllCircles.data', {})).text).toContain('Circle')
})
