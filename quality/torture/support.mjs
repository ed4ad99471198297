import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import connect from 'postgres'
import { testEnv } from '../../tests/support/env.mjs'
import { startPostgres } from '../../tests/support/postgres.mjs'
import { runServer } from '../../tests/support/server.mjs'
import { createReport } from '../report.mjs'

export const admin = { Email: 'admin@example.com', Password: 'Quiet-Heron-417' }
export const secrets = {
  CRON_SECRET: 'cron-secret-of-this-run',
  POSTMARK_WEBHOOK_SECRET: 'postmark-of-this-run',
}

/** Runs `scenario` with a separate PostgreSQL and a report. Afterwards stops its servers and removes their files. */
export function onPostgres(scenario) {
  return async () => {
    const { check, skip, result } = createReport()
    const postgres = await startPostgres()
    if (!postgres) {
      skip('this needs the programs of a PostgreSQL server, which are not installed here')
      return result
    }
    const folder = mkdtempSync(join(tmpdir(), 'budkeeper-torture-'))
    const servers = []
    async function startApp(env = {}) {
      const server = await startServer({ DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'data'), ...env })
      servers.push(server)
      return server
    }
    const end = () => {
      signalAll(processesOf(postgres), 'SIGCONT')
      return Promise.all(servers.map(({ isRunning, stop }) => isRunning() && stop('SIGKILL')))
    }
    process.once('exit', end)
    try {
      await scenario({ postgres, query: queryOf(postgres), startApp, check })
    } finally {
      process.off('exit', end)
      await end()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    }
    return result
  }
}

/** Opens a new connection for each query, so that faults of earlier ones do not affect it. */
function queryOf({ url }) {
  return async (text, values = []) => {
    const sql = connect(url, { max: 1, onnotice: () => {}, connect_timeout: 3 })
    try {
      return await sql.unsafe(text, values)
    } finally {
      await sql.end({ timeout: 1 })
    }
  }
}

/** Starts the built server, by default without limits. `exitReason` returns the error that ended it, if any. */
async function startServer(env) {
  const { SESSION_SECRET } = testEnv()
  const limits = { API_RATE_LIMIT: '0', ...secrets, ADMIN_EMAIL: admin.Email, ADMIN_PASSWORD: admin.Password }
  const server = runServer({ SESSION_SECRET, LOG_LEVEL: 'error', ...limits, ...env })
  let isRunning = true
  server.ended.then(() => {
    isRunning = false
  })
  const url = await Promise.race([server.listens, server.ended.then(() => undefined)])
  const exitReason = () => (isRunning ? undefined : (/^\w*Error: .*$/m.exec(server.output())?.[0] ?? 'ended'))
  return {
    ...server,
    url,
    port: url && new URL(url).port,
    dataDir: env.DATA_DIR,
    isRunning: () => isRunning,
    exitReason,
  }
}

/** A browser or program with cookies. If a request gets no response, `status` is the code of the error. */
export function createClient(base, given = {}) {
  const cookies = new Map()

  async function send(method, path, { body, headers, timeout = 20_000, url = client.base } = {}) {
    const isJson = body && [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(body))
    const began = performance.now()
    try {
      const response = await fetch(url + path, {
        method,
        redirect: 'manual',
        body: isJson ? JSON.stringify(body) : body,
        headers: {
          ...given,
          ...cookieHeader(),
          ...(isJson && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        signal: AbortSignal.timeout(timeout),
      })
      const text = await response.text()
      for (const cookie of response.headers.getSetCookie()) storeCookie(cookie)
      const { status } = response
      return { status, headers: response.headers, text, json: parseJson(text), ms: performance.now() - began }
    } catch (error) {
      const status = error.cause?.code ?? error.code ?? error.name
      return { status, headers: new Headers(), text: '', json: undefined, ms: performance.now() - began }
    }
  }

  function cookieHeader() {
    return cookies.size > 0 && { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }
  }

  function storeCookie(cookie) {
    const [pair, ...attributes] = cookie.split('; ')
    const [name, ...value] = pair.split('=')
    if (attributes.includes('Max-Age=0')) cookies.delete(name)
    else cookies.set(name, value.join('='))
  }

  const client = {
    base,
    cookies,
    send,
    get: (path, options) => send('GET', path, options),
    post: (path, body, options) => send('POST', path, { body, ...options }),
    patch: (path, body, options) => send('PATCH', path, { body, ...options }),
    delete: (path, options) => send('DELETE', path, options),
    submit: (path, fields, options) => send('POST', path, { body: formOf(fields), ...options }),
  }
  return client
}

function parseJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Encodes lists of strings as repeated fields, and other lists as JSON. */
export function formOf(fields) {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (!Array.isArray(value)) form.append(name, value)
    else if (value.some((item) => typeof item !== 'string')) form.append(name, JSON.stringify(value))
    else for (const item of value) form.append(name, item)
  }
  return form
}

let people = 0

export function newPerson() {
  people += 1
  return {
    Firstname: 'Hana',
    Surname: 'Ito',
    Email: `person${people}@example.com`,
    Password: 'four green leaves 9',
  }
}

/** Registers a new user and signs in. */
export async function registerMember(url, fields = {}) {
  const person = { ...newPerson(), ...fields }
  const { status, text } = await createClient(url).post('/api/v1/auth/register', person)
  if (status !== 201) throw new Error(`registration failed: ${status} ${text}`)
  return signIn(url, person)
}

/** Signs in on the screen, so that another address needs no password for five minutes, or throws. */
export async function signIn(url, { Email, Password }) {
  const client = createClient(url)
  const { status, text } = await client.submit('/login', { Email, Password })
  if (status !== 302) throw new Error(`sign-in failed: ${status} ${text}`)
  return Object.assign(client, { Email, Password })
}

/** Creates a record through the API and returns it. */
export async function create(client, kind, fields, options) {
  const { status, text, json } = await client.post(`/api/v1/${kind}s`, fields, options)
  if (status !== 201) throw new Error(`the ${kind} was not created: ${status} ${text.slice(0, 200)}`)
  return json[kind]
}

export const evening = {
  Location: 'Bath',
  Eventtype: 'Social',
  startDate: '2026-05-01T19:00',
  endDate: '2026-05-01T23:00',
}

/** The mails in a server's data folder, oldest first. */
export function mailsIn(dataDir, most = Number.POSITIVE_INFINITY) {
  const folder = join(dataDir, 'mail')
  const names = namesIn(folder).filter((name) => /^[^.].*\.json$/.test(name))
  return names
    .sort()
    .slice(-most)
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
}

function namesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Waits for a reset link to an address and returns the token of the newest. */
export async function resetToken(dataDir, address, wait = 10_000) {
  for (const deadline = Date.now() + wait; Date.now() < deadline; await sleep(50)) {
    const token = mailsIn(dataDir, 100)
      .filter(({ To }) => To === address)
      .map(({ TextBody }) => /\/reset-password\/([\w-]+)/.exec(TextBody)?.[1])
      .filter(Boolean)
      .at(-1)
    if (token) return token
  }
  return undefined
}

/** The process ids of PostgreSQL: the postmaster first, then backends and workers. */
export function processesOf({ pid }) {
  const children = readProc(`${pid}/task/${pid}/children`)
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

/** The process ids of client backends; with `isActive` only those that run a statement. */
export function backendsOf(postgres, isActive = false) {
  const [, ...children] = processesOf(postgres)
  return children.filter((pid) => {
    const title = readProc(`${pid}/cmdline`).replaceAll('\0', ' ').trim()
    return /^postgres: postgres \S+ 127\.0\.0\.1/.test(title) && !(isActive && title.endsWith('idle'))
  })
}

export function signalAll(processes, signal) {
  for (const pid of processes) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has already ended.
    }
  }
}

/** Kills all processes of PostgreSQL at once, without a shutdown. The data directory stays. */
export async function killPostgres(postgres) {
  const processes = processesOf(postgres)
  signalAll(processes, 'SIGSTOP')
  signalAll(processes, 'SIGKILL')
  await postgres.halt('SIGKILL')
  while (processes.some(isAlive)) await sleep(10)
}

function isAlive(pid) {
  const stat = readProc(`${pid}/stat`)
  return stat !== '' && !stat.includes(') Z')
}

/** Resident memory in MB. */
export function memoryOf({ pid }) {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readProc(`${pid}/status`))?.[1] ?? 0) / 1024)
}

function readProc(file) {
  try {
    return readFileSync(`/proc/${file}`, 'utf8')
  } catch {
    return ''
  }
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
export const times = (n, make) => Array.from({ length: n }, (_, index) => make(index))
export const pick = (list) => list[Math.floor(Math.random() * list.length)]
export const statusesOf = (responses) => tally(responses.map(({ status }) => status))

/** Counts how often each value occurs. */
export function tally(values) {
  const counts = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

/** Counts for a line of the report: `12 × 200, 3 × 503`. */
export function formatCounts(counts) {
  return (
    Object.entries(counts)
      .map(([value, n]) => `${n} × ${value}`)
      .join(', ') || 'none'
  )
}
