import { readAll, readPlaces, syncCollection } from '../../tests/support/dav-client.mjs'
import { cardOf, readProperty } from '../../tests/support/dav-objects.mjs'
import { startPostgres } from '../../tests/support/postgres.mjs'
import { sleep, tally } from '../torture/support.mjs'
import { describeDifference, listFaults, registerOwner, startApp } from './support.mjs'

const killsOfEach = Number(process.env.KILLS ?? 20)
const writers = 6
/** The brake holds what is more. */
const mostDeleted = 8
const existing = 300

/** Devices write and delete while the server is killed and started again (KILLS), and another one follows by sync-tokens. */
export async function kills({ check, skip }) {
  await storm('embedded', {}, check)
  const postgres = await startPostgres()
  if (!postgres) return skip('this needs the programs of a PostgreSQL server, which are not installed here')
  await storm('PostgreSQL', { DATABASE_URL: postgres.url }, check)
  await postgres.stop()
}

async function storm(name, database, check) {
  const app = await startApp({ ...database, LOG_LEVEL: 'error' })
  try {
    const owner = await registerOwner(app.url)
    for (let n = 0; n < existing; n++) await owner.call('POST', '/api/v1/buds', { Firstname: `There${n}` })
    const devices = []
    for (let n = 0; n <= writers; n++) devices.push(await owner.addDevice(`Phone ${n}`))
    const follower = devices.pop()
    const { buds: path } = await readPlaces(follower)
    const world = { path, files: new Map(), statuses: [], acknowledged: 0, isOver: false }
    const writing = Promise.all(devices.map((device, n) => write(device, n, world)))
    const following = follow(follower, world, writing)
    for (let n = 0; n < killsOfEach; n++) {
      await untilWritten(world, 12)
      await sleep(Math.random() * 500)
      await app.kill()
    }
    await sleep(500)
    world.isOver = true
    await compare({ name, follower, world, replica: await following, check })
  } finally {
    await app.stop()
  }
}

/** Waits for so many more acknowledged writes. */
async function untilWritten(world, count) {
  const goal = world.acknowledged + count
  for (const deadline = Date.now() + 60_000; world.acknowledged < goal; await sleep(20))
    if (Date.now() > deadline) throw new Error('no write succeeds within a minute after a kill')
}

/** Writes files of its own. What got no answer is not touched again: either version may be there. */
async function write(device, number, world) {
  let deleted = 0
  const own = []
  for (let n = 0; !world.isOver; n++) {
    const certain = own.filter(({ maybe, acknowledged }) => maybe === undefined && acknowledged)
    const isNew = certain.length < 5 || Math.random() < 0.5
    const file = isNew
      ? { href: `${world.path}w${number}-${n}.vcf`, acknowledged: '' }
      : certain[Math.floor(Math.random() * certain.length)]
    if (isNew) own.push(file)
    world.files.set(file.href, file)
    const deletes = !isNew && deleted < mostDeleted && Math.random() < 0.15
    const next = deletes ? 'deleted' : `version ${n}`
    if (deletes) deleted++
    file.maybe = next
    const { status } = await send(device, file.href, next, number)
    world.statuses.push(status)
    if (status < 300) {
      Object.assign(file, { acknowledged: next, maybe: undefined })
      world.acknowledged++
    } else await sleep(100)
  }
}

async function send(device, href, next, number) {
  const uid = href.slice(href.lastIndexOf('/') + 1, -4)
  const card = cardOf({
    uid,
    given: uid,
    surname: `Writer${number}`,
    lines: [`NOTE:${next}`, `X-VERSION:${next}`],
  })
  try {
    return next === 'deleted' ? await device.remove(href) : await device.put(href, card)
  } catch (error) {
    return { status: error.cause?.code ?? error.name }
  }
}

/** Follows by sync-tokens alone, and returns the resources that it has after the last write. */
async function follow(device, world, writing) {
  const replica = new Map()
  let token = ''
  let refused = 0
  const step = async () => {
    const found = await syncCollection(device, world.path, token).catch(() => ({ status: 0 }))
    if (found.status === 403) refused++
    if (found.status !== 207) return false
    for (const { href, etag } of found.changed) replica.set(href, etag)
    for (const href of found.gone) replica.delete(href)
    token = found.token
    return true
  }
  while (!world.isOver) {
    await step()
    await sleep(50)
  }
  await writing
  await sleep(1_000)
  while (!(await step())) await sleep(200)
  return { replica, refused }
}

async function compare({ name, follower, world, replica: { replica, refused }, check }) {
  const listed = await readAll(follower, world.path)
  const byHref = new Map(listed.map((found) => [found.href, found]))
  const faults = []
  for (const { href, acknowledged, maybe } of world.files.values()) {
    const found = byHref.get(href)
    const version = found ? readProperty(found.content, 'X-VERSION') : acknowledged === '' ? '' : 'deleted'
    if (version !== acknowledged && version !== maybe)
      faults.push(`${href}: ${version}, not ${acknowledged} or ${maybe}`)
    if (found && readProperty(found.content, 'NOTE') !== version) faults.push(`${href} is stored in part`)
  }
  const other = listed.length - existing - [...world.files.keys()].filter((href) => byHref.has(href)).length
  if (other !== 0) faults.push(`${other} resources that nobody has written`)
  const files = [...world.files.values()]
  const counts = `${world.statuses.filter((status) => status < 300).length} of ${world.statuses.length} writes acknowledged, ${files.filter(({ acknowledged }) => acknowledged === 'deleted').length} deletions, ${JSON.stringify(tally(world.statuses))}`
  check(
    `${name}: after ${killsOfEach} kills every acknowledged write is there, and no other`,
    faults.length === 0,
    `${counts}; ${listFaults(faults)}`,
  )
  const difference = describeDifference(
    [...replica].map(String),
    listed.map(({ href, etag }) => `${href},${etag}`),
  )
  check(
    `${name}: no sync-token skips a write`,
    difference === '' && refused === 0,
    `${refused} tokens refused; ${difference}`,
  )
}
