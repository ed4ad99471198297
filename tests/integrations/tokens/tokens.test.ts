import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import { apiTokens, rateLimits, users } from '~drizzle/schema'
import { createClient, visibleText } from '../../support/client'
import { createBud, createUser, signedIn } from '../../support/factories'
import { bearer, storeToken, withToken } from './support'

const url = '/api/v1/tokens'
const isRemote = Boolean(process.env.TEST_BASE_URL)
const input = { name: 'Script', scope: 'write', expiresAt: null }
const days = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()
const day = (n: number) => days(n).slice(0, 10)

afterEach(() => clock.advanceTo(new Date()))

test('a token is made, works, is listed without its secret, and is refused once it is revoked', async () => {
  const user = await signedIn()
  const { status, body } = await user.post(url, { ...input, name: ' Script ' })
  expect([status, body.msg]).toEqual([201, 'Token created successfully'])
  expect(body.secret).toMatch(/^bud_[\w-]{43}$/)
  expect(body.token).toEqual({
    _id: expect.any(String),
    name: 'Script',
    scope: 'write',
    hint: body.secret.slice(-4),
    expiresAt: null,
    lastUsedOn: null,
    createdAt: expect.any(String),
  })
  const program = withToken(body.secret)
  const { user: current } = (await program.get('/api/v1/users/current-user')).body
  expect(current).toEqual((await user.get('/api/v1/users/current-user')).body.user)
  const list = await user.get(url)
  expect(list.body).toEqual({ tokens: [{ ...body.token, lastUsedOn: day(0) }] })
  const [row] = await db.select().from(apiTokens).where(eq(apiTokens._id, body.token._id))
  expect(JSON.stringify([row, list.body])).not.toContain(body.secret.slice(4, -4))
  const other = await signedIn()
  for (const id of [body.token._id, 'x'])
    expect(await other.delete(`${url}/${id}`)).toMatchObject({
      status: 404,
      body: { msg: 'Token not found' },
    })
  expect((await program.get('/api/v1/buds')).status).toBe(200)
  expect(await user.delete(`${url}/${body.token._id}`)).toMatchObject({
    status: 200,
    body: { msg: 'Token revoked successfully' },
  })
  expect((await program.get('/api/v1/buds')).status).toBe(401)
  expect((await user.get(url)).body).toEqual({ tokens: [] })
})

test('a name has 1 to 100 characters, a scope is read, propose or write, and an expiry lies in the future', async () => {
  const user = await signedIn()
  const send = (fields: object) => user.post(url, { ...input, ...fields })
  const format = 'Expiry must be a day (YYYY-MM-DD), an instant such as 2027-01-31T12:00:00Z, or null'
  for (const [fields, msg] of [
    [{ name: ' ' }, 'Name is required'],
    [{ name: undefined }, 'Name is required'],
    [{ name: 'x'.repeat(101) }, 'Name must be at most 100 characters'],
    [{ name: 7 }, 'Name must be text'],
    [{ scope: 'admin' }, 'Scope must be one of read, propose, write'],
    [{ scope: undefined }, 'Scope must be one of read, propose, write'],
    [{ expiresAt: day(-1) }, 'Expiry must be in the future'],
    [{ expiresAt: days(-0.001) }, 'Expiry must be in the future'],
    [{ expiresAt: '0000-01-01' }, 'Expiry must be in the future'],
    [{ expiresAt: '' }, format],
    [{ expiresAt: '2027-02-30' }, format],
    [{ expiresAt: '2099-01-01T12:00' }, format],
    [{ expiresAt: '9999-12-31T23:59:59-10:00' }, format],
    [{ expiresAt: 4_000_000_000_000 }, format],
  ] as const) {
    expect(await send(fields), JSON.stringify(fields)).toMatchObject({ status: 400, body: { msg } })
  }
  expect((await user.get(url)).body.tokens).toEqual([])
  for (const [expiresAt, stored] of [
    [day(0), `${day(0)}T23:59:59.999Z`],
    ['2099-02-28T12:00:00+02:00', '2099-02-28T10:00:00.000Z'],
    ['9999-12-31', '9999-12-31T23:59:59.999Z'],
    [null, null],
  ] as const) {
    const { body } = await send({ name: 'x'.repeat(100), expiresAt })
    expect(body.token.expiresAt).toBe(stored)
  }
})

test.skipIf(isRemote)('a token expires by the clock', async () => {
  const user = await signedIn()
  const { secret } = (await user.post(url, { ...input, expiresAt: day(2) })).body
  const status = async () => (await withToken(secret).get('/api/v1/buds')).status
  await clock.advanceTo(new Date(`${day(2)}T23:59:00Z`))
  expect(await status()).toBe(200)
  await clock.advanceTo(new Date(`${day(3)}T00:00:00Z`))
  expect(await status()).toBe(401)
  expect(await user.post(url, { ...input, expiresAt: day(2) })).toMatchObject({ status: 400 })
})

test('the day of the last use is written by the first request of a day alone', async () => {
  const user = await signedIn()
  const { _id, secret } = await storeToken(user.user, { lastUsedOn: '2026-01-01' })
  const read = async () => {
    const columns = { lastUsedOn: apiTokens.lastUsedOn, version: sql<string>`xmin::text` }
    const [row] = await db.select(columns).from(apiTokens).where(eq(apiTokens._id, _id))
    return row
  }
  const use = () => withToken(secret).get('/api/v1/buds')
  const together = await Promise.all([use(), use(), use()])
  expect(together.map(({ status }) => status)).toEqual([200, 200, 200])
  const first = await read()
  expect(first?.lastUsedOn).toBe(day(0))
  await use()
  expect(await read()).toEqual(first)
})

test('a token neither opens a screen nor lifts the same-origin rule there', async () => {
  const user = await signedIn()
  const { secret } = await storeToken(user.user)
  for (const path of ['/dashboard', '/dashboard/developers', '/avatars/x', '/photos/x/y'])
    expect(await createClient().send('GET', path, { headers: bearer(secret) })).toHaveRedirect('/')
  const headers = { ...bearer(secret), Origin: 'https://elsewhere.example' }
  for (const path of ['/dashboard/developers', '/api/v2/buds', '/jobs/remind'])
    expect((await user.send('POST', path, { headers })).status, path).toBe(403)
})

test('a token in the query string, in a cookie or with another scheme is no token', async () => {
  const { secret } = await storeToken(await createUser())
  const client = createClient()
  for (const name of ['access_token', 'token', 'authorization'])
    expect((await client.get(`/api/v1/buds?${name}=${secret}`)).status).toBe(401)
  const others: Record<string, string>[] = [
    { Cookie: `session=${secret}` },
    { Authorization: secret },
    { Authorization: `Basic ${btoa(`x:${secret}`)}` },
    { 'X-Api-Key': secret },
  ]
  for (const headers of others)
    expect((await client.send('GET', '/api/v1/buds', { headers })).status).toBe(401)
  expect(
    (await client.send('GET', '/api/v1/buds', { headers: { Authorization: `bearer  ${secret}` } })).status,
  ).toBe(200)
})

test('a Basic password beside a cookie leaves the session, a token of another user does not', async () => {
  const user = await signedIn()
  await createBud(user.user)
  const send = (headers: Record<string, string>) => user.send('GET', '/api/v1/buds', { headers })
  expect((await send({ Authorization: 'Basic eDp5' })).body.totalBuds).toBe(1)
  const { secret } = await storeToken(await createUser())
  expect((await send(bearer(secret))).body.totalBuds).toBe(0)
})

test('the scheme Bearer selects the token beside a cookie, whatever white space follows', async () => {
  const user = await signedIn()
  const { secret } = await storeToken(await createUser())
  for (const [value, status] of [
    [`Bearer\t${secret}x`, 401],
    ['bearer\t', 401],
    [`BEARER \t ${secret}`, 200],
  ] as const)
    expect(
      (await user.send('GET', '/api/v1/buds', { headers: { Authorization: value } })).status,
      value,
    ).toBe(status)
})

test('a token that can only read answers HEAD', async () => {
  const { secret } = await storeToken(await createUser(), { scope: 'read' })
  expect((await withToken(secret).send('HEAD', '/api/v1/buds')).status).toBe(200)
})

test('requests with tokens and those of sessions share the limit of the user', async () => {
  const user = await signedIn()
  const { secret } = await storeToken(user.user)
  const minute = sql`date_trunc('minute', now())`
  await db.insert(rateLimits).values({ userId: user.user._id, requests: 1_000_000, minute })
  expect((await withToken(secret).get('/api/v1/buds')).status).toBe(429)
  expect((await withToken(secret).get(url)).status).toBe(429)
})

test('a token changes the profile but not the email address', async () => {
  const user = await signedIn()
  const { Email } = user.user
  const { secret } = await storeToken(user.user)
  const patch = (body: object) => withToken(secret).send('PATCH', '/api/v1/users/update-user', body)
  for (const changed of ['other@example.com', Email.toUpperCase()]) {
    const { status, body } = await patch({ Email: changed, Firstname: 'Joan' })
    expect([status, body.msg]).toEqual([403, 'An API token cannot do this. Sign in with your password.'])
  }
  expect((await user.get('/api/v1/users/current-user')).body.user.Firstname).toBe('Ada')
  await user.patch('/api/v1/users/update-user', { Email: 'new@example.com' })
  const { status, body } = await patch({ Email, Firstname: 'Joan' })
  expect([status, body.user.Firstname, body.user.Email]).toEqual([200, 'Joan', Email])
  expect(visibleText(await user.visit('/dashboard/profile'))).toContain('new@example.com')
})

test('the demo account makes no token', async () => {
  const demo = await signedIn({ traits: ['demo'] })
  const refused = { status: 403, body: { msg: 'The demo account cannot be changed' } }
  // Other tests store tokens of the demo account, which all share.
  const name = 'Refused'
  for (const body of [{ ...input, name }, {}]) expect(await demo.post(url, body)).toMatchObject(refused)
  const screen = await demo.submit('/dashboard/developers', { name, scope: 'read', expiresAt: 'never' })
  expect([screen.status, visibleText(screen).includes(refused.body.msg)]).toEqual([403, true])
  const { tokens } = (await demo.get(url)).body
  expect(tokens.filter((token: { name: string }) => ['', name].includes(token.name))).toEqual([])
})

test('the tokens of an account end with it', async () => {
  const ended = await createUser()
  const { secret } = await storeToken(ended)
  await db.update(users).set({ endedAt: new Date() }).where(eq(users._id, ended._id))
  expect((await withToken(secret).get('/api/v1/buds')).status).toBe(401)
  const user = await signedIn()
  await storeToken(user.user)
  expect((await user.post('/api/v1/users/delete', { password: 'Blue-Heron-42' })).status).toBe(200)
  await expect.poll(() => db.$count(apiTokens, eq(apiTokens.userId, user.user._id))).toBe(0)
})

test('neither the export nor the history has tokens', async () => {
  const user = await signedIn()
  await createBud(user.user)
  const { token } = (await user.post(url, { ...input, name: 'Unmistakable' })).body
  await user.delete(`${url}/${token._id}`)
  await user.post(url, { ...input, name: 'Unmistakable' })
  for (const path of ['/api/v1/export?format=json', '/api/v1/changes', '/dashboard/history']) {
    const { status, text } = await user.get(path)
    expect([status, /unmistakable|token_?hash/i.test(text)]).toEqual([200, false])
  }
})

test('a new secret is in one response, which no cache stores', async () => {
  const user = await signedIn()
  const path = '/dashboard/developers'
  expect(visibleText(await user.visit(path))).toContain('No tokens yet.')
  const made = await user.submit(path, { name: 'Script', scope: 'read', expiresAt: day(90) })
  expect([made.status, made.headers.get('Cache-Control')]).toEqual([201, 'no-store'])
  const [secret = ''] = /bud_[\w-]{43}/.exec(made.text) ?? []
  expect(made.text).toContain(`value="${secret}"`)
  expect((await withToken(secret).get('/api/v1/buds')).status).toBe(200)
  const page = await user.visit(path)
  expect(page.text).not.toContain(secret)
  expect(visibleText(page)).toContain(`${secret.slice(-4)} Read Expires on`)
  const [token] = (await user.get(url)).body.tokens
  const asked = await user.visit(`${path}?delete=${token._id}`)
  expect(visibleText(asked)).toContain('Yes, Revoke')
  const revoked = await user.submit(path, { intent: 'revoke', _id: token._id })
  expect(revoked).toHaveRedirect(path)
  expect(revoked).toSendToast('Token revoked successfully')
  expect((await withToken(secret).get('/api/v1/buds')).status).toBe(401)
  const { headers } = await user.post('/api/v1/tokens', { name: 'Program', scope: 'read' })
  expect(headers.get('Cache-Control')).toBe('no-store')
})
