import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { davClient } from '../support/dav-client.mjs'
import { httpClient } from '../support/http-client'
import { startServer } from '../support/server.mjs'
import { editBothSides } from '../support/two-way.mjs'
import { hasVdirsyncer } from '../support/vdirsyncer.mjs'

if (!hasVdirsyncer)
  process.stdout.write('Skipped: vdirsyncer, which syncs as phones do, is not installed here.\n')

test.skipIf(!hasVdirsyncer)('vdirsyncer syncs contacts and events both ways', async () => {
  const app = await startServer({ DATA_DIR: ':memory:', API_RATE_LIMIT: '0' })
  const owner = httpClient(app.url)
  const account = { Firstname: 'Ann', Email: `ann-${randomUUID()}@example.com`, Password: 'Blue-Heron-42' }
  for (const path of ['register', 'login']) await owner.post(`/api/v1/auth/${path}`, account)
  await owner.patch('/api/v1/users/settings', { timeZone: 'Europe/London' })
  const made = await owner.post('/api/v1/devices', { name: 'Desk', password: account.Password })
  expect(made.status, made.text).toBe(201)
  const client = davClient(app.url, { user: account.Email, password: made.body.password })
  const call = async (method: string, path: string, fields?: unknown) => {
    const body = fields === undefined ? {} : { body: JSON.stringify(fields) }
    const headers = { 'Content-Type': 'application/json' }
    const { status, text, body: json } = await owner.send(method, path, { headers, ...body })
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return json
  }
  const result = await editBothSides({ client, call, edits: 24, records: 16, rounds: 2, seed: 38 })
  expect(result.faults).toEqual([])
  expect(result.counts).toMatchObject({ here: 24, there: 24 })
  await app.stop()
})
