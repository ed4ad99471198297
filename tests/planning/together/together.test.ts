import { afterEach, describe, expect, test } from 'vitest'
import { clock } from '~/base/db/clock.server'
import { isRemote } from '../../support/database'
import { createBud, createCircle, createEvent, signedIn } from '../../support/factories'
import { recordStatements } from '../../support/statements'

const path = '/api/v1/together'
const unknownId = '019a9f6e-0000-7000-8000-000000000000'

const nothing = {
  buds: [],
  common: { hobbies: [], preferences: [] },
  conflicts: [],
  suitsAll: [],
  lastMet: null,
  freeTimes: [],
  alsoInvite: [],
}

afterEach(() => clock.advanceTo(new Date()))

/** Three buds: Ada and Cem share tastes, Cem is vegan, Bo does not drink. */
async function withThree() {
  const client = await signedIn()
  const ada = await createBud(client.user, {
    Firstname: 'Ada',
    Surname: 'Lovelace',
    hobbies: ['Chess', 'Yoga'],
    preferences: ['Cheese', 'Tea', 'Red Wine'],
  })
  const bo = await createBud(client.user, {
    Firstname: 'Bo',
    hobbies: ['Yoga'],
    preferences: ['No Alcohol', 'Tea', 'Indian Food'],
  })
  const cem = await createBud(client.user, {
    Firstname: 'Cem',
    hobbies: ['Chess', 'Yoga'],
    preferences: ['Vegan', 'Indian Food', 'Tea'],
  })
  const ids = [ada._id, bo._id, cem._id]
  return { client, ada, bo, cem, ids, query: `${path}?buds=${ids.join(',')}` }
}

test('names what the chosen share, what stands against it, person by person, and what suits all', async () => {
  const { client, ada, bo, cem, query } = await withThree()
  const { status, body } = await client.get(query)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    buds: [
      { _id: ada._id, Firstname: 'Ada', Surname: 'Lovelace', photo: null },
      { _id: bo._id, Firstname: 'Bo', Surname: '', photo: null },
      { _id: cem._id, Firstname: 'Cem', Surname: '', photo: null },
    ],
    common: {
      hobbies: [
        { name: 'Yoga', buds: [ada._id, bo._id, cem._id] },
        { name: 'Chess', buds: [ada._id, cem._id] },
      ],
      preferences: [
        { name: 'Tea', buds: [ada._id, bo._id, cem._id] },
        { name: 'Indian Food', buds: [bo._id, cem._id] },
      ],
    },
    conflicts: [
      { name: 'Vegan', buds: [cem._id] },
      { name: 'No Alcohol', buds: [bo._id] },
    ],
    suitsAll: ['Tea', 'Indian Food'],
    lastMet: null,
  })
  expect(Object.keys(body)).toEqual(Object.keys(nothing))
  expect(Object.keys(body.buds[0])).toEqual(['_id', 'Firstname', 'Surname', 'photo'])
})

describe('the selection', () => {
  test('is a list of buds, a circle or an event', async () => {
    const { client, ids, query } = await withThree()
    const circle = await createCircle(client.user, { selectedBuds: ids })
    const event = await createEvent(client.user, { selectedBuds: ids, startDate: '2020-01-01T10:00' })
    const expected = { ...(await client.get(query)).body, lastMet: '2020-01-01' }
    expect((await client.get(`${path}?circle=${circle._id}`)).body).toEqual(expected)
    expect((await client.get(`${path}?event=${event._id.toUpperCase()}`)).body).toEqual(expected)
    expect((await client.get(`${query},${ids[0]}`)).body).toEqual(expected)
  })

  test('may be absent or empty: then the plan is empty', async () => {
    const client = await signedIn()
    await createBud(client.user, { cadenceDays: 1 })
    const circle = await createCircle(client.user)
    for (const query of ['', '?buds=', '?buds=,', '?circle=', `?circle=${circle._id}`]) {
      const { status, body } = await client.get(path + query)
      expect({ status, body }, query).toEqual({ status: 200, body: nothing })
    }
  })

  test('is refused if it has an id that is no bud of the user, more than 500 buds, or several kinds', async () => {
    const { client, ids, query } = await withThree()
    const stranger = await signedIn()
    const theirs = await createBud(stranger.user)
    const unknown = 'One of the chosen buds does not exist'
    for (const id of [theirs._id, unknownId, 'x', '\0', "'"])
      expect(await client.get(`${query},${encodeURIComponent(id)}`), id).toMatchObject({
        status: 400,
        body: { msg: unknown, errors: { buds: [unknown] } },
      })
    const many = Array.from({ length: 501 }, () => unknownId).join(',')
    const tooMany = 'At most 500 buds can be chosen'
    expect(await client.get(`${path}?buds=${many}`)).toMatchObject({
      status: 400,
      body: { msg: tooMany, errors: { buds: [tooMany] } },
    })
    expect(await client.get(`${query}&circle=${ids[0]}`)).toMatchObject({
      status: 400,
      body: { msg: 'Choose buds, a circle, an event or a list, not several of them' },
    })
  })

  test('of a circle or an event of another user is 404, as is one that does not exist', async () => {
    const [client, stranger] = [await signedIn(), await signedIn()]
    const circle = await createCircle(stranger.user)
    const event = await createEvent(stranger.user)
    for (const id of [circle._id, unknownId, 'x'])
      expect(await client.get(`${path}?circle=${id}`), id).toMatchObject({
        status: 404,
        body: { msg: 'Circle not found' },
      })
    for (const id of [event._id, unknownId, 'x'])
      expect(await client.get(`${path}?event=${id}`), id).toMatchObject({
        status: 404,
        body: { msg: 'Event not found' },
      })
  })
})

describe('lastMet', () => {
  test('is the end day of the latest past event that all of the chosen attended', async () => {
    const { client, ids, query } = await withThree()
    const [ada = '', bo = '', cem = ''] = ids
    await createEvent(client.user, { selectedBuds: ids, startDate: '2019-05-01T10:00' })
    await createEvent(client.user, {
      selectedBuds: ids,
      startDate: '2019-06-01T10:00',
      endDate: '2019-06-03T10:00',
    })
    await createEvent(client.user, { selectedBuds: [ada, bo], startDate: '2021-05-01T10:00' })
    await createEvent(client.user, { selectedBuds: ids, startDate: '2999-05-01T10:00' })
    expect((await client.get(query)).body.lastMet).toBe('2019-06-03')
    expect((await client.get(`${path}?buds=${bo},${ada}`)).body.lastMet).toBe('2021-05-01')
    expect((await client.get(`${path}?buds=${cem}`)).body.lastMet).toBe('2019-06-03')
  })
})

describe('alsoInvite', () => {
  test('suggests who shares tastes, lives in the same place or is overdue, each with the reason, the best first', async () => {
    const client = await signedIn()
    const create = (fields: object) => createBud(client.user, fields)
    const ada = await create({
      Firstname: 'Ada',
      hobbies: ['Chess', 'Yoga'],
      preferences: ['Tea'],
      Location: 'Bath',
    })
    const cem = await create({
      Firstname: 'Cem',
      hobbies: ['Chess', 'Yoga', 'Golf'],
      preferences: ['Tea', 'Vegan'],
    })
    await create({ Firstname: 'Dan', hobbies: ['Golf'], preferences: ['Vegan'], Location: 'York' })
    await create({ Firstname: 'Eve', hobbies: ['Chess', 'Yoga', 'Golf'], preferences: ['Tea'] })
    await create({ Firstname: 'Flo', hobbies: ['Chess'], Location: ' bath ' })
    await create({ Firstname: 'Gus', Location: 'BATH' })
    const hal = await create({ Firstname: 'Hal', cadenceDays: 10 })
    await client.post(`/api/v1/buds/${hal._id}/log`, { on: '2020-01-05', kind: 'call' })
    const { alsoInvite } = (await client.get(`${path}?buds=${ada._id},${cem._id}`)).body
    const reasons = alsoInvite.map(({ bud, reason }: { bud: { Firstname: string }; reason: string }) => [
      bud.Firstname,
      reason,
    ])
    expect(reasons).toEqual([
      ['Eve', 'Chess, Tea and Yoga in common'],
      ['Flo', 'Chess in common; lives in bath too'],
      ['Gus', 'Lives in BATH too'],
      ['Hal', 'Overdue: every 10 days, last on 5 January 2020'],
    ])
    expect(alsoInvite[0].bud).toEqual({
      _id: expect.any(String),
      Firstname: 'Eve',
      Surname: '',
      photo: null,
    })
    // All tastes of a single bud count.
    const ofCem = (await client.get(`${path}?buds=${cem._id}`)).body.alsoInvite
    expect(ofCem[0].reason).toBe('Chess, Golf and 2 more in common')
  })

  test('has at most five buds, none of them chosen, and none of another user', async () => {
    const [client, stranger] = [await signedIn(), await signedIn()]
    const ids: string[] = []
    for (let n = 0; n < 9; n++) {
      ids.push((await createBud(client.user, { Firstname: `Bud ${n}`, hobbies: ['Chess'] }))._id)
      await createBud(stranger.user, { Firstname: 'Stranger', hobbies: ['Chess'] })
    }
    const invited = async (chosen: string[]) => {
      const { alsoInvite } = (await client.get(`${path}?buds=${chosen.join(',')}`)).body
      return alsoInvite.map(({ bud }: { bud: { _id: string } }) => bud._id)
    }
    expect(await invited(ids.slice(0, 2))).toEqual(ids.slice(2, 7))
    expect(await invited(ids.slice(0, 8))).toEqual(ids.slice(8))
    expect(await invited(ids)).toEqual([])
  })
})

test.skipIf(isRemote)('takes two statements with the session, whatever is chosen', async () => {
  const { client, ids, query } = await withThree()
  const circle = await createCircle(client.user, { selectedBuds: ids })
  await client.get(query)
  for (const url of [query, `${path}?circle=${circle._id}`, path]) {
    const { result, statements } = await recordStatements(() => client.get(url))
    expect(result.status).toBe(200)
    expect(statements).toHaveLength(2)
  }
})

test('500 buds fit into a URL', async () => {
  const client = await signedIn()
  const circle = await createCircle(client.user)
  const query = Array.from({ length: 500 }, () => circle._id).join(',')
  expect((await client.get(`${path}?buds=${query}`)).body.msg).toBe('One of the chosen buds does not exist')
})
