import { describe, expect, test } from 'vitest'
import type { Milestone } from '~/circles/milestones'
import { visibleText } from '../support/client'
import { createBud, createCircle, signedIn } from '../support/factories'

test.each([{}, { Name: '' }, { Name: ' \n' }, { Name: null }])(
  'a circle of %j has no name',
  async (fields) => {
    const user = await signedIn()
    expect(await user.post('/api/v1/circles', { Shortname: 'BC', ...fields })).toMatchObject({
      status: 400,
      body: { msg: 'Name is required', errors: { Name: ['Name is required'] } },
    })
    expect((await user.get('/api/v1/circles')).body.totalCircles).toBe(0)
  },
)

describe('milestones', () => {
  const save = async (milestones: unknown) =>
    (await signedIn()).post('/api/v1/circles', { Name: 'Book Club', milestones })
  const storedMilestones = async (milestones: unknown): Promise<Milestone[]> => {
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
    expect(await storedMilestones(sent)).toEqual([
      { id: 1, date: '2027-01-01', description: 'later' },
      { id: 2, date: '2026-01-01', description: 'earlier' },
      { id: 3, date: '2026-06-01', description: 'between' },
    ])
  })

  test('with neither date nor description are dropped; a row with one of the two is stored', async () => {
    const sent = [
      { date: '', description: '  ' },
      { date: '2026-11-20' },
      {},
      { description: ' Somewhen ' },
      { date: ' ', description: '' },
    ]
    expect(await storedMilestones(sent)).toEqual([
      { id: 1, date: '2026-11-20', description: '' },
      { id: 2, date: '', description: 'Somewhen' },
    ])
  })

  test('have dates that exist, or none', async () => {
    for (const date of [
      '2026-11-20',
      '2028-02-29',
      '2000-02-29',
      '0001-01-01',
      '9999-12-31',
      '2026-03-29',
      '2011-12-30',
      '1900-01-01',
    ]) {
      expect(await storedMilestones([{ date }])).toEqual([{ id: 1, date, description: '' }])
    }
    const msg = 'Milestone date must be a date (YYYY-MM-DD)'
    for (const date of [
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
    ]) {
      expect(await save([{ date, description: 'x' }]), String(date)).toMatchObject({
        status: 400,
        body: { msg, errors: { milestones: [msg] } },
      })
    }
  })

  test('accept 2,000 characters of description, and no more', async () => {
    const description = 'é'.repeat(2_000)
    expect(await storedMilestones([{ description: ` ${description} ` }])).toMatchObject([{ description }])
    expect(await save([{ description: `${description}é` }])).toMatchObject({
      status: 400,
      body: { msg: 'Milestone description must be at most 2000 characters' },
    })
  })

  test('accept 8,000 characters of descriptions in total, and no more', async () => {
    const rows = (last: number) =>
      [2_000, 2_000, 2_000, 1_999, last].map((n) => ({ description: 'é'.repeat(n) }))
    expect(await storedMilestones(rows(1))).toHaveLength(5)
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
    expect(await storedMilestones([...rows(98), {}, { date: '' }])).toHaveLength(98)
    expect(await storedMilestones(rows(100))).toHaveLength(100)
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
    expect(await storedMilestones([{ date: '2026-11-20', description: 'x', done: true }])).toEqual([
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
})
