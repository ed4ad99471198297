import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { card, importOf, reach } from '../data/imports/support'
import { times } from '../support/concurrency'
import { createDatabase } from '../support/create-database.mjs'
import { httpClient } from '../support/http-client'
import { freePort } from '../support/postgres.mjs'
import { startServer } from '../support/server.mjs'

const server = process.env.DATABASE_URL_TEST
const count = 1_050
const cards = times(count, (n) => card(`N:Surname${n};Given${n}`, `EMAIL:person${n}@example.org`)).join('')

type App = Awaited<ReturnType<typeof startServer>>
type User = ReturnType<typeof httpClient>

async function withImport(url: string) {
  const user = httpClient(url)
  const account = { Firstname: 'Ada', Email: 'ada@example.com', Password: 'Blue-Heron-42' }
  for (const path of ['register', 'login']) await user.post(`/api/v1/auth/${path}`, account)
  const headers = { 'Content-Type': 'text/vcard' }
  const { body } = await user.send('POST', '/api/v1/imports', { body: cards, headers })
  return { user, ...(await reach(user, body.import._id, 'ready')) } as { user: User; _id: string }
}

async function untilProgress(user: User, id: string) {
  await expect.poll(async () => (await importOf(user, id)).done, { interval: 20 }).toBeGreaterThan(0)
}

async function expectBuds(user: User, total: number) {
  const { totalBuds, buds } = (await user.get('/api/v1/buds?limit=100&search=Given1')).body
  const isFound = (n: number) => `${n}`.startsWith('1')
  expect(totalBuds).toBe(total && times(count, (n) => n).filter(isFound).length)
  const names = buds.map(({ Firstname }: { Firstname: string }) => Firstname)
  expect(new Set(names).size).toBe(names.length)
}

/** Waits until more records are done than now. The lease ends after 10 s, and the job runs every 5 s. */
async function untilMoreProgress(user: User, id: string, end: string) {
  const { done } = await importOf(user, id)
  const isContinued = async () => {
    const job = await importOf(user, id)
    return job.state === end || job.done > done
  }
  await expect.poll(isContinued, { interval: 20 }).toBe(true)
}

describe('an import and its undo of a server that is killed', () => {
  let env: Record<string, string>
  let folder: string
  const apps: App[] = []
  const start = async () => {
    const app = await startServer(env)
    apps.push(app)
    return app
  }

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'budkeeper-takeover-'))
    const database = server ? await createDatabase(server, `takeover_${process.pid}`) : ''
    env = { DATABASE_URL: database, DATA_DIR: folder, PORT: String(await freePort()), DEMO_ACCOUNT: 'off' }
  })
  afterEach(async () => {
    await Promise.all(apps.splice(0).map(({ stop }) => stop('SIGKILL')))
    rmSync(folder, { recursive: true, force: true })
  })

  test('continue when it starts again', async () => {
    let app = await start()
    const { user, _id } = await withImport(app.url)
    const job = `/api/v1/imports/${_id}`
    for (const [what, state, total] of [
      ['apply', 'applied', count],
      ['undo', 'undone', 0],
    ] as const) {
      expect((await user.post(`${job}/${what}`, {})).status).toBe(202)
      await untilProgress(user, _id)
      await app.stop('SIGKILL')
      app = await start()
      await untilMoreProgress(user, _id, state)
      await reach(user, _id, state)
      await expectBuds(user, total)
    }
  })

  test.skipIf(!server)('are continued by another process', async () => {
    const first = await start()
    env = { ...env, PORT: String(await freePort()) }
    const second = await start()
    const { user, _id } = await withImport(first.url)
    const other = httpClient(second.url)
    for (const cookie of user.cookies.values()) other.storeCookie(cookie)
    const job = `/api/v1/imports/${_id}`
    expect((await user.post(`${job}/apply`, {})).status).toBe(202)
    await untilProgress(other, _id)
    await first.stop('SIGKILL')
    expect((await importOf(other, _id)).state).toBe('applying')
    await untilMoreProgress(other, _id, 'applied')
    await reach(other, _id, 'applied')
    await expectBuds(other, count)
  })
})
