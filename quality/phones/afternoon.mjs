import { isDeepStrictEqual } from 'node:util'
import { readAll, readPlaces } from '../../tests/support/dav-client.mjs'
import { cardOf, replaceProperty } from '../../tests/support/dav-objects.mjs'
import { listAll } from '../../tests/support/two-way.mjs'
import { sleep } from '../torture/support.mjs'
import { describeDifference, registerOwner } from './support.mjs'

const people = 40
const kind = { path: '/api/v1/buds', record: 'bud' }

/** What a device did since a moment is taken back. What was edited by hand since is kept and named. */
export async function afternoon({ app, check }) {
  const owner = await registerOwner(app.url)
  for (let n = 0; n < people; n++)
    await owner.call('POST', '/api/v1/buds', { Firstname: `Given${n}`, Surname: 'Bell', notes: `note ${n}` })
  const phone = await owner.addDevice('Phone')
  const other = await owner.addDevice('Tablet')
  const { buds: path } = await readPlaces(phone)
  await editNote(other, path, 0, 'by the tablet')
  const original = await budsByName(owner)
  await sleep(1_100)
  const since = new Date().toISOString()
  await spend(phone, path)
  const edited = await editByHand(owner)

  const { status, json, text } = await owner.post(`/api/v1/devices/${phone.device._id}/undo`, { since })
  check(
    'the afternoon of a device is taken back',
    status === 200 && json.undone > 0,
    `${status} ${text.slice(0, 300)}`,
  )
  const names = (json?.kept ?? []).map(({ name, fields }) => `${name}: ${[...(fields ?? [])].sort()}`)
  const expected = [...edited.notes.map((name) => `${name}: notes`), 'New0 Here: Location']
  const missing = expected.filter((entry) => !names.some((name) => name.startsWith(entry.split(':')[0])))
  check(
    `${expected.length} edits by hand are named`,
    missing.length === 0 && names.length === expected.length,
    `kept ${names.join('; ')}; expected ${expected.join('; ')}`,
  )
  await compare({ owner, original, edited, check })
}

const nameOf = ({ Firstname, Surname }) => `${Firstname} ${Surname}`
const budsByName = async ({ call }) => new Map((await listAll(call, kind)).map((bud) => [nameOf(bud), bud]))

async function editNote(client, path, n, note) {
  const found = (await readAll(client, path)).find(({ content }) => content.includes(`FN:Given${n} Bell`))
  const { status } = await client.put(found.href, replaceProperty(found.content, 'NOTE', `NOTE:${note}`), {
    'If-Match': found.etag,
  })
  if (status !== 204 && status !== 201) throw new Error(`PUT got ${status}`)
}

/** 12 changed, 3 made, 2 deleted. */
async function spend(phone, path) {
  const all = await readAll(phone, path)
  const byNumber = (n) => all.find(({ content }) => content.includes(`FN:Given${n} Bell`))
  for (let n = 1; n <= 12; n++) {
    const { href, content, etag } = byNumber(n)
    const text = replaceProperty(
      replaceProperty(content, 'NOTE', `NOTE:by the phone ${n}`),
      'NICKNAME',
      `NICKNAME:Nick${n}`,
    )
    await phone.put(href, text, { 'If-Match': etag })
  }
  for (let n = 0; n < 3; n++)
    await phone.put(`${path}new${n}.vcf`, cardOf({ uid: `new${n}`, given: `New${n}`, surname: 'Here' }), {
      'If-None-Match': '*',
    })
  for (const n of [20, 21]) await phone.remove(byNumber(n).href)
}

/** Fields that the device has set, fields that it has not, and a record that it has made. */
async function editByHand(owner) {
  const buds = await budsByName(owner)
  const patch = (name, body) => owner.call('PATCH', `/api/v1/buds/${buds.get(name)._id}`, body)
  const notes = [1, 2, 3, 4].map((n) => `Given${n} Bell`)
  const places = [5, 6].map((n) => `Given${n} Bell`)
  for (const name of notes) await patch(name, { notes: `by hand, ${name}` })
  for (const name of places) await patch(name, { Location: `Place of ${name}` })
  await patch('New0 Here', { Location: 'Bath' })
  return { notes, places }
}

async function compare({ owner, original, edited, check }) {
  const expected = new Map([...original].map(([name, bud]) => [name, { ...bud }]))
  for (const name of edited.notes) expected.get(name).notes = `by hand, ${name}`
  for (const name of edited.places) expected.get(name).Location = `Place of ${name}`
  const found = await budsByName(owner)
  const names = [...expected.keys(), 'New0 Here']
  check(
    'what the device made and nobody touched is gone, what it deleted is back',
    describeDifference([...found.keys()], names) === '',
    describeDifference([...found.keys()], names),
  )
  const wrong = [...expected]
    .filter(([name, bud]) => !isDeepStrictEqual(found.get(name), bud))
    .map(([name]) => name)
  check(
    'all other fields are as before the afternoon',
    wrong.length === 0,
    wrong
      .map((name) => `${name}: ${JSON.stringify(found.get(name))}`)
      .join(' ')
      .slice(0, 600),
  )
}
