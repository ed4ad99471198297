import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../support/create-database.mjs'
import { httpClient } from '../support/http-client'
import { runServer, startServer } from '../support/server.mjs'

const server = process.env.DATABASE_URL_TEST
const folder = mkdtempSync(join(tmpdir(), 'budkeeper-start-'))
const env: Record<string, string> = { DATA_DIR: join(folder, 'data') }

beforeAll(async () => {
  if (server) env.DATABASE_URL = await createDatabase(server, `start_${process.pid}`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the start prints the URL and how to sign in, and idle connections stay open for 65 s', async () => {
  const app = await startServer({ ...env, SEEDED_DATA: '', EMPTY_DATA: '' })
  const ready = await fetch(`${app.url}/readyz`)
  expect([ready.status, ready.headers.get('Keep-Alive')]).toEqual([200, 'timeout=65'])
  await app.stop()
  expect(app.output()).toContain("choose 'Explore the app' on /login")
  // With a PostgreSQL server no payment is simulated, and no sample account is created.
  if (server) expect(app.output()).not.toMatch(/Payments are simulated|Subscriptions:|password/)
})

test('a database of a development version is refused, and the message says what to do', async () => {
  const DATA_DIR = join(folder, 'old')
  const statements = `create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('of an earlier set', 1795176008989)`
  const old: Record<string, string> = { DATA_DIR }
  if (server) {
    old.DATABASE_URL = await createDatabase(server, `old_${process.pid}`)
    const sql = postgres(old.DATABASE_URL ?? '', { max: 1, onnotice: () => {} })
    await sql.unsafe(statements)
    await sql.end()
  } else {
    mkdirSync(DATA_DIR)
    const database = new PGlite(join(DATA_DIR, 'database'))
    await database.exec(statements)
    await database.close()
  }
  const remedy = server
    ? 'Start with an empty database'
    : `Remove the folder ${join(DATA_DIR, 'database')} and start again`
  const { code, output } = await runServer(old).ended
  expect([code, output.trim()]).toEqual([
    1,
    `A development version created this database, and it cannot be migrated. ${remedy}.`,
  ])
})

test.skipIf(!existsSync('/proc/self/stat'))(
  'a start without changes does not build again, and takes hardly more CPU time than the server alone',
  async () => {
    const start: number[] = []
    const serve: number[] = []
    const isEnough = () => Math.min(...start) < 1.5 * Math.min(...serve)
    // The first start makes the database.
    await cpuTimeToListen('bin/serve.mjs')
    // Beside much other work, the same takes more time in some runs.
    for (let n = 0; n < 4 && !isEnough(); n++) {
      serve.push(await cpuTimeToListen('bin/serve.mjs'))
      start.push(await cpuTimeToListen('bin/start.mjs'))
    }
    expect(Math.min(...start) / Math.min(...serve)).toBeLessThan(1.5)
  },
)

/** The CPU time of a server and of what it has waited for, until it listens. */
async function cpuTimeToListen(file: string) {
  const app = await startServer(env, file)
  // After the name: 11 other fields, the times of the process in user and system mode, and those of its children.
  const [, fields = ''] = readFileSync(`/proc/${app.pid}/stat`, 'utf8').split(') ')
  const times = fields.split(' ').slice(11, 15).map(Number)
  await app.stop()
  expect(app.output()).not.toMatch(/Installing|Building/)
  return times.reduce((sum, time) => sum + time)
}

test('invalid variables, a missing database and a used port are reported without a stack trace', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const missing = { DATABASE_URL: 'postgres://127.0.0.1:1/x', SESSION_SECRET: 'x'.repeat(32) }
  for (const [given, message] of [
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
    [missing, 'The database does not respond'],
    [{ PORT: String(port) }, `Port ${port} is in use`],
  ] as const) {
    const { code, output } = await runServer({ ...env, ...given }).ended
    expect(code).toBe(1)
    expect(output).toContain(message)
    expect(output).not.toContain('    at ')
  }
  other.close()
})

test('the account of ADMIN_EMAIL is an admin, and over HTTPS every cookie has the prefix __Host-', async () => {
  const ADMIN_PASSWORD = 'Blue-Heron-42'
  const admin = { ADMIN_EMAIL: 'Boss@Example.com', ADMIN_PASSWORD }
  const app = await startServer({
    ...env,
    ...admin,
    APP_URL: 'https://budkeeper.example',
    WEBHOOK_LOOPBACK: 'off',
  })
  const boss = httpClient(app.url)
  const { cookies } = await boss.submit('/login', { Email: 'boss@example.com', Password: ADMIN_PASSWORD })
  const { user } = (await boss.get('/api/v1/users/current-user')).body
  const screen = await boss.visit('/dashboard')
  await app.stop()
  expect(user).toMatchObject({ Email: 'Boss@Example.com', Role: 'admin' })
  expect(screen.text).toContain('Login successful')
  const names = cookies.map((cookie) => cookie.split('=')[0])
  expect(names.sort()).toEqual(['__Host-browser', '__Host-session', '__Host-toast'])
  for (const cookie of cookies) {
    expect(cookie.split('; ')).toEqual(expect.arrayContaining(['Secure', 'HttpOnly', 'Path=/']))
    expect(cookie).not.toContain('Domain')
  }
})

test('at SIGTERM, requests finish, new connections are refused, idle ones end; the exit code is 0', async () => {
  const app = await startServer(env)
  const { hostname, port } = new URL(app.url)
  const idle = connect(Number(port), hostname).on('error', () => {})
  await once(idle, 'connect')
  const exchanges = [slowRequest(app.url), slowRequest(app.url, 'keep-alive')]
  for (const { begun } of exchanges) await begun
  const ended = app.stop()
  await untilRefused(app.url)
  for (const { finish, text } of exchanges) {
    finish()
    expect(await text).toMatch(/^HTTP\/1\.1 401/)
  }
  // The process exits with 1 when the shutdown takes too long.
  expect((await ended).code).toBe(0)
  idle.destroy()
})

/** A login request whose last byte is not sent until `finish`. `begun`: the server has its headers. */
function slowRequest(url: string, connection = 'close') {
  const body = JSON.stringify({ Email: 'nobody@example.com', Password: 'not the one' })
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: ${connection}`
  socket.write(
    `POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n${headers}\r\n\r\n${body.slice(0, -1)}`,
  )
  const begun = once(socket, 'data')
  const text = new Promise<string>((resolve, reject) => {
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('end', () => resolve(received.replace('HTTP/1.1 100 Continue\r\n\r\n', ''))).on('error', reject)
  })
  return { begun, text, finish: () => socket.write(body.slice(-1)) }
}

async function untilRefused(url: string) {
  const code = await fetch(`${url}/healthz`).then(
    () => undefined,
    (error) => error.cause.code,
  )
  if (code !== 'ECONNREFUSED') await untilRefused(url)
}

test('start, dev and the trial job read .env, and variables of the environment take precedence', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'budkeeper-env-'))
  writeFileSync(join(folder, '.env'), 'MAIL_FROM="Ada <ada@example.org>"\nPORT=4000\nHOST=\n')
  const print = 'console.log(JSON.stringify([process.env.MAIL_FROM, process.env.PORT, process.env.HOST]))'
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const name of ['start', 'dev', 'job:expire-trials']) {
    expect(scripts[name]).toMatch(/^node --import \.\/bin\/env\.mjs bin\//)
  }
  const { MAIL_FROM, HOST, ...others } = process.env
  const env = { ...others, PORT: '5000' }
  const output = execFileSync(process.execPath, ['--import', resolve('bin/env.mjs'), '-e', print], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  expect(JSON.parse(output)).toEqual(['Ada <ada@example.org>', '5000', ''])
})
