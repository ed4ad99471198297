import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { createCaller } from './mixed-caller.mjs'
import { kinds } from './mixed-kinds.mjs'
import { createCount } from './mixed-model.mjs'
import {
  admin,
  backendsOf,
  createClient,
  formatCounts,
  memoryOf,
  newPerson,
  onPostgres,
  percentile,
  pick,
  processesOf,
  registerMember,
  signalAll,
  signIn,
  sleep,
  tally,
  times,
} from './support.mjs'

const minutes = Number(process.env.MINUTES ?? 2)
const processes = Number(process.env.PROCESSES ?? 1)
const owners = 20
const callersPerOwner = 3
const longestPause = 200
const largeCircles = 40

/**
 * 60 clients, three for each of 20 owners, use every call and every screen for MINUTES (2; 30 for the full run), while
 * statements are canceled and PostgreSQL is killed, stopped and restarted. Every response is compared with what its
 * client has written.
 * With PROCESSES=2, requests alternate between two processes. DISTURBANCE selects disturbances whose name contains it.
 */
export const mixedLoad = onPostgres(async ({ postgres, startApp, check }) => {
  const apps = [await startApp()]
  while (apps.length < processes) apps.push(await startApp({ APP_URL: apps[0].url }))
  const context = await createContext(apps)
  const readLargeList = await createLargeList(context)
  const callers = await createCallers(context)
  // Some calls need records that others create, so only the second rehearsal can cover all calls.
  for (const _ of times(2, (n) => n))
    await Promise.all(callers.map((caller) => guard(context, caller, caller.rehearse)))
  const memoryBefore = apps.map(memoryOf)

  const until = Date.now() + minutes * 60_000
  context.isOver = () => Date.now() > until || !context.isAlive()
  const incidents = {}
  const load = Promise.all([
    ...callers.map((caller) => work(caller, context)),
    readLargeList(),
    readLargeList(),
  ])
  await Promise.all([load, disturb(postgres, context, incidents)])
  await sleep(10_000)

  const found = { lost: 0, duplicated: 0, different: 0, undone: 0 }
  for (const caller of context.isAlive() ? callers : []) {
    const faults = await caller.readBack()
    for (const what of Object.keys(found)) found[what] += faults[what]
  }
  print(context, incidents, apps, memoryBefore)
  const wrong = context.faults.filter(({ what }) => what !== "another owner's data")
  const foreign = context.faults.length - wrong.length
  check('every response matches what its caller has written', wrong.length === 0, countAndFirst(wrong))
  check("no response contains another owner's data", foreign === 0, String(foreign))
  const losses = Object.values(found).every((n) => n === 0)
  check('every acknowledged record is stored once and completely', losses, JSON.stringify(found))
  const missing = context.missing()
  check('every call and every screen was used', missing.length === 0, missing.join(', '))
  const exits = apps.map((app) => app.exitReason()).filter(Boolean)
  check('no process has ended', exits.length === 0, exits.join(', '))
})

const countAndFirst = (wrong) => `${wrong.length}${wrong[0] ? `, the first: ${wrong[0].details}` : ''}`

async function work(caller, context) {
  while (!context.isOver()) {
    await guard(context, caller, caller.act)
    await sleep(Math.random() * longestPause)
  }
}

/** An exception of a caller, for example because of an unexpected response, counts as a fault. */
function guard(context, { tag }, work) {
  return work().catch((error) => {
    if (context.isAlive()) context.wrong('differs from what was written', `${tag}: ${error.stack}`)
  })
}

async function createContext(apps) {
  const calls = routes()
  const faults = []
  const statuses = {}
  const durations = []
  let turn = 0
  return {
    codes: [],
    others: [],
    owners,
    dataDir: apps[0].dataDir,
    pictures: await drawPictures(apps[0].url),
    faults,
    statuses,
    durations,
    url: () => apps[turn++ % apps.length].url,
    isAlive: () => apps.every((app) => app.isRunning()),
    isOver: () => false,
    isUnavailable: (status) => status === 503 || (typeof status === 'string' && status !== 'TimeoutError'),
    wrong: (what, details) => faults.push({ what, details, at: new Date().toISOString() }),
    count(method, path, { status, ms }) {
      statuses[status] = (statuses[status] ?? 0) + 1
      durations.push(ms)
      const plain = path.split('?')[0].replace(/\.data$/, '')
      const call = calls.find((one) => one.method === method && one.pattern.test(plain))
      if (call) call.n += 1
    },
    missing: () => calls.filter(({ n }) => n === 0).map(({ method, routePath }) => `${method} ${routePath}`),
    calls,
  }
}

/** Every method of every path below /api/v1 and /dashboard, read from `app/routes.ts` and its modules. */
function routes() {
  const table = readFileSync('app/routes.ts', 'utf8')
  const rows = [...table.matchAll(/(route|index)\((?:'([^']+)', )?'(routes\/(dashboard|api)\/[^']+)'/g)]
  const calls = rows.flatMap(([, , path = '', file, area]) => {
    if (path === 'dashboard') return []
    const above = area === 'api' ? '/api/v1' : /(avatar|photo)\.ts$/.test(file) ? '' : '/dashboard'
    const routePath = path ? `${above}/${path}` : above
    const pattern = new RegExp(`^${routePath.replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`, 'i')
    return methodsOf(readFileSync(`app/${file}`, 'utf8'), area)
      .filter((method) => !(method === 'GET' && path === '*'))
      .map((method) => ({ method, routePath, pattern, n: 0 }))
  })
  const parameters = ({ routePath }) => routePath.match(/[:*]/g)?.length ?? 0
  return calls.sort((one, other) => parameters(one) - parameters(other))
}

function methodsOf(source, area) {
  if (area === 'api')
    return [...source.matchAll(/\b(GET|POST|PUT|PATCH|DELETE):/g)].map(([, method]) => method)
  return ['GET', ...(/async function action\b/.test(source) ? ['POST'] : [])]
}

/** Uploads avatars, and returns their bytes with the paths that the app gives them. */
async function drawPictures(url) {
  const somebody = await registerMember(url)
  return Promise.all(
    ['red', 'green', 'blue'].map(async (background) => {
      const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
        .png()
        .toBuffer()
      const body = new FormData()
      body.append('avatar', new Blob([bytes], { type: 'image/png' }), 'picture.png')
      const { json } = await somebody.patch('/api/v1/users/update-user', body)
      return { bytes, path: json.user.avatar }
    }),
  )
}

/** Creates the owners and their callers. The first owner is the admin. Registration then requires an access code. */
async function createCallers(context) {
  const url = context.url()
  const callers = []
  context.idOfAnother = (owner, kind) => {
    const { records } = pick(callers.filter((caller) => caller.owner !== owner))
    return pick(records.filter((record) => record.kind === kind && record.id))?.id
  }
  context.changeOfAnother = (owner) => pick(pick(callers.filter((caller) => caller.owner !== owner)).changes)
  for (const number of times(owners, (n) => n)) {
    const owner = await createOwner(url, number)
    for (const index of times(callersPerOwner, (n) => n)) {
      const caller = Object.assign(createCaller({ owner, index, context }), { owner })
      await caller.signIn()
      await caller.makeFriends()
      callers.push(caller)
    }
  }
  const { status } = await (await signIn(url, admin)).patch('/api/v1/admin/settings', {
    requireAccessCode: true,
  })
  if (status !== 200) throw new Error(`the settings could not be changed: ${status}`)
  return callers
}

/**
 * Stores circles of the maximum size in another account. Their list takes a long time to send, so that it is often
 * canceled in the middle of its rows.
 */
async function createLargeList(context) {
  const client = await registerMember(context.url())
  const description = 'x'.repeat(1_900)
  const milestoneSizes = [100, 30, 10, 1].map((n) => times(n, () => ({ date: '2026-01-01', description })))
  let stored = 0
  for (const milestones of milestoneSizes) {
    while (stored < largeCircles) {
      const { status } = await client.post('/api/v1/circles', { Name: `large ${stored}`, milestones })
      if (status !== 201) break
      stored += 1
    }
  }
  return async () => {
    while (!context.isOver()) {
      const path = '/api/v1/circles?limit=100'
      const { status, json, ms, text } = await client.get(path, { url: context.url() })
      context.count('GET', path, { status, ms })
      if (!context.isUnavailable(status) && json?.totalCircles !== stored) {
        context.wrong('differs from what was written', `large list: ${status} ${text.slice(0, 100)}`)
      }
      await sleep(Math.random() * 500)
    }
  }
}

async function createOwner(url, number) {
  const mark = `Mark${String(number).padStart(2, '0')}x`
  const isAdmin = number === 0
  const person = { ...newPerson(), Firstname: mark, Email: `${mark.toLowerCase()}@example.com` }
  if (isAdmin) Object.assign(person, admin, { Surname: '' })
  if (isAdmin) await (await signIn(url, admin)).patch('/api/v1/users/update-user', { Firstname: mark })
  else await createClient(url).post('/api/v1/auth/register', person)
  const counts = Object.fromEntries(Object.keys(kinds).map((name) => [name, createCount()]))
  return { number, mark, person, isAdmin, counts }
}

/** Disturbances of PostgreSQL, each with its relative frequency. */
const disturbances = {
  'burst of canceled statements': [12, cancelStatements],
  'backend terminated': [
    4,
    async (postgres) => signalAll([pick(backendsOf(postgres))].filter(Boolean), 'SIGTERM'),
  ],
  'backend killed': [
    1,
    async (postgres) => signalAll([pick(backendsOf(postgres))].filter(Boolean), 'SIGKILL'),
  ],
  'fast restart': [1, (postgres) => restart(postgres, 'SIGINT')],
  'immediate restart': [1, (postgres) => restart(postgres, 'SIGQUIT')],
  'stopped for 0.5 to 6 s': [2, pause],
}

async function disturb(postgres, context, incidents) {
  const chosen = Object.entries(disturbances).filter(([name]) => name.includes(process.env.DISTURBANCE ?? ''))
  const weighted = chosen.flatMap(([name, [weight]]) => times(weight, () => name))
  while (weighted.length > 0 && !context.isOver()) {
    await sleep(200 + Math.random() * 2_500)
    const name = pick(weighted)
    incidents[name] = (incidents[name] ?? 0) + 1
    const canceled = await disturbances[name][1](postgres)
    if (canceled) incidents['statements canceled'] = (incidents['statements canceled'] ?? 0) + canceled
  }
}

/** Cancels a random half of the running statements, 40 times. */
async function cancelStatements(postgres) {
  let canceled = 0
  for (let n = 0; n < 40; n++) {
    const active = backendsOf(postgres, true).filter(() => Math.random() < 0.5)
    signalAll(active, 'SIGINT')
    canceled += active.length
    await sleep(10 + Math.random() * 40)
  }
  return canceled
}

async function restart(postgres, signal) {
  await postgres.halt(signal)
  await sleep(Math.random() * 1_000)
  await postgres.run()
}

async function pause(postgres) {
  const stopped = processesOf(postgres)
  signalAll(stopped, 'SIGSTOP')
  await sleep(500 + Math.random() * 5_500)
  signalAll(stopped, 'SIGCONT')
}

/** The first ten faults of each kind. */
function firstOfEach(faults) {
  const faultKinds = [...new Set(faults.map(({ what }) => what))]
  return faultKinds.flatMap((kind) => faults.filter(({ what }) => what === kind).slice(0, 10))
}

function print({ statuses, durations, faults, calls }, incidents, apps, memoryBefore) {
  const ms = (share) => Math.round(percentile(durations, share))
  const lines = [
    `${durations.length} requests in ${minutes} minutes, ${Math.round(durations.length / minutes / 60)} a second`,
    `statuses: ${formatCounts(statuses)}`,
    `ms: median ${ms(0.5)}, p95 ${ms(0.95)}, p99 ${ms(0.99)}, longest ${ms(1)}`,
    `disturbances: ${formatCounts(incidents)}`,
    `memory in MB: ${memoryBefore.join(', ')} before, ${apps.map(memoryOf).join(', ')} after`,
    `calls: ${calls.map(({ method, routePath, n }) => `${method} ${routePath} ${n}`).join(', ')}`,
    `wrong: ${formatCounts(tally(faults.map(({ what }) => what)))}`,
    ...firstOfEach(faults).map(({ at, what, details }) => `  ${at} ${what}: ${details}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
