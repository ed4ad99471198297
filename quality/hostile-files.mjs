import { randomFillSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { crc32, deflateRawSync } from 'node:zlib'
import { residentMegabytes } from '../bench/measure.mjs'
import { startPostgres } from '../tests/support/postgres.mjs'
import { startServer } from '../tests/support/server.mjs'
import { createReport } from './report.mjs'

const million = 1_000_000
/** Bytes of the largest file that an import takes. */
const fileLimit = 25 * million
/** Seconds until the response. */
const limit = 5
/** Megabytes by which the memory of the process may have grown after all files. */
const growth = 120

/** Imports files that were made to exhaust a server, with both databases. */
export async function hostileFiles() {
  const { check, skip, result } = createReport()
  const folder = mkdtempSync(join(tmpdir(), 'budkeeper-hostile-'))
  await upload('embedded', { DATA_DIR: folder }, check)
  rmSync(folder, { recursive: true })
  const postgres = await startPostgres()
  if (postgres) await upload('PostgreSQL', { DATABASE_URL: postgres.url }, check)
  else skip('this needs the programs of a PostgreSQL server, which are not installed here')
  await postgres?.stop()
  return result
}

async function upload(name, env, check) {
  const server = await startServer({
    ...env,
    SESSION_SECRET: 'a secret that only this check has',
    API_RATE_LIMIT: '0',
    DEMO_ACCOUNT: 'off',
  })
  const send = await register(server.url)
  await send('POST', '/api/v1/imports', smallCard)
  for (const { _id } of (await send('GET', '/api/v1/imports')).body.imports) await discard(send, _id)
  await sleep(2_000)
  const idle = residentMegabytes(server.pid)
  for (const [what, make, fileName = 'people.csv'] of files()) {
    const file = make()
    let peak = 0
    const watch = setInterval(() => {
      peak = Math.max(peak, residentMegabytes(server.pid) - idle)
    }, 50)
    const started = performance.now()
    const { status, body } = await send('POST', '/api/v1/imports', file, fileName)
    const seconds = (performance.now() - started) / 1_000
    const outcome = status === 201 ? await discard(send, body.import._id) : body?.msg
    clearInterval(watch)
    const details = `${status} in ${seconds.toFixed(1)} s, at most ${peak.toFixed(0)} MB more: ${outcome}`
    const isClear = status === 201 ? /^\d+ records/.test(outcome) : status >= 400 && status < 500 && outcome
    check(`${name}, ${what}`, Boolean(isClear) && seconds <= limit, details)
  }
  for (const list of ['buds', 'circles', 'events', 'interactions', 'imports', 'changes']) {
    const { body } = await send('GET', `/api/v1/${list}`)
    check(`${name}: nothing was written to ${list}`, body[list]?.length === 0)
  }
  // V8 gives memory back after about 20 seconds without work.
  await sleep(30_000)
  const grown = residentMegabytes(server.pid) - idle
  check(`${name}: memory grew by ${grown.toFixed(0)} MB (at most ${growth})`, grown <= growth)
  await server.stop()
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits for the dry run and deletes the import. */
async function discard(send, id) {
  for (const started = performance.now(); performance.now() - started < 120_000; await sleep(100)) {
    const { import: found } = (await send('GET', `/api/v1/imports/${id}`)).body
    if (found.state === 'reading') continue
    const { status } = await send('DELETE', `/api/v1/imports/${id}`)
    const { add, skip } = found.counts
    return status === 200 ? `${found.total} records, ${add} to add, ${skip} skipped` : `DELETE ${status}`
  }
  return 'the dry run takes more than two minutes'
}

async function register(url) {
  const [Email, Password] = ['hostile@example.org', 'a long password for hostile files']
  const headers = { 'Content-Type': 'application/json' }
  const post = (path, body) => fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  await post('/api/v1/auth/register', { Firstname: 'Hostile', Surname: 'Test', Email, Password })
  const response = await post('/api/v1/auth/login', { Email, Password })
  const cookie = response.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
  return async (method, path, body, fileName = 'people.vcf') => {
    const headers = {
      cookie,
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${fileName}"`,
    }
    const response = await fetch(url + path, { method, body, headers }).catch((error) => error)
    return { status: response.status ?? 0, body: await response.json?.().catch(() => undefined) }
  }
}

const smallCard = 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nEND:VCARD\r\n'
const noise = (size) => randomFillSync(Buffer.alloc(size))
const filled = (text, size) => Buffer.alloc(size, text)
const json = 'budkeeper.json'
const photo = (n) => `photos/019abcde-0000-7000-8000-${String(n).padStart(12, '0')}.webp`
const start = '{"format":"budkeeper","version":1,"buds":['
const backup = (records) => `${start}${records}]}`
const times = (count, text) => new Array(count).fill(text).join(',')
const person = '{"_id":"019abcde-0000-7000-8000-000000000000","createdAt":"2026-11-24T10:00:00.000Z"}'

/** A function, so that one file at a time is in memory. */
function* files() {
  yield ['an empty file', () => '']
  yield ['25 MB of noise', () => noise(fileLimit)]
  yield ['25 MB of noise as vCards', () => noise(fileLimit), 'people.vcf']
  yield ['one byte more than 25 MB', () => noise(fileLimit + 1)]
  yield ['25 MB of NUL', () => Buffer.alloc(fileLimit)]
  yield ['25 MB of line breaks', () => filled('\n', fileLimit)]
  yield ['25 MB of quotes', () => filled('"', fileLimit)]
  yield ['25 MB of quotes and blanks', () => filled('" ', fileLimit)]
  yield ['25 MB of commas', () => filled(',', fileLimit)]
  yield ['a header alone', () => 'First Name,Last Name,E-mail\r\n']
  yield ['a line of 20 MB', () => `First Name,Notes\nAda,${'x'.repeat(20 * million)}\n`]
  yield ['a line of 20 MB without a header', () => filled('x', 20 * million)]
  yield ['a million columns', () => `${times(million, 'a')}\n${times(million, 'b')}\n`]
  yield ['50,001 rows', () => `First Name,Last Name\n${'Ada,King\n'.repeat(50_001)}`]
  yield ['a million rows', () => `First Name,Last Name\n${'Ada,King\n'.repeat(million)}`]
  yield ["25 MB of 'BEGIN:VCARD'", () => filled('BEGIN:VCARD\r\n', fileLimit), 'people.vcf']
  yield ['25 MB of small cards', () => filled('BEGIN:VCARD\nEND:VCARD\n', fileLimit), 'people.vcf']
  yield ['a card with a value of 20 MB', () => card(`NOTE:${'x'.repeat(20 * million)}`), 'people.vcf']
  yield ['a card with a million lines', () => card('TEL:1\r\n'.repeat(million)), 'people.vcf']
  yield ['a card with a line folded a million times', () => card(`NOTE:${'x\r\n '.repeat(million)}`)]
  yield ['a card with a million parameters', () => card(`TEL;${'TYPE=x;'.repeat(million)}:1`), 'people.vcf']
  yield ['a card with 20 MB of parameters', () => card(`TEL${';'.repeat(20 * million)}:1`), 'people.vcf']
  yield ['a card with 20 MB of types', () => card(`TEL${';TYPE=a'.repeat(3 * million)}:1`), 'people.vcf']
  yield ['a card with 20 MB of categories', () => card(`CATEGORIES:${'a,'.repeat(10 * million)}`)]
  yield [
    'a card with 50,000 lines of categories',
    () => card(`CATEGORIES:${'a,'.repeat(200)}\r\n`.repeat(50_000)),
  ]
  yield ['a million cards inside each other', () => filled('BEGIN:VCARD\nAGENT:\n', fileLimit), 'people.vcf']
  yield* jsonFiles()
  yield* zipFiles()
}

const card = (line) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\n${line}\r\nEND:VCARD\r\n`

function* jsonFiles() {
  yield ["a million '['", () => filled('[', million), 'backup.json']
  yield ['25 MB of \'{"a":\'', () => filled('{"a":', fileLimit), 'backup.json']
  yield ['a backup with a million lists in each other', () => backup(nested(million)), 'backup.json']
  yield ['a backup with a member that is deep', () => `{"x":${nested(million)},${start.slice(1)}]}`]
  yield ['a backup with 50,001 records', () => backup(times(50_001, '{}')), 'backup.json']
  yield ['a backup with 12 million records', () => backup(times(12 * million, '0')), 'backup.json']
  yield ['a backup with the same record 50,000 times', () => backup(times(50_000, person)), 'backup.json']
  yield ['a backup with a record of 20 MB', () => backup(`"${'x'.repeat(20 * million)}"`), 'backup.json']
  yield ['a backup that ends in the middle', () => start + times(1_000, person), 'backup.json']
  yield ['a backup with a million names', () => `{${members(million)}}`, 'backup.json']
  yield ['a backup with 20 MB of blanks', () => `{"buds":[${' '.repeat(20 * million)}]}`, 'backup.json']
  yield ['a backup with a million members', () => `${'{'}${times(million, '"a":0')}}`, 'backup.json']
}

const members = (count) => Array.from({ length: count }, (_, n) => `"${n}":0`).join(',')

const nested = (depth) => '['.repeat(depth) + ']'.repeat(depth)

function* zipFiles() {
  const entry = (name, content, more = {}) => ({ name, size: content.length, ...packed(content), ...more })
  const zeros = () => Buffer.alloc(100 * million)
  const records = () => Buffer.from(backup(times(40_000, person)))
  yield ['a workbook with the name of a table', () => zip([entry('xl/workbook.xml', Buffer.from('<a/>'))])]
  yield ['a zip that ends in the middle', () => zip([entry(json, noise(million))]).subarray(0, 500_000)]
  yield ['a zip of noise', () => Buffer.concat([Buffer.from('PK\x03\x04'), noise(million)])]
  yield ['a zip of 11 million members', () => zip([entry(json, filled(',"":0', 58 * million))])]
  yield ['a zip of 59 MB of blanks', () => zip([entry(json, filled(' ', 59 * million))])]
  yield ['a zip bomb of one file', () => zip([entry(json, zeros())])]
  yield ['a zip bomb that says it is small', () => zip([entry(json, zeros(), { size: 1_000 })])]
  yield ['a zip that says it is large', () => zip([entry(json, Buffer.from('{}'), { size: 59 * million })])]
  yield ['a zip with 59 MB of brackets', () => zip([entry(json, filled('[', 59 * million))])]
  yield [
    'a zip with 59 MB of lists in a backup',
    () => zip([entry(json, Buffer.from(backup(nested(29 * million))))]),
  ]
  yield ['a zip bomb of many photos', () => photoBomb(zeros().subarray(0, 5 * million), 5_000)]
  yield ['overlapping photos', () => overlapping(entry(json, records()), zeros().subarray(0, 4 * million))]
  yield ['the same file 100,000 times', () => zip(new Array(100_000).fill(entry(json, Buffer.from('{}'))))]
  yield [
    '100,000 entries',
    () => zip(Array.from({ length: 100_000 }, (_, n) => entry(photo(n), Buffer.alloc(0)))),
  ]
  yield ['ten zips inside each other', () => nestedZips(10, entry)]
  yield ['an encrypted zip', () => zip([entry(json, records(), { flags: 1 })])]
  yield ['a zip with offsets outside the file', () => zip([entry(json, records(), { offset: 0xfffffff0 })])]
}

function photoBomb(content, count) {
  const compressed = packed(content)
  const record = (n) =>
    person.replace(
      '000000000000"',
      `${String(n).padStart(12, '0')}","Firstname":"A","snoozedUntil":null,"photo":"${photo(n)}"`,
    )
  const list = Buffer.from(backup(Array.from({ length: count }, (_, n) => record(n)).join(',')))
  const photos = Array.from({ length: count }, (_, n) => ({
    name: photo(n),
    size: content.length,
    ...compressed,
  }))
  return zip([{ name: json, size: list.length, ...packed(list) }, ...photos])
}

/** All entries of the directory refer to the same local header. */
function overlapping(records, content) {
  const first = { name: photo(0), size: content.length, ...packed(content) }
  const others = Array.from({ length: 40_000 }, (_, n) => ({
    ...first,
    name: photo(n),
    data: Buffer.alloc(0),
    offset: 0,
  }))
  return zip([first, records, ...others])
}

function nestedZips(depth, entry) {
  let inner = zip([entry(json, Buffer.from('{}'))])
  for (let n = 0; n < depth; n++) inner = zip([entry('budkeeper.zip', inner)])
  return inner
}

const packed = (content) => ({ data: deflateRawSync(content), crc: crc32(content) })

/** A zip of entries, whose headers may lie. */
function zip(entries) {
  const [parts, directory] = [[], []]
  let at = 0
  for (const { name, data, crc, size, flags = 0, offset = at } of entries) {
    const header = (signature, length) => {
      const bytes = Buffer.alloc(length)
      bytes.writeUInt32LE(signature)
      const shift = length === 46 ? 2 : 0
      bytes.writeUInt16LE(20, 4)
      bytes.writeUInt16LE(flags, 6 + shift)
      bytes.writeUInt16LE(8, 8 + shift)
      bytes.writeUInt32LE(crc, 14 + shift)
      bytes.writeUInt32LE(data.length, 18 + shift)
      bytes.writeUInt32LE(size, 22 + shift)
      bytes.writeUInt16LE(Buffer.byteLength(name), 26 + shift)
      return bytes
    }
    const local = [header(0x04034b50, 30), Buffer.from(name), data]
    const central = header(0x02014b50, 46)
    central.writeUInt32LE(offset, 42)
    directory.push(central, Buffer.from(name))
    parts.push(...local)
    at += local.reduce((sum, { length }) => sum + length, 0)
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(entries.length % 65_536, 8)
  end.writeUInt16LE(entries.length % 65_536, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, list, end])
}
