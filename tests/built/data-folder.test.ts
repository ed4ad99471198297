import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { databaseEnv } from '../support/create-database.mjs'
import { httpClient } from '../support/http-client'
import { readMails } from '../support/mail-folder'
import { startServer } from '../support/server.mjs'

const folder = mkdtempSync(join(tmpdir(), 'budkeeper-modes-'))
const isEmbedded = !process.env.DATABASE_URL_TEST
const before = process.umask(0o022)

afterAll(() => {
  process.umask(before)
  rmSync(folder, { recursive: true, force: true })
})

/** What other users of the machine may read, write or enter, the folder itself included. A server replaces files meanwhile. */
function openToOthers(path: string) {
  const below = readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
  return [path, ...below].filter(
    (one) => ((statSync(one, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0,
  )
}

/** A mail, and with the embedded database rows of all kinds, so that files are made while the server runs. */
async function use(url: string) {
  const client = httpClient(url)
  const account = { Firstname: 'Ada', Email: 'ada@example.com', Password: 'Blue-Heron-42' }
  await client.post('/api/v1/auth/register', account)
  await client.post('/api/v1/auth/login', account)
  for (let n = 0; n < 20; n++) await client.post('/api/v1/buds', { Firstname: `Bud ${n}` })
  await client.post('/api/v1/auth/forgot-password', { Email: account.Email })
}

test('no file or folder of a new DATA_DIR is open to other users of the machine', async () => {
  const DATA_DIR = join(folder, 'new', 'data')
  const app = await startServer({
    ...(await databaseEnv('modes')),
    DATA_DIR,
    SEEDED_DATA: '',
    EMPTY_DATA: '',
  })
  await use(app.url)
  await expect.poll(() => readMails(DATA_DIR).length).toBeGreaterThan(0)
  expect(openToOthers(DATA_DIR)).toEqual([])
  await app.stop()
  expect(openToOthers(DATA_DIR)).toEqual([])
  const names = readdirSync(DATA_DIR)
  expect(names).toEqual(expect.arrayContaining(isEmbedded ? ['database', 'mail'] : ['mail']))
})

test('a DATA_DIR that was open to others is closed by the start, and files of the user in it stay as they are', async () => {
  const DATA_DIR = join(folder, 'old')
  const env = { ...(await databaseEnv('old_modes')), DATA_DIR }
  mkdirSync(join(DATA_DIR, 'mail'), { recursive: true })
  mkdirSync(join(DATA_DIR, 'own'))
  for (const name of ['mail/a.json', 'own/script.sh']) writeFileSync(join(DATA_DIR, name), '{}')
  chmodSync(join(DATA_DIR, 'own/script.sh'), 0o755)
  await (await startServer(env)).stop()
  for (const name of readdirSync(DATA_DIR, { recursive: true, encoding: 'utf8' }))
    if (!name.startsWith('own')) chmodSync(join(DATA_DIR, name), 0o777)
  chmodSync(DATA_DIR, 0o755)
  const app = await startServer(env)
  const open = openToOthers(DATA_DIR).filter((path) => !path.startsWith(join(DATA_DIR, 'own')))
  expect(open).toEqual([])
  expect(statSync(join(DATA_DIR, 'own/script.sh')).mode & 0o777).toBe(0o755)
  expect((await app.stop()).output).not.toContain('not closed to other users')
})
