import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/db.server'
import { buds, rateLimits } from '~drizzle/schema'
import { createClient } from '../support/client'
import { createBud, createUser, signedIn } from '../support/factories'

const json = { 'Content-Type': 'application/json' }

describe('errors', () => {
  test("without a session it is 401 'Please log in'", async () => {
    const answer = await createClient().get('/api/v1/buds')
    expect(answer).toMatchObject({ status: 401, body: { msg: 'Please log in' } })
    expect(answer.headers.get('Content-Type')).toContain('application/json')
  })

  test.each(['{', '', '{"Firstname":', "{'Firstname': 'Ada'}", '\xff\xfe', 'null null'])(
    'malformed JSON is a 400: %j',
    async (body) => {
      const user = await signedIn()
      const answer = await user.send('POST', '/api/v1/buds', { headers: json, body })
      expect(answer).toMatchObject({ status: 400, body: { msg: 'The request is not valid JSON' } })
    },
  )

  test.each(['[]', 'null', '1', '"text"', 'true'])('JSON that is no object is a 400: %s', async (body) => {
    const user = await signedIn()
    const answer = await user.send('POST', '/api/v1/buds', { headers: json, body })
    expect(answer).toMatchObject({ status: 400, body: { msg: 'The request must be a JSON object' } })
  })

  test.each(['text/plain', 'application/xml', 'image/png', 'application/jsonp', ''])(
    'an unknown body type is a 415: %j',
    async (type) => {
      const user = await signedIn()
      const answer = await user.send('POST', '/api/v1/buds', {
        headers: { 'Content-Type': type },
        body: '{"Firstname":"Ada"}',
      })
      expect(answer).toMatchObject({ status: 415, body: { msg: expect.any(String) } })
    },
  )

  test('a JSON type with a charset and in other letter case is JSON', async () => {
    const user = await signedIn()
    const headers = { 'Content-Type': 'Application/JSON; Charset=UTF-8' }
    const answer = await user.send('POST', '/api/v1/buds', { headers, body: '{"Firstname":"Ada"}' })
    expect(answer.status).toBe(201)
  })

  test.each([1_000_001, 5_000_000])('a body of %d bytes is a 413', async (size) => {
    const user = await signedIn()
    const body = JSON.stringify({ Firstname: 'Ada' }).padEnd(size)
    const answer = await user.send('POST', '/api/v1/buds', { headers: json, body })
    expect(answer).toMatchObject({ status: 413, body: { msg: expect.any(String) } })
  })

  test('a body of 1 MB is read', async () => {
    const user = await signedIn()
    const body = JSON.stringify({ Firstname: 'Ada' }).padEnd(1_000_000)
    expect((await user.send('POST', '/api/v1/buds', { headers: json, body })).status).toBe(201)
  })

  test.each([
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
  ])('%s %s is a 405 that names what is allowed', async (method, path, allowed) => {
    const answer = await (await signedIn()).send(method, path)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('Allow')).toBe(allowed)
    if (method !== 'HEAD') expect(answer.body).toEqual({ msg: expect.any(String) })
  })

  test('OPTIONS is a 405 in JSON', async () => {
    const answer = await createClient().send('OPTIONS', '/api/v1/buds')
    expect(answer).toMatchObject({ status: 405, body: { msg: expect.any(String) } })
    expect(answer.headers.get('Allow')).toBeTruthy()
  })

  test('the messages of every field stand under errors', async () => {
    const user = await signedIn()
    const answer = await user.post('/api/v1/buds', { Firstname: '', Budtype: 'Foe', hobbies: 7 })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
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
      const answer = await client.post('/api/v1/buds', { Firstname: 'x'.repeat(300_000) })
      expect(answer.status).toBe(401)
    }
  })

  test('JSON, URL-encoded and multipart make the same bud', async () => {
    const user = await signedIn()
    const fields = { Firstname: 'Ada', Surname: 'Lovelace', Budtype: 'Family' }
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const answers = [
      await user.post('/api/v1/buds', fields),
      await user.submit('/api/v1/buds', fields),
      await user.submit('/api/v1/buds', form),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 201, body: { bud: fields } })
  })

  test('a multipart body that breaks off is a 400', async () => {
    const user = await signedIn()
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    const answer = await user.send('POST', '/api/v1/buds', { headers, body: '--x\r\nContent-Disp' })
    expect(answer).toMatchObject({ status: 400, body: { msg: expect.any(String) } })
  })

  test('names such as __proto__ are fields like any other', async () => {
    const user = await signedIn()
    const body = '{"Firstname":"Ada","__proto__":{"Surname":"Pwned"},"constructor":1}'
    const answer = await user.send('POST', '/api/v1/buds', { headers: json, body })
    expect(answer).toMatchObject({ status: 201, body: { bud: { Surname: '' } } })
  })
})

describe('reads', () => {
  test('a GET carries an ETag, and what is known already is a 304', async () => {
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

  test('HEAD answers as GET does, without a body', async () => {
    expect(await (await signedIn()).send('HEAD', '/api/v1/buds')).toMatchObject({ status: 200, text: '' })
  })

  test('nothing between may keep what only its owner may see', async () => {
    const user = await signedIn()
    expect((await user.get('/api/v1/buds')).headers.get('Cache-Control')).toMatch(/private|no-store/)
    expect((await user.visit('/dashboard')).headers.get('Cache-Control')).toBe('no-store')
  })
})

describe('the limit of calls a minute', () => {
  const limit = 1_000_000

  async function called({ _id }: { _id: string }, calls: number, minute = sql`date_trunc('minute', now())`) {
    await db.insert(rateLimits).values({ userId: _id, requests: calls, minute })
  }

  test('a call too many is a 429 with Retry-After, and changes nothing', async () => {
    const user = await signedIn()
    await called(user.user, limit)
    const answer = await user.post('/api/v1/buds', { Firstname: 'Ada' })
    expect(answer).toMatchObject({ status: 429, body: { msg: expect.stringContaining('Too many requests') } })
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(Number(answer.headers.get('Retry-After'))).toBeLessThanOrEqual(60)
    expect(await db.select().from(buds).where(eq(buds.ownerId, user.user._id))).toEqual([])
  })

  test('it concerns nobody else, and ends with the minute', async () => {
    const user = await signedIn()
    await called(user.user, limit, sql`date_trunc('minute', now()) - interval '1 minute'`)
    await called(await createUser(), limit)
    expect((await user.get('/api/v1/buds')).status).toBe(200)
  })
})
