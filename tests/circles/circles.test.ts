import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { circleFields } from '~/circles/circle-input.server'
import type { Milestone } from '~/circles/milestones'
import { db } from '~/db/db.server'
import { circles } from '~drizzle/schema'
import { visibleText } from '../support/client'
import { createBud, createCircle, createUser, signedIn } from '../support/factories'

/** All fields of a circle, as in the example of `docs/api.md`. */
const everyField = ['_id', 'buds', ...circleFields.filter((field) => field !== 'selectedBuds'), 'createdAt']

const count = (ownerId: string) => db.$count(circles, eq(circles.ownerId, ownerId))

describe('a circle', () => {
  test('has exactly the fields of the specification', async () => {
    const user = await signedIn()
    const { bud } = (await user.post('/api/v1/buds', { Firstname: 'Grace', Surname: 'Hopper' })).body
    const { circle } = (
      await user.post('/api/v1/circles', {
        Name: 'Book Club',
        selectedBuds: [bud._id],
        milestones: [{ date: '2026-11-20', description: 'First evening' }],
      })
    ).body
    expect(Object.keys(circle).toSorted()).toEqual(everyField.toSorted())
    expect(circle.buds).toEqual([{ _id: bud._id, Firstname: 'Grace', Surname: 'Hopper' }])
    expect(circle.milestones).toEqual([{ id: 1, date: '2026-11-20', description: 'First evening' }])
    expect((await user.get(`/api/v1/circles/${circle._id}`)).body).toEqual({ circle })
    expect((await user.get('/api/v1/circles')).body.circles).toEqual([{ ...circle, totalBuds: 1 }])
  })

  test('requires only a name', async () => {
    const response = await (await signedIn()).post('/api/v1/circles', { Name: 'Book Club' })
    expect(response).toMatchObject({ status: 201, body: { msg: 'Circle added successfully' } })
    expect(response.body.circle).toMatchObject({
      Name: 'Book Club',
      Shortname: '',
      Description: '',
      Location: '',
      Circletype: 'Other',
      buds: [],
      milestones: [],
    })
  })

  test.each([{}, { Name: '' }, { Name: ' \n' }, { Name: null }])('%j has no name', async (fields) => {
    const user = await signedIn()
    const response = await user.post('/api/v1/circles', { Shortname: 'BC', ...fields })
    expect(response).toMatchObject({
      status: 400,
      body: { msg: 'Name is required', errors: { Name: ['Name is required'] } },
    })
    expect(await count(user.user._id)).toBe(0)
  })

  test('has an id of UUID version 7 and a UTC time of creation', async () => {
    const user = await signedIn()
    const sent = { Name: 'Book Club', _id: 'mine', createdAt: 0 }
    const { circle } = (await user.post('/api/v1/circles', sent)).body
    expect(circle._id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(circle.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Math.abs(Date.parse(circle.createdAt) - Date.now())).toBeLessThan(60_000)
  })

  test('belongs to its creator, also when another owner is sent', async () => {
    const [user, other] = [await signedIn(), await createUser()]
    await user.post('/api/v1/circles', { Name: 'Book Club', ownerId: other._id, owner_id: other._id })
    expect([await count(user.user._id), await count(other._id)]).toEqual([1, 0])
  })
})

describe('the fields', () => {
  const labels: Record<string, string> = { Shortname: 'Short name' }
  const fields = ['Name', 'Shortname', 'Description', 'Location']

  test.each([
    ['Name', 100],
    ['Shortname', 100],
    ['Location', 100],
    ['Description', 2_000],
  ])('%s accepts %d characters after trimming, and no more', async (field, limit) => {
    const user = await signedIn()
    const send = (value: string) => user.post('/api/v1/circles', { Name: 'Book Club', [field]: value })
    const fits = await send(`  ${'é'.repeat(limit)}  `)
    expect(fits.status).toBe(201)
    expect(fits.body.circle[field]).toBe('é'.repeat(limit))
    const msg = `${labels[field] ?? field} must be at most ${limit} characters`
    expect(await send('é'.repeat(limit + 1))).toMatchObject({
      status: 400,
      body: { msg, errors: { [field]: [msg] } },
    })
  })

  test.each(['\0', 'a\0b', '\ud800', '\udc00a'])('%j is refused in every text', async (bad) => {
    const user = await signedIn()
    for (const field of fields) {
      expect(await user.post('/api/v1/circles', { Name: 'Book Club', [field]: bad })).toMatchObject({
        status: 400,
        body: { msg: `${labels[field] ?? field} contains characters that are not allowed` },
      })
    }
    expect(await count(user.user._id)).toBe(0)
  })

  test.each([7, true, null, {}, ['Readers']])('%j is not a text', async (value) => {
    const response = await (await signedIn()).post('/api/v1/circles', { Name: 'Book Club', Shortname: value })
    expect(response).toMatchObject({
      status: 400,
      body: { errors: { Shortname: ['Short name must be text'] } },
    })
  })

  test.each([
    '<script>alert(1)</script>',
    "Robert'); drop table circles;--",
    '😀 👨‍👩‍👧',
    '名前',
    'a & b "c"',
    'line\nbreak',
  ])('%j is stored unchanged and rendered as text', async (Name) => {
    const user = await signedIn()
    const { circle } = (await user.post('/api/v1/circles', { Name, Description: Name })).body
    expect(circle).toMatchObject({ Name, Description: Name })
    const page = await user.visit('/dashboard/AllCircles')
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('<script>alert(1)')
    expect(visibleText(page)).toContain(Name.replace(/\s/, ' '))
  })

  test.each(['Friends', 'Family', 'Work', 'Clients', 'Other'])('%s is a circle type', async (Circletype) => {
    const response = await (await signedIn()).post('/api/v1/circles', { Name: 'Book Club', Circletype })
    expect(response).toMatchObject({ status: 201, body: { circle: { Circletype } } })
  })

  test.each(['Friend', 'friends', '', 'all', 1, null])('%j is not a circle type', async (Circletype) => {
    const response = await (await signedIn()).post('/api/v1/circles', { Name: 'Book Club', Circletype })
    expect(response).toMatchObject({
      status: 400,
      body: { msg: 'Circle type must be one of Friends, Family, Work, Clients, Other' },
    })
  })
})

describe('milestones', () => {
  const save = async (milestones: unknown) =>
    (await signedIn()).post('/api/v1/circles', { Name: 'Book Club', milestones })
  const kept = async (milestones: unknown): Promise<Milestone[]> => {
    const response = await save(milestones)
    expect(response.status).toBe(201)
    return response.body.circle.milestones
  }

  test('keep their order and get their position as id', async () => {
    const sent = [
      { id: 7, date: '2027-01-01', description: 'later' },
      { id: 7, date: '2026-01-01', description: 'earlier' },
      { date: '2026-06-01', description: 'between' },
    ]
    expect(await kept(sent)).toEqual([
      { id: 1, date: '2027-01-01', description: 'later' },
      { id: 2, date: '2026-01-01', description: 'earlier' },
      { id: 3, date: '2026-06-01', description: 'between' },
    ])
  })

  test('without date and description are dropped; one of them is enough', async () => {
    const sent = [
      { date: '', description: '  ' },
      { date: '2026-11-20' },
      {},
      { description: ' Somewhen ' },
      { date: ' ', description: '' },
    ]
    expect(await kept(sent)).toEqual([
      { id: 1, date: '2026-11-20', description: '' },
      { id: 2, date: '', description: 'Somewhen' },
    ])
  })

  test.each([
    '2026-11-20',
    '2028-02-29',
    '2000-02-29',
    '0001-01-01',
    '9999-12-31',
    '2026-03-29',
    '2011-12-30',
    '1900-01-01',
  ])('%s is stored unchanged', async (date) => {
    expect(await kept([{ date }])).toEqual([{ id: 1, date, description: '' }])
  })

  test.each([
    '2027-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '10000-01-01',
    '-001-01-01',
    '2026-1-1',
    '20.11.2026',
    '2026-11-20T00:00',
    '2026-11-20Z',
    'tomorrow',
    20261120,
    null,
    {},
  ])('%j is not a date', async (date) => {
    const msg = 'Milestone date must be a date (YYYY-MM-DD)'
    expect(await save([{ date, description: 'x' }])).toMatchObject({
      status: 400,
      body: { msg, errors: { milestones: [msg] } },
    })
  })

  test('accept 2,000 characters of description, and no more', async () => {
    const description = 'é'.repeat(2_000)
    expect(await kept([{ description: ` ${description} ` }])).toMatchObject([{ description }])
    expect(await save([{ description: `${description}é` }])).toMatchObject({
      status: 400,
      body: { msg: 'Milestone description must be at most 2000 characters' },
    })
  })

  test('accept 8,000 characters of descriptions in total, and no more', async () => {
    const rows = (last: number) =>
      [2_000, 2_000, 2_000, 1_999, last].map((n) => ({ description: 'é'.repeat(n) }))
    expect(await kept(rows(1))).toHaveLength(5)
    const msg = 'Milestone descriptions must be at most 8000 characters together'
    expect(await save(rows(2))).toMatchObject({ status: 400, body: { msg, errors: { milestones: [msg] } } })
    const user = await signedIn()
    const { _id } = await createCircle(user.user)
    expect(await user.patch(`/api/v1/circles/${_id}`, { milestones: rows(2) })).toMatchObject({
      status: 400,
      body: { msg, errors: { milestones: [msg] } },
    })
    expect((await user.get(`/api/v1/circles/${_id}`)).body.circle.milestones).toEqual([])
  })

  test('accept 100 rows, and no more', async () => {
    const rows = (n: number) => Array.from({ length: n }, (_, i) => ({ description: `Step ${i}` }))
    expect(await kept([...rows(98), {}, { date: '' }])).toHaveLength(98)
    expect(await kept(rows(100))).toHaveLength(100)
    expect(await save(rows(101))).toMatchObject({
      status: 400,
      body: { msg: 'Maximum limit of 100 milestones reached' },
    })
  })

  test.each([7, {}, 'text', null, [7], [null], ['2026-11-20'], [[]], [{ description: 7 }], '[broken', '7'])(
    '%j is refused',
    async (milestones) => {
      expect(await save(milestones)).toMatchObject({ status: 400, body: { msg: expect.any(String) } })
    },
  )

  test.each(['a\0b', '\ud800'])(
    '%j, which the database cannot store, is refused in a description',
    async (bad) => {
      expect(await save([{ description: bad }])).toMatchObject({
        status: 400,
        body: { msg: 'Milestone description contains characters that are not allowed' },
      })
    },
  )

  test('store date and description only', async () => {
    expect(await kept([{ date: '2026-11-20', description: 'x', done: true }])).toEqual([
      { id: 1, date: '2026-11-20', description: 'x' },
    ])
  })

  test('may be JSON in one field of a form', async () => {
    const user = await signedIn()
    const milestones = JSON.stringify([{ date: '2026-11-20', description: 'x' }])
    const { body } = await user.submit('/api/v1/circles', { Name: 'Book Club', milestones })
    expect(body.circle.milestones).toEqual([{ id: 1, date: '2026-11-20', description: 'x' }])
  })
})

describe('PATCH', () => {
  const milestones = [
    { id: 1, date: '2026-11-20', description: 'first' },
    { id: 2, date: '2026-12-20', description: 'second' },
  ]

  async function ownCircle() {
    const user = await signedIn()
    const [ada, grace] = [await createBud(user.user, { Firstname: 'Ada' }), await createBud(user.user)]
    const circle = await createCircle(user.user, {
      Shortname: 'BC',
      Description: 'Reads',
      Location: 'Bristol',
      Circletype: 'Friends',
      milestones,
      selectedBuds: [ada._id, grace._id],
    })
    const path = `/api/v1/circles/${circle._id}`
    return { user, ada, grace, path, circle: { ...circle, createdAt: circle.createdAt.toISOString() } }
  }

  test('of one field keeps the others, including buds and milestones', async () => {
    const { user, path, circle } = await ownCircle()
    const response = await user.patch(path, { Location: 'Bath' })
    expect(response).toMatchObject({ status: 200, body: { msg: 'Circle edited successfully' } })
    expect(response.body.circle).toEqual({ ...circle, Location: 'Bath' })
    expect((await user.get(path)).body.circle).toEqual({ ...circle, Location: 'Bath' })
  })

  test('replaces a list that is present', async () => {
    const { user, path, circle, ada } = await ownCircle()
    const change = { milestones: [{ date: '2027-01-01', description: 'new' }], selectedBuds: [ada._id] }
    expect((await user.patch(path, change)).body.circle).toEqual({
      ...circle,
      milestones: [{ id: 1, date: '2027-01-01', description: 'new' }],
      buds: [{ _id: ada._id, Firstname: 'Ada', Surname: '' }],
    })
  })

  test('clears fields with an empty list or text', async () => {
    const { user, path, circle } = await ownCircle()
    const change = { milestones: [], selectedBuds: [], Shortname: '', Description: ' ', Location: '' }
    expect((await user.patch(path, change)).body.circle).toEqual({
      ...circle,
      milestones: [],
      buds: [],
      Shortname: '',
      Description: '',
      Location: '',
    })
  })

  test('with an empty body changes nothing', async () => {
    const { user, path, circle } = await ownCircle()
    expect(await user.patch(path, {})).toMatchObject({ status: 200, body: { circle } })
  })

  test.each([
    { Name: '' },
    { Name: null },
    { Circletype: 'Foes' },
    { milestones: 'x' },
    { milestones: [{ date: '2027-02-29' }] },
    { selectedBuds: 7 },
    { selectedBuds: null },
    { selectedBuds: ['nobody'] },
    { selectedBuds: ['00000000-0000-0000-0000-000000000000'] },
  ])('%j is rejected and changes nothing', async (change) => {
    const { user, path, circle } = await ownCircle()
    expect((await user.patch(path, { Location: 'Bath', ...change })).status).toBe(400)
    expect((await user.get(path)).body.circle).toEqual(circle)
  })

  test('cannot change _id, owner and time of creation', async () => {
    const { user, path, circle } = await ownCircle()
    const other = await createUser()
    const change = { _id: other._id, ownerId: other._id, createdAt: '2000-01-01T00:00:00Z', nameKey: 'x' }
    expect((await user.patch(path, change)).status).toBe(200)
    expect((await user.get(path)).body.circle).toEqual(circle)
  })
})

describe('DELETE', () => {
  test('deletes the circle and not its buds', async () => {
    const user = await signedIn()
    const bud = await createBud(user.user)
    const circle = await createCircle(user.user, { selectedBuds: [bud._id] })
    expect(await user.delete(`/api/v1/circles/${circle._id}`)).toMatchObject({
      status: 200,
      body: { msg: 'Circle deleted successfully' },
    })
    expect(await user.get(`/api/v1/circles/${circle._id}`)).toMatchObject({
      status: 404,
      body: { msg: 'Circle not found' },
    })
    expect((await user.delete(`/api/v1/circles/${circle._id}`)).status).toBe(404)
    expect((await user.get(`/api/v1/buds/${bud._id}`)).status).toBe(200)
    expect((await user.get('/api/v1/circles')).body).toMatchObject({ circles: [], totalCircles: 0 })
  })
})

describe('the cards', () => {
  test('show name, short name, description, location, type and buds with initials and names', async () => {
    const user = await signedIn()
    const bud = await createBud(user.user, { Firstname: 'Grace', Surname: 'Hopper' })
    await createCircle(user.user, {
      Name: 'Book Club',
      Shortname: 'BC',
      Description: 'Reads',
      Location: 'Bristol',
      Circletype: 'Friends',
      selectedBuds: [bud._id],
    })
    const page = await user.visit('/dashboard/AllCircles')
    for (const text of ['Book Club', 'BC', 'Reads', 'Bristol', 'Friends', 'Buds: GH Grace Hopper']) {
      expect(visibleText(page)).toContain(text)
    }
    expect(page.text).toContain(`href="/dashboard/EditBud/${bud._id}"`)
  })

  test("show 'No buds associated with this circle' without buds", async () => {
    const user = await signedIn()
    await createCircle(user.user)
    expect(visibleText(await user.visit('/dashboard/AllCircles'))).toContain(
      'No buds associated with this circle',
    )
  })

  test("ask 'Are you sure you want to delete <name>?' without JavaScript", async () => {
    const user = await signedIn()
    const { _id } = await createCircle(user.user)
    const page = await user.visit(`/dashboard/AllCircles?delete=${_id}`)
    expect(visibleText(page)).toContain('Are you sure you want to delete Book Club?')
    expect(page.text).toContain(`action="/dashboard/DeleteCircle/${_id}"`)
  })
})
