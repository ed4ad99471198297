import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuthenticator } from '../support/authenticator'
import { createDatabase } from '../support/create-database.mjs'
import { httpClient } from '../support/http-client'
import { startServer } from '../support/server.mjs'
import { codeOf } from '../support/totp'

const server = process.env.DATABASE_URL_TEST
const account = { Email: 'boss@example.com', Password: 'Blue-Heron-42' }

describe.skipIf(!server)('several processes on one database', () => {
  const APP_URL = 'http://localhost:3000'
  let env: Record<string, string>
  let apps: Awaited<ReturnType<typeof startServer>>[]

  beforeAll(async () => {
    const DATABASE_URL = await createDatabase(server ?? '', `processes_${process.pid}`)
    env = {
      DATABASE_URL,
      APP_URL,
      ADMIN_EMAIL: account.Email,
      ADMIN_PASSWORD: account.Password,
      PAGE_LIFE: '15',
    }
    apps = await Promise.all([1, 2, 3, 4].map(() => startServer(env)))
  })
  afterAll(async () => {
    await Promise.all(apps.map(({ stop }) => stop()))
  })

  test('that start at the same time migrate it once and create one demo account and one admin', async () => {
    const ready = await Promise.all(apps.map(({ url }) => fetch(`${url}/readyz`)))
    expect(ready.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const sql = postgres(env.DATABASE_URL ?? '', { max: 1 })
    const accounts = await sql`select role, count(*)::int as n from users group by role order by role`
    const [{ buds, sample } = {}] = await sql`
      select count(*)::int as buds, count(distinct first_name || surname || last_interaction)::int as sample from buds`
    await sql.end()
    expect([...accounts]).toEqual([
      { role: 'admin', n: 1 },
      { role: 'user', n: 1 },
    ])
    expect(buds).toBeGreaterThan(0)
    expect(buds).toBe(sample)
  })

  test('end a session at once in all of them, and accept a code of the second factor in one only', async () => {
    const clients = apps.map(({ url }) => httpClient(url))
    const [one, two] = clients as [(typeof clients)[0], (typeof clients)[0]]
    const user = { Email: 'ada@example.com', Password: account.Password }
    await one.post('/api/v1/auth/register', { ...user, Firstname: 'Ada' })
    for (const client of clients) expect((await client.post('/api/v1/auth/login', user)).status).toBe(200)
    expect((await two.delete('/api/v1/sessions')).status).toBe(200)
    const statuses = await Promise.all(clients.map(async ({ get }) => (await get('/api/v1/buds')).status))
    expect(statuses).toEqual([401, 200, 401, 401])

    const { secret } = (await two.post('/api/v1/auth/totp', { password: user.Password })).body
    expect((await two.post('/api/v1/auth/totp/confirm', { code: codeOf(secret) })).status).toBe(200)
    const login = { ...user, code: codeOf(secret, 1) }
    const logins = apps.map(({ url }) => httpClient(url).post('/api/v1/auth/login', login))
    const outcomes = (await Promise.all(logins)).map(({ status }) => status)
    expect(outcomes.sort()).toEqual([200, 401, 401, 401])
  })

  test('accept the response of a passkey in one only, whichever has given the challenge', async () => {
    const clients = apps.map(({ url }) => httpClient(url))
    const [one, two] = clients as [(typeof clients)[0], (typeof clients)[0]]
    const user = { Email: 'cem@example.com', Password: account.Password }
    await one.post('/api/v1/auth/register', { ...user, Firstname: 'Cem' })
    for (const client of [one, two]) await client.post('/api/v1/auth/login', user)
    const device = createAuthenticator({ origin: APP_URL, counts: false })
    const begun = (await one.post('/api/v1/passkeys/options', { password: user.Password })).body
    const added = await two.post('/api/v1/passkeys', { name: 'Phone', credential: device.create(begun) })
    expect(added.status).toBe(201)
    const options = (await httpClient(apps[0]?.url ?? '').post('/api/v1/auth/login/passkey/options', {})).body
    const credential = device.get(options)
    const logins = apps.map(({ url }) => httpClient(url).post('/api/v1/auth/login/passkey', { credential }))
    const outcomes = (await Promise.all(logins)).map(({ status }) => status)
    expect(outcomes.sort()).toEqual([200, 401, 401, 401])
  })

  test('show a changed post when their cached page expires, and at once in the process that changed it', async () => {
    const [one, two] = apps.map(({ url }) => url) as [string, string]
    const admin = httpClient(one)
    await admin.post('/api/v1/auth/login', account)
    const input = {
      title: 'Before',
      excerpt: 'Of it.',
      content: '<p>Words.</p>',
      author: 'Ada',
      published: true,
    }
    const { post } = (await admin.post('/api/v1/blog/admin', input)).body
    const read = async (url: string) => (await fetch(`${url}/blog/${post.slug}`)).text()
    for (const url of [one, two]) expect(await read(url)).toContain('<h1>Before</h1>')
    await admin.patch(`/api/v1/blog/admin/${post._id}`, { title: 'After' })
    expect(await read(one)).toContain('<h1>After</h1>')
    expect(await read(two)).toContain('<h1>Before</h1>')
    await expect.poll(() => read(two), { interval: 250 }).toContain('<h1>After</h1>')
  })
})
