import { createHash, createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import postgres from 'postgres'
import { startPostgres } from '../tests/support/postgres.mjs'
import { startServer } from '../tests/support/server.mjs'
import { compare, load, quantile, residentMegabytes, send } from './measure.mjs'
import { publicPages } from './public.mjs'
import { singleRecords } from './records.mjs'
import { seriesCosts } from './series.mjs'

const secret = 'a secret that only the benchmark has'
const failures = []
const month = 'from=2026-11-01T00:00&to=2026-12-01T00:00'

const bud = {
  Firstname: 'Grace',
  Surname: 'Hopper',
  Nickname: 'Amazing',
  Occupation: 'Admiral',
  Location: 'Arlington',
  Budtype: 'Friend',
  hobbies: ['Chess', 'Yoga'],
  preferences: ['Allergy: Dust'],
  LastInteraction: 'At the market',
  emails: [{ label: 'work', value: 'grace@example.org' }],
  phones: [{ label: '', value: '+1 555 0100' }],
  addresses: [],
  links: [],
  dates: [{ label: 'Birthday', year: 1906, month: 12, day: 9 }],
  notes: 'Tells the story of the moth in the relay.',
  customFields: [{ name: 'Ship', value: 'USS Hopper' }],
}

/** The triggers that derive the dates and the contact status of buds, by table. */
const derivingTriggers = {
  buds: ['bud_dates_insert', 'bud_dates_update', 'contact_status_insert', 'contact_status_update'],
  events: ['contact_status_update'],
  event_buds: ['contact_status_insert', 'contact_status_delete'],
}

const running = []
/** Owners with cadences, dates and interactions. */
const filled = new Set()
let database
let sql
let env

const wanted = process.argv.slice(2)
const isWanted = (name) => wanted.length === 0 || wanted.includes(name)
const parts = Object.entries({
  ratios,
  writes,
  records,
  series,
  history,
  scaling,
  filters,
  today,
  together,
  tokens,
  statements,
  memory,
}).filter(([name]) => isWanted(name))
if (isWanted('public')) await publicPages({ check, micros })
if (parts.length > 0) await withMillionBuds(parts)
console.log(failures.length ? `\nMissed: ${failures.join('; ')}` : '\nAll targets met')
process.exitCode = failures.length ? 1 : 0

async function withMillionBuds(parts) {
  database = await startPostgres(['shared_preload_libraries=pg_stat_statements', 'shared_buffers=1GB'])
  if (!database) throw new Error('npm run bench needs the programs of a PostgreSQL server')
  sql = postgres(database.url, { max: 1, onnotice: () => {} })
  env = {
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '4',
    SESSION_SECRET: secret,
    API_RATE_LIMIT: '0',
    DEMO_ACCOUNT: 'off',
  }
  try {
    const app = await start('bin/serve.mjs')
    console.log('Loading 1,000,000 buds, 200,000 circles and 200,000 events …')
    await sql.unsafe(readFileSync(new URL('data.sql', import.meta.url), 'utf8'))
    await sql.unsafe('vacuum analyze')
    const owners = await chooseOwners()
    for (const [, part] of parts) await part(app, owners)
  } finally {
    await sql.end()
    for (const server of running) await server.stop()
    await database.stop()
  }
}

async function start(file, ...args) {
  const server = await startServer(env, file, args)
  running.push(server)
  return { ...server, database: database.pid }
}

/** Signed-in owners of about 1,000, 10,000 and 100,000 records of a list. */
async function chooseOwners(list = 'buds') {
  const counts = await sql`select owner_id, count(*)::int as n from ${sql(list)} group by 1 order by 2 desc`
  const pick = (n) => counts.reduce((a, b) => (Math.abs(b.n - n) < Math.abs(a.n - n) ? b : a))
  return Promise.all([1_000, 10_000, 100_000].map(async (n) => signIn(pick(n))))
}

async function signIn({ owner_id, n }) {
  const id = randomBytes(32).toString('base64url')
  const idHash = createHash('sha256').update(id).digest('base64url')
  await sql`insert into sessions values (${idHash}, ${owner_id}, now() + interval '30 days')`
  const value = Buffer.from(JSON.stringify(id)).toString('base64')
  const signature = createHmac('sha256', secret).update(value).digest('base64').replace(/=+$/, '')
  return { id: owner_id, n, cookie: `session=${encodeURIComponent(`${value}.${signature}`)}` }
}

function check(name, value, limit, unit = '') {
  const isMet = value <= limit
  console.log(`${isMet ? 'met   ' : 'MISSED'} ${name}: ${value.toFixed(2)}${unit} (at most ${limit}${unit})`)
  if (!isMet) failures.push(name)
}

function micros({ server, database: db, both }) {
  return `${both.toFixed(0)} µs (server ${server.toFixed(0)}, database ${db.toFixed(0)})`
}

/** Compares the CPU time of each request with that of its control: medians of 31 rounds. */
async function ratios(app) {
  // An owner of about 1,000 buds, circles and events.
  const [owner] = await chooseOwners('circles')
  const rows = [
    ['GET /api/v1/buds', '/api/v1/buds', 'api', 1.5],
    ['/dashboard', '/dashboard', 'page', 1.25],
    ['GET /api/v1/circles', '/api/v1/circles', 'api', 1.5],
    ['/dashboard/AllCircles', '/dashboard/AllCircles', 'page', 1.25],
    ['GET /api/v1/events', '/api/v1/events', 'api', 1.5],
    ['/dashboard/AllEvents', '/dashboard/AllEvents', 'page', 1.25],
    ['GET /api/v1/events of a month', `/api/v1/events?${month}`, 'api', 1.5],
    ['/dashboard/Calendar of a month', '/dashboard/Calendar?date=2026-11-20', 'page', 1.25],
  ]
  for (const [name, path, control, limit] of rows) {
    const bare = await start('build/bench/controls.js', control)
    const target = ({ url, pid, database: db }) => ({
      url: url + path,
      pid,
      database: db,
      cookie: owner.cookie,
    })
    const result = await compare(target(app), target(bare), { rounds: 31, requests: 200 })
    console.log(`${name}: ${micros(result.subject)}, its control: ${micros(result.control)}`)
    check(`${name}, server`, result.ratio.server, limit)
    check(`${name}, server and database`, result.ratio.both, limit)
    await bare.stop()
  }
}

/** A signed-in user without records. */
async function createOwner(email) {
  const [{ id }] = await sql`
    insert into users (id, first_name, email, trial_ends_at)
    values (gen_random_uuid(), 'Bench', ${email}, now() + interval '9 days') returning id`
  return signIn({ owner_id: id })
}

/** Compares the CPU time of inserting a bud with that of the control. */
async function writes(app) {
  const bare = await start('build/bench/controls.js', 'api')
  const { cookie } = await createOwner('bench@example.org')
  const target = ({ url, pid, database: db }) => {
    const post = { method: 'POST', body: JSON.stringify(bud), status: 201 }
    return { url: `${url}/api/v1/buds`, pid, database: db, cookie, ...post }
  }
  const result = await compare(target(app), target(bare), { rounds: 31, requests: 200 })
  console.log(`POST /api/v1/buds: ${micros(result.subject)}, its control: ${micros(result.control)}`)
  check('POST /api/v1/buds, server', result.ratio.server, 1.5)
  check('POST /api/v1/buds, server and database', result.ratio.both, 1.5)
  await bare.stop()
}

/** Compares requests for one bud with a control that has the same rows. */
async function records(app) {
  const owner = await createOwner('records@example.org')
  await singleRecords({ env, app, start, owner, bud, check, micros })
}

async function series(app) {
  await seriesCosts(app, { check, micros, createOwner })
}

/** Compares writes of buds with the same writes without the audit trigger; limits the duration of a list of changes. */
async function history(app) {
  await historyOfWrites(app)
  await historyPages(app)
}

async function historyOfWrites(app) {
  const { id: owner, cookie } = await createOwner('history@example.org')
  const buds = `${app.url}/api/v1/buds`
  let ids = []
  let edits = 0
  const insertBuds = async (n) => {
    const rows = await sql.begin((tx) => [
      tx`select set_config('budkeeper.change', 'off', true)`,
      tx`insert into buds (owner_id, id, first_name, surname, occupation, location, hobbies)
        select ${owner}, uuid_at(now()), 'Grace', 'Hopper', 'Admiral', 'Arlington', '{Chess,Yoga}'
        from generate_series(1, ${n}::int) returning id`,
    ])
    ids = rows[1].map(({ id }) => id)
  }
  const edit = () => {
    edits += 1
    return {
      url: `${buds}/${ids[edits % ids.length]}`,
      body: JSON.stringify({ Location: `Pier ${edits}`, LastInteraction: `At the market, ${edits}` }),
    }
  }
  await insertBuds(1_000)
  // Statistics of an empty table would make foreign keys scan it, and it grows.
  await sql`insert into changes (owner_id, id, kind) select ${owner}, uuid_at(now()), 'update' from generate_series(1, 5000)`
  await sql.unsafe('vacuum analyze changes, change_rows')
  const targets = {
    'POST /api/v1/buds': { url: buds, method: 'POST', body: JSON.stringify(bud), status: 201 },
    'PATCH /api/v1/buds/{id}': { method: 'PATCH', next: edit },
    'DELETE /api/v1/buds/{id}': {
      method: 'DELETE',
      next: () => ({ url: `${buds}/${ids.pop()}` }),
      refill: insertBuds,
    },
  }
  for (const [name, { refill, ...request }] of Object.entries(targets)) {
    const target = (verb) => ({
      ...app,
      cookie,
      ...request,
      prepare: async (requests) => {
        await sql.unsafe(`alter table buds ${verb} trigger record_change`)
        await refill?.(requests)
      },
    })
    const { subject, control, ratio } = await compare(target('enable'), target('disable'), {
      rounds: 31,
      requests: 200,
    })
    console.log(`${name}: ${micros(subject)}, without the audit trigger: ${micros(control)}`)
    check(`${name} with the audit trigger, server and database`, ratio.both, 1.3)
    await sql`alter table buds enable trigger record_change`
  }
}

/** Stores a change set for each event, in the last weeks, and reads pages of the owner of 100,000. */
async function historyPages(app) {
  await sql.unsafe(`
    insert into changes (owner_id, id, kind, name)
    select owner_id, uuid_at(now() - interval '8 s' * row_number() over ()), 'update', name from events;
    insert into change_rows (owner_id, change_id, table_name, record_id, before, after)
    select owner_id, id, 'events', id, '{"location": "Bath"}', '{"location": "Leeds"}' from changes
    where kind = 'update' and not exists
      (select from change_rows row where row.owner_id = changes.owner_id and row.change_id = changes.id)`)
  await sql.unsafe('vacuum analyze changes, change_rows')
  const [, , { cookie, n }] = await chooseOwners('changes')
  const pages = Math.ceil(n / 20)
  for (const [place, page] of Object.entries({ first: 1, middle: Math.ceil(pages / 2), last: pages })) {
    const times = []
    for (let count = 0; count < 60; count++) {
      times.push(await send(`${app.url}/api/v1/changes?page=${page}`, cookie))
    }
    check(`${n} changes, ${place} page, p95`, quantile(times, 0.95), 50, ' ms')
  }
}

/** Compares each page, filter and search of 10,000 records with that of 1,000; limits the duration for 100,000. */
async function scaling(app) {
  const searches = ['zo%C3%AB%20w', 'christopher', 'abernathy&sort=A-Z', 'a', 'a&sort=A-Z', 'ow&sort=budType']
  const phones = ['07700%20912', '%2B44%207700%209123', '7700', '7700&sort=A-Z']
  await scalingOfList(app, 'buds', ['Budtype=Friend', 'Budtype=Work&sort=A-Z'], [...searches, ...phones])
  await scalingOfList(app, 'circles', ['Circletype=Friends'], ['plumber%20abern', 'a&sort=A-Z'])
  await scalingOfList(app, 'events', ['Eventtype=Social'], ['plumber%20abern', 'a&sort=A-Z'])
  await scalingOfMonth(app)
}

async function scalingOfList(app, list, types, searches) {
  const [small, middle, large] = await chooseOwners(list)
  const sorts = await sortsOf(app, list, small)
  const queries = [
    ...sorts.map((sort) => `sort=${sort}`),
    ...types,
    ...searches.map((text) => `search=${text}`),
  ]
  const places = { first: 0, middle: 0.5, last: 1 }
  for (const query of queries) {
    for (const [place, part] of Object.entries(places)) {
      const name = `${list} ?${query}, ${place} page`
      const target = async (owner) => {
        const url = `${app.url}/api/v1/${list}?${query}&page=`
        const { numOfPages } = await (await fetch(`${url}1`, { headers: { cookie: owner.cookie } })).json()
        return { ...app, url: url + Math.max(1, Math.ceil(numOfPages * part)), cookie: owner.cookie }
      }
      const page = await target(middle)
      if (place !== 'first' && page.url.endsWith('page=1')) continue // the only page, which is measured already
      const { subject, control, ratio } = await compare(page, await target(small), {
        rounds: 21,
        requests: 50,
      })
      check(`${middle.n} ${name}: ${micros(subject)} against ${micros(control)}`, ratio.both, 2.5)
      const { url, cookie } = await target(large)
      const times = []
      for (let n = 0; n < 60; n++) times.push(await send(url, cookie))
      check(`${large.n} ${name}, p95`, quantile(times, 0.95), 50, ' ms')
    }
  }
}

/** The sorts of a list, from the API's message about an invalid sort. */
async function sortsOf(app, list, { cookie }) {
  const response = await fetch(`${app.url}/api/v1/${list}?sort=none`, { headers: { cookie } })
  const { msg } = await response.json()
  return msg.replace('sort must be one of ', '').split(', ')
}

/** Compares ranges with the same number of events: hours or days of a large calendar with a month of a small one. */
async function scalingOfMonth(app) {
  const [small, middle, large] = await chooseOwners('events')
  const target = (owner, from, to) => {
    const query = `?from=2026-11-${from}T00:00&to=2026-11-${to}`
    return { ...app, url: `${app.url}/api/v1/events${query}`, cookie: owner.cookie }
  }
  for (const [owner, to, limit] of [
    [middle, '04T00:00', 2],
    [large, '01T08:00', 5],
  ]) {
    const { subject, control, ratio } = await compare(
      target(owner, '01', to),
      target(small, '01', '30T00:00'),
    )
    check(
      `some of ${owner.n} events: ${micros(subject)} against a month's ${micros(control)}`,
      ratio.both,
      limit,
    )
  }
}

/**
 * Compares filters of 10,000 buds with the plain list, and limits the duration for them and for 100,000. Each bud has a
 * birthday, a third of them a cadence, and a third one to three tags.
 */
async function filters(app) {
  const [, ...owners] = await chooseOwners()
  for (const owner of owners) {
    await fillToday(owner.id)
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update buds set tags = (array['Choir', 'Book club', 'Neighbours'])[: 1 + get_byte(uuid_send(id), 14) % 3]
        where owner_id = ${owner.id} and tags = '{}' and get_byte(uuid_send(id), 15) % 3 = 0`
    })
  }
  await sql.unsafe('vacuum analyze bud_dates, contact_status, interactions, interaction_buds, buds')
  const days = (n) => ({ field: 'date', is: 'within', value: n })
  const rules = [
    { field: 'type', is: 'any', value: ['Friend', 'Work'] },
    { field: 'hobby', is: 'none', value: ['Chess'] },
    { field: 'location', is: 'contains', value: 'a' },
    { field: 'has', is: 'all', value: ['birthday', 'cadence'] },
    { field: 'lastContact', is: 'never' },
    { field: 'due', is: 'overdue' },
    { field: 'added', is: 'before', value: '2026-11-01' },
    days(30),
    { field: 'tag', is: 'any', value: ['Book club', 'Gym'] },
    { field: 'tag', is: 'none', value: Array.from({ length: 50 }, (_, n) => `Tag ${n}`) },
  ]
  const many = Array.from({ length: 20 }, (_, n) =>
    n < rules.length ? rules[n] : { ...rules[2], value: `${n % 10}a` },
  )
  const queries = [...rules.map((rule) => [rule]), many].flatMap((rules) =>
    ['all', 'any'].slice(0, rules.length).map((match) => ({ match, rules })),
  )
  for (const { n, cookie } of owners) {
    const p95 = async (query) => {
      const times = []
      for (let n = 0; n < 60; n++) times.push(await send(`${app.url}/api/v1/buds?${query}`, cookie))
      return quantile(times, 0.95)
    }
    const plain = await p95('sort=A-Z')
    for (const filter of queries) {
      const name = `${n} buds, ${filter.match} of ${filter.rules.length} rules, ${filter.rules[0].field}`
      const time = await p95(`sort=A-Z&filter=${encodeURIComponent(JSON.stringify(filter))}`)
      check(`${name}, p95`, time, n > 50_000 ? 150 : 50, ' ms')
      if (n < 50_000) check(`${name}, against the plain list`, time / plain, 2.5)
    }
  }
}

/**
 * Compares Today of 10,000 buds with that of 1,000; limits the duration for 100,000. Each bud has a birthday, a third of
 * them a cadence, of which half are overdue; 30 events are in this week.
 */
async function today(app) {
  const owners = await chooseOwners()
  for (const owner of owners) await fillToday(owner.id)
  await sql.unsafe(
    'vacuum analyze bud_dates, contact_status, interactions, interaction_buds, events, event_buds, buds',
  )
  const [small, middle, large] = owners
  const path = '/api/v1/today'
  const target = ({ cookie }) => ({ ...app, url: app.url + path, cookie })
  for (const { n, cookie } of owners) {
    const { totalOverdue, dates, events } = await (
      await fetch(app.url + path, { headers: { cookie } })
    ).json()
    console.log(`${n} buds: ${totalOverdue} overdue, ${dates.length} dates, ${events.length} events`)
  }
  const { subject, control, ratio } = await compare(target(middle), target(small), {
    rounds: 21,
    requests: 50,
  })
  check(`Today of ${middle.n} buds: ${micros(subject)} against ${micros(control)}`, ratio.both, 2.5)
  const times = []
  for (let n = 0; n < 60; n++) times.push(await send(app.url + path, large.cookie))
  check(`Today of ${large.n} buds, p95`, quantile(times, 0.95), 50, ' ms')
  await checkStatements(app, path, middle.cookie)
  await statusOfWrites(app)
}

/** Compares writes with the same writes without the triggers of dates and contact status. */
async function statusOfWrites(app) {
  const { id: owner, cookie } = await createOwner('today@example.org')
  const rows = await sql`
    insert into buds (owner_id, id, first_name) select ${owner}, uuid_at(now()), 'Grace' from generate_series(1, 1000)
    returning id`
  const ids = rows.map(({ id }) => id)
  const event = {
    Name: 'Lunch',
    Location: 'Bath',
    Eventtype: 'Social',
    startDate: '2026-11-20T12:00',
    endDate: '2026-11-20T13:00',
  }
  let n = 0
  const requests = {
    'POST /api/v1/buds': () => ({ url: `${app.url}/api/v1/buds`, body: JSON.stringify(bud) }),
    'PATCH /api/v1/buds/{id}': () => ({
      url: `${app.url}/api/v1/buds/${ids[n % ids.length]}`,
      body: JSON.stringify({ Location: `Pier ${n}` }),
    }),
    'POST /api/v1/events with 4 attendees': () => ({
      url: `${app.url}/api/v1/events`,
      body: JSON.stringify({ ...event, selectedBuds: ids.slice(n % 900, (n % 900) + 4) }),
    }),
  }
  const setTriggers = async (verb) => {
    for (const [table, triggers] of Object.entries(derivingTriggers))
      for (const trigger of triggers) await sql.unsafe(`alter table ${table} ${verb} trigger ${trigger}`)
  }
  for (const [name, request] of Object.entries(requests)) {
    const [method] = name.split(' ')
    const next = () => {
      n += 1
      return request()
    }
    const status = method === 'POST' ? 201 : 200
    const target = (verb) => ({ ...app, cookie, method, status, next, prepare: () => setTriggers(verb) })
    const { subject, control, ratio } = await compare(target('enable'), target('disable'), {
      rounds: 15,
      requests: 100,
    })
    console.log(`${name}: ${micros(subject)}, without the triggers of Today: ${micros(control)}`)
    check(`${name} with the triggers of Today, server and database`, ratio.both, 1.3)
  }
  await setTriggers('enable')
}

/**
 * Compares the plan for 500 buds of an owner of 10,000 with that of an owner of 1,000; limits the duration for each owner.
 * The buds have six of the options each, and attend the events that the owner has.
 */
async function together(app) {
  const owners = await chooseOwners()
  for (const owner of owners) {
    await fillToday(owner.id)
    owner.circle = await fillTogether(owner.id)
  }
  await sql.unsafe(
    'vacuum analyze contact_status, interactions, interaction_buds, circle_buds, events, event_buds, buds',
  )
  const path = ({ circle }) => `/api/v1/together?circle=${circle}`
  const target = (owner) => ({ ...app, url: app.url + path(owner), cookie: owner.cookie })
  for (const owner of owners) {
    const plan = await (await fetch(app.url + path(owner), { headers: { cookie: owner.cookie } })).json()
    const { buds, freeTimes, alsoInvite } = plan
    const bytes = JSON.stringify(plan).length
    console.log(
      `${owner.n} buds: ${buds.length} chosen, ${freeTimes.length} free times, ${alsoInvite.length} others, ${bytes} B`,
    )
    const ids = buds.map(({ _id }) => _id).join(',')
    for (const query of [path(owner), `/api/v1/together?buds=${ids}`]) {
      const times = []
      for (let n = 0; n < 60; n++) times.push(await send(app.url + query, owner.cookie))
      check(
        `plan for ${buds.length} of ${owner.n} buds, ${query.slice(17, 22)}, p95`,
        quantile(times, 0.95),
        50,
        ' ms',
      )
    }
  }
  const [small, middle] = owners
  const { subject, control, ratio } = await compare(target(middle), target(small), {
    rounds: 21,
    requests: 20,
  })
  check(`plan for 500 of ${middle.n} buds: ${micros(subject)} against ${micros(control)}`, ratio.both, 2.5)
  await checkStatements(app, path(middle), middle.cookie)
}

/** Gives the owner's buds options by chance, and the first 500 a circle, of which eight meet in each event. */
async function fillTogether(owner) {
  const { hobbies, preferences } = await import(new URL('../build/bench/options.js', import.meta.url))
  return sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      update buds set hobbies = array(select hobby from unnest(${hobbies}::text[]) hobby order by md5(hobby || id) limit 6),
        preferences = array(select taste from unnest(${preferences}::text[]) taste order by md5(taste || id) limit 6)
      where owner_id = ${owner}`
    const [{ id }] = await tx`
      insert into circles (owner_id, id, name) values (${owner}, gen_random_uuid(), 'Everybody') returning id`
    await tx`
      insert into circle_buds (owner_id, circle_id, bud_id)
      select ${owner}, ${id}, id from buds where owner_id = ${owner} order by id limit 500`
    await tx`
      insert into events (owner_id, id, name, location, eventtype, start_date, end_date)
      select ${owner}, gen_random_uuid(), 'Supper', 'Bath', 'Social', start_date, start_date + interval '3 hours'
      from generate_series(now()::date - interval '700 days' + interval '19 hours', now()::timestamp + interval '80 days',
        '2 days') start_date`
    await tx`
      insert into event_buds (owner_id, event_id, bud_id)
      select ${owner}, event.id, member.bud_id from events event, lateral (
        select bud_id from circle_buds where owner_id = ${owner} and circle_id = ${id}
        order by md5(bud_id::text || event.id) limit 8
      ) member
      where event.owner_id = ${owner} and event.name = 'Supper'`
    return id
  })
}

/** Without triggers, because they would derive the status of one bud after the other. */
async function fillToday(owner) {
  if (filled.has(owner)) return
  filled.add(owner)
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      update buds set cadence_days = case when place % 3 = 0 then 7 + place % 60 end,
        dates = jsonb_build_array(jsonb_build_object(
          'label', 'Birthday', 'year', 1950 + place % 60, 'month', 1 + place % 12, 'day', 1 + place % 28))
      from (select id as bud_id, row_number() over (order by id)::int as place from buds where owner_id = ${owner}) places
      where owner_id = ${owner} and id = bud_id`
    await tx`
      insert into bud_dates (owner_id, bud_id, n, month_day, year, label)
      select owner_id, id, 1, (dates -> 0 ->> 'month')::int * 100 + (dates -> 0 ->> 'day')::int,
        (dates -> 0 ->> 'year')::int, 'Birthday'
      from buds where owner_id = ${owner}`
    await tx`
      insert into interactions (owner_id, id, kind, on_day, note)
      select owner_id, gen_random_uuid(), 'call', current_date - floor(random() * 2 * cadence_days)::int, 'Tea: ' || id
      from buds where owner_id = ${owner} and cadence_days is not null`
    await tx`
      insert into interaction_buds (owner_id, interaction_id, bud_id)
      select owner_id, id, substr(note, 6)::uuid from interactions where owner_id = ${owner}`
    await tx`
      insert into events (owner_id, id, name, location, eventtype, start_date, end_date)
      select ${owner}, gen_random_uuid(), 'Lunch', 'Bath', 'Social', start_date, start_date + interval '1 hour'
      from generate_series(date_trunc('week', now()::timestamp), now()::timestamp + interval '7 days', '4 hours') start_date
      limit 30`
  })
  await sql`select update_contact_status(${owner}, array(select id from buds where owner_id = ${owner}))`
}

/** Compares a request with an API token with the same request with a session. */
async function tokens(app) {
  const [owner] = await chooseOwners('circles')
  const secret = `bud_${randomBytes(32).toString('base64url')}`
  const tokenHash = createHash('sha256').update(secret).digest('base64url')
  await sql`
    insert into api_tokens (id, user_id, token_hash, name, scope, hint, last_used_on)
    values (gen_random_uuid(), ${owner.id}, ${tokenHash}, 'Bench', 'read', ${secret.slice(-4)}, now() at time zone 'UTC')`
  const path = '/api/v1/buds'
  const target = { ...app, url: app.url + path }
  const headers = { authorization: `Bearer ${secret}` }
  const { subject, control, ratio } = await compare(
    { ...target, headers },
    { ...target, cookie: owner.cookie },
    {
      rounds: 31,
      requests: 200,
    },
  )
  console.log(`GET ${path} with a token: ${micros(subject)}, with a session: ${micros(control)}`)
  check(`GET ${path} with a token, server`, ratio.server, 1.1)
  check(`GET ${path} with a token, server and database`, ratio.both, 1.1)
  await checkStatements(app, path, '', headers)
}

/**
 * Counts the statements of a list page with `pg_stat_statements`. Ignores statements that ran fewer than 10 times:
 * those come from background jobs.
 */
async function statements(app) {
  const [owner] = await chooseOwners('circles')
  for (const path of [
    '/api/v1/buds',
    '/api/v1/buds?search=a',
    '/dashboard',
    '/api/v1/circles',
    '/dashboard/AllCircles',
    '/api/v1/events',
    '/dashboard/AllEvents',
    `/api/v1/events?${month}`,
    '/dashboard/Calendar?date=2026-11-20',
  ]) {
    await checkStatements(app, path, owner.cookie)
  }
}

async function checkStatements(app, path, cookie, headers = {}) {
  await sql`create extension if not exists pg_stat_statements`
  await load(app.url + path, cookie, 20, { headers })
  await sql`select pg_stat_statements_reset()`
  await load(app.url + path, cookie, 100, { headers })
  const [{ calls }] = await sql`
    select sum(calls)::int as calls from pg_stat_statements
    where toplevel and calls >= 10 and query not like '%pg_stat_statements%'`
  check(`${path}, statements a page`, calls ? calls / 100 : Number.POSITIVE_INFINITY, 2)
}

/** Checks the resident memory after 20,000 and 100,000 pages. */
async function memory(app, [owner]) {
  await load(`${app.url}/dashboard`, owner.cookie, 20_000)
  const early = residentMegabytes(app.pid)
  await load(`${app.url}/dashboard`, owner.cookie, 80_000)
  const late = residentMegabytes(app.pid)
  console.log(`Resident: ${early.toFixed(0)} MB after 20,000 pages, ${late.toFixed(0)} MB after 100,000`)
  check('resident memory after 100,000 pages', late, 250, ' MB')
  check('growth from 20,000 to 100,000 pages', late / early, 1.15)
}
