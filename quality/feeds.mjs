import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { startPostgres } from '../tests/support/postgres.mjs'
import { startServer } from '../tests/support/server.mjs'
import { expectedDays, generateAccount, zones } from './judges/feed-accounts.mjs'
import { feedJudges, occurrencesBy } from './judges/feed-judges.mjs'
import { createReport } from './report.mjs'
import { registerMember } from './torture/support.mjs'

const count = Number(process.env.EVENTS ?? 10_000)
const accounts = Number(process.env.ACCOUNTS ?? 8)
const limit = 200
const rounds = 40

/**
 * Other readers of calendars judge the feeds of generated accounts. A feed of 10,000 events (EVENTS) is loaded within
 * 200 ms, and then answered with 304s.
 */
export async function feeds() {
  const { check, skip, result } = createReport()
  const postgres = await startPostgres()
  const judges = feedJudges()
  for (const { name, needs, isInstalled } of judges)
    if (!isInstalled) skip(`the judge ${name} needs ${needs}, which is not installed here`)
  await withServer({ DATA_DIR: ':memory:' }, async (url) => {
    for (let n = 0; n < accounts; n++) await judge(url, n, judges, check)
    await measure('embedded', url, check)
  })
  if (postgres) await withServer({ DATABASE_URL: postgres.url }, (url) => measure('PostgreSQL', url, check))
  else skip('this needs the programs of a PostgreSQL server, which are not installed here')
  await postgres?.stop()
  return result
}

async function withServer(database, work) {
  const SESSION_SECRET = `${randomUUID()}${randomUUID()}`
  const limits = { API_RATE_LIMIT: '0', DEMO_ACCOUNT: 'off', LOG_LEVEL: 'error' }
  const server = await startServer({ ...database, SESSION_SECRET, ...limits })
  try {
    await work(server.url)
  } finally {
    await server.stop()
  }
}

/** Compares what each judge reads with what the account has. */
async function judge(url, n, judges, check) {
  const zone = zones[n % zones.length]
  const user = await registerMember(url)
  const account = await generateAccount(user, zone, n)
  const path = await makeFeed(user, 'all', n % 2 === 0)
  const { text } = await user.get(path)
  const empty = (await user.get(await makeFeed(await registerMember(url)))).text
  for (const { name, isInstalled, ...command } of judges) {
    if (!isInstalled) continue
    const found = occurrencesBy({ name, ...command }, text)
    check(
      `${name} reads ${account.events.length} events in ${zone} at their wall-clock times`,
      sameLists(timesIn(found, zone), account.events),
      firstDifference(timesIn(found, zone), account.events),
    )
    const days = found
      .filter(({ start }) => start.length === 10)
      .map(({ title, start }) => `${title} ${start}`)
    const expected = expectedDays(account.dates)
    check(
      `${name} reads each of ${account.dates.length} dates exactly once a year, 2026 to 2032`,
      sameLists(days, expected),
      firstDifference(days, expected),
    )
    check(`${name} reads an empty feed`, occurrencesBy({ name, ...command }, empty).length === 0)
  }
}

/** The events that a judge has found, as wall-clock times of the zone. */
function timesIn(found, zone) {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone })
  const wallClock = (instant) => format.format(new Date(instant)).replace(' ', 'T')
  return found
    .filter(({ start }) => start.length > 10)
    .map(({ title, start, end }) => `${title} ${wallClock(start)} ${wallClock(end)}`)
}

const sorted = (list) => [...list].sort()
const sameLists = (a, b) => sorted(a).join('\n') === sorted(b).join('\n')

function firstDifference(found, expected) {
  if (sameLists(found, expected)) return ''
  const [a, b] = [sorted(found), sorted(expected)]
  const n = b.findIndex((line, n) => line !== a[n])
  return `${a.length} of ${b.length}, ${JSON.stringify(a[n])}, not ${JSON.stringify(b[n])}`
}

async function makeFeed(user, kind = 'all', names = false) {
  const { status, json, text } = await user.post('/api/v1/feeds', { kind, names, password: user.Password })
  if (status !== 201) throw new Error(`the feed was not made: ${status} ${text}`)
  return new URL(json.url).pathname
}

/** Loads a feed of many events, beside a control that sends the same bytes. */
async function measure(name, url, check) {
  const user = await registerMember(url)
  await user.patch('/api/v1/users/settings', { timeZone: 'Europe/London' })
  await importEvents(user)
  const path = await makeFeed(user, 'events')
  const first = await user.get(path)
  const entries = first.text.split('BEGIN:VEVENT').length - 1
  check(`${name}: the feed has ${count} events`, entries === count, `${entries}, ${first.text.length} bytes`)
  const control = await startControl(first.text)
  const times = { feed: [], control: [], unchanged: [] }
  const ETag = first.headers.get('ETag')
  let statuses = ''
  for (let n = 0; n < rounds; n++) {
    times.feed.push((await user.get(path)).ms)
    times.control.push((await user.send('GET', '/', { url: control.url })).ms)
    const response = await user.send('GET', path, { headers: { 'If-None-Match': ETag } })
    times.unchanged.push(response.ms)
    statuses += response.status
  }
  control.stop()
  const [feed, sent, unchanged] = Object.values(times).map(median)
  // The least time, because other programs on this machine only add to it.
  const least = Math.min(...times.feed)
  const figures = `least ${least.toFixed(0)} ms, median ${feed.toFixed(0)} ms; the control ${sent.toFixed(0)} ms`
  check(`${name}: ${count} events within ${limit} ms (the least of ${rounds})`, least <= limit, figures)
  check(`${name}: then 304s`, statuses === '304'.repeat(rounds), `${unchanged.toFixed(0)} ms`)
}

const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)]

/** A program that only sends the bytes of the feed. */
async function startControl(text) {
  const body = Buffer.from(text)
  const server = createServer((_request, response) => response.end(body))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() }
}

/** The import of a backup is the fastest way to many events. */
async function importEvents(user) {
  const year = new Date().getUTCFullYear()
  const events = Array.from({ length: count }, (_, n) => {
    const day = new Date(Date.UTC(year, 0, 1 + (n % 700))).toISOString().slice(0, 10)
    return {
      _id: randomUUID(),
      createdAt: new Date().toISOString(),
      Name: `Dinner number ${n} with friends`,
      Location: 'The Old Library, Bristol',
      Eventtype: 'Social',
      Description: `Bring something to share; number ${n}, by the window.`.repeat(1 + (n % 3)),
      startDate: `${day}T19:00`,
      endDate: `${day}T22:30`,
      selectedBuds: [],
    }
  })
  const form = new FormData()
  const backup = { format: 'budkeeper', version: 1, exportedAt: new Date().toISOString() }
  const file = JSON.stringify({ ...backup, buds: [], circles: [], events, interactions: [] })
  form.append('file', new Blob([file], { type: 'application/json' }), 'budkeeper.json')
  const { json, text } = await user.send('POST', '/api/v1/imports', { body: form })
  if (!json?.import) throw new Error(`the backup was not taken: ${text}`)
  await reach(user, json.import._id, 'ready')
  await user.post(`/api/v1/imports/${json.import._id}/apply`, {})
  await reach(user, json.import._id, 'applied')
}

async function reach(user, id, state) {
  for (const deadline = Date.now() + 300_000; Date.now() < deadline; ) {
    const { json } = await user.get(`/api/v1/imports/${id}`)
    if (json?.import.state === state) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`the import is not ${state} after five minutes`)
}
