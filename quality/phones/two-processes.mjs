import { multiget, readAll, readPlaces, syncCollection } from '../../tests/support/dav-client.mjs'
import { cardOf, replaceProperty } from '../../tests/support/dav-objects.mjs'
import { startPostgres } from '../../tests/support/postgres.mjs'
import { startRoundRobin } from '../../tests/support/round-robin.mjs'
import { formatCounts, tally, times } from '../torture/support.mjs'
import { registerOwner, startApp } from './support.mjs'

const races = 30
/** Of each device: phones send a few at a time. */
const atOnce = 10

/** Two processes on one PostgreSQL behind a round robin, and two devices that write the same records at the same time. */
export async function twoProcesses({ check, skip }) {
  const postgres = await startPostgres()
  if (!postgres)
    return skip('two processes need the programs of a PostgreSQL server, which are not installed here')
  const apps = await Promise.all(times(2, () => startApp({ DATABASE_URL: postgres.url })))
  const proxy = await startRoundRobin(apps.map(({ url }) => url))
  try {
    await race(proxy.url, check)
  } finally {
    proxy.stop()
    await Promise.all(apps.map(({ stop }) => stop()))
    await postgres.stop()
  }
}

async function race(url, check) {
  const owner = await registerOwner(url)
  await Promise.all(times(races, (n) => owner.call('POST', '/api/v1/buds', { Firstname: `Given${n}` })))
  const devices = [await owner.addDevice('One', url), await owner.addDevice('Two', url)]
  const { buds } = await readPlaces(devices[0])
  const { token } = await syncCollection(devices[0], buds)
  const all = await readAll(devices[0], buds)
  const results = []
  for (const { href, content, etag } of all) results.push(await writeBoth(devices, href, content, etag))
  const pairs = results.map(({ statuses }) => [...statuses].sort().join())
  const right = pairs.filter((pair) => pair === '204,412').length
  check(
    `two devices at the same record: one of them gets 412, ${races} times`,
    right === races,
    [...new Set(pairs)].join(' '),
  )
  const after = await multiget(
    devices[1],
    buds,
    all.map(({ href }) => href),
  )
  const wrong = results.filter(
    ({ href, winner }) => !after.find((found) => found.href === href).content.includes(`NOTE:by ${winner}`),
  )
  check('what is stored is what the other one has sent', wrong.length === 0, `${wrong.length} are other`)
  const { changed, gone } = await syncCollection(devices[1], buds, token)
  check(
    'the sync names each of them once',
    changed.length === races && gone.length === 0,
    `${changed.length} changed, ${gone.length} gone`,
  )
  await createBoth(devices, buds, owner, check)
  await writeAtOnce(devices, buds, check)
}

async function writeBoth(devices, href, content, etag) {
  const statuses = await Promise.all(
    devices.map(
      async (device, n) =>
        (await device.put(href, replaceProperty(content, 'NOTE', `NOTE:by ${n}`), { 'If-Match': etag }))
          .status,
    ),
  )
  return { href, statuses, winner: statuses.findIndex((status) => status < 300) }
}

/** The same new name: one of them is the first. */
async function createBoth(devices, buds, owner, check) {
  const before = (await owner.call('GET', '/api/v1/buds')).totalBuds
  const pairs = []
  for (let n = 0; n < 10; n++) {
    const card = cardOf({ uid: `same${n}`, given: `Same${n}`, surname: 'Bell' })
    const put = (device) => device.put(`${buds}same${n}.vcf`, card, { 'If-None-Match': '*' })
    const statuses = (await Promise.all(devices.map(put))).map(({ status }) => status)
    pairs.push(statuses.sort().join())
  }
  const { totalBuds } = await owner.call('GET', '/api/v1/buds')
  const isRight = pairs.every((pair) => pair === '201,412') && totalBuds === before + 10
  check(
    'two devices make the same file: one of them gets 412',
    isRight,
    `${[...new Set(pairs)].join(' ')}, ${totalBuds - before} made`,
  )
}

/** Both devices send without waiting for answers. */
async function writeAtOnce(devices, buds, check) {
  const answers = await Promise.all(
    devices.flatMap((device, n) =>
      times(atOnce, (m) =>
        device.put(
          `${buds}many${n}-${m}.vcf`,
          cardOf({ uid: `many${n}-${m}`, given: 'Many', surname: `${n}-${m}` }),
        ),
      ),
    ),
  )
  const counts = tally(answers.map(({ status }) => status))
  const other = answers.find(({ status }) => status !== 201)
  check(
    `${2 * atOnce} writes at once succeed`,
    counts[201] === 2 * atOnce,
    `${formatCounts(counts)} ${other?.text.slice(0, 300) ?? ''}`,
  )
}
