import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { startPostgres } from '../tests/support/postgres.mjs'
import { createReport } from './report.mjs'

/** Number of requests of each kind. With 1,000, one measurement in 10,000 exceeds the limits by chance. */
const n = Number(process.env.TIMING_N ?? 1_000)
const limits = { least: 0.45, most: 0.55 }
const wrongPassword = 'a password of no account 1'

/** Checks that response times do not reveal whether an e-mail address has an account, or a token had a link. */
export async function timing({ serve }) {
  const { check, skip, result } = createReport()
  const database = await startPostgres()
  if (!database) {
    skip('timing needs the programs of a PostgreSQL server, which are not installed here')
    return result
  }
  const measure = async ({ url }) => {
    const registered = await createAccounts(database.url)
    const ofAccounts = Object.entries(await measureAucs(url, registered))
    const ofFactors = Object.entries(await measureFactors(url, registered))
    const ofLinks = Object.entries(await measureLinks(url, database.url))
    const aucs = [
      ...ofAccounts.map((auc) => [...auc, 'an account']),
      ...ofFactors.map((auc) => [...auc, 'a second factor', Math.floor(n / 2)]),
      ...ofLinks.map((auc) => [...auc, 'a link']),
    ]
    for (const [what, value, secret, count = n] of aucs) {
      const isMet = value >= limits.least && value <= limits.most
      check(`${what} does not reveal ${secret}`, isMet, `AUC ${value.toFixed(3)}, ${count} of each kind`)
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'budkeeper-timing-'))
  await serve(measure, undefined, {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SESSION_SECRET: randomUUID(),
    TRUST_PROXY: '1',
  })
  rmSync(folder, { recursive: true })
  await database.stop()
  return result
}

/** Inserts accounts directly, because only their addresses and passwords matter. */
async function createAccounts(url) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const [{ password_hash }] =
    await sql`select password_hash from users where password_hash is not null limit 1`
  const emails = Array.from({ length: n }, (_, k) => `known-${k}-${randomUUID()}@example.com`)
  await sql`insert into users (id, email, password_hash, trial_ends_at)
    select gen_random_uuid(), e, ${password_hash}, now() from unnest(${emails}::text[]) e`
  // Every second account has a second factor.
  await sql`insert into second_factors (user_id, secret, confirmed_at)
    select id, 'x', now() from users where email = any(${emails.filter((_, k) => k % 2)})`
  await sql.end()
  return emails
}

async function measureAucs(url, registered) {
  const unregistered = registered.map((email) => email.replace('known', 'other'))
  const forms = await measureShuffled(registered, unregistered, async (Email) => {
    const requestTime = await timed(url, '/api/v1/auth/forgot-password', { Email })
    return {
      'The response about a reset link': requestTime,
      'The next response': await timed(url, '/healthz'),
    }
  })
  const thenLogin = await measureShuffled(registered, unregistered, async (Email) => {
    await timed(url, '/api/v1/auth/forgot-password', { Email })
    return { 'A login after a reset link': await login(url, `nobody-${randomUUID()}@example.com`) }
  })
  const logins = await measureShuffled(registered, unregistered, async (Email) => ({
    'A login with a wrong password': await login(url, Email),
  }))
  return { ...forms, ...thenLogin, ...logins }
}

/** Accounts with and without a second factor. */
function measureFactors(url, registered) {
  const withFactor = registered.filter((_, k) => k % 2)
  const withoutFactor = registered.filter((_, k) => k % 2 === 0)
  return measureShuffled(withFactor, withoutFactor, async (Email) => ({
    'A login with a wrong password and a code': await login(url, Email, '123456'),
  }))
}

/** Links that have ended, each about a record that is gone, beside tokens that were never given out. */
async function measureLinks(url, databaseUrl) {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  const aucs = {}
  for (const [kind, about] of Object.entries({
    rsvp: () => `${randomUUID()} ${randomUUID()}`,
    update: randomUUID,
  })) {
    const ended = Array.from({ length: n }, newToken)
    const rows = ended.map((token) => ({ hash: hashOf(token), about: about() }))
    await sql`insert into links (token_hash, kind, user_id, about, expires_at)
      select hash, ${kind}, (select id from users limit 1), about, now() + interval '1 day'
      from json_to_recordset(${JSON.stringify(rows)}::text::json) as link (hash text, about text)`
    const invented = Array.from({ length: n }, newToken)
    const what = `The 404 of /${kind}`
    const times = await measureShuffled(ended, invented, async (token) => ({
      [what]: await timed(url, `/${kind}/${token}`),
    }))
    aucs[what] = times[what]
  }
  await sql.end()
  return aucs
}

const newToken = () => randomBytes(32).toString('base64url')
const hashOf = (token) => createHash('sha256').update(token).digest('base64url')

const login = (url, Email, code) => timed(url, '/api/v1/auth/login', { Email, Password: wrongPassword, code })

/** Measures e-mail addresses with and without an account in random order. Returns the AUC of each measured time. */
async function measureShuffled(registered, unregistered, measure) {
  const turns = [...registered.map((email) => [email, 0]), ...unregistered.map((email) => [email, 1])]
    .map((turn) => [Math.random(), turn])
    .sort(([a], [b]) => a - b)
    .map(([, turn]) => turn)
  const times = {}
  for (const [email, kind] of turns) {
    for (const [what, ms] of Object.entries(await measure(email))) {
      times[what] ??= [[], []]
      times[what][kind].push(ms)
    }
  }
  return Object.fromEntries(Object.entries(times).map(([what, kinds]) => [what, auc(...kinds)]))
}

/** The probability that a time of `a` is longer than one of `b`: 0.5 means no difference. */
function auc(a, b) {
  let longer = 0
  for (const x of a) for (const y of b) longer += x > y ? 1 : x === y ? 0.5 : 0
  return longer / (a.length * b.length)
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Response time in ms on an open connection. */
function timed(url, path, body) {
  // Each request comes from another client, because guesses of one client are throttled.
  const headers = {
    'X-Forwarded-For': Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join('.'),
    ...(body && { 'Content-Type': 'application/json' }),
  }
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const outgoing = request(
      new URL(path, url),
      { method: body ? 'POST' : 'GET', agent, headers },
      (incoming) => {
        incoming.resume().once('end', () => resolve(performance.now() - began))
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body && JSON.stringify(body))
  })
}
