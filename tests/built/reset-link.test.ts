import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDatabase } from '../support/create-database.mjs'
import { startServer } from '../support/server.mjs'

test('a reset link is sent within seconds, also after the server was killed', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'budkeeper-reset-'))
  const server = process.env.DATABASE_URL_TEST
  const database = server ? { DATABASE_URL: await createDatabase(server, `reset_${process.pid}`) } : {}
  const admin = { ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: 'Blue-Heron-42' }
  const start = () => startServer({ ...database, ...admin, DATA_DIR })
  const links = async () => {
    const folder = join(DATA_DIR, 'mail')
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    return mails.filter((mail) => JSON.parse(mail).Tag === 'password-reset').length
  }
  const requestLink = (url: string) =>
    fetch(`${url}/api/v1/auth/forgot-password`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ Email: admin.ADMIN_EMAIL }),
    })

  const first = await start()
  expect((await requestLink(first.url)).status).toBe(200)
  await expect.poll(links).toBe(1)
  expect((await requestLink(first.url)).status).toBe(200)
  await first.stop('SIGKILL')
  const sent = await links()
  const second = await start()
  await expect.poll(links).toBe(2)
  expect(sent).toBe(1)
  await second.stop()
  await rm(DATA_DIR, { recursive: true })
})
