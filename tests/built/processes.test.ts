import postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import { createDatabase } from '../support/create-database.mjs'
import { startServer } from '../support/server.mjs'

const server = process.env.DATABASE_URL_TEST

describe.skipIf(!server)('several processes on one database', () => {
  test('that start at once migrate it once, and make one demo account and one admin', async () => {
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

  test('take each other’s sessions', async () => {
    const DATABASE_URL = await createDatabase(server ?? '', `sessions_${process.pid}`)
    const [one, two] = await Promise.all([startServer({ DATABASE_URL }), startServer({ DATABASE_URL })])
    const demo = await fetch(`${one?.url}/api/v1/auth/demo`, { method: 'POST' })
    const headers = { Cookie: demo.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
    expect((await fetch(`${two?.url}/api/v1/buds`, { headers })).status).toBe(200)
    await Promise.all([one?.stop(), two?.stop()])
  })
})
