import connect from 'postgres'
import { readPlaces, sendMultiget, sendSync, syncCollection } from '../../tests/support/dav-client.mjs'
import { startPostgres } from '../../tests/support/postgres.mjs'
import { percentile, sleep } from '../torture/support.mjs'
import { registerOwner, startApp } from './support.mjs'

const [many, most] = [10_000, 100_000]
const atOnce = 100
const rounds = 20

/** What the sync of 10,000 and of 100,000 cards costs, with PostgreSQL. */
export async function cost({ check, skip }) {
  const postgres = await startPostgres([
    'shared_preload_libraries=pg_stat_statements',
    'shared_buffers=512MB',
  ])
  if (!postgres)
    return skip('the cost needs the programs of a PostgreSQL server, which are not installed here')
  const sql = connect(postgres.url, { max: 1, onnotice: () => {} })
  const app = await startApp({ DATABASE_URL: postgres.url, LOG_LEVEL: 'error' })
  try {
    await sql`create extension if not exists pg_stat_statements`
    const owner = await fill(sql, app, many)
    await measureFirst(app, owner, check)
    await measureUnchanged(sql, owner, check)
    await measureChanged(await fill(sql, app, most), check)
  } finally {
    await sql.end()
    await app.stop()
    await postgres.stop()
  }
}

/** An owner of so many buds, who has a device. */
async function fill(sql, app, count) {
  const owner = await registerOwner(app.url)
  await sql`
    insert into buds (owner_id, id, first_name, surname, notes, emails, phones)
    select u.id, gen_random_uuid(), 'Given' || n, 'Surname' || n, 'Met at the market, number ' || n,
      jsonb_build_array(jsonb_build_object('label', 'home', 'value', 'person' || n || '@example.org')),
      jsonb_build_array(jsonb_build_object('label', 'mobile', 'value', '+44 7700 ' || n))
    from users u, generate_series(1, ${count}) n where u.email = ${owner.Email}`
  await sql.unsafe('vacuum analyze')
  const client = await owner.addDevice('Phone')
  return Object.assign(owner, { client, path: (await readPlaces(client)).buds })
}

/** The whole address book, as phones fetch it: a list of all, then the cards in hundreds. */
async function measureFirst(app, owner, check) {
  const other = await registerOwner(app.url)
  for (let n = 0; n < 20; n++) await other.call('POST', '/api/v1/buds', { Firstname: `Bud ${n}` })
  const idle = await latencies(other, sleep(4_000))
  const started = performance.now()
  let seconds
  let cards = 0
  let retries = 0
  const times = await latencies(
    other,
    (async () => {
      const { hrefs, ...list } = await readList(owner.client, owner.path)
      retries = list.retries
      for (let n = 0; n < hrefs.length; n += atOnce) {
        const { text } = await sendMultiget(owner.client, owner.path, hrefs.slice(n, n + atOnce))
        cards += text.split('END:VCARD').length - 1
      }
      seconds = (performance.now() - started) / 1_000
    })(),
  )
  check(
    `the first sync of ${many} cards within 20 s`,
    cards === many && retries === 0 && seconds <= 20,
    `${cards} cards in ${seconds.toFixed(1)} s, ${retries} times 503`,
  )
  const [before, meanwhile] = [percentile(idle, 0.95), percentile(times, 0.95)]
  check(
    'p95 of other requests meanwhile is at most twice that of idle',
    meanwhile <= 2 * before,
    `${meanwhile.toFixed(1)} ms, idle ${before.toFixed(1)} ms`,
  )
}

/** All names and the token, without a reader of XML, which would take longer than the server. A 503 is repeated. */
async function readList(client, path) {
  let retries = 0
  let answer = await sendSync(client, path, '')
  for (; answer.status === 503 && retries < 9; retries++) answer = await sendSync(client, path, '')
  const { status, text } = answer
  if (status !== 207) throw new Error(`the first sync got ${status}: ${text.slice(0, 200)}`)
  const valuesOf = (name) =>
    [...text.matchAll(new RegExp(`<(?:\\w+:)?${name}>([^<]*)<`, 'g'))].map(([, value]) => value)
  return { retries, hrefs: valuesOf('href'), token: valuesOf('sync-token')[0].replaceAll('&amp;', '&') }
}

/** A sync without changes, and the statements that it takes. Those of background jobs run fewer than 10 times. */
async function measureUnchanged(sql, { client, path }, check) {
  const { token } = await readList(client, path)
  for (let n = 0; n < rounds; n++) await syncCollection(client, path, token)
  await sql`select pg_stat_statements_reset()`
  const times = []
  for (let n = 0; n < rounds; n++) times.push((await syncCollection(client, path, token)).ms)
  const statements = await sql`
    select calls::int as calls, query from pg_stat_statements
    where toplevel and calls >= 10 and query not like '%pg_stat_statements%'`
  const each = statements.reduce((sum, { calls }) => sum + calls, 0) / rounds
  const least = Math.min(...times)
  check(
    `a sync of ${many} cards without changes within 50 ms`,
    least <= 50,
    `least ${least.toFixed(0)} ms, median ${percentile(times, 0.5).toFixed(0)} ms`,
  )
  const texts = statements.map(({ query }) => query.replace(/\s+/g, ' ').slice(0, 100))
  check('it takes three statements at most', each > 0 && each <= 3, `${each}: ${texts.join(' | ')}`)
}

async function measureChanged(owner, check) {
  let { token } = await readList(owner.client, owner.path)
  const { buds } = await owner.call('GET', '/api/v1/buds?limit=1')
  const times = []
  let isRight = true
  for (let n = 0; n < rounds; n++) {
    await owner.call('PATCH', `/api/v1/buds/${buds[0]._id}`, { notes: `changed ${n}` })
    const found = await syncCollection(owner.client, owner.path, token)
    isRight &&= found.changed?.length === 1 && found.gone.length === 0
    token = found.token
    times.push(found.ms)
  }
  const least = Math.min(...times)
  check(
    `one changed card in ${most} within 50 ms`,
    isRight && least <= 50,
    `least ${least.toFixed(0)} ms, median ${percentile(times, 0.5).toFixed(0)} ms`,
  )
}

/** Milliseconds of each request of another user while `work` runs. */
async function latencies(other, work) {
  const times = []
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  // A failure is thrown below.
  done.catch(() => {})
  while (!isDone) {
    times.push((await other.get('/api/v1/buds')).ms)
    await sleep(30)
  }
  await done
  return times
}
