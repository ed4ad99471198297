import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { databaseEnv } from '../support/create-database.mjs'
import { httpClient } from '../support/http-client'
import { readMails } from '../support/mail-folder'
import { startServer } from '../support/server.mjs'

test('a reset link is sent within seconds, also after the server was killed', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'budkeeper-reset-'))
  const database = await databaseEnv('reset')
  const admin = { ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: 'Blue-Heron-42' }
  const start = () => startServer({ ...database, ...admin, DATA_DIR })
  const links = () => readMails(DATA_DIR).filter(({ Tag }) => Tag === 'password-reset').length
  const requestLink = (url: string) =>
    httpClient(url).post('/api/v1/auth/forgot-password', { Email: admin.ADMIN_EMAIL })

  const first = await start()
  expect((await requestLink(first.url)).status).toBe(200)
  await expect.poll(links).toBe(1)
  expect((await requestLink(first.url)).status).toBe(200)
  await first.stop('SIGKILL')
  const sent = links()
  const second = await start()
  await expect.poll(links).toBe(2)
  expect(sent).toBe(1)
  await second.stop()
  await rm(DATA_DIR, { recursive: true })
})
