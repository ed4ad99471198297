import { admin } from '../tests/support/env.mjs'
import { startPostgres } from '../tests/support/postgres.mjs'
import { registerOwner, startApp } from './phones/support.mjs'
import { createReport } from './report.mjs'
import { percentile, sleep } from './torture/support.mjs'

const many = 10_000
const maxMs = 3_000
const maxRatio = 3

/** What can be done to all buds. Each is undone after it. */
const actions = [
  ['addTag', 'Choir'],
  ['setType', 'Client'],
  ['setCadence', 30],
  ['archive'],
  ['logContact', { kind: 'message' }],
  ['delete'],
]

/** One action on 10,000 buds, with both databases: its time, that of others meanwhile, its undo, and kills in its middle. */
export async function bulk() {
  const { check, skip, result } = createReport()
  await withDatabase('embedded', {}, check)
  const postgres = await startPostgres()
  if (!postgres) skip('PostgreSQL needs the programs of a server, which are not installed here')
  else {
    await withDatabase('PostgreSQL', { DATABASE_URL: postgres.url }, check)
    await postgres.stop()
  }
  return result
}

async function withDatabase(name, env, check) {
  const app = await startApp({ ...admin, ...env, LOG_LEVEL: 'error' })
  try {
    const owner = await fill(app)
    const other = await registerOwner(app.url)
    await other.call('POST', '/api/v1/buds', { Firstname: 'Ada' })
    const before = await exported(owner)
    for (const [action, value] of actions) {
      const idle = await latencies(other, sleep(3_000))
      let done
      const times = await latencies(
        other,
        send(owner, action, value).then((result) => {
          done = result
        }),
      )
      const what = `${name}: ${action} of ${many} buds`
      check(
        `${what} within ${maxMs} ms`,
        done.json?.changed === many && done.ms <= maxMs,
        `${Math.round(done.ms)} ms, ${done.status}, ${done.json?.changed} changed`,
      )
      const [calm, busy] = [percentile(idle, 0.95), percentile(times, 0.95)]
      check(
        `${what}: p95 of others at most ${maxRatio} times idle`,
        busy <= maxRatio * calm,
        `${busy.toFixed(0)} ms, idle ${calm.toFixed(0)} ms`,
      )
      await undo(owner, await lastChange(owner))
      check(`${what}: undone to the byte`, (await exported(owner)) === before)
    }
    await edited(name, owner, check)
    await killed(name, app, owner, check)
  } finally {
    await app.stop()
  }
}

/** What is edited between an action and its undo stays, and the undo names it. */
async function edited(name, owner, check) {
  await send(owner, 'setType', 'Client')
  const change = await lastChange(owner)
  const { buds } = await owner.call('GET', '/api/v1/buds?limit=3')
  for (const { _id } of buds) await owner.call('PATCH', `/api/v1/buds/${_id}`, { Budtype: 'Family' })
  await undo(owner, change)
  const { totalBuds } = await owner.call('GET', '/api/v1/buds?Budtype=Family')
  check(`${name}: edits between stay`, totalBuds === buds.length, `${totalBuds} of ${buds.length}`)
  const { kept } = (await owner.call('GET', `/api/v1/changes/${await lastChange(owner)}`)).change
  const edited = new Set(buds.map(({ _id }) => _id))
  check(
    `${name}: the undo names them`,
    kept.length === edited.size && kept.every(({ _id }) => edited.has(_id)),
    `${kept.length} of ${edited.size}`,
  )
}

/** Imports the buds as CSV. */
async function fill(app) {
  const owner = await registerOwner(app.url)
  const rows = Array.from({ length: many }, (_, n) => `Given${n},Surname${n},person${n}@example.org`)
  const { json, status, text } = await owner.send('POST', '/api/v1/imports', {
    body: Buffer.from(['Firstname,Surname,Email', ...rows].join('\n')),
    headers: { 'Content-Type': 'application/octet-stream' },
    timeout: 60_000,
  })
  if (!json?.import) throw new Error(`the import got ${status}: ${text}`)
  const path = `/api/v1/imports/${json.import._id}`
  const until = async (state) => {
    while ((await owner.get(path)).json.import.state !== state) await sleep(200)
  }
  await until('ready')
  await owner.call('POST', `${path}/apply`, {})
  await until('applied')
  return owner
}

async function send(owner, action, value) {
  const started = performance.now()
  const body = { Budtype: 'all', action, value }
  const { status, json } = await owner.send('POST', '/api/v1/buds/bulk', { body, timeout: 60_000 })
  return { status, json, ms: performance.now() - started }
}

/** An action that was answered by 503 goes on in the background. */
async function lastChange(owner) {
  const { changes } = await owner.call('GET', '/api/v1/changes?limit=1')
  return changes[0]._id
}

/** Undoes a change set, which may not be complete yet, and waits until the background has done it. */
async function undo(owner, id) {
  for (let n = 0; n < 1_200; n++) {
    const { json } = await owner.send('POST', `/api/v1/changes/${id}/undo`, { body: {} })
    if (json?.msg === 'This change has been undone already') return
    await sleep(500)
  }
  throw new Error('the undo did not end')
}

async function exported(owner) {
  const { text } = await owner.get('/api/v1/export?format=json')
  return text.replace(/"exportedAt":\s*"[^"]+"/, '')
}

/** The server is killed at several moments of an action: all buds are changed in the end, or none. */
async function killed(name, app, owner, check) {
  const counts = []
  for (const [n, ms] of [50, 200, 400, 700, 1_100].entries()) {
    const tag = `kill ${n}`
    const sent = send(owner, 'addTag', tag).catch(() => {})
    await sleep(ms)
    await app.kill()
    await sent
    counts.push(await settled(owner, tag))
  }
  check(
    `${name}: killed in its middle, all or none in the end`,
    counts.every((count) => count === 0 || count === many),
    counts.join(', '),
  )
}

/** The number of buds with a tag, once it is that of all or has not changed for longer than a lease lasts. */
async function settled(owner, tag) {
  let count = -1
  for (let same = 0; same < 40 && count !== many; same++) {
    const { tags } = await owner.call('GET', '/api/v1/tags')
    const now = tags.find((found) => found.name === tag)?.buds ?? 0
    if (now !== count) same = 0
    count = now
    await sleep(500)
  }
  return count
}

async function latencies(other, work) {
  const times = []
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  done.catch(() => {})
  while (!isDone) {
    const started = performance.now()
    await other.get('/api/v1/buds')
    times.push(performance.now() - started)
    await sleep(30)
  }
  await done
  return times
}
