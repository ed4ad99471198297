import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { httpClient } from '../support/http-client'
import { runServer, startServer } from '../support/server.mjs'

const folder = mkdtempSync(join(tmpdir(), 'budkeeper-first-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The environment of a server with an own database, which does not exist yet. */
const newEnv = (name: string) => ({ DATA_DIR: join(folder, name), SEEDED_DATA: '', DATABASE_URL: '' })

const adminEmail = 'admin@budkeeper.example'
const passwordOf = (output: string, label = 'Admin') =>
  new RegExp(`^${label}: .* with the password (\\S+)`, 'm').exec(output)?.[1]

async function logIn(url: string, Email: string, Password = '') {
  const client = httpClient(url)
  const { status } = await client.post('/api/v1/auth/login', { Email, Password })
  return { client, status }
}

/** Runs statements on the database of a server that is stopped. */
async function query(DATA_DIR: string, statement: string) {
  const database = new PGlite(join(DATA_DIR, 'database'))
  const { rows } = await database.query<Record<string, unknown>>(statement)
  await database.close()
  return rows
}

async function usedPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return { port: String((server.address() as AddressInfo).port), close: () => server.close() }
}

describe('a first start that ends early', () => {
  test('by a used port loses nothing: the next one prints the passwords and creates the accounts', async () => {
    const env = newEnv('used-port')
    const used = await usedPort()
    const { code, output } = await runServer({ ...env, PORT: used.port }).ended
    expect([code, output.trim()]).toEqual([
      1,
      `Port ${used.port} is in use. Stop what uses it, or set PORT to another one.`,
    ])
    used.close()
    const app = await startServer(env)
    expect((await logIn(app.url, adminEmail, passwordOf(app.output()))).status).toBe(200)
    const password = passwordOf(app.output(), 'Subscriptions')
    expect((await logIn(app.url, 'unpaid@budkeeper.example', password)).status).toBe(200)
    await app.stop()
  })

  test('before it has printed the passwords makes the next one set and print others', async () => {
    const env = newEnv('not-printed')
    const first = await startServer(env)
    await first.stop()
    await query(env.DATA_DIR, "insert into first_start_parts values ('admin'), ('subscribers')")
    const second = await startServer(env)
    for (const [email, label] of [
      [adminEmail, 'Admin'],
      ['active@budkeeper.example', 'Subscriptions'],
    ] as const) {
      const [old, current] = [first, second].map(({ output }) => passwordOf(output(), label))
      expect(current).not.toBe(old)
      expect((await logIn(second.url, email, old)).status).toBe(401)
      expect((await logIn(second.url, email, current)).status).toBe(200)
    }
    await second.stop()
    const third = await startServer(env)
    expect(third.output()).not.toContain('password')
    await third.stop()
    expect(await query(env.DATA_DIR, 'select role, count(*)::int from users group by role')).toEqual(
      expect.arrayContaining([
        { role: 'admin', count: 1 },
        { role: 'user', count: 7 },
      ]),
    )
  })

  test('while it creates the database leaves a draft, which the next one replaces', async () => {
    const env = { ...newEnv('draft'), EMPTY_DATA: '' }
    mkdirSync(join(env.DATA_DIR, 'database.new'), { recursive: true })
    writeFileSync(join(env.DATA_DIR, 'database.new', 'PG_VERSION'), '18\n')
    const app = await startServer(env)
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
    await app.stop()
    expect(readdirSync(env.DATA_DIR)).not.toContain('database.new')
  })

  test('with posts and accounts that were deleted since does not create them again', async () => {
    const env = newEnv('deleted')
    await (await startServer(env)).stop()
    await query(env.DATA_DIR, 'delete from posts')
    await query(env.DATA_DIR, "delete from users where email = 'trial@budkeeper.example'")
    const app = await startServer(env)
    expect(app.output()).not.toContain('password')
    await app.stop()
    expect(await query(env.DATA_DIR, 'select title from posts')).toEqual([])
    expect(await query(env.DATA_DIR, "select 1 from users where email like 'trial@%'")).toEqual([])
  })
})

test.each([
  ['192.0.2.1', 'EADDRNOTAVAIL'],
  ['no-such-host.invalid', 'ENOTFOUND|EAI_AGAIN'],
  ['http://localhost', 'ENOTFOUND|EAI_AGAIN'],
  ['2001:db8::1', 'EADDRNOTAVAIL|EAFNOSUPPORT'],
  ['localhost:3000', 'ENOTFOUND|EAI_AGAIN'],
])('HOST %s is refused with the name of the variable', async (HOST, code) => {
  const { code: exit, output } = await runServer({ ...newEnv('host'), HOST }).ended
  expect(exit).toBe(1)
  expect(output).toMatch(new RegExp(`^HOST ${HOST} is no address of this machine \\((${code})\\)`))
})

describe('npm run admin-password', () => {
  const env = newEnv('admin-password')
  const run = (...args: string[]) => runServer(env, 'bin/admin-password.mjs', args).ended

  beforeAll(async () => await (await startServer(env)).stop())

  test('gives the only admin a new password and ends the sessions of the account', async () => {
    const { code, output } = await run()
    const first = passwordOf(output)
    expect(code).toBe(0)
    const app = await startServer(env)
    const { client, status } = await logIn(app.url, adminEmail, first)
    expect(status).toBe(200)
    await app.stop()

    const second = passwordOf((await run(adminEmail.toUpperCase())).output)
    const again = await startServer(env)
    const { status: current } = await httpClient(again.url, {
      Cookie: `session=${client.cookies.get('session')}`,
    }).get('/api/v1/users/current-user')
    expect(current).toBe(401)
    expect((await logIn(again.url, adminEmail, first)).status).toBe(401)
    expect((await logIn(again.url, adminEmail, second)).status).toBe(200)
    await again.stop()
  })

  test('is refused while a server uses the database, for another account, and without a database', async () => {
    const app = await startServer(env)
    expect(await run()).toEqual({
      code: 1,
      output: `DATA_DIR ${env.DATA_DIR} is in use by process ${app.pid}. Stop it, or set another DATA_DIR.\n`,
    })
    await app.stop()
    expect(await run('trial@budkeeper.example')).toEqual({
      code: 1,
      output: `trial@budkeeper.example is no admin. The admins are ${adminEmail}.\n`,
    })
    const missing = { ...newEnv('missing'), EMPTY_DATA: '' }
    const { code, output } = await runServer(missing, 'bin/admin-password.mjs').ended
    expect([code, output]).toEqual([1, expect.stringContaining('has no database. npm start creates it')])
    const own = { ...env, ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: 'Blue-Heron-42' }
    expect((await runServer(own, 'bin/admin-password.mjs').ended).output).toContain('ADMIN_PASSWORD')
  })

  test('with several admins asks for one', async () => {
    await query(env.DATA_DIR, "update users set role = 'admin' where email = 'active@budkeeper.example'")
    expect((await run()).output).toBe(
      `Which admin? Use npm run admin-password -- ADDRESS. The admins are active@budkeeper.example, ${adminEmail}.\n`,
    )
    expect((await run('active@budkeeper.example')).code).toBe(0)
  })
})

describe('npm start with a folder or a port that is in use', () => {
  /** A clone without packages and without a build. Without npm, an installation fails at once. */
  const clone = join(folder, 'clone')
  const start = (env: Record<string, string | undefined>) => {
    const PATH = join(folder, 'no-programs')
    return runServer({ EMPTY_DATA: '', SEEDED_DATA: '', PATH, ...env }, join(clone, 'bin/start.mjs')).ended
  }

  beforeAll(() => {
    mkdirSync(clone)
    for (const name of ['bin', 'package.json', 'package-lock.json'])
      cpSync(resolve(name), join(clone, name), { recursive: true })
  })

  test('is refused before anything is installed or built', async () => {
    const env = newEnv('in-use')
    const app = await startServer(env)
    const folderInUse = await start(env)
    expect(folderInUse).toEqual({
      code: 1,
      output: expect.stringMatching(/^DATA_DIR .+ is in use by process/),
    })
    const { port } = new URL(app.url)
    const portInUse = await start({ ...newEnv('other'), PORT: port })
    expect(portInUse).toEqual({ code: 1, output: expect.stringMatching(/^Port \d+ is in use/) })
    const host = await start({ ...newEnv('other'), HOST: '192.0.2.1' })
    expect(host).toEqual({ code: 1, output: expect.stringMatching(/^HOST 192\.0\.2\.1 is no address/) })
    await app.stop()
    expect((await start(env)).output).toMatch(/^Installing packages/)
  })
})
