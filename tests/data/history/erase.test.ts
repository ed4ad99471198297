import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { waitForBackgroundTasks } from '~/base/node/background.server'
import { imports } from '~drizzle/schema'
import { type Client, createClient } from '../../support/client'
import { createBud, signedIn } from '../../support/factories'
import { findAnywhere } from '../../support/find-anywhere'
import { changesOf, onePixel, undo } from '../../support/history'
import { apply, card, dryRun, importOf, rowsOf } from '../imports/support'

let secret: string
beforeEach(() => {
  secret = `Zyx${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
})

const titles = async (user: Client) => (await changesOf(user, '?limit=100')).map(({ title }) => title)

async function eraseLastDeletion(user: Client) {
  const [deletion] = await changesOf(user, '?type=deleted')
  const response = await user.delete(`/api/v1/changes/${deletion?._id}`)
  await waitForBackgroundTasks()
  return response
}

const cardOf = (first: string, surname: string) =>
  card(
    `N:${surname};${first}`,
    `EMAIL:${surname}@example.org`,
    `NOTE:about ${surname}`,
    `CATEGORIES:Friends`,
    `BDAY:not a day of ${surname}`,
    `PHOTO;ENCODING=b;TYPE=PNG:${onePixel.toString('base64')}`,
  )

const today = new Date().toISOString().slice(0, 10)

test('an erased bud leaves nothing in any column of any table', async () => {
  const user = await signedIn()
  const file = cardOf('Ada', secret) + cardOf('Ada', secret) + cardOf('Grace', 'Hopper')
  const { _id } = await dryRun(user, file, `${secret}.vcf`)
  await apply(user, _id)
  const bud = (await user.get(`/api/v1/buds?search=${secret}`)).body.buds[0]
  const friend = await createBud(user.user, { Firstname: 'Eve' })
  const path = `/api/v1/buds/${bud._id}`
  const circle = (await user.post('/api/v1/circles', { Name: 'Readers', selectedBuds: [bud._id] })).body
    .circle
  const event = (
    await user.post('/api/v1/events', {
      ...{ Name: 'Lunch', Location: 'Park', Eventtype: 'Social', startDate: '2037-03-01T10:00' },
      ...{ endDate: '2037-03-01T12:00', selectedBuds: [bud._id] },
    })
  ).body.event
  const [link] = (await user.post(`/api/v1/events/${event._id}/guests`, {})).body.links
  const guest = createClient()
  await guest.submit(new URL(link.url).pathname, { answer: 'yes', guests: '1', note: `a note of ${secret}` })
  await user.post(`${path}/update-link`, {})
  await user.post(`${path}/log`, {})
  const call = (
    await user.post('/api/v1/interactions', {
      ...{ kind: 'call', on: today, note: 'Tea', selectedBuds: [bud._id, friend._id] },
    })
  ).body.interaction
  await user.patch(`/api/v1/interactions/${call._id}`, { note: 'Coffee' })
  await user.patch(path, { Firstname: `Eva${secret}`, Nickname: secret })
  await user.patch(`/api/v1/interactions/${call._id}`, { note: 'Cocoa' })
  await user.post('/api/v1/duplicates/dismiss', { a: bud._id, b: friend._id })
  // An undo that keeps a later edit names the record.
  const [edit] = (await changesOf(user)).filter(({ title }) => title.includes('edited'))
  await user.patch(path, { Nickname: `${secret}2` })
  await undo(user, edit?._id ?? '')
  const other = await dryRun(user, cardOf('Ada', secret), 'again.vcf')
  expect((await findAnywhere(secret)).length).toBeGreaterThan(8)
  await user.delete(path)
  expect((await eraseLastDeletion(user)).status).toBe(200)
  expect(await findAnywhere(secret, bud._id)).toEqual([])
  // What belongs to others stays.
  const after = await titles(user)
  expect(after).toContain('Call with an erased bud and 1 other edited')
  expect(after).toContain('Import imported')
  expect(after).toContain('Eve added')
  for (const kept of [`circles/${circle._id}`, `events/${event._id}`, `interactions/${call._id}`])
    expect((await user.get(`/api/v1/${kept}`)).status).toBe(200)
  expect(await importOf(user, _id)).toMatchObject({ state: 'applied', name: 'Import', counts: { add: 2 } })
  const rows = await rowsOf(user, _id)
  expect(rows).toMatchObject([
    { n: 1, action: 'add', name: '', bud: null, reason: 'The record was erased' },
    { n: 2, action: 'skip', name: '', bud: null, reason: 'The record was erased' },
    { n: 3, action: 'add', name: 'Grace Hopper' },
  ])
  // Its file has the person, and nobody had decided about it.
  expect((await user.get(`/api/v1/imports/${other._id}`)).status).toBe(404)
}, 180_000)

describe('also', () => {
  test('of a CSV file, whose columns have examples', async () => {
    const user = await signedIn()
    const file = `First Name,Last Name,E-mail\nAda,${secret},a@${secret}.example\nGrace,Hopper,g@example.org\n`
    const { _id } = await dryRun(user, file, 'people.csv')
    await apply(user, _id)
    const [bud] = (await user.get(`/api/v1/buds?search=${secret}`)).body.buds
    await user.delete(`/api/v1/buds/${bud._id}`)
    await eraseLastDeletion(user)
    expect(await findAnywhere(secret)).toEqual([])
    expect((await importOf(user, _id)).columns).toMatchObject([{ name: 'First Name', examples: [] }, {}, {}])
  })

  test('of a circle and an event, and of an interaction', async () => {
    const user = await signedIn()
    const bud = await createBud(user.user, { Firstname: 'Ada' })
    const selectedBuds = [bud._id]
    const { circle } = (await user.post('/api/v1/circles', { Name: secret, selectedBuds })).body
    const { event } = (
      await user.post('/api/v1/events', {
        ...{ Name: secret, Location: secret, Description: secret, Eventtype: 'Social', selectedBuds },
        ...{ startDate: '2037-03-01T10:00', endDate: '2037-03-01T12:00' },
      })
    ).body
    const { interaction } = (
      await user.post('/api/v1/interactions', { kind: 'call', on: today, note: secret, selectedBuds })
    ).body
    const paths = [
      `/api/v1/circles/${circle._id}`,
      `/api/v1/events/${event._id}`,
      `/api/v1/interactions/${interaction._id}`,
    ]
    for (const path of paths) {
      await user.delete(path)
      expect((await eraseLastDeletion(user)).status).toBe(200)
    }
    expect(await findAnywhere(secret, circle._id, event._id, interaction._id)).toEqual([])
    expect(await titles(user)).toEqual(['Ada added'])
  })

  test('of a bud that was merged into another', async () => {
    const user = await signedIn()
    const [a, b] = [
      await createBud(user.user, { Firstname: 'Ada' }),
      await createBud(user.user, { Firstname: secret }),
    ]
    await user.post(`/api/v1/buds/${b._id}/log`, {})
    await user.patch(`/api/v1/buds/${b._id}`, { notes: secret, Firstname: 'Ada' })
    await user.post(`/api/v1/buds/${a._id}/merge`, { with: b._id, fields: { notes: 'a' } })
    const [merge] = await changesOf(user)
    await user.patch(`/api/v1/buds/${a._id}`, { notes: '' })
    for (const { _id, title } of await changesOf(user))
      if (_id === merge?._id || title === 'Ada edited') await user.delete(`/api/v1/changes/${_id}`)
    await waitForBackgroundTasks()
    expect(await findAnywhere(b._id)).toEqual([])
    expect((await titles(user)).filter((title) => title.includes(secret))).toEqual([])
    expect((await user.get(`/api/v1/buds/${a._id}`)).status).toBe(200)
  })
})

describe('what goes too far:', () => {
  test('a namesake, and an import of others', async () => {
    const user = await signedIn()
    const [gone, namesake] = [
      await createBud(user.user, { Firstname: 'Ada', Surname: secret }),
      await createBud(user.user, { Firstname: 'Ada', Surname: secret }),
    ]
    const { _id } = await dryRun(user, cardOf('Grace', 'Hopper'), `${secret}.vcf`)
    const applied = await dryRun(user, cardOf('Alan', 'Turing'), 'alan.vcf')
    await apply(user, applied._id)
    await user.post(`/api/v1/buds/${namesake._id}/log`, {})
    const [contact] = await titles(user)
    expect(contact).toContain(secret)
    await user.delete(`/api/v1/buds/${gone._id}`)
    expect((await eraseLastDeletion(user)).status).toBe(200)
    expect(await titles(user)).toEqual(
      expect.arrayContaining([contact, `Ada ${secret} added`, 'alan.vcf imported']),
    )
    expect((await importOf(user, _id)).state).toBe('ready')
    expect(await rowsOf(user, applied._id)).toMatchObject([{ name: 'Alan Turing' }])
  })

  test('an edit that is erased leaves the import of its bud', async () => {
    const user = await signedIn()
    const { _id } = await dryRun(user, cardOf('Ada', secret))
    await apply(user, _id)
    const [bud] = (await user.get(`/api/v1/buds?search=${secret}`)).body.buds
    await user.patch(`/api/v1/buds/${bud._id}`, { notes: '' })
    const [edit] = await changesOf(user)
    await user.delete(`/api/v1/changes/${edit?._id}`)
    expect(await rowsOf(user, _id)).toMatchObject([{ name: `Ada ${secret}` }])
    expect(await db.$count(imports)).toBeGreaterThan(0)
  })
})
