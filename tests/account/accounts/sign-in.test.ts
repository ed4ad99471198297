import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ensureAdmin } from '~/account/accounts/registration.server'
import { db } from '~/base/db/db.server'
import { sessions, throttleCounters, users } from '~drizzle/schema'
import { createClient } from '../../support/client'
import { createUser, password, signedInAs, uniqueEmail } from '../../support/factories'

const login = (Email: string, Password: string, client = createClient()) =>
  client.post('/api/v1/auth/login', { Email, Password })

describe('login', () => {
  test('the API responds with a session cookie', async () => {
    const { Email } = await createUser()
    const client = createClient()
    const response = await login(Email, password, client)
    expect(response).toMatchObject({ status: 200, body: { msg: 'Login successful' } })
    expect((await client.get('/api/v1/users/current-user')).body.user).toMatchObject({ Email })
  })

  test("the screen redirects to /dashboard with 'Login successful'", async () => {
    const { Email } = await createUser()
    const client = createClient()
    const response = await client.submit('/login', { Email: Email.toUpperCase(), Password: password })
    expect(response).toHaveRedirect('/dashboard')
    expect(response).toSendToast('Login successful')
    expect((await client.visit('/dashboard')).status).toBe(200)
  })

  test('an unknown address and a wrong password get the same response', async () => {
    const { Email } = await createUser()
    const wrongPassword = await login(Email, 'not the password')
    const wrongAddress = await login(uniqueEmail(), password)
    expect(wrongPassword).toMatchObject({ status: 401, body: { msg: 'Invalid credentials' } })
    expect(wrongAddress.text).toBe(wrongPassword.text)
    const screen = await createClient().submit('/login', { Email, Password: 'not the password' })
    expect(screen.status).toBe(401)
    expect(screen.text).toContain('Invalid credentials')
    expect(screen.text).not.toContain('not the password')
  })

  test('an unknown address takes as long as a wrong password', async () => {
    const { Email } = await createUser()
    const timed = async (email: string) => {
      const started = performance.now()
      await login(email, 'not the password')
      const ms = performance.now() - started
      await db.delete(throttleCounters)
      return ms
    }
    const ratios = []
    for (let n = 0; n < 21; n++) ratios.push((await timed(uniqueEmail())) / (await timed(Email)))
    const median = ratios.sort((a, b) => a - b)[10]
    expect(median).toBeGreaterThan(0.5)
    expect(median).toBeLessThan(2)
  })

  test.each([
    [{ Email: 'a@b.example', Password: '1234567' }, 'Password must be at least 8 characters'],
    [{ Email: '', Password: password }, 'Email is required'],
    [{}, 'Email is required'],
    [{ Email: { $ne: 1 }, Password: password }, 'Email must be text'],
  ])('%j gets 400', async (input, msg) => {
    expect(await createClient().post('/api/v1/auth/login', input)).toMatchObject({
      status: 400,
      body: { msg },
    })
  })

  test('an account without a password cannot be signed in to', async () => {
    const { Email } = await createUser({ passwordHash: null })
    expect((await login(Email, 'the password of nobody')).status).toBe(401)
  })

  test("a login starts a new session and ignores the visitor's cookie", async () => {
    const { Email, _id } = await createUser()
    const client = await signedInAs((await createUser())._id)
    const before = client.cookies.get('session')
    await login(Email, password, client)
    expect(client.cookies.get('session')).not.toBe(before)
    expect((await client.get('/api/v1/users/current-user')).body.user._id).toBe(_id)
  })
})

describe('the demo account', () => {
  test("'Explore the app' signs in without a password", async () => {
    const demo = await createUser({ traits: ['demo'] })
    const client = createClient()
    const response = await client.submit('/login', { intent: 'demo' })
    expect(response).toHaveRedirect('/dashboard')
    expect(response).toSendToast('Take a look around')
    const { user } = (await client.get('/api/v1/users/current-user')).body
    expect(user).toMatchObject({ _id: demo._id, Role: 'user', isTestAccount: false })
  })

  test('POST /auth/demo does the same', async () => {
    await createUser({ traits: ['demo'] })
    const client = createClient()
    const response = await client.post('/api/v1/auth/demo', {})
    expect(response).toMatchObject({ status: 200, body: { msg: 'Take a look around' } })
    expect((await client.get('/api/v1/buds')).status).toBe(200)
  })
})

describe('the account of ADMIN_EMAIL', () => {
  test('is created as an admin, and not changed if it is already correct', async () => {
    const [email, client] = [uniqueEmail(), createClient()]
    await ensureAdmin(email, password)
    expect((await login(email, password, client)).status).toBe(200)
    await ensureAdmin(email, password)
    expect((await client.get('/api/v1/users/current-user')).body.user.Role).toBe('admin')
  })

  test('becomes an admin with ADMIN_PASSWORD if it exists already, and its sessions end', async () => {
    const { _id, Email } = await createUser()
    const before = await signedInAs(_id)
    await ensureAdmin(Email.toUpperCase(), 'Green-Heron-43')
    expect((await before.get('/api/v1/buds')).status).toBe(401)
    expect((await login(Email, password)).status).toBe(401)
    expect((await login(Email, 'Green-Heron-43')).status).toBe(200)
    const [row] = await db.select().from(users).where(eq(users._id, _id))
    expect(row?.Role).toBe('admin')
  })
})

describe('sessions', () => {
  const day = 86_400_000
  const sessionsOf = (userId: string) => db.select().from(sessions).where(eq(sessions.userId, userId))

  /** A client whose session expires at `expiresAt`. */
  async function signedInUntil(expiresAt: Date) {
    const { _id } = await createUser()
    const client = await signedInAs(_id)
    await db.update(sessions).set({ expiresAt }).where(eq(sessions.userId, _id))
    return { client, _id }
  }

  test('the cookie is HttpOnly, SameSite=Lax, for 30 days, and the database stores only a hash of its id', async () => {
    const { Email, _id } = await createUser()
    const { cookies } = await login(Email, password)
    const [value = '', ...attributes] =
      cookies.find((cookie) => cookie.startsWith('session='))?.split('; ') ?? []
    const maxAge = `Max-Age=${30 * 24 * 60 * 60}`
    expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/', maxAge]))
    const [data = ''] = decodeURIComponent(value.replace('session=', '')).split('.')
    const id = JSON.parse(Buffer.from(data, 'base64').toString())
    expect(id).toHaveLength(43)
    const [row] = await sessionsOf(_id)
    expect(row?.idHash).toHaveLength(43)
    expect(row?.idHash).not.toBe(id)
  })

  test('a session lasts 30 days from its last use', async () => {
    const { client, _id } = await signedInUntil(new Date(Date.now() + 3 * day))
    const response = await client.get('/api/v1/buds')
    expect(response.cookies.some((cookie) => cookie.startsWith('session='))).toBe(true)
    const [row] = await sessionsOf(_id)
    expect(row?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * day)
    expect((await client.get('/api/v1/buds')).cookies).toEqual([])
  })

  test('an expired session is ignored', async () => {
    const { client } = await signedInUntil(new Date(Date.now() - 1_000))
    expect((await client.get('/api/v1/buds')).status).toBe(401)
    expect(await client.visit('/dashboard')).toHaveRedirect('/')
  })

  test.each(['session=', 'session=x', 'session=e30%3D.x', 'session=bnVsbA%3D%3D'])(
    'a cookie without a valid signature is ignored: %s',
    async (Cookie) => {
      const response = await createClient().send('GET', '/api/v1/buds', { headers: { Cookie } })
      expect(response.status).toBe(401)
    },
  )

  test('current-user returns the documented fields only', async () => {
    const user = await createUser({ Location: 'London' })
    const response = await (await signedInAs(user._id)).get('/api/v1/users/current-user')
    expect(response.body).toEqual({
      user: {
        _id: user._id,
        Firstname: 'Ada',
        Surname: 'Lovelace',
        Email: user.Email,
        Location: 'London',
        avatar: null,
        Role: 'user',
        isTestAccount: false,
      },
    })
  })
})

describe('logout', () => {
  test("the button redirects to / with 'Logged out successfully' and ends this session only; GET /logout does nothing", async () => {
    const { _id } = await createUser()
    const [client, other, copy] = [await signedInAs(_id), await signedInAs(_id), createClient()]
    copy.storeCookie(client.cookies.get('session') ?? '')
    await client.visit('/logout')
    expect((await copy.get('/api/v1/buds')).status).toBe(200)
    const response = await client.submit('/logout', {})
    expect(response).toHaveRedirect('/')
    expect(response).toSendToast('Logged out successfully')
    expect(client.cookies.has('session')).toBe(false)
    expect((await copy.get('/api/v1/buds')).status).toBe(401)
    expect((await other.get('/api/v1/buds')).status).toBe(200)
  })

  test.each<[string, Record<string, string>, number]>([
    ['GET', {}, 200],
    ['GET', { 'Sec-Fetch-Site': 'same-origin' }, 200],
    ['GET', { 'Sec-Fetch-Site': 'none' }, 200],
    ['GET', { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Dest': 'document' }, 200],
    ['GET', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'image' }, 403],
    ['GET', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['GET', { 'Sec-Fetch-Site': 'same-site' }, 403],
    ['POST', {}, 200],
    ['POST', { 'Sec-Fetch-Site': 'cross-site' }, 403],
  ])('%s /auth/logout with %j is %d', async (method, headers, status) => {
    const client = await signedInAs((await createUser())._id)
    const response = await client.send(method, '/api/v1/auth/logout', { headers })
    expect(response.status).toBe(status)
    if (status === 200) expect(response.body).toEqual({ msg: 'Logged out successfully' })
    expect((await client.get('/api/v1/buds')).status).toBe(status === 200 ? 401 : 200)
  })
})
