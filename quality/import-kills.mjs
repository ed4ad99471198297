import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import connect from 'postgres'
import { testEnv } from '../tests/support/env.mjs'
import { freePort, startPostgres } from '../tests/support/postgres.mjs'
import { startServer } from '../tests/support/server.mjs'
import { createReport } from './report.mjs'
import { create, evening, registerMember, sleep, times } from './torture/support.mjs'

const existing = Number(process.env.BUDS ?? 4_000)
const updates = existing * 0.75
const additions = Number(process.env.CARDS ?? 3_000)
const killsOfEach = Number(process.env.KILLS ?? 10)
const edits = 50
const groups = 12

/**
 * Imports a file that updates 3,000 buds and adds 3,000, and takes it back, while the server is killed and started again
 * (BUDS, CARDS, KILLS). Afterwards all rows of the user are as before, byte for byte. With 50 edits in between, all
 * others are, and the edits are kept and named.
 */
export async function importKills() {
  const { check, skip, result } = createReport()
  const folder = mkdtempSync(join(tmpdir(), 'budkeeper-kills-'))
  const postgres = await startPostgres()
  try {
    await surviveKills('embedded', { DATA_DIR: folder }, embeddedRows(folder), check)
    if (postgres)
      await surviveKills('PostgreSQL', { DATABASE_URL: postgres.url }, postgresRows(postgres), check)
    else skip('this needs the programs of a PostgreSQL server, which are not installed here')
  } finally {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return result
}

async function surviveKills(name, database, readRows, check) {
  const app = await startApp(database)
  const user = await registerMember(app.url)
  await fillAccount(user)
  const rowsOfUser = () => app.whileStopped(() => readRows(user.Email))
  const before = await rowsOfUser()
  process.stdout.write(`${name}: ${before.length} rows\n`)

  const first = await importFile(user)
  const kills = {
    import: await finish(app, user, first, 'apply'),
    undo: await finish(app, user, first, 'undo'),
  }
  check(
    `${name}: the server is killed ${killsOfEach} times during the import and during the undo`,
    isDeepStrictEqual(kills, { import: killsOfEach, undo: killsOfEach }),
    `${kills.import} and ${kills.undo}`,
  )
  const { counts, kept } = await importOf(user, first)
  check(
    `${name}: the import updates ${updates} buds and adds ${additions}`,
    counts.update === updates && counts.add === additions,
    JSON.stringify(counts),
  )
  check(`${name}: nothing is kept`, kept.length === 0, JSON.stringify(kept.slice(0, 3)))
  const after = await rowsOfUser()
  check(
    `${name}: after the undo all rows of the user are as before, byte for byte`,
    hashOf(after) === hashOf(before),
    describeDifference(before, after),
  )
  await keepEdits({ name, app, user, before: after, rowsOfUser, check })
  check(`${name}: the server logs no error`, app.errors().length === 0, app.errors().slice(0, 3).join(' '))
  await app.stop()
}

/** The same file again, with edits by hand between the import and its undo. */
async function keepEdits({ name, app, user, before, rowsOfUser, check }) {
  const id = await importFile(user)
  await finish(app, user, id, 'apply', 1)
  const edited = await editByHand(user, id)
  await finish(app, user, id, 'undo', 1)
  const { kept } = await importOf(user, id)
  const named = kept.map(({ _id, fields }) => `${_id} ${fields.join()}`).sort()
  const expected = edited.map(({ id, field }) => `${id} ${field}`).sort()
  check(
    `${name}: ${edits} edits are named in kept`,
    isDeepStrictEqual(named, expected),
    `${named.length} are named`,
  )
  const read = await Promise.all(edited.map(({ id }) => user.get(`/api/v1/buds/${id}`)))
  const isKept = ({ field, value }, n) => read[n].json?.bud[field] === value
  check(`${name}: ${edits} edits are kept`, edited.every(isKept), `${edited.filter(isKept).length} are kept`)
  const after = await rowsOfUser()
  const ids = new Set(edited.map(({ id }) => id))
  const others = (rows) => rows.filter(({ record }) => !ids.has(record))
  check(
    `${name}: all other rows are as before, byte for byte`,
    hashOf(others(after)) === hashOf(others(before)),
    describeDifference(others(before), others(after)),
  )
}

/** The server on one port, with a supervisor that starts it again. */
async function startApp(database) {
  const port = String(await freePort())
  const { SESSION_SECRET } = testEnv()
  const env = {
    ...database,
    PORT: port,
    SESSION_SECRET,
    API_RATE_LIMIT: '0',
    DEMO_ACCOUNT: 'off',
    LOG_LEVEL: 'error',
  }
  let server = await startServer(env)
  const outputs = []
  async function stop(signal) {
    await server.stop(signal)
    outputs.push(server.output())
  }
  const start = async () => {
    server = await startServer(env)
  }
  return {
    url: server.url,
    stop,
    errors: () =>
      [...outputs, server.output()].flatMap((text) => text.match(/^\{.*"level":(50|60|"error").*$/gm) ?? []),
    kill: async () => {
      await stop('SIGKILL')
      await start()
    },
    whileStopped: async (work) => {
      await stop()
      const found = await work()
      await start()
      return found
    },
  }
}

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const email = (n) => `person${n}@example.org`

/** Adds buds, some with photos, and circles, events and interactions with them. */
async function fillAccount(user) {
  const buds = []
  for (let n = 0; n < existing; n += 20) {
    const batch = times(20, (m) => n + m).map((n) =>
      create(user, 'bud', {
        Firstname: `Given${n}`,
        Surname: `Surname${n}`,
        emails: [{ label: '', value: email(n) }],
        ...(n % 5 === 0 && { cadenceDays: 30 }),
        ...(n % 7 === 0 && { dates: [{ label: 'Anniversary', year: 2001, month: 2, day: 28 }] }),
        ...(n % 11 === 0 && { Location: 'Bath' }),
      }),
    )
    buds.push(...(await Promise.all(batch)))
  }
  const membersOf = (n, count) => times(count, (m) => buds[(n * 97 + m * 13) % buds.length]._id)
  for (let n = 0; n < 10; n++) {
    // The first of them are groups of the file too.
    await create(user, 'circle', {
      Name: n < 4 ? `Group ${n}` : `Circle ${n}`,
      selectedBuds: membersOf(n, 50),
    })
    await create(user, 'event', { ...evening, Name: `Event ${n}`, selectedBuds: membersOf(n, 20) })
    await create(user, 'interaction', { kind: 'call', on: `2026-01-1${n}`, selectedBuds: membersOf(n, 5) })
    for (const { _id } of [buds[n], buds[buds.length - 1 - n]]) {
      const { status } = await user.send('PUT', `/api/v1/buds/${_id}/photo`, {
        body: picture,
        headers: { 'Content-Type': 'image/png' },
      })
      if (status !== 200) throw new Error(`the photo was not stored: ${status}`)
    }
  }
}

/** The first cards are about buds that exist. */
function card(n) {
  const isNew = n >= updates
  const person = isNew ? existing + n : n
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:Surname${person};Given${person};;;`,
    `EMAIL:${email(person)}`,
    `TEL;TYPE=CELL:+44 7700 ${900_000 + n}`,
    `BDAY:19${50 + (n % 50)}-04-12`,
    `NOTE:Met at the market\\, number ${n}`,
    ...(n % 100 === 0 ? [`PHOTO;ENCODING=b;TYPE=PNG:${picture.toString('base64')}`] : []),
    ...(isNew || n % 3 === 0 ? [`CATEGORIES:Group ${n % groups}`] : []),
    'END:VCARD',
    '',
  ].join('\r\n')
}

/** Uploads the file and resolves to the id of the import when its dry run is complete. */
async function importFile(user) {
  const body = times(updates + additions, card).join('')
  const headers = { 'Content-Type': 'text/vcard' }
  const { status, json, text } = await user.send('POST', '/api/v1/imports', { body, headers })
  if (status !== 201) throw new Error(`the file was not taken: ${status} ${text}`)
  const { _id } = json.import
  await reach(user, _id, 'ready')
  await user.patch(`/api/v1/imports/${_id}`, { groups: true })
  await reach(user, _id, 'ready')
  return _id
}

async function importOf(user, id) {
  const { status, json, text } = await user.get(`/api/v1/imports/${id}`)
  if (status !== 200) throw new Error(`the import was not found: ${status} ${text}`)
  return json.import
}

async function reach(user, id, state, seconds = 600) {
  for (const deadline = Date.now() + seconds * 1_000; ; await sleep(200)) {
    const found = await importOf(user, id)
    if (found.state === state) return
    if (Date.now() > deadline)
      throw new Error(`the import is ${found.state} after ${seconds} s, not ${state}`)
  }
}

const ends = { apply: 'applied', undo: 'undone' }

/**
 * Applies or undoes an import, and kills the server at random moments: most while records are written, some right
 * after its start. Resolves to the number of kills before the end.
 */
async function finish(app, user, id, what, kills = killsOfEach) {
  const { status, text } = await user.post(`/api/v1/imports/${id}/${what}`, {})
  if (status !== 202) throw new Error(`${what} was refused: ${status} ${text}`)
  const started = performance.now()
  let done = 0
  let killed = 0
  for (; killed < kills; killed++) {
    if (Math.random() < 0.8) done = await progress(user, id, ends[what], done)
    if (done === undefined) break
    await sleep(Math.random() * 200)
    if ((await importOf(user, id)).state === ends[what]) break
    await app.kill()
  }
  await reach(user, id, ends[what])
  const seconds = (performance.now() - started) / 1_000
  process.stdout.write(`${what} with ${killed} kills: ${seconds.toFixed(0)} s\n`)
  return killed
}

/** Waits until more records are done, and resolves to their number. Undefined if all are. */
async function progress(user, id, end, from) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(30)) {
    const { state, done, total } = await importOf(user, id)
    if (state === end) return undefined
    if (done > total) throw new Error(`${done} of ${total} are done`)
    if (done > from) return done
  }
  throw new Error(`the import does not continue after ${from} records`)
}

/** Changes half of the buds in a field that the import has set, and the others, which it has added, in another one. */
async function editByHand(user, id) {
  const half = edits / 2
  const updated = (await user.get(`/api/v1/imports/${id}/rows?action=update&limit=${half}`)).json.rows
  const added = (await user.get(`/api/v1/buds?limit=${half}`)).json.buds
  const edited = [
    ...updated.map(({ match }, n) => ({ id: match._id, field: 'notes', value: `Written by hand ${n}` })),
    ...added.map(({ _id }, n) => ({ id: _id, field: 'Location', value: `Place ${n}` })),
  ]
  for (const { id, field, value } of edited) {
    const { status, text } = await user.patch(`/api/v1/buds/${id}`, { [field]: value })
    if (status !== 200) throw new Error(`the edit was refused: ${status} ${text}`)
  }
  return edited
}

/** The history and the imports themselves are not taken back. */
const excluded = ['changes', 'change_rows', 'imports', 'import_files', 'import_rows']

/** All rows of the user in the tables with an owner, with the id of the bud or other record that they belong to. */
async function rowsOf(query, address) {
  const tables = await query(
    `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
     where relkind = 'r' and relnamespace = 'public'::regnamespace and attname = 'owner_id'
       and relname not in (${excluded.map((name) => `'${name}'`).join()}) order by 1`,
  )
  const found = []
  for (const { name } of tables) {
    const rows = await query(
      `select coalesce(image ->> 'bud_id', image ->> 'id') as record, text
       from (select to_jsonb(t) as image, t::text as text from ${name} t
         where owner_id = (select id from users where email = $1)) rows`,
      [address],
    )
    found.push(...rows.map(({ record, text }) => ({ record, text: `${name} ${text}` })))
  }
  return found
}

const embeddedRows = (folder) => async (address) => {
  const database = new PGlite(join(folder, 'database'))
  try {
    return await rowsOf(async (text, values) => (await database.query(text, values)).rows, address)
  } finally {
    await database.close()
  }
}

const postgresRows =
  ({ url }) =>
  async (address) => {
    const sql = connect(url, { max: 1, onnotice: () => {} })
    try {
      return await rowsOf((text, values = []) => sql.unsafe(text, values), address)
    } finally {
      await sql.end()
    }
  }

const textsOf = (rows) => rows.map(({ text }) => text).sort()
const hashOf = (rows) => createHash('sha256').update(textsOf(rows).join('\n')).digest('hex')

/** Numbers of rows by table that are missing and that are new. */
function describeDifference(before, after) {
  const without = (rows, others) => {
    const known = new Set(textsOf(others))
    return textsOf(rows).filter((text) => !known.has(text))
  }
  const [missing, added] = [without(before, after), without(after, before)]
  const first = (texts) => texts[0]?.slice(0, 300) ?? ''
  return missing.length + added.length > 0
    ? `${missing.length} rows are missing, ${added.length} are new: ${first(missing)} | ${first(added)}`
    : `${after.length} rows`
}
