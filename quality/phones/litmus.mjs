import { spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { readPlaces } from '../../tests/support/dav-client.mjs'
import { registerOwner } from './support.mjs'

const noCollections = 'collections are made by the app alone: MKCOL is refused'
const noCopies = 'a record has one place and one name: COPY and MOVE are refused'
const noDead = 'properties of others are not kept: PROPPATCH takes the display name and the colour'
const mustPass = ['basic', 'http']
/** Tests that may fail, by suite, with the reason. Those of other suites are only printed. */
const deviations = {
  basic: {
    mkcol: noCollections,
    mkcol_again: noCollections,
    mkcol_over_plain: noCollections,
    mkcol_no_parent: noCollections,
    mkcol_with_body: noCollections,
    delete_coll: noCollections,
    delete_fragment: noCollections,
  },
  http: {},
  props: {
    propset: noDead,
    propget: noDead,
    propmove: noCopies,
    propdeletes: noDead,
    propreplace: noDead,
    propnullns: noDead,
    prophighunicode: noDead,
    propremoveset: noDead,
    propsetremove: noDead,
    propvalnspace: noDead,
    propwformed: noDead,
    propmanyns: noDead,
  },
  copymove: { '*': noCopies },
  locks: { '*': 'the server does not claim locks (DAV: 1, 3)' },
}

/** The suites of litmus. A translator puts its plain files into cards, because an address book holds nothing else. */
export async function litmus({ app, check, skip }) {
  if (spawnSync('litmus', ['--version']).status !== 0) return skip('litmus is not installed here')
  const client = await (await registerOwner(app.url)).addDevice('litmus')
  const translator = await startTranslator(client, (await readPlaces(client)).buds)
  for (const [suite, reasons] of Object.entries(deviations)) {
    const tests = await runSuite(suite, translator.url, client)
    const passed = tests.filter(({ outcome }) => outcome === 'pass').length
    const others = tests.filter(({ outcome }) => outcome !== 'pass')
    const reasonOf = ({ name }) => reasons[name] ?? reasons['*'] ?? ''
    const unexplained = others.filter((test) => !reasonOf(test))
    const title = `litmus ${suite}: ${passed} of ${tests.length} tests pass`
    if (mustPass.includes(suite)) {
      const details = unexplained
        .map(({ name, outcome, details }) => `${name}: ${outcome} ${details}`)
        .join('; ')
      check(`${title}, each other one has its reason`, passed > 2 && unexplained.length === 0, details)
    } else process.stdout.write(`for the record: ${title}\n`)
    for (const reason of new Set(others.map(reasonOf)))
      process.stdout.write(
        `       ${others
          .filter((test) => reasonOf(test) === reason)
          .map(({ name, details }) => `${name} ${details}`.trim())
          .join(', ')}: ${reason || 'no reason is known'}\n`,
      )
  }
  translator.stop()
}

function runSuite(suite, url, { user, password }) {
  const child = spawn('litmus', [`${url}/`, user, password], {
    cwd: tmpdir(),
    env: { ...process.env, TESTS: suite },
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  return new Promise((resolve) => child.once('close', () => resolve(readTests(output))))
}

/** ` 3. put_get............... FAIL (reason)`; a warning puts the outcome on a line of its own, progress repeats the line. */
function readTests(output) {
  const tests = new Map()
  let current
  for (const line of output.split(/[\r\n]+/)) {
    const begun = /^\s*(\d+)\. (\w+)\.+ ?(.*)$/.exec(line)
    if (begun) current = { name: begun[2], outcome: '', details: '' }
    if (begun) tests.set(begun[1], current)
    const rest = begun?.[3] ?? /^ {4}\.+ (.*)$/.exec(line)?.[1]
    const [, outcome, details] = /^(pass|FAIL|SKIPPED)\s*(.*)$/.exec(rest ?? '') ?? []
    if (outcome && current) Object.assign(current, { outcome, details })
  }
  return [...tests.values()]
}

const wrap = (name, body) =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:litmus-${name}\r\nN:;${name};;;\r\nFN:${name}\r\nX-LITMUS:${body.toString('base64')}\r\nEND:VCARD\r\n`
const unwrap = (text) => {
  const value = /^X-LITMUS:(.*)$/m.exec(text.replace(/\r?\n[ \t]/g, ''))?.[1]
  return value === undefined ? text : Buffer.from(value.trim(), 'base64')
}

/** `/litmus/` is the address book. It answers the making of this folder itself. */
async function startTranslator(client, collection) {
  const there = (path) => path.replace(/^\/litmus\//, collection).replace(/^\/(?=[^/]*$)/, collection)
  const server = createServer(async (incoming, outgoing) => {
    const { method, url, headers } = incoming
    const body = await readBody(incoming)
    if (url === '/litmus/' && (method === 'MKCOL' || method === 'DELETE'))
      return outgoing.writeHead(201).end()
    const sent = { ...headers }
    for (const name of ['host', 'connection', 'content-length', 'expect', 'transfer-encoding'])
      delete sent[name]
    if (sent.destination) sent.destination = client.origin + there(new URL(sent.destination).pathname)
    if (method === 'PUT') sent['content-type'] = 'text/vcard'
    const content = method === 'PUT' ? wrap(url.split('/').at(-1), body) : body
    const response = await fetch(client.origin + there(url), {
      method,
      headers: sent,
      redirect: 'manual',
      body: content.length > 0 ? content : undefined,
    })
    const text = unwrap(await response.text())
    const given = Object.fromEntries(response.headers)
    for (const name of ['content-length', 'content-encoding', 'transfer-encoding', 'connection'])
      delete given[name]
    outgoing.writeHead(response.status, given)
    outgoing.end(typeof text === 'string' ? text.replaceAll(collection, '/litmus/') : text)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() }
}

async function readBody(incoming) {
  const chunks = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks)
}
