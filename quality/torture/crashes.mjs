import { isDeepStrictEqual } from 'node:util'
import {
  backendsOf,
  create,
  evening,
  formatCounts,
  killPostgres,
  onPostgres,
  percentile,
  pick,
  registerMember,
  signalAll,
  sleep,
  tally,
  times,
} from './support.mjs'

const killsOfApp = Number(process.env.KILLS_APP ?? 30)
const killsOfPostgres = Number(process.env.KILLS_POSTGRES ?? 10)
const writers = 8
const kinds = ['bud', 'circle', 'event']

/**
 * Writers add, change and delete records while the app, PostgreSQL and single backends are killed (KILLS_APP,
 * KILLS_POSTGRES). Afterwards each acknowledged record is stored once and completely. The app never exits by itself.
 */
export const crashes = onPostgres(async ({ postgres, startApp, check }) => {
  const app = await superviseApp(startApp)
  const owners = await Promise.all(times(2, () => registerMember(app.url)))
  for (const owner of owners) {
    const made = times(12, (n) => create(owner, 'bud', { Firstname: `friend ${n}` }))
    owner.friends = (await Promise.all(made)).map(({ _id }) => _id)
  }
  const log = { records: [], statuses: [], acknowledgedAt: 0, isOver: false }
  const writing = Promise.all(times(writers, (n) => write(n, owners[n % 2], log)))

  const recoveries = { app: [], postgres: [], backend: [] }
  for (let n = 0; n < killsOfApp; n++) {
    await sleep(400 + Math.random() * 600)
    recoveries.app.push(await recoveryFrom(log, app.kill))
  }
  for (let n = 0; n < killsOfPostgres; n++) {
    await sleep(300 + Math.random() * 500)
    if (n % 2) recoveries.backend.push(await recoveryFrom(log, () => killBackend(postgres)))
    else recoveries.postgres.push(await recoveryFrom(log, () => killServer(postgres)))
  }
  await sleep(500)
  log.isOver = true
  await writing

  const found = await compare(owners, log.records)
  const sent = log.records.length
  const acknowledged = log.records.filter(({ id }) => id).length
  const isWhole = ['lost', 'duplicated', 'incomplete', 'undone'].every((what) => found[what] === 0)
  const details = `${sent} writes, ${acknowledged} acknowledged`
  check(
    'each acknowledged record is stored once and completely',
    isWhole,
    `${JSON.stringify(found)}, ${details}`,
  )
  check('the total of each list is right', found.wrongTotals === 0, `${found.wrongTotals} are wrong`)
  const all = Object.values(recoveries).flat()
  check('writes succeed again within 20 s after each kill', !all.includes(Infinity), durationsOf(recoveries))
  const statuses = tally(log.statuses)
  const isAllowed = Object.keys(statuses).every((status) => !(status >= 400) || status === '503')
  check('writes during an outage get a 503 or a closed connection', isAllowed, formatCounts(statuses))
  check('the app never exits by itself', app.exits.length === 0, formatCounts(tally(app.exits)))
  await app.stop()
})

/** Starts the app on one port, and restarts it when it ends, as a supervisor does. */
async function superviseApp(startApp) {
  let server = await startApp()
  const { url, port, dataDir } = server
  const exits = []
  let isExpected = false
  const watch = () => {
    const { ended, exitReason } = server
    ended.then(async () => {
      if (isExpected) return
      exits.push(exitReason())
      await restart()
    })
  }
  async function restart() {
    do server = await startApp({ PORT: port, APP_URL: url, DATA_DIR: dataDir })
    while (!server.isRunning())
    watch()
  }
  const stop = async (signal) => {
    isExpected = true
    await server.stop(signal)
    isExpected = false
  }
  watch()
  return { url, exits, stop, kill: () => stop('SIGKILL').then(restart) }
}

async function write(number, owner, log) {
  for (let n = 0; !log.isOver; n++) {
    const name = `writer ${number} record ${n}`
    const kind = kinds[n % kinds.length]
    const members = owner.friends.filter((_, index) => (index + n) % 3 === 0).sort()
    const record = { owner, kind, name, members, places: [''] }
    if (kind === 'event') record.places = [evening.Location]
    log.records.push(record)
    const made = await send(log, () => owner.post(`/api/v1/${kind}s`, fieldsOf(record), { timeout: 8_000 }))
    if (made.status !== 201) continue
    record.id = made.json[kind]._id
    const path = `/api/v1/${kind}s/${record.id}`
    // One in every `kinds.length + 1` records is changed. The kinds alternate, so each kind has its turn.
    if (n % (kinds.length + 1) === 1) {
      const Location = `place ${n}`
      record.places.push(Location)
      const changed = await send(log, () => owner.patch(path, { Location }, { timeout: 8_000 }))
      if (changed.status === 200) record.places = [Location]
    }
    if (n % 7 === 3) {
      record.deletion = 'sent'
      const deleted = await send(log, () => owner.delete(path, { timeout: 8_000 }))
      if (deleted.status === 200) record.deletion = 'done'
    }
  }
}

async function send(log, request) {
  const response = await request()
  log.statuses.push(response.status)
  if (response.status < 300) log.acknowledgedAt = performance.now()
  else await sleep(50)
  return response
}

function fieldsOf({ kind, name, members }) {
  if (kind === 'bud')
    return { Firstname: name, hobbies: ['Reading'], customFields: [{ name: 'a', value: 'b' }] }
  if (kind === 'event') return { ...evening, Name: name, selectedBuds: members }
  const milestones = ['first', 'second'].map((description) => ({ date: '2026-01-01', description }))
  return { Name: name, selectedBuds: members, milestones }
}

/** Runs `killAndRestart`, and returns the time from its end to the next acknowledged write. */
async function recoveryFrom(log, killAndRestart) {
  await killAndRestart()
  const since = performance.now()
  for (const deadline = since + 20_000; performance.now() < deadline; await sleep(2)) {
    if (log.acknowledgedAt > since) return Math.round(log.acknowledgedAt - since)
  }
  return Infinity
}

async function killServer(postgres) {
  await killPostgres(postgres)
  await sleep(200)
  await postgres.run()
}

/** Kills one backend. PostgreSQL recovers by itself. */
async function killBackend(postgres) {
  const backend = pick(backendsOf(postgres))
  if (backend) signalAll([backend], 'SIGKILL')
  await sleep(5)
}

async function compare(owners, records) {
  const rows = []
  let wrongTotals = 0
  for (const owner of owners) {
    for (const kind of kinds) {
      const { listed, total } = await listAll(owner, kind)
      if (total !== new Set(listed.map(({ _id }) => _id)).size) wrongTotals += 1
      rows.push(...listed)
    }
  }
  const byName = groupBy(rows, nameOf)
  const found = { lost: 0, duplicated: 0, incomplete: 0, undone: 0, wrongTotals }
  for (const record of records) {
    const same = byName.get(record.name) ?? []
    if (same.length > 1) found.duplicated += 1
    if (same.some((row) => !isWhole(record, row))) found.incomplete += 1
    if (record.id && same.length === 0 && !record.deletion) found.lost += 1
    if (record.deletion === 'done' && same.length > 0) found.undone += 1
    if (record.id && same[0] && !record.places.includes(same[0].Location ?? '')) found.undone += 1
  }
  return found
}

const nameOf = ({ Name, Firstname }) => Name ?? Firstname

function groupBy(rows, keyOf) {
  const groups = new Map()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}

async function listAll(owner, kind) {
  const listed = []
  for (let page = 1; ; page++) {
    const json = await read(owner, `/api/v1/${kind}s?limit=100&page=${page}`)
    listed.push(...json[`${kind}s`])
    if (page >= json.numOfPages)
      return { listed, total: json[`total${kind[0].toUpperCase()}${kind.slice(1)}s`] }
  }
}

/** Retries until the app has recovered. */
async function read(owner, path) {
  for (const deadline = Date.now() + 20_000; ; await sleep(100)) {
    const { status, json } = await owner.get(path)
    if (status === 200) return json
    if (Date.now() > deadline) throw new Error(`${path} got no valid response: ${status}`)
  }
}

function isWhole({ kind, members }, row) {
  if (kind === 'bud') return row.customFields.length === 1 && row.hobbies.length === 1
  const ids = row.buds.map(({ _id }) => _id).sort()
  return isDeepStrictEqual(ids, members) && (kind === 'event' || (row.milestones?.length ?? 2) === 2)
}

function durationsOf(recoveries) {
  return Object.entries(recoveries)
    .filter(([, list]) => list.length > 0)
    .map(([what, list]) => `${what} ${percentile(list, 0.5)} to ${Math.max(...list)} ms`)
    .join(', ')
}
