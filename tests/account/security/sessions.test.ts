import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { sessions } from '~drizzle/schema'
import { createClient, visibleText } from '../../support/client'
import { createUser, password, signedIn, signedInAs } from '../../support/factories'

const path = '/api/v1/sessions'
const screen = '/dashboard/security'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'
const hour = 3_600_000

/** A client that has signed in by the API with a `User-Agent`. */
async function signIn(Email: string, userAgent: string) {
  const client = createClient()
  const headers = { 'Content-Type': 'application/json', 'User-Agent': userAgent }
  const body = JSON.stringify({ Email, Password: password })
  expect((await client.send('POST', '/api/v1/auth/login', { headers, body })).status).toBe(200)
  return client
}

const listOf = async (client: { get: ReturnType<typeof createClient>['get'] }) =>
  (await client.get(path)).body.sessions
const statusOf = async (client: { get: ReturnType<typeof createClient>['get'] }) =>
  (await client.get('/api/v1/buds')).status

describe('the list of sessions', () => {
  test('has device, address, days and which one is the own', async () => {
    const { Email } = await createUser({ timeZone: 'UTC' })
    const one = await signIn(Email, firefox)
    const two = await signIn(Email, 'curl/8.5.0')
    const [own, other, ...more] = await listOf(two)
    expect(more).toEqual([])
    expect(own).toEqual({
      _id: expect.stringMatching(/^[\da-f-]{36}$/),
      device: 'curl',
      address: expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/),
      lastSeenOn: new Date().toISOString().slice(0, 10),
      createdAt: expect.stringMatching(/Z$/),
      isCurrent: true,
    })
    expect(other).toMatchObject({ device: 'Firefox on Windows', isCurrent: false })
    expect(other.address).not.toBe(own.address)
    expect((await listOf(one))[0]._id).toBe(other._id)
    const text = visibleText(await two.visit(screen))
    for (const shown of ['Firefox on Windows', other.address, 'curl', 'This one'])
      expect(text).toContain(shown)
  })

  test('lacks sessions of others, expired ones, and those that need a code', async () => {
    const client = await signedIn()
    const [expired, half] = [await signedInAs(client.user._id), await signedInAs(client.user._id)]
    const change = async (session: typeof expired, set: object) => {
      const [{ _id }] = await listOf(session)
      await db.update(sessions).set(set).where(eq(sessions._id, _id))
    }
    await change(expired, { expiresAt: new Date(Date.now() - 1) })
    await change(half, { needsCode: true })
    await signedIn()
    expect(await listOf(client)).toHaveLength(1)
  })

  test('on the screen, both days of a session are days of the time zone of the user', async () => {
    const client = await signedIn({ timeZone: 'Asia/Tokyo' })
    const [day, next] = [10, 9].map((ago) =>
      new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10),
    )
    const [createdAt, lastSeenAt] = [new Date(`${day}T14:59:00Z`), new Date(`${day}T15:01:00Z`)]
    const shortDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
    const [first, second] = [day, next].map((text) => shortDay.format(new Date(text ?? '')))
    const other = await signedInAs(client.user._id)
    const [{ _id }] = await listOf(other)
    await db.update(sessions).set({ createdAt, lastSeenAt }).where(eq(sessions._id, _id))
    const shown = async () => visibleText(await client.visit(screen))
    expect(await shown()).toContain(`Last seen ${second} · Signed in on ${first}`)
    await db.update(sessions).set({ createdAt: lastSeenAt }).where(eq(sessions._id, _id))
    expect(await shown()).toContain(`Last seen ${second} · Signed in on ${second}`)
  })

  test('a session is written at most once an hour, by one of several requests', async () => {
    const client = await signedIn()
    const isOwn = eq(sessions.userId, client.user._id)
    const row = async () => (await db.select().from(sessions).where(isOwn))[0]
    const before = await row()
    await statusOf(client)
    expect(await row()).toEqual(before)
    const lastSeenAt = new Date(Date.now() - hour - 1_000)
    await db.update(sessions).set({ lastSeenAt }).where(isOwn)
    const responses = await Promise.all([1, 2, 3, 4].map(() => client.get('/api/v1/buds')))
    expect(responses.flatMap(({ cookies }) => cookies)).toHaveLength(1)
    const after = await row()
    expect(after?.lastSeenAt.getTime()).toBeGreaterThan(Date.now() - hour / 2)
    await db
      .update(sessions)
      .set({ lastSeenAt: new Date(Date.now() - hour + 60_000) })
      .where(isOwn)
    expect((await client.get('/api/v1/buds')).cookies).toEqual([])
  })

  test('a new sign-in in the same browser replaces its session', async () => {
    const client = await signedIn()
    await client.post('/api/v1/auth/login', { Email: client.user.Email, Password: password })
    expect(await listOf(client)).toHaveLength(1)
  })
})

describe('ending sessions', () => {
  test('DELETE of one ends it at once, and no other; one of somebody else is 404', async () => {
    const [client, stranger] = [await signedIn(), await signedIn()]
    const [phone, tablet] = [await signedInAs(client.user._id), await signedInAs(client.user._id)]
    const [{ _id }] = await listOf(phone)
    for (const id of [_id, crypto.randomUUID(), 'x'])
      expect(await stranger.delete(`${path}/${id}`)).toMatchObject({
        status: 404,
        body: { msg: 'Session not found' },
      })
    expect(await client.delete(`${path}/${_id}`)).toMatchObject({
      status: 200,
      body: { msg: 'That device was signed out' },
    })
    expect(await Promise.all([client, phone, tablet].map(statusOf))).toEqual([200, 401, 200])
    expect((await client.delete(`${path}/${_id}`)).status).toBe(404)
  })

  test('DELETE of the own session signs out', async () => {
    const client = await signedIn()
    const [{ _id }] = await listOf(client)
    const response = await client.delete(`${path}/${_id.toUpperCase()}`)
    expect(response).toMatchObject({ status: 200, body: { msg: 'Logged out successfully' } })
    expect(response.cookies.join()).toMatch(/session=;.*Max-Age=0/)
    expect(await statusOf(client)).toBe(401)
  })

  test('DELETE of all ends every other one', async () => {
    const client = await signedIn()
    const others = [await signedInAs(client.user._id), await signedInAs(client.user._id)]
    expect(await client.delete(path)).toMatchObject({
      status: 200,
      body: { msg: 'All other devices were signed out' },
    })
    expect(await Promise.all([client, ...others].map(statusOf))).toEqual([200, 401, 401])
  })

  test('the screen does the same', async () => {
    const client = await signedIn()
    const others = [await signedInAs(client.user._id), await signedInAs(client.user._id)]
    const [{ _id }] = await listOf(others[0] as typeof client)
    const one = await client.submit(screen, { intent: 'end', _id })
    expect(one).toHaveRedirect(screen)
    expect(one).toSendToast('That device was signed out')
    expect(await Promise.all([client, ...others].map(statusOf))).toEqual([200, 401, 200])
    expect(await client.submit(screen, { intent: 'end', _id })).toSendToast('Session not found')
    const all = await client.submit(screen, { intent: 'end-others' })
    expect(all).toSendToast('All other devices were signed out')
    expect(await Promise.all([client, ...others].map(statusOf))).toEqual([200, 401, 401])
    const [own] = await listOf(client)
    const out = await client.submit(screen, { intent: 'end', _id: own._id })
    expect(out).toHaveRedirect('/')
    expect(out).toSendToast('Logged out successfully')
    expect(await statusOf(client)).toBe(401)
  })

  test('the demo account sees its own session alone, and can end no other', async () => {
    const [visitor, other] = [await signedIn({ traits: ['demo'] }), await signedIn({ traits: ['demo'] })]
    const [own, ...more] = await listOf(visitor)
    expect(more).toEqual([])
    const [{ _id }] = await listOf(other)
    const msg = 'The demo account cannot be changed'
    expect(await visitor.delete(path)).toMatchObject({ status: 403, body: { msg } })
    expect(await visitor.delete(`${path}/${_id}`)).toMatchObject({ status: 403, body: { msg } })
    expect(await visitor.submit(screen, { intent: 'end-others' })).toSendToast(msg)
    expect(await statusOf(other)).toBe(200)
    expect((await visitor.delete(`${path}/${own._id}`)).status).toBe(200)
  })
})
