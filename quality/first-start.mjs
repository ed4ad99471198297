import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { testEnv } from '../tests/support/env.mjs'
import { runServer, startServer } from '../tests/support/server.mjs'
import { createReport } from './report.mjs'
import { sleep } from './torture/support.mjs'

const kills = Number(process.env.KILLS ?? 20)
const adminEmail = 'admin@budkeeper.example'
const states = {
  trial: 'trialing',
  active: 'active false',
  ending: 'active true',
  'past-due': 'past_due false',
  unpaid: 'unpaid false',
  canceled: 'canceled',
}

/**
 * First starts that are killed at random moments (KILLS), while each call of the emulator takes 30 s. The next start
 * serves, and all that the first one promises is there once.
 */
export async function firstStart() {
  const { check, result } = createReport()
  const folder = mkdtempSync(join(tmpdir(), 'budkeeper-first-start-'))
  try {
    const length = await lengthOfStart(join(folder, 'whole'))
    for (let n = 0; n < kills; n++) {
      const at = Math.random() * length * 1.2
      const problems = await killAndStart(join(folder, String(n)), at)
      check(
        `a first start that is killed after ${(at / 1_000).toFixed(1)} s`,
        problems.length === 0,
        problems.join('; '),
      )
      rmSync(join(folder, String(n)), { recursive: true, force: true })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return result
}

const envOf = (DATA_DIR) => ({
  ...testEnv(),
  DATA_DIR,
  DATABASE_URL: '',
  SEEDED_DATA: '',
  EMPTY_DATA: '',
  LOG_LEVEL: 'error',
})

/** Milliseconds until a first start serves. */
async function lengthOfStart(dataDir) {
  const started = performance.now()
  const server = await startServer(envOf(dataDir))
  const length = performance.now() - started
  await server.stop()
  return length
}

/** Resolves to what is wrong after a first start was killed, and a second one has come up. */
async function killAndStart(dataDir, at) {
  const env = envOf(dataDir)
  const first = runServer(env)
  // The emulator reads its state at the start: every call of its API takes 30 s.
  slowDown(dataDir)
  await sleep(at)
  await first.stop('SIGKILL')
  slowDown(dataDir)
  const second = await startServer(env)
  const outputs = [first.output(), second.output()]
  const problems = await missingAt(second.url, outputs)
  await second.stop()
  return [...problems, ...(await problemsIn(dataDir))]
}

function slowDown(dataDir) {
  const file = join(dataDir, 'stripe-emulator.json')
  try {
    writeFileSync(file, JSON.stringify({ latency: 30_000 }), { flag: 'wx' })
  } catch {
    // The folder is not there yet, or the emulator has written its state, with the delay or without.
  }
}

const lastPassword = (outputs, label) =>
  outputs
    .flatMap((text) => [...text.matchAll(new RegExp(`^${label}: .* with the password (\\S+)`, 'gm'))])
    .at(-1)?.[1]

async function missingAt(url, outputs) {
  const problems = []
  const admin = await signIn(url, '/api/v1/auth/login', {
    Email: adminEmail,
    Password: lastPassword(outputs, 'Admin'),
  })
  if (!admin) problems.push('the admin cannot sign in with the last password that was printed')
  const demo = await signIn(url, '/api/v1/auth/demo')
  const buds = demo && (await demo('/api/v1/buds'))
  if (!buds?.buds?.length) problems.push('the demo account has no buds')
  const { posts } = await (await fetch(`${url}/api/v1/blog`)).json()
  if (!posts?.length) problems.push('there are no posts')
  const Password = lastPassword(outputs, 'Subscriptions')
  for (const [name, state] of Object.entries(states)) {
    const member = await signIn(url, '/api/v1/auth/login', { Email: `${name}@budkeeper.example`, Password })
    const found = await untilState(member, state)
    if (found !== state) problems.push(`${name} is ${found}`)
  }
  return problems
}

/** The states follow in the background. */
async function untilState(member, state) {
  let found = 'not signed in'
  for (const deadline = Date.now() + 20_000; member && Date.now() < deadline; await sleep(200)) {
    const { status, cancelAtPeriodEnd } = (await member('/api/v1/subscriptions/status')).subscription ?? {}
    found = status === 'trialing' || status === 'canceled' ? status : `${status} ${cancelAtPeriodEnd}`
    if (found === state) break
  }
  return found
}

/** Resolves to a function that gets JSON with the session. Undefined if the sign-in is refused. */
async function signIn(url, path, body = {}) {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) return undefined
  const Cookie = response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
  return async (path) => (await fetch(url + path, { headers: { Cookie } })).json()
}

/** What is there twice, and what is left to do. */
async function problemsIn(dataDir) {
  const database = new PGlite(join(dataDir, 'database'))
  const one = async (statement) => (await database.query(`select (${statement})::int as n`)).rows[0].n
  const expected = {
    "select count(*) from users where role = 'admin'": 1,
    'select count(*) from users': 8,
    'select count(*) from subscriptions where subscription_id is not null': 4,
    'select count(*) from first_start_parts': 0,
    'select count(*) - count(distinct slug) from posts': 0,
  }
  const problems = []
  for (const [statement, n] of Object.entries(expected)) {
    const found = await one(statement)
    if (found !== n) problems.push(`${statement}: ${found}, not ${n}`)
  }
  await database.close()
  return problems
}
