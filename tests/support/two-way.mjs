import { randomUUID } from 'node:crypto'
import { readAll, readPlaces } from './dav-client.mjs'
import { propertiesOf } from './dav-objects.mjs'
import { twoWayKinds } from './two-way-kinds.mjs'
import { startVdirsyncer } from './vdirsyncer.mjs'

/** The brake holds more of them if there are few records. */
const mostDeletedHere = 2

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
export function randomFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Random edits in a folder that vdirsyncer syncs and by the API, `edits` on each side, until both sides are equal. In each round
 * some records are edited on both sides: there the server wins. Each round edits a record once, so that `records` of a kind must
 * be at least twice the edits of a round. `call(method, path, body)` calls the API of the owner, whose zone
 * is Europe/London. Returns what is lost, doubled or other than it should be.
 */
export async function editBothSides({ client, call, edits, records, rounds, seed }) {
  const random = randomFrom(seed)
  const vdirsyncer = await startVdirsyncer(client)
  const counts = { here: 0, there: 0, syncs: 0, deleted: 0 }
  const kinds = Object.entries(twoWayKinds).map(([name, kind]) => ({
    ...kind,
    name,
    model: new Map(),
    ids: new Map(),
    deletedHere: 0,
    next: 0,
  }))
  const world = { random, vdirsyncer, call, counts }
  try {
    for (const kind of kinds)
      for (let n = 0; n < records; n++) await addOn(world, kind, n % 2 ? 'here' : 'there')
    counts.syncs += await vdirsyncer.settle()
    for (let round = 0; round < rounds; round++) {
      for (const kind of kinds) await editRound(world, kind, Math.ceil(edits / rounds / kinds.length))
      counts.syncs += await vdirsyncer.settle()
    }
    const faults = []
    for (const kind of kinds) faults.push(...(await compare(world, kind, client)))
    return { faults, counts, sizes: kinds.map(({ model }) => model.size) }
  } finally {
    vdirsyncer.stop()
  }
}

const pick = (random, list) => list[Math.floor(random() * list.length)]

async function addOn({ vdirsyncer, call }, kind, side) {
  const n = kind.next++
  const key = `${side === 'here' ? 'Here' : 'There'} No${n}`
  if (side === 'here') {
    const { value, content } = kind.make(key, n)
    vdirsyncer.write(kind.name, `${randomUUID()}${kind.extension}`, content)
    kind.model.set(key, value)
    return
  }
  const { value, body } = kind.body(key, n)
  const made = await call('POST', kind.path, body)
  kind.ids.set(key, made[kind.record]._id)
  kind.model.set(key, value)
}

/** As many edits on each side, of different records but for one. */
async function editRound(world, kind, count) {
  const { random, vdirsyncer, call, counts } = world
  kind.ids = new Map((await listAll(call, kind)).map((record) => [kind.keyOfRecord(record), record._id]))
  const files = new Map(vdirsyncer.read(kind.name).map((file) => [kind.keyOf(file.content), file]))
  const keys = [...kind.model.keys()].sort(() => random() - 0.5)
  const both = keys.shift()
  await editHere(world, kind, files, both, 'note')
  await editThere(world, kind, both, 'note')
  for (let n = 1; n < count; n++) {
    if (random() < 0.15) await addOn(world, kind, 'here')
    else if (random() < 0.05 && kind.deletedHere < mostDeletedHere)
      removeHere(world, kind, files, keys.shift())
    else await editHere(world, kind, files, keys.shift(), pick(random, Object.keys(kind.edits)))
    if (random() < 0.15) await addOn(world, kind, 'there')
    else if (random() < 0.1) await removeThere(world, kind, keys.shift())
    else await editThere(world, kind, keys.shift(), pick(random, Object.keys(kind.patches)))
  }
  counts.here += count
  counts.there += count
}

async function editHere({ vdirsyncer }, kind, files, key, field) {
  const { file, content } = files.get(key)
  const [text, value] = kind.edits[field](content, kind.next++)
  vdirsyncer.write(kind.name, file, text)
  kind.model.get(key)[field] = value
}

async function editThere({ call }, kind, key, field) {
  const [body, value] = kind.patches[field](kind.next++)
  await call('PATCH', `${kind.path}/${kind.ids.get(key)}`, body)
  kind.model.get(key)[field] = value
}

function removeHere({ vdirsyncer, counts }, kind, files, key) {
  vdirsyncer.remove(kind.name, files.get(key).file)
  kind.model.delete(key)
  kind.deletedHere++
  counts.deleted++
}

async function removeThere({ call, counts }, kind, key) {
  await call('DELETE', `${kind.path}/${kind.ids.get(key)}`)
  kind.model.delete(key)
  counts.deleted++
}

export async function listAll(call, { path, record }) {
  const found = []
  for (let page = 1; ; page++) {
    const json = await call('GET', `${path}?limit=100&page=${page}`)
    found.push(...json[`${record}s`])
    if (page >= json.numOfPages) return found
  }
}

/** Compares the files, the resources and the records with the model. */
async function compare({ vdirsyncer, call }, kind, client) {
  const paths = await readPlaces(client)
  const files = vdirsyncer.read(kind.name).map(({ content }) => content)
  const resources = (await readAll(client, paths[kind.name])).map(({ content }) => content)
  const records = await listAll(call, kind)
  const faults = []
  const sorted = (texts) => texts.map((text) => propertiesOf(text).join('\n')).sort()
  const [here, there] = [sorted(files), sorted(resources)]
  for (const text of here.filter((text) => !there.includes(text))) faults.push(`only here: ${text}`)
  for (const text of there.filter((text) => !here.includes(text))) faults.push(`only there: ${text}`)
  faults.push(
    ...differences(kind, files, kind.keyOf, 'here'),
    ...differences(kind, records, kind.keyOfRecord, 'there'),
  )
  return faults.map((fault) => `${kind.name}: ${fault}`)
}

function differences(kind, list, keyOf, side) {
  const faults = []
  const keys = list.map(keyOf)
  for (const key of new Set(keys))
    if (!kind.model.has(key)) faults.push(`${side} has ${key}, which should be gone`)
  for (const [key, value] of kind.model) {
    const same = list.filter((_, n) => keys[n] === key)
    if (same.length !== 1) faults.push(`${side} has ${key} ${same.length} times`)
    for (const [field, read] of Object.entries(kind.fields)) {
      const found = same[0] && read[side]?.(same[0])
      if (found !== undefined && found !== value[field])
        faults.push(
          `${side}, ${key}, ${field}: ${JSON.stringify(found)}, not ${JSON.stringify(value[field])}`,
        )
    }
  }
  return faults
}
