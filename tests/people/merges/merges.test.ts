import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { buds } from '~drizzle/schema'
import { allRows } from '../../data/history/model'
import type { Client } from '../../support/client'
import {
  createBud,
  createCircle,
  createEvent,
  createInteraction,
  createUser,
  signedIn,
} from '../../support/factories'
import { changesOf, lastChange, undo, undoLast } from '../../support/history'

type User = Awaited<ReturnType<typeof signedIn>>
type Fields = Parameters<typeof createBud>[1]

const merge = (client: Client, a: string, b: string, fields?: object) =>
  client.post(`/api/v1/buds/${a}/merge`, { with: b, ...(fields && { fields }) })

/** A user with two buds, `a` and `b`. */
async function withTwo(first: Fields = {}, second: Fields = {}) {
  const user = await signedIn()
  const a = await createBud(user.user, { Firstname: 'Ada', ...first })
  const b = await createBud(user.user, { Firstname: 'Augusta', ...second })
  return { user, a: a._id, b: b._id }
}

async function setPhoto(user: User, id: string, background: string) {
  const body = await sharp({ create: { width: 4, height: 4, channels: 3, background } })
    .png()
    .toBuffer()
  return (await user.send('PUT', `/api/v1/buds/${id}/photo`, { body })).body.bud.photo as string
}

const value = (value: string, label = '') => ({ label, value })

describe('the merged bud', () => {
  test('has its own values, and those of the other bud where its own are empty', async () => {
    const { user, a, b } = await withTwo(
      { Surname: 'Lovelace', Budtype: 'Other', cadenceDays: null },
      { Surname: 'King', Nickname: 'Countess', Location: 'London', Budtype: 'Friend', cadenceDays: 30 },
    )
    await user.post(`/api/v1/buds/${b}/snooze`, { until: '2099-01-01' })
    const { status, body } = await merge(user, a, b)
    expect([status, body.msg]).toEqual([200, 'Buds merged successfully'])
    expect(body.bud).toMatchObject({
      _id: a,
      Firstname: 'Ada',
      Surname: 'Lovelace',
      Nickname: 'Countess',
      Location: 'London',
      Budtype: 'Other',
      cadenceDays: 30,
      snoozedUntil: '2099-01-01',
    })
    expect((await user.get(`/api/v1/buds/${a}`)).body).toEqual({ bud: body.bud })
    expect((await user.get(`/api/v1/buds/${b}`)).status).toBe(404)
  })

  test('has the chosen values, empty ones too', async () => {
    const { user, a, b } = await withTwo(
      { Nickname: 'Ada', Location: 'Bath', hobbies: ['Chess'], notes: 'One' },
      { Nickname: '', Location: 'London', hobbies: ['Yoga'], notes: 'Two' },
    )
    const fields = { Firstname: 'b', Nickname: 'b', Location: 'a', hobbies: 'b', notes: 'b', photo: 'b' }
    const { bud } = (await merge(user, a, b, fields)).body
    expect(bud).toMatchObject({
      Firstname: 'Augusta',
      Nickname: '',
      Location: 'Bath',
      hobbies: ['Yoga'],
      notes: 'Two',
      photo: null,
    })
  })

  test('has the rows of both lists, each once, and joined notes', async () => {
    const { user, a, b } = await withTwo(
      {
        hobbies: ['Chess', 'Yoga'],
        emails: [value('ada@example.com'), value('work@example.com', 'work')],
        phones: [value('+44 20 7946 0018')],
        dates: [{ label: 'Birthday', year: null, month: 12, day: 10 }],
        notes: 'Likes tea',
      },
      {
        hobbies: ['Reading', 'Chess'],
        emails: [value('ADA@example.com', 'home'), value('work@example.com', 'office')],
        phones: [value('(0)20-79460018', 'home'), value('020 7946 0019')],
        dates: [{ label: 'Birthday', year: 1815, month: 12, day: 10 }],
        customFields: [{ name: 'Ship', value: 'Beagle' }],
        notes: 'Met in Bath',
      },
    )
    expect((await merge(user, a, b)).body.bud).toMatchObject({
      hobbies: ['Chess', 'Yoga', 'Reading'],
      emails: [
        value('ada@example.com', 'home'),
        value('work@example.com', 'work'),
        value('work@example.com', 'office'),
      ],
      phones: [value('+44 20 7946 0018', 'home'), value('020 7946 0019')],
      dates: [{ label: 'Birthday', year: 1815, month: 12, day: 10 }],
      customFields: [{ name: 'Ship', value: 'Beagle' }],
      notes: 'Likes tea\n\nMet in Bath',
    })
  })

  test('has the photo of the other bud if it has none, or if it is chosen', async () => {
    for (const [own, fields, expected] of [
      [false, {}, 'red'],
      [true, {}, 'blue'],
      [true, { photo: 'b' }, 'red'],
    ] as const) {
      const { user, a, b } = await withTwo()
      const blue = own ? await setPhoto(user, a, 'blue') : ''
      const red = await setPhoto(user, b, 'red')
      const { photo } = (await merge(user, a, b, fields)).body.bud
      expect(photo).toBe(expected === 'blue' ? blue : red.replace(b, a))
      expect((await user.send('GET', photo)).status).toBe(200)
    }
  })
})

test('what exceeds the limit of a list goes to the notes', async () => {
  const fields = (from: number) => ({
    customFields: Array.from({ length: 4 }, (_, n) => ({
      name: `Field ${from + n}`,
      value: `Value ${from + n}`,
    })),
    addresses: Array.from({ length: 3 }, (_, n) => ({
      label: 'home',
      street: `${from + n} Main St\nFlat 2`,
      city: 'Bath',
      region: '',
      postcode: 'BA1',
      country: 'UK',
    })),
  })
  const { user, a, b } = await withTwo({ ...fields(0), notes: 'Likes tea' }, fields(10))
  const { bud } = (await merge(user, a, b)).body
  expect([bud.customFields.length, bud.addresses.length]).toEqual([5, 5])
  expect(bud.notes).toBe(
    [
      'Likes tea\n',
      'Address (home): 12 Main St Flat 2, Bath BA1, UK',
      'Custom field: Field 11: Value 11',
      'Custom field: Field 12: Value 12',
      'Custom field: Field 13: Value 13',
    ].join('\n'),
  )
})

test('notes that would be too long are refused, and nothing changes', async () => {
  const { user, a, b } = await withTwo({ notes: 'a'.repeat(5_000) }, { notes: 'b'.repeat(4_999) })
  const before = await allRows(user.user._id)
  const msg = 'Together the notes have more than 10,000 characters. Choose those of one bud'
  expect(await merge(user, a, b)).toMatchObject({ status: 409, body: { msg, errors: { notes: [msg] } } })
  expect(await allRows(user.user._id)).toEqual(before)
  expect((await merge(user, a, b, { notes: 'b' })).body.bud.notes).toBe('b'.repeat(4_999))
})

/** Two buds that are together and alone in circles, events and interactions. */
async function withLinks() {
  const two = await withTwo({}, { Nickname: 'Countess' })
  const { user, a, b } = two
  const groups: Record<string, string[]> = { Both: [a, b], First: [a], Second: [b] }
  for (const [Name, selectedBuds] of Object.entries(groups)) {
    await createCircle(user.user, { Name, selectedBuds, cadenceDays: 10 })
    await createEvent(user.user, { Name, selectedBuds, startDate: '2026-01-20T19:00' })
    await createInteraction(user.user, { note: Name, selectedBuds, on: '2026-02-02' })
  }
  await setPhoto(user, b, 'red')
  return two
}

test('memberships, attendances and interactions of both are those of the merged bud', async () => {
  const { user, a, b } = await withLinks()
  await merge(user, a, b)
  for (const [list, noun] of [
    ['circles', 'circles'],
    ['events', 'events'],
    ['interactions', 'interactions'],
  ] as const) {
    const { body } = await user.get(`/api/v1/${list}`)
    const members = body[noun].map(({ buds }: { buds: { _id: string }[] }) => buds.map(({ _id }) => _id))
    expect(members).toEqual([[a], [a], [a]])
  }
  expect((await user.get(`/api/v1/buds/${a}`)).body.bud).toMatchObject({
    lastContactOn: '2026-02-02',
    dueOn: '2026-02-12',
  })
})

test('a merge is one change set, named after the bud, and its undo brings both back', async () => {
  const { user, a, b } = await withLinks()
  for (const [one, other, name] of [
    [a, b, 'Ada'],
    [b, a, 'Augusta'],
  ] as const) {
    const before = [await allRows(user.user._id), (await user.get(`/api/v1/buds/${other}`)).body]
    const { length } = await changesOf(user)
    await merge(user, one, other)
    const [change, ...others] = await changesOf(user)
    expect(change).toMatchObject({ kind: 'merge', title: `${name} merged` })
    expect(others).toHaveLength(length)
    const merged = await allRows(user.user._id)
    expect((await undoLast(user)).body).toEqual({ msg: 'Change undone successfully', kept: [] })
    expect([await allRows(user.user._id), (await user.get(`/api/v1/buds/${other}`)).body]).toEqual(before)
    await undoLast(user)
    expect(await allRows(user.user._id)).toEqual(merged)
    await undo(user, await lastChange(user))
  }
})

test('an undo keeps and names what was edited since the merge', async () => {
  const { user, a, b } = await withLinks()
  await merge(user, a, b)
  const change = await lastChange(user)
  await user.patch(`/api/v1/buds/${a}`, { Nickname: 'Ada', Location: 'Bath' })
  expect((await undo(user, change)).body).toEqual({
    msg: 'Change undone, except for what was changed since',
    kept: [{ type: 'bud', _id: a, name: 'Ada', fields: ['Nickname'] }],
  })
  const read = async (id: string) => (await user.get(`/api/v1/buds/${id}`)).body.bud
  expect(await read(a)).toMatchObject({ Nickname: 'Ada', Location: 'Bath', photo: null })
  expect(await read(b)).toMatchObject({ Firstname: 'Augusta', Nickname: 'Countess' })
})

test('buds without differences are merged too', async () => {
  const { user, a, b } = await withTwo({ Firstname: 'Ada' }, { Firstname: 'Ada' })
  const { headers } = await user.get(`/api/v1/buds/${a}`)
  const merged = await merge(user, a, b)
  expect(merged.status).toBe(200)
  expect(merged.headers.get('ETag')).toBe(headers.get('ETag'))
  expect(await db.$count(buds, eq(buds.ownerId, user.user._id))).toBe(1)
})

describe('a merge is refused', () => {
  test('for one bud, unknown fields and choices, and without the other bud', async () => {
    const { user, a, b } = await withTwo()
    const before = await allRows(user.user._id)
    for (const [body, msg] of [
      [{ with: a }, 'A bud cannot be merged with itself'],
      [{ with: a.toUpperCase() }, 'A bud cannot be merged with itself'],
      [{}, 'with must be the id of a bud'],
      [{ with: b, fields: { Age: 'a' } }, 'Age is not a field of a bud'],
      [{ with: b, fields: { Location: 'c' } }, 'The choice of Location must be a or b'],
      [{ with: b, fields: [] }, 'fields must be an object'],
    ] as const)
      expect(await user.post(`/api/v1/buds/${a}/merge`, body)).toMatchObject({ status: 400, body: { msg } })
    expect(await allRows(user.user._id)).toEqual(before)
  })

  test('for a bud of another owner, a missing one and no id', async () => {
    const { user, a } = await withTwo()
    const theirs = (await createBud(await createUser()))._id
    for (const [one, other] of [
      [a, theirs],
      [theirs, a],
      [a, crypto.randomUUID()],
      [a, 'x'],
      ['x', a],
    ] as const)
      expect(await merge(user, one, other)).toMatchObject({ status: 404, body: { msg: 'Bud not found' } })
  })

  test('if the bud has changed since If-Match', async () => {
    const { user, a, b } = await withTwo()
    const response = await user.send('POST', `/api/v1/buds/${a}/merge`, {
      headers: { 'If-Match': '"1"', 'Content-Type': 'application/json' },
      body: JSON.stringify({ with: b }),
    })
    expect(response.status).toBe(412)
  })
})

test('of two merges at once, also crossed ones, one succeeds', async () => {
  for (const isCrossed of [false, true]) {
    const { user, a, b } = await withLinks()
    const before = await allRows(user.user._id)
    const responses = await Promise.all([
      merge(user, a, b),
      isCrossed ? merge(user, b, a) : merge(user, a, b),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await changesOf(user)).filter(({ kind }) => kind === 'merge')).toHaveLength(1)
    await undoLast(user)
    expect(await allRows(user.user._id)).toEqual(before)
  }
})
