import { describe, expect, test } from 'vitest'
import { visibleText } from '../../support/client'
import { createBud, createCircle, signedIn } from '../../support/factories'

const api = '/api/v1/circles'

describe('milestones', () => {
  const save = async (...milestones: unknown[]) =>
    (await signedIn()).post(api, { Name: 'Book Club', milestones })
  const stored = ({ status, body }: Awaited<ReturnType<typeof save>>) => [status, body.circle?.milestones]
  const refused = (msg: string) => ({ status: 400, body: { msg, errors: { milestones: [msg] } } })

  test('keep their order, and have their position as id, and a date or a description or both', async () => {
    const sent = [
      { id: 7, date: '2027-01-01', description: 'later', done: true },
      { date: '', description: '  ' },
      { id: 7, date: '2026-01-01' },
      {},
      { description: ' Somewhen ' },
    ]
    const expected = [
      { id: 1, date: '2027-01-01', description: 'later' },
      { id: 2, date: '2026-01-01', description: '' },
      { id: 3, date: '', description: 'Somewhen' },
    ]
    expect(stored(await save(...sent))).toEqual([201, expected])
    const asText = { Name: 'Book Club', milestones: JSON.stringify(sent) }
    expect(stored(await (await signedIn()).submit(api, asText))).toEqual([201, expected])
  })

  test('have dates that exist', async () => {
    const exist = '2026-11-20 2028-02-29 2000-02-29 0001-01-01 9999-12-31 2026-03-29 2011-12-30 1900-01-01'
    const dates = exist.split(' ')
    const rows = dates.map((date, n) => ({ id: n + 1, date, description: '' }))
    expect(stored(await save(...dates.map((date) => ({ date }))))).toEqual([201, rows])
    const impossible = '2027-02-29 1900-02-29 2026-04-31 2026-13-01 2026-00-10 2026-01-00 0000-01-01'
    const malformed = '10000-01-01 -001-01-01 2026-1-1 20.11.2026 2026-11-20T00:00 2026-11-20Z tomorrow'
    for (const date of [...impossible.split(' '), ...malformed.split(' '), 20261120, null, {}]) {
      const response = await save({ date, description: 'x' })
      expect(response, String(date)).toMatchObject(refused('Milestone date must be a date (YYYY-MM-DD)'))
    }
  })

  test('have at most 2,000 characters of description each and 8,000 together, and are at most 100', async () => {
    const text = (length: number) => ({ description: 'é'.repeat(length) })
    const steps = (n: number) => Array.from({ length: n }, (_, i) => ({ description: `Step ${i}` }))
    const full = [text(2_000), text(2_000), text(2_000), text(1_999)]
    for (const rows of [[text(2_000)], [...full, text(1)], steps(100)]) {
      expect(stored(await save(...rows))).toEqual([201, rows.map((row) => expect.objectContaining(row))])
    }
    for (const [rows, msg] of [
      [[text(2_001)], 'Milestone description must be at most 2000 characters'],
      [[...full, text(2)], 'Milestone descriptions must be at most 8000 characters together'],
      [steps(101), 'Maximum limit of 100 milestones reached'],
      [[{ description: 'a\0b' }], 'Milestone description contains characters that are not allowed'],
      [[{ description: '\ud800' }], 'Milestone description contains characters that are not allowed'],
    ] as const) {
      expect(await save(...rows)).toMatchObject(refused(msg))
    }
  })

  test.each([7, {}, 'text', null, [7], [null], ['2026-11-20'], [[]], [{ description: 7 }], '[broken', '7'])(
    '%j is refused',
    async (milestones) => {
      const response = await (await signedIn()).post(api, { Name: 'Book Club', milestones })
      expect(response).toMatchObject({ status: 400, body: { msg: expect.any(String) } })
    },
  )
})

test('a card shows name, short name, description, location, type, and buds with initials and names', async () => {
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
