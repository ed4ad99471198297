import { performance } from 'node:perf_hooks'
import { residentMegabytes } from '../bench/measure.mjs'
import { startPostgres } from '../tests/support/postgres.mjs'
import { startServer } from '../tests/support/server.mjs'
import { createReport } from './report.mjs'

const count = Number(process.env.CARDS ?? 10_000)
const Password = 'a long password for imports'

/** Limits in seconds for 10,000 vCards. */
const limits = {
  embedded: { 'dry run': 4, import: 25, undo: 15 },
  PostgreSQL: { 'dry run': 4, import: 15, undo: 15 },
}
/** Megabytes by which the memory of the process may grow. */
const growth = 120

const card = (n) =>
  [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:Surname${n};Given${n};;;`,
    `FN:Given${n} Surname${n}`,
    `EMAIL;TYPE=WORK:person${n}@example.org`,
    `EMAIL;TYPE=HOME:home${n}@example.net`,
    `TEL;TYPE=CELL:+44 7700 ${900_000 + n}`,
    `ADR;TYPE=HOME:;;${n} High Street;Bath;Somerset;BA1 ${n};United Kingdom`,
    'BDAY:1985-04-12',
    'ORG:Company',
    'TITLE:Engineer',
    `NOTE:Met at the market\\, number ${n}`,
    'END:VCARD',
    '',
  ].join('\r\n')

/** Imports 10,000 vCards and takes them back, with both databases, while another user reads pages. */
export async function imports() {
  const { check, skip, result } = createReport()
  await measure('embedded', { DATA_DIR: ':memory:' }, check)
  const postgres = await startPostgres()
  if (postgres) await measure('PostgreSQL', { DATABASE_URL: postgres.url }, check)
  else skip('this needs the programs of a PostgreSQL server, which are not installed here')
  await postgres?.stop()
  return result
}

async function measure(name, env, check) {
  const args = process.env.PROFILE
    ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE}`, 'bin/serve.mjs']
    : []
  const server = await startServer(
    {
      ...env,
      SESSION_SECRET: 'a secret that only the check of imports has',
      API_RATE_LIMIT: '0',
      DEMO_ACCOUNT: 'off',
    },
    args[0] ?? 'bin/serve.mjs',
    args.slice(1),
  )
  const [user, other] = [await register(server.url, 'importer'), await register(server.url, 'reader')]
  for (let n = 0; n < 20; n++) await other('POST', '/api/v1/buds', JSON.stringify({ Firstname: `Bud ${n}` }))
  const cards = Array.from({ length: count }, (_, n) => card(n)).join('')
  const idle = await latencies(other, sleep(3_000))
  console.log(`${name}: other requests take ${quantile(idle, 0.95).toFixed(1)} ms (p95) while idle`)
  const memory = residentMegabytes(server.pid)
  let id
  const parts = {
    'dry run': async () => {
      id = (await user('POST', '/api/v1/imports', cards, 'text/vcard')).import._id
      await reach(user, id, 'ready')
    },
    import: async () => {
      await user('POST', `/api/v1/imports/${id}/apply`, '{}')
      await reach(user, id, 'applied')
    },
    undo: async () => {
      await user('POST', `/api/v1/imports/${id}/undo`, '{}')
      await reach(user, id, 'undone')
    },
  }
  for (const [part, work] of Object.entries(parts)) {
    const started = performance.now()
    let seconds
    const times = await latencies(
      other,
      work().then(() => {
        seconds = (performance.now() - started) / 1_000
      }),
    )
    const ratio = quantile(times, 0.95) / quantile(idle, 0.95)
    const grown = residentMegabytes(server.pid) - memory
    const limit = limits[name][part]
    check(`${name}, ${part}: ${seconds.toFixed(1)} s (at most ${limit})`, seconds <= limit)
    check(
      `${name}, ${part}: p95 of other requests ${ratio.toFixed(1)} times that of idle (at most 3)`,
      ratio <= 3,
    )
    check(`${name}, ${part}: slowest other request ${times.at(-1).toFixed(0)} ms`, times.at(-1) < 5_000)
    check(`${name}, ${part}: memory grew by ${grown.toFixed(0)} MB (at most ${growth})`, grown <= growth)
  }
  const { totalBuds } = await user('GET', '/api/v1/buds')
  check(`${name}: no bud is left after the undo`, totalBuds === 0)
  await server.stop()
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const quantile = (times, q) => times[Math.floor(times.length * q)] ?? 0

/** A signed-in client, which returns the JSON of a response. */
async function register(url, name) {
  const Email = `${name}@example.org`
  const headers = { 'Content-Type': 'application/json' }
  const post = (path, body) => fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  await post('/api/v1/auth/register', { Firstname: name, Surname: 'Test', Email, Password })
  const response = await post('/api/v1/auth/login', { Email, Password })
  const cookie = response.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
  return async (method, path, body, type = 'application/json') => {
    const response = await fetch(url + path, { method, body, headers: { cookie, 'Content-Type': type } })
    const content = await response.json()
    if (!response.ok) throw new Error(`${method} ${path} responded ${response.status}: ${content.msg}`)
    return content
  }
}

async function reach(user, id, state) {
  while ((await user('GET', `/api/v1/imports/${id}`)).import.state !== state) await sleep(250)
}

/** Milliseconds of each request of another user while `work` runs, in ascending order. */
async function latencies(other, work) {
  const times = []
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const started = performance.now()
    await other('GET', '/api/v1/buds')
    times.push(performance.now() - started)
    await sleep(30)
  }
  await done
  return times.sort((a, b) => a - b)
}
