import { startFaultyLink } from '../../tests/support/faulty-link.mjs'
import {
  create,
  createClient,
  formatCounts,
  newPerson,
  onPostgres,
  processesOf,
  registerMember,
  secrets,
  signalAll,
  sleep,
  tally,
  times,
} from './support.mjs'

/** In ms: the 5 s within which the app must respond, and a margin for the measurement. */
const maxWait = 5_300
const cachedPages = ['/', '/about', '/privacy-policy', '/blog', '/robots.txt']

/** Eleven kinds of database outages under load. `OUTAGE` selects those whose name contains it. */
export const outages = onPostgres(async ({ postgres, startApp, check }) => {
  const link = await startFaultyLink(postgres.url)
  const env = { DATABASE_URL: link.url, DATABASE_POOL_SIZE: '5', PAGE_LIFE: '1' }
  let app = await startApp(env)
  const requests = await prepareRequests(app.url)
  for (const [name, outage] of Object.entries(outageKinds(postgres, link))) {
    if (!name.includes(process.env.OUTAGE ?? '')) continue
    for (const path of cachedPages) await createClient(app.url).get(path)
    const seen = await observe(app, requests, outage)
    checkOutage(name, outage, app, seen, check)
    if (!app.isRunning()) app = await startApp({ ...env, PORT: app.port, DATA_DIR: app.dataDir })
  }
  await app.stop()
  link.cut()
})

/** With `isPartial`, requests may also succeed. */
function outageKinds(postgres, link) {
  let stopped = []
  const every200ms = (work) => {
    let timer
    return {
      isPartial: true,
      fail: () => (timer = setInterval(work, 200)),
      repair: () => clearInterval(timer),
    }
  }
  const onLink = (fail) => ({ fail, repair: link.repair })
  return {
    'stopped (SIGSTOP)': {
      fail: () => {
        stopped = processesOf(postgres)
        signalAll(stopped, 'SIGSTOP')
      },
      repair: () => signalAll(stopped, 'SIGCONT'),
    },
    'silent, because packets are dropped': onLink(link.silence),
    'refusing each connection': onLink(link.refuse),
    'not listening': onLink(link.cut),
    'cut in the middle of each response': onLink(link.truncate),
    'reset every 200 ms': every200ms(link.reset),
    'disconnected every 200 ms': every200ms(link.end),
    'shut down': { fail: () => postgres.halt('SIGINT'), repair: () => postgres.run() },
    'slow by 0.3 s a message': { ...onLink(() => link.slow(300)), isPartial: true },
    'slow by 1.9 s a message': { ...onLink(() => link.slow(1_900)), isPartial: true },
    'slow by 3 s a message': onLink(() => link.slow(3_000)),
  }
}

async function prepareRequests(url) {
  const member = await registerMember(url)
  const { _id: bud } = await create(member, 'bud', { Firstname: 'Ada' })
  const { _id: circle } = await create(member, 'circle', { Name: 'Readers', selectedBuds: [bud] })
  const stranger = () => createClient(url)
  const credentials = { Email: member.Email, Password: member.Password }
  const basic = Buffer.from(`postmark:${secrets.POSTMARK_WEBHOOK_SECRET}`).toString('base64')
  const bounce = { RecordType: 'Bounce', Type: 'HardBounce', Email: 'nobody@example.com' }
  return {
    member,
    url,
    always: {
      'a list': () => member.get('/api/v1/buds?sort=A-Z'),
      'a record': () => member.get(`/api/v1/buds/${bud}`),
      'a new record': () => member.post('/api/v1/buds', { Firstname: 'Eve' }),
      'a changed record': () => member.patch(`/api/v1/buds/${bud}`, { Location: String(Math.random()) }),
      'changed members': () => member.patch(`/api/v1/circles/${circle}`, { selectedBuds: [bud] }),
      'a deletion': () => member.delete(`/api/v1/events/${bud}`),
      'a sign-in': () => stranger().post('/api/v1/auth/login', credentials),
      'a registration': () => stranger().post('/api/v1/auth/register', newPerson()),
      'a forgotten password': () => stranger().post('/api/v1/auth/forgot-password', { Email: member.Email }),
      'a screen': () => member.get('/dashboard'),
      'a form': () => member.submit('/dashboard/AddBud', { Firstname: 'Eve' }),
      'a data request': () => member.get('/dashboard.data'),
      'a sign-in form': () => stranger().submit('/login', credentials),
      'a webhook of Postmark': () =>
        stranger().post('/webhooks/postmark', bounce, { headers: { Authorization: `Basic ${basic}` } }),
      'the trial job': () =>
        stranger().post('/jobs/expire-trials', undefined, {
          headers: { Authorization: `Bearer ${secrets.CRON_SECRET}` },
        }),
    },
    duringOutage: {
      'a search of the blog': () => stranger().get('/blog?search=friends'),
      'a missing post': () => stranger().get('/blog/no-such-post'),
      'the feed': () => stranger().get('/blog/rss.xml'),
    },
  }
}

/** Sends requests before and during an outage, and measures the recovery afterwards. */
async function observe(app, { always, duringOutage, member, url }, { fail, repair }) {
  const send = async ([name, request]) => ({ name, ...(await request()) })
  const pending = Object.entries(always).map(send)
  await sleep(5)
  await fail()
  const early = await Promise.all(pending)
  const late = await Promise.all(times(3, () => Object.entries(always).map(send)).flat())
  late.push(...(await Promise.all(Object.entries(duringOutage).map(send))))
  const ready = await createClient(url).get('/readyz')
  const healthy = await createClient(url).get('/healthz')
  const pages = []
  for (const path of cachedPages) pages.push({ path, ...(await createClient(url).get(path)) })
  await repair()
  return { early, late, ready, healthy, pages, recovery: await recoveryOf(app, url, member) }
}

async function recoveryOf(app, url, member) {
  for (const began = performance.now(); performance.now() - began < 20_000; await sleep(20)) {
    const responses = await Promise.all([createClient(url).get('/readyz'), member.get('/api/v1/buds')])
    if (responses.every(({ status }) => status === 200)) return Math.round(performance.now() - began)
    if (!app.isRunning()) break
  }
  return Infinity
}

function checkOutage(name, { isPartial }, app, { early, late, ready, healthy, pages, recovery }, check) {
  const all = [...early, ...late]
  const slowest = all.reduce((one, other) => (one.ms > other.ms ? one : other))
  const unexpected = late.filter((response) => !isExpected(response, isPartial))
  const hasRetryAfter = ({ status, headers }) => status !== 503 || headers.has('retry-after')
  const withoutRetryAfter = new Set(
    all.filter((response) => !hasRetryAfter(response)).map((response) => response.name),
  )
  const leaks = all.filter(({ text }) => /ECONN|PostgresError|select "|at .*\.js:\d|CONNECTION_/.test(text))
  const lost = pages
    .filter(({ status, ms }) => status !== 200 || ms > 5_000)
    .map(({ path, status, ms }) => `${path} ${status} in ${Math.round(ms)} ms`)
  const database = `with the database ${name}`
  const names = formatCounts(tally(unexpected.map((response) => `${response.name} ${response.status}`)))
  check(
    `${database}, every response comes within 5 s`,
    slowest.ms < maxWait,
    `${slowest.name} ${Math.round(slowest.ms)} ms`,
  )
  check(`${database}, each has an expected status`, unexpected.length === 0, names)
  check(
    `${database}, each 503 has Retry-After`,
    withoutRetryAfter.size === 0,
    [...withoutRetryAfter].join(', '),
  )
  check(`${database}, no response reveals the cause`, leaks.length === 0, `${leaks.length} do`)
  check(
    `${database}, /readyz is 503 and /healthz 200`,
    (isPartial || ready.status === 503) && healthy.status === 200,
  )
  check(`${database}, cached pages are sent`, lost.length === 0, lost.join(', '))
  check(`${database}, the process keeps running`, app.isRunning(), app.exitReason())
  check(`${database}, the app recovers within 6 s after the outage`, recovery < 6_000, `${recovery} ms`)
}

function isExpected({ name, status }, isPartial) {
  if (status === 503 || status === 429) return true
  if (name === 'the trial job' && status === 202) return true
  if (name === 'the feed' && status === 200) return true
  return Boolean(isPartial && status >= 200 && status < 500)
}
