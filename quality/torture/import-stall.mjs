import { crc32, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import {
  createClient,
  formatCounts,
  memoryOf,
  onPostgres,
  registerMember,
  sleep,
  statusesOf,
  tally,
  times,
} from './support.mjs'

/** Milliseconds that others wait, or five times as long as before on a busy machine. */
const maxWait = 1_000
/** Milliseconds until the card of another user is ready. */
const maxTurn = 2_000
/** Megabytes more. */
const maxMemory = 1_000

/** A visitor of the demo account imports small files that were made to stall the process for everybody. */
export const importStall = onPostgres(async ({ startApp, check }) => {
  const app = await startApp({ API_RATE_LIMIT: '600' })
  await sleep(3_000)
  const visitor = createClient(app.url)
  await visitor.post('/api/v1/auth/demo')
  const idle = await watched(app, () => sleep(3_000))
  const longest = Math.max(maxWait, 5 * idle.wait)
  for (const [what, file] of files()) {
    const { value, wait } = await watched(app, () => importFile(visitor, file))
    check(`${what}: others wait at most ${longest} ms`, wait <= longest, `${wait} ms, ${value}`)
  }
  const before = memoryOf(app)
  const blanks = zip(`${start},"buds":[${' '.repeat(59_000_000)}]}`)
  const { value, wait, memory } = await watched(app, () =>
    Promise.all(times(60, () => upload(visitor, blanks, 120_000))),
  )
  check(
    `60 archives of ${blanks.length} bytes at once: others wait at most ${longest} ms`,
    wait <= longest,
    `${wait} ms, ${formatCounts(statusesOf(value))}`,
  )
  const more = Math.round(memory - before)
  check(`60 archives at once need at most ${maxMemory} MB more`, more <= maxMemory, `${more} MB`)
  await waitBehindPictures({ app, check }, Math.max(maxTurn, 10 * idle.wait))
})

async function waitBehindPictures({ app, check }, longest) {
  const [one, other] = [await registerMember(app.url), await registerMember(app.url)]
  const picture = await sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9, palette: true, colours: 2 })
    .toBuffer()
  const photo = `PHOTO;ENCODING=b;TYPE=PNG:${picture.toString('base64')}`
  await upload(one, times(40, (n) => card(`N:L${n};F${n}\r\n${photo}`)).join(''))
  const began = performance.now()
  const { json } = await upload(other, card('TEL:1'))
  await readUntil(other, json?.import?._id, 'ready')
  const ms = Math.round(performance.now() - began)
  check(`a card waits at most ${longest} ms behind 40 pictures of 49 megapixels`, ms <= longest, `${ms} ms`)
}

function* files() {
  yield ['a backup with 3.6 million members', zip(`${start}${',"":0'.repeat(3_600_000)}}`)]
  yield ['a backup with a million names', `${start}${times(1_000_000, (n) => `,"${n}":0`).join('')}}`]
  yield ['a backup with 900 kB of blanks', `${start}${' '.repeat(900_000)}}`]
  yield ['a card with 900 kB of parameters', card(`TEL${';'.repeat(900_000)}:1`)]
  yield ['a card with 900 kB of types', card(`TEL${';TYPE=a'.repeat(128_000)}:1`)]
  yield ['a card with 900 kB of categories', card(`CATEGORIES:${'a,'.repeat(450_000)}`)]
  yield ['a card with 900 kB of labels', card('item1.X-ABLabel:a\r\nitem1.TEL:1'.repeat(30_000))]
  yield ['900 kB of groups', card('KIND:group\r\nMEMBER:a\r\nMEMBER:b').repeat(10_000)]
}

const start = '{"format":"budkeeper","version":1'
const card = (line) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A B\r\n${line}\r\nEND:VCARD\r\n`

const upload = (client, file, timeout = 60_000) =>
  client.send('POST', '/api/v1/imports', {
    body: Buffer.from(file),
    headers: { 'Content-Type': 'application/octet-stream' },
    timeout,
  })

async function readUntil(client, id, state) {
  for (let n = 0; id && n < 1_000; n++, await sleep(50))
    if ((await client.get(`/api/v1/imports/${id}`)).json?.import?.state === state) return
}

/** Resolves to the status. Waits for the dry run, and discards the import. */
async function importFile(client, file) {
  const { status, json } = await upload(client, file)
  const id = json?.import?._id
  await readUntil(client, id, 'ready')
  if (id) await client.delete(`/api/v1/imports/${id}`)
  return formatCounts(tally([status]))
}

/** Works, and measures the longest wait of others and the most memory meanwhile. */
async function watched(app, work) {
  let isDone = false
  let wait = 0
  let memory = 0
  const watch = (async () => {
    while (!isDone) {
      const began = performance.now()
      await fetch(`${app.url}/healthz`).then((response) => response.text())
      wait = Math.max(wait, Math.round(performance.now() - began))
      memory = Math.max(memory, memoryOf(app))
      await sleep(20)
    }
  })()
  const value = await work()
  isDone = true
  await watch
  return { value, wait, memory }
}

/** A zip of one file. */
function zip(json) {
  const content = Buffer.from(json)
  const data = deflateRawSync(content, { level: 9 })
  const name = Buffer.from('budkeeper.json')
  const header = (signature, length, shift) => {
    const bytes = Buffer.alloc(length)
    bytes.writeUInt32LE(signature)
    bytes.writeUInt16LE(8, 8 + shift)
    bytes.writeUInt32LE(crc32(content), 14 + shift)
    bytes.writeUInt32LE(data.length, 18 + shift)
    bytes.writeUInt32LE(content.length, 22 + shift)
    bytes.writeUInt16LE(name.length, 26 + shift)
    return Buffer.concat([bytes, name])
  }
  const local = Buffer.concat([header(0x04034b50, 30, 0), data])
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, header(0x02014b50, 46, 2), end])
}
