import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/db.server'
import { buds, rateLimits } from '~drizzle/schema'
import { createClient } from '../support/client'
import { createBud, createUser, signedIn } from '../support/factories'

const json = { 'Content-Type': 'application/json' }

describe('errors', () => {
  test("a request without a session gets 401 'Please log in'", async () => {
    const response = await createClient().get('/api/v1/buds')
    expect(response).toMatchObject({ status: 401, body: { msg: 'Please log in' } })
    expect(response.headers.get('Content-Type')).toContain('application/json')
  })

  test('a body that is not a JSON object gets 400', async () => {
    const user = await signedIn()
    const send = (body: string) => user.send('POST', '/api/v1/buds', { headers: json, body })
    for (const body of ['{', '', '{"Firstname":', "{'Firstname': 'Ada'}", '\xff\xfe', 'null null']) {
      const msg = 'The request is not valid JSON'
      expect(await send(body), body).toMatchObject({ status: 400, body: { msg } })
    }
    for (const body of ['[]', 'null', '1', '"text"', 'true']) {
      const msg = 'The request must be a JSON object'
      expect(await send(body), body).toMatchObject({ status: 400, body: { msg } })
    }
  })

  test('an unsupported media type gets 415', async () => {
    const user = await signedIn()
    for (const type of ['text/plain', 'application/xml', 'image/png', 'application/jsonp', '']) {
      const init = { headers: { 'Content-Type': type }, body: '{"Firstname":"Ada"}' }
      const response = await user.send('POST', '/api/v1/buds', init)
      expect(response, type).toMatchObject({ status: 415, body: { msg: expect.any(String) } })
    }
  })

  test('the JSON media type may have a charset and another letter case', async () => {
    const user = await signedIn()
    const headers = { 'Content-Type': 'Application/JSON; Charset=UTF-8' }
    const response = await user.send('POST', '/api/v1/buds', { headers, body: '{"Firstname":"Ada"}' })
    expect(response.status).toBe(201)
  })

  test('a body may have 1 MB, and gets 413 above that', async () => {
    const user = await signedIn()
    for (const [size, status] of [
      [1_000_000, 201],
      [1_000_001, 413],
      [5_000_000, 413],
    ] as const) {
      const body = JSON.stringify({ Firstname: 'Ada' }).padEnd(size)
      const response = await user.send('POST', '/api/v1/buds', { headers: json, body })
      expect(response).toMatchObject({ status, body: { msg: expect.any(String) } })
    }
  })

  test('a method that a path does not have gets 405 with the allowed methods', async () => {
    const user = await signedIn()
    for (const [method, path, allowed] of [
      ['OPTIONS', '/api/v1/buds', 'GET, HEAD, POST'],
      ['PUT', '/api/v1/buds', 'GET, HEAD, POST'],
      ['PATCH', '/api/v1/buds', 'GET, HEAD, POST'],
      ['DELETE', '/api/v1/buds', 'GET, HEAD, POST'],
      ['POST', '/api/v1/buds/1', 'GET, HEAD, PATCH, DELETE'],
      ['PUT', '/api/v1/buds/1', 'GET, HEAD, PATCH, DELETE'],
      ['PUT', '/api/v1/circles', 'GET, HEAD, POST'],
      ['POST', '/api/v1/circles/1', 'GET, HEAD, PATCH, DELETE'],
      ['DELETE', '/api/v1/events', 'GET, HEAD, POST'],
      ['PUT', '/api/v1/events/1', 'GET, HEAD, PATCH, DELETE'],
      ['GET', '/api/v1/auth/login', 'POST'],
      ['HEAD', '/api/v1/auth/login', 'POST'],
      ['DELETE', '/api/v1/auth/logout', 'GET, HEAD, POST'],
      ['GET', '/api/v1/auth/reset-password/x', 'POST'],
      ['POST', '/api/v1/users/current-user', 'GET, HEAD'],
      ['POST', '/api/v1/users/update-user', 'PATCH'],
      ['POST', '/api/v1/settings/registration', 'GET, HEAD'],
    ] as const) {
      const response = await user.send(method, path)
      expect([path, response.status, response.headers.get('Allow')]).toEqual([path, 405, allowed])
      if (method !== 'HEAD') expect(response.body).toEqual({ msg: expect.any(String) })
    }
    expect((await user.send('OPTIONS', '/api/v1/nope')).status).toBe(404)
  })

  test('errors has the messages of each field', async () => {
    const user = await signedIn()
    const response = await user.post('/api/v1/buds', { Firstname: '', Budtype: 'Foe', hobbies: 7 })
    expect(response.status).toBe(400)
    expect(response.body).toEqual({
      msg: 'First name is required',
      errors: {
        Firstname: ['First name is required'],
        Budtype: ['Bud type must be one of Friend, Family, Work, Client, Other'],
        hobbies: ['Hobbies must be a list'],
      },
    })
  })
})

describe('bodies', () => {
  test('a body that is refused unread does not break the connection', async () => {
    const client = createClient()
    for (let n = 0; n < 10; n++) {
      const response = await client.post('/api/v1/buds', { Firstname: 'x'.repeat(300_000) })
      expect(response.status).toBe(401)
    }
  })

  test('JSON, URL-encoded and multipart bodies create the same bud', async () => {
    const user = await signedIn()
    const fields = { Firstname: 'Ada', Surname: 'Lovelace', Budtype: 'Family' }
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const responses = [
      await user.post('/api/v1/buds', fields),
      await user.submit('/api/v1/buds', fields),
      await user.submit('/api/v1/buds', form),
    ]
    for (const response of responses) expect(response).toMatchObject({ status: 201, body: { bud: fields } })
  })

  test('an incomplete multipart body gets 400', async () => {
    const user = await signedIn()
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    const response = await user.send('POST', '/api/v1/buds', { headers, body: '--x\r\nContent-Disp' })
    expect(response).toMatchObject({ status: 400, body: { msg: expect.any(String) } })
  })

  test('names such as __proto__ are ordinary fields', async () => {
    const user = await signedIn()
    const body = '{"Firstname":"Ada","__proto__":{"Surname":"Pwned"},"constructor":1}'
    const response = await user.send('POST', '/api/v1/buds', { headers: json, body })
    expect(response).toMatchObject({ status: 201, body: { bud: { Surname: '' } } })
  })
})

describe('reads', () => {
  test('a GET has an ETag, and gets 304 while it is unchanged', async () => {
    const user = await signedIn()
    const first = await user.get('/api/v1/buds')
    const ETag = first.headers.get('ETag') ?? ''
    expect(ETag).toMatch(/^"/)
    const weakened = { 'If-None-Match': `"other", W/${ETag}` }
    expect((await user.send('HEAD', '/api/v1/buds', { headers: weakened })).status).toBe(304)
    const again = await user.send('GET', '/api/v1/buds', { headers: { 'If-None-Match': ETag } })
    expect(again).toMatchObject({ status: 304, text: '' })
    await createBud(user.user)
    const changed = await user.send('GET', '/api/v1/buds', { headers: { 'If-None-Match': ETag } })
    expect(changed.status).toBe(200)
  })

  test('HEAD responds as GET does, without a body', async () => {
    expect(await (await signedIn()).send('HEAD', '/api/v1/buds')).toMatchObject({ status: 200, text: '' })
  })

  test('shared caches may not store private responses', async () => {
    const user = await signedIn()
    expect((await user.get('/api/v1/buds')).headers.get('Cache-Control')).toMatch(/private|no-store/)
    expect((await user.visit('/dashboard')).headers.get('Cache-Control')).toBe('no-store')
  })
})

describe('the rate limit', () => {
  const limit = 1_000_000

  async function storeCalls(
    { _id }: { _id: string },
    calls: number,
    minute = sql`date_trunc('minute', now())`,
  ) {
    await db.insert(rateLimits).values({ userId: _id, requests: calls, minute })
  }

  test('a call above the limit gets 429 with Retry-After, and changes nothing', async () => {
    const user = await signedIn()
    await storeCalls(user.user, limit)
    const response = await user.post('/api/v1/buds', { Firstname: 'Ada' })
    expect(response).toMatchObject({
      status: 429,
      body: { msg: expect.stringContaining('Too many requests') },
    })
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(Number(response.headers.get('Retry-After'))).toBeLessThanOrEqual(60)
    expect(await db.select().from(buds).where(eq(buds.ownerId, user.user._id))).toEqual([])
  })

  test('other users and the next minute are not affected', async () => {
    const user = await signedIn()
    await storeCalls(user.user, limit, sql`date_trunc('minute', now()) - interval '1 minute'`)
    await storeCalls(await createUser(), limit)
    expect((await user.get('/api/v1/buds')).status).toBe(200)
  })
})
