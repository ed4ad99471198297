import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { buds, rateLimits } from '~drizzle/schema'
import { createBud, createUser, signedIn } from '../../support/factories'
import { records } from '../../support/records'

const json = { 'Content-Type': 'application/json' }

describe('errors', () => {
  test('a method that a path does not have gets 405 with the allowed methods', async () => {
    const user = await signedIn()
    const paths: [path: string, allowed: string][] = [
      ['/api/v1/auth/login', 'POST'],
      ['/api/v1/auth/logout', 'GET, HEAD, POST'],
      ['/api/v1/auth/reset-password/x', 'POST'],
      ['/api/v1/users/current-user', 'GET, HEAD'],
      ['/api/v1/users/update-user', 'PATCH'],
      ['/api/v1/settings/registration', 'GET, HEAD'],
    ]
    for (const { api } of records)
      paths.push([api, 'GET, HEAD, POST'], [`${api}/1`, 'GET, HEAD, PATCH, DELETE'])
    for (const [path, allowed] of paths) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (allowed.includes(method)) continue
        const { status, headers, body } = await user.send(method, path)
        expect([path, status, headers.get('Allow')]).toEqual([path, 405, allowed])
        if (method !== 'HEAD') expect(body).toEqual({ msg: expect.any(String) })
      }
    }
    expect((await user.send('OPTIONS', '/api/v1/nope')).status).toBe(404)
  })

  test('`errors` has the messages of each field', async () => {
    const user = await signedIn()
    const response = await user.post('/api/v1/buds', { Firstname: '', Budtype: 'Foe', hobbies: 7 })
    expect(response.status).toBe(400)
    expect(response.headers.get('Content-Type')).toContain('application/json')
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

test('a query may contain question marks', async () => {
  const user = await signedIn()
  await createBud(user.user, { Firstname: 'Who?Me' })
  const { body } = await user.get('/api/v1/buds?search=Who?Me&limit=1')
  expect([body.totalBuds, body.buds.length]).toEqual([1, 1])
  expect((await user.get('/api/v1/buds?search=Who?You')).body.totalBuds).toBe(0)
})

describe('bodies', () => {
  test('JSON, URL-encoded and multipart bodies create the same bud', async () => {
    const user = await signedIn()
    const fields = { Firstname: 'Ada', Surname: 'Lovelace', Budtype: 'Family' }
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const headers = { 'Content-Type': 'Application/JSON; Charset=UTF-8' }
    const responses = [
      await user.post('/api/v1/buds', fields),
      await user.send('POST', '/api/v1/buds', { headers, body: JSON.stringify(fields) }),
      await user.submit('/api/v1/buds', fields),
      await user.submit('/api/v1/buds', form),
    ]
    for (const response of responses) expect(response).toMatchObject({ status: 201, body: { bud: fields } })
  })

  test('a body in another format gets 400, or 415 for its media type', async () => {
    const user = await signedIn()
    const expectRefused = async (type: string, body: string, status: number, msg = expect.any(String)) => {
      const response = await user.send('POST', '/api/v1/buds', { headers: { 'Content-Type': type }, body })
      expect(response, `${type} ${body}`).toMatchObject({ status, body: { msg } })
    }
    for (const body of ['{', '', '{"Firstname":', "{'Firstname': 'Ada'}", '\xff\xfe', 'null null'])
      await expectRefused('application/json', body, 400, 'The request is not valid JSON')
    for (const body of ['[]', 'null', '1', '"text"', 'true'])
      await expectRefused('application/json', body, 400, 'The request must be a JSON object')
    await expectRefused('multipart/form-data; boundary=x', '--x\r\nContent-Disp', 400)
    for (const type of ['text/plain', 'application/xml', 'image/png', 'application/jsonp', ''])
      await expectRefused(type, '{"Firstname":"Ada"}', 415)
  })

  test('a body may have 1 MB, and gets 413 above that', async () => {
    const user = await signedIn()
    for (const [size, status] of [
      [1_000_000, 201],
      [1_000_001, 413],
    ] as const) {
      const body = JSON.stringify({ Firstname: 'Ada' }).padEnd(size)
      const response = await user.send('POST', '/api/v1/buds', { headers: json, body })
      expect(response).toMatchObject({ status, body: { msg: expect.any(String) } })
    }
  })

  test('names such as __proto__ are ordinary fields', async () => {
    const user = await signedIn()
    const body = '{"Firstname":"Ada","__proto__":{"Surname":"Pwned"},"constructor":1}'
    const response = await user.send('POST', '/api/v1/buds', { headers: json, body })
    expect(response).toMatchObject({ status: 201, body: { bud: { Surname: '' } } })
  })
})

describe('reads', () => {
  test('a GET has an ETag and gets 304 while it is unchanged; HEAD responds in the same way, without a body', async () => {
    const user = await signedIn()
    const first = await user.get('/api/v1/buds')
    const ETag = first.headers.get('ETag') ?? ''
    expect(ETag).toMatch(/^"/)
    expect(await user.send('HEAD', '/api/v1/buds')).toMatchObject({ status: 200, text: '' })
    const weakened = { 'If-None-Match': `"other", W/${ETag}` }
    expect((await user.send('HEAD', '/api/v1/buds', { headers: weakened })).status).toBe(304)
    const again = await user.send('GET', '/api/v1/buds', { headers: { 'If-None-Match': ETag } })
    expect(again).toMatchObject({ status: 304, text: '' })
    await createBud(user.user)
    const changed = await user.send('GET', '/api/v1/buds', { headers: { 'If-None-Match': ETag } })
    expect(changed.status).toBe(200)
  })
})

describe('the rate limit', () => {
  const minute = sql`date_trunc('minute', now())`
  const reachRateLimit = ({ _id: userId }: { _id: string }, from = minute) =>
    db.insert(rateLimits).values({ userId, requests: 1_000_000, minute: from })

  test('a call above the limit gets 429 with Retry-After, and changes nothing', async () => {
    const user = await signedIn()
    await reachRateLimit(user.user)
    const response = await user.post('/api/v1/buds', { Firstname: 'Ada' })
    expect(response).toMatchObject({
      status: 429,
      body: { msg: expect.stringContaining('Too many requests') },
    })
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(Number(response.headers.get('Retry-After'))).toBeLessThanOrEqual(60)
    expect(await db.$count(buds, eq(buds.ownerId, user.user._id))).toBe(0)
  })

  test('other users and the next minute are not affected', async () => {
    const user = await signedIn()
    await reachRateLimit(user.user, sql`${minute} - interval '1 minute'`)
    await reachRateLimit(await createUser())
    expect((await user.get('/api/v1/buds')).status).toBe(200)
  })
})
