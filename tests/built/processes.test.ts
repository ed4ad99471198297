import postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import { createDatabase } from '../support/create-database.mjs'
import { httpClient } from '../support/http-client'
import { startServer } from '../support/server.mjs'

const server = process.env.DATABASE_URL_TEST

describe.skipIf(!server)('several processes on one database', () => {
  test('that start at the same time migrate it once and create one demo account and one admin', async () => {
    const DATABASE_URL = await createDatabase(server ?? '', `processes_${process.pid}`)
    const admin = { ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: 'Blue-Heron-42' }
    const apps = await Promise.all([1, 2, 3, 4].map(() => startServer({ DATABASE_URL, ...admin })))
    const ready = await Promise.all(apps.map(({ url }) => fetch(`${url}/readyz`)))
    expect(ready.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await Promise.all(apps.map(({ stop }) => stop()))
    const sql = postgres(DATABASE_URL, { max: 1 })
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

  test('accept each other’s sessions', async () => {
    const DATABASE_URL = await createDatabase(server ?? '', `sessions_${process.pid}`)
    const [one, two] = await Promise.all([startServer({ DATABASE_URL }), startServer({ DATABASE_URL })])
    const visitor = httpClient(one.url)
    await visitor.post('/api/v1/auth/demo', {})
    expect((await visitor.get(`${two.url}/api/v1/buds`)).status).toBe(200)
    await Promise.all([one.stop(), two.stop()])
  })

  test('show a changed post within 10 seconds, and at once in the process that changed it', async () => {
    const DATABASE_URL = await createDatabase(server ?? '', `pages_${process.pid}`)
    const account = { Email: 'boss@example.com', Password: 'Blue-Heron-42' }
    const env = { DATABASE_URL, ADMIN_EMAIL: account.Email, ADMIN_PASSWORD: account.Password }
    const [one, two] = await Promise.all([startServer(env), startServer(env)])
    const admin = httpClient(one.url)
    await admin.post('/api/v1/auth/login', account)
    const input = {
      title: 'Before',
      excerpt: 'Of it.',
      content: '<p>Words.</p>',
      author: 'Ada',
      published: true,
    }
    const { post } = (await admin.post('/api/v1/blog/admin', input)).body
    const read = async ({ url }: { url: string }) => (await fetch(`${url}/blog/${post.slug}`)).text()
    for (const app of [one, two]) expect(await read(app)).toContain('<h1>Before</h1>')
    await admin.patch(`/api/v1/blog/admin/${post._id}`, { title: 'After' })
    expect(await read(one)).toContain('<h1>After</h1>')
    expect(await read(two)).toContain('<h1>Before</h1>')
    await expect.poll(() => read(two), { timeout: 10_500, interval: 250 }).toContain('<h1>After</h1>')
    await Promise.all([one.stop(), two.stop()])
  })
})
