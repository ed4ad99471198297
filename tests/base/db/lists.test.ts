import type { PGlite } from '@electric-sql/pglite'
import { and, eq, isNotNull } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test, vi } from 'vitest'
import { db } from '~/base/db/db.server'
import type { EventInput } from '~/events/events/event-input.server'
import type { BudInput } from '~/people/buds/bud-input.server'
import type { CircleInput } from '~/people/circles/circle-input.server'
import { type ClientResponse, visibleText } from '../../support/client'
import { isPostgres } from '../../support/database'
import { grown, signedIn } from '../../support/factories'
import { bud, circle, event, forAllKinds, records } from '../../support/records'

type Owner = Awaited<ReturnType<typeof signedIn>>
type List = (typeof records)[number]

async function ownerOf({ create }: List, ...entries: object[]) {
  const owner = await signedIn()
  for (const entry of entries) await create(owner.user, entry)
  return owner
}

const list = ({ api }: List, owner: Owner, query: Record<string, string> = {}) =>
  owner.get(`${api}?${new URLSearchParams(query)}`)

const entriesOf = ({ many }: List, { body }: ClientResponse): Record<string, string>[] => body[many]
const namesOf = (kind: List, response: ClientResponse) =>
  entriesOf(kind, response).map((entry) => entry[kind.name])
const idsOf = (entries: Record<string, string>[]) => entries.map(({ _id }) => _id)
const totalOf = ({ noun }: List) => `total${noun}s`

const grace: Partial<BudInput> = {
  Firstname: 'Grace',
  Surname: 'Hopper',
  Nickname: 'Amazing',
  Occupation: 'Admiral',
  Location: 'Arlington',
  OccupationLocation: 'Philadelphia',
  LastInteraction: 'Yesterday',
}
const club: Partial<CircleInput> = {
  Name: 'Book Club',
  Shortname: 'Readers',
  Description: 'Novels by candlelight',
  Location: 'Bristol',
  Circletype: 'Clients',
  milestones: [{ id: 1, date: '2026-11-20', description: 'Anniversary' }],
}
const dinner: Partial<EventInput> = {
  Name: 'Harvest Dinner',
  Description: 'Pumpkin soup',
  Location: 'Bath',
  Eventtype: 'Colleagues',
}

describe.each(
  forAllKinds([
    {
      kind: bud,
      entry: grace,
      found: [
        'grace',
        'HOPPER',
        'race hop',
        'Grace Hopper',
        'mazin',
        'ADMIRAL',
        'ling',
        ' grace ',
        'hopper grace',
        'Hopper, Gra',
      ],
      missed: ['philadelphia', 'yesterday', 'gracegrace', 'hopperamazing', 'gracehopper', 'Hopper Amazing'],
    },
    {
      kind: circle,
      entry: club,
      found: ['book', 'OK CL', 'Book Club', 'eader', 'CANDLE', 'istol', ' novels '],
      missed: ['clients', 'anniversary', '2026', 'clubreaders', 'Club Readers', 'candlelightbristol'],
    },
    {
      kind: event,
      entry: dinner,
      found: ['harvest', 'ST DINN', 'Harvest Dinner', 'pumpkin', 'SOUP', 'bath', ' dinner '],
      missed: ['colleagues', '2026', '19:00', 'dinnerpumpkin', 'Dinner Pumpkin', 'soupbath'],
    },
  ]),
)('search of $kind.many', ({ kind, entry, found, missed }) => {
  const other = { [kind.name]: 'Other' }

  test("finds text that one field contains, not text across two, and no other user's record", async () => {
    const [owner, stranger] = [await ownerOf(kind, entry, other), await signedIn()]
    const name = (entry as typeof other)[kind.name]
    for (const search of found) {
      expect(namesOf(kind, await list(kind, owner, { search })), search).toEqual([name])
      expect((await list(kind, stranger, { search })).body).toMatchObject({
        [kind.many]: [],
        [totalOf(kind)]: 0,
      })
    }
    for (const search of missed)
      expect(namesOf(kind, await list(kind, owner, { search })), search).toEqual([])
  })

  test('is literal, ignores letter case in any language, and finds everything if it is empty', async () => {
    const cases = [
      ['%', '50% off'],
      ['0%', '50% off'],
      ['_', 'snake_case'],
      ['\\', 'back\\slash'],
      ["'", "O'Brien"],
      ['ÉMILE', 'Émile'],
      ['e\u0301mile', 'Émile'],
      ['STRAßE', 'straße'],
      ['ŁUKASZ', 'Łukasz'],
      ['ΑΛΈΞ', 'Αλέξ'],
      ['юрий', 'ЮРИЙ'],
      ['名', '名前'],
    ] as const
    const names = [...new Set([...cases.map(([, name]) => name), 'plain'])]
    const owner = await ownerOf(kind, ...names.map((name) => ({ [kind.name]: name })))
    for (const [search, name] of cases) {
      expect(namesOf(kind, await list(kind, owner, { search })), search).toEqual([name])
    }
    expect(namesOf(kind, await list(kind, owner, { search: '%%' }))).toEqual([])
    for (const search of ['', '   ']) {
      expect((await list(kind, owner, { search })).body[totalOf(kind)]).toBe(names.length)
    }
  })

  test('has one sign for all apostrophes, quotation marks, dashes and blanks, and none that is invisible', async () => {
    const spellings = {
      'Bo O’Brien': ["o'brien", 'O‘Brien', 'oʼbrien', 'o`brien', 'O´Brien'],
      "Cy O'Neill": ['O’Neill', 'o′neill'],
      'Anna\u2011Maria  “Nan” \u00a0Holt': [
        'anna-maria',
        'Anna–Maria "nan" holt',
        'ANNA\u2010MARIA',
        '„Nan“\tHolt',
        'nan»\u2003 holt',
      ],
      'Zoe\u200b\u00adLee': ['zoelee', '\u200ezoe\u200blee'],
      'Wells, Kit': ['wells kit', 'Wells,  Kit', 'wells,'],
      plain: ['plain'],
    }
    const owner = await ownerOf(kind, ...Object.keys(spellings).map((name) => ({ [kind.name]: name })))
    for (const [name, searches] of Object.entries(spellings))
      for (const search of searches)
        expect(namesOf(kind, await list(kind, owner, { search })), JSON.stringify(search)).toEqual([name])
    for (const search of ['obrien', 'annamaria', 'zoe lee', 'Zoé', 'wellskit'])
      expect(namesOf(kind, await list(kind, owner, { search })), search).toEqual([])
  })

  test('a changed record is found by its new text only', async () => {
    const owner = await ownerOf(kind, entry)
    const [before] = entriesOf(kind, await list(kind, owner))
    await owner.patch(`${kind.api}/${before?._id}`, { [kind.text]: 'Zanzibar' })
    expect(namesOf(kind, await list(kind, owner, { search: 'zanzi' }))).toHaveLength(1)
    const old = (entry as Record<string, string>)[kind.text] ?? ''
    expect(namesOf(kind, await list(kind, owner, { search: old }))).toEqual([])
  })
})

/** Checks that the searched text of `count` records is too long for an index entry. */
async function expectLong({ table }: List, { user }: Owner, count: number) {
  const isLong = and(eq(table.ownerId, user._id), isNotNull(table.longSearchText))
  expect(await db.$count(table, isLong)).toBe(count)
}

test.each(records)('search and sorts of $many include texts that are too long for an index', async (kind) => {
  const ofLongTexts = (change: (long: string) => string) =>
    Object.fromEntries(Object.entries(kind.long).map(([field, long]) => [field, change(long)]))
  const owner = await ownerOf(
    kind,
    ...['Short', 'Middle', 'Late'].map((name) => ({
      [kind.name]: name,
      ...ofLongTexts((long) => (name === 'Middle' ? `${long.slice(0, -10)} Last word` : 'Last word')),
    })),
  )
  await expectLong(kind, owner, 1)
  const found = { 'A-Z': ['Late', 'Middle', 'Short'], oldestFirst: ['Short', 'Middle', 'Late'] }
  for (const [sort, names] of Object.entries(found)) {
    expect(namesOf(kind, await list(kind, owner, { sort, search: 'last word' }))).toEqual(names)
  }
  const beginning = { search: Object.values(kind.long)[0]?.slice(0, 20) ?? '' }
  expect(namesOf(kind, await list(kind, owner, beginning))).toEqual(['Middle'])
  const [middle] = entriesOf(kind, await list(kind, owner, beginning))
  const shorter = ofLongTexts(() => 'Shorter')
  await owner.patch(`${kind.api}/${middle?._id}`, shorter)
  expect(namesOf(kind, await list(kind, owner, beginning))).toEqual([])
  expect(namesOf(kind, await list(kind, owner, { search: 'shorter' }))).toEqual(['Middle'])
})

test('a response has a page, the total and the number of pages; for events, also the search values', async () => {
  const owner = await signedIn()
  const defaults = { search: '', Eventtype: 'all', when: 'all', sort: 'newestFirst' }
  for (const kind of records) {
    const { searchValues, ...body } = (await list(kind, owner)).body
    expect(body).toEqual({ [kind.many]: [], [totalOf(kind)]: 0, numOfPages: 0, currentPage: 1 })
    expect(searchValues).toEqual(kind === event ? defaults : undefined)
  }
  const searchValues = { search: 'soup', Eventtype: 'Client', when: 'upcoming', sort: 'Z-A' }
  expect((await list(event, owner, searchValues)).body.searchValues).toEqual(searchValues)
})

test.each(records)(
  'the filter $type shows only records of the type, and of all types by default',
  async (kind) => {
    const types = [...kind.types, ...kind.types]
    const entries = types.map((type, n) => ({ [kind.name]: `${n}-${type}`, [kind.type]: type }))
    const owner = await ownerOf(kind, ...entries)
    for (const [place, type] of kind.types.entries()) {
      const names = [`${place + kind.types.length}-${type}`, `${place}-${type}`]
      const response = await list(kind, owner, { [kind.type]: type })
      expect(namesOf(kind, response)).toEqual(names)
      expect(response.body).toMatchObject({ [totalOf(kind)]: 2, numOfPages: 1 })
    }
    for (const query of [{}, { [kind.type]: 'all' }]) {
      const response = await list(kind, owner, query)
      expect(entriesOf(kind, response).map((entry) => entry[kind.type])).toEqual(types.toReversed())
    }
  },
)

describe('sort', () => {
  const names = ['Zoë', 'emil', 'Émile', 'Emma', 'adam B', 'Adam A', 'Ångström', 'Bea']
  const budtypes = ['Family', 'Work', 'Friend', 'Client', 'Work', 'Other', 'Family', 'Friend']
  const circletypes = ['Family', 'Work', 'Friends', 'Clients', 'Work', 'Other', 'Family', 'Friends']
  const eventtypes = ['Colleagues', 'Social', 'Other', 'Client', 'Social', 'Client', 'Colleagues', 'Other']
  const years = [2001, 9003, 2004, 9001, 2003, 9004, 9002, 2002]
  const startDates = years.map((year) => `${year}-11-20T19:00`)

  const entries = {
    buds: names.map((name, n) => {
      const [Firstname, Surname = ''] = name.split(' ')
      return { Firstname, Surname, Budtype: budtypes[n] }
    }),
    circles: names.map((Name, n) => ({ Name, Circletype: circletypes[n] })),
    events: names.map((Name, n) => ({ Name, Eventtype: eventtypes[n], startDate: startDates[n] })),
  }
  const byAnyName = {
    newestFirst: names.toReversed(),
    oldestFirst: names,
    'A-Z': ['Adam A', 'adam B', 'Ångström', 'Bea', 'emil', 'Émile', 'Emma', 'Zoë'],
    'Z-A': ['Zoë', 'Emma', 'Émile', 'emil', 'Bea', 'Ångström', 'adam B', 'Adam A'],
  }
  const byType = ['Emma', 'Ångström', 'Zoë', 'Bea', 'Émile', 'Adam A', 'adam B', 'emil']

  test.each(
    forAllKinds([
      { kind: bud, expected: { ...byAnyName, budType: byType } },
      { kind: circle, expected: { ...byAnyName, circleType: byType } },
      {
        kind: event,
        expected: {
          ...byAnyName,
          eventType: ['Adam A', 'Emma', 'Ångström', 'Zoë', 'Bea', 'Émile', 'adam B', 'emil'],
          soonestFirst: ['Emma', 'Ångström', 'emil', 'Adam A', 'Émile', 'adam B', 'Bea', 'Zoë'],
          latestFirst: ['Adam A', 'emil', 'Ångström', 'Emma', 'Émile', 'adam B', 'Bea', 'Zoë'],
        },
      },
    ]),
  )('of $kind.many returns the specified order for each value of `sort`', async ({ kind, expected }) => {
    expect(Object.keys(expected)).toEqual(kind.sorts)
    expect(new Set(Object.values(expected).map(String)).size, 'orders that differ').toBe(kind.sorts.length)
    const owner = await ownerOf(kind, ...entries[kind.many])
    for (const [sort, order] of Object.entries(expected)) {
      const shown = entriesOf(kind, await list(kind, owner, { sort })).map(({ Firstname, Surname, Name }) =>
        `${Name ?? Firstname} ${Surname ?? ''}`.trim(),
      )
      expect(shown, sort).toEqual(order)
    }
  })
})

describe.each(records)('pages of $many', (kind) => {
  test('have 12 records, or 1 to 100 as set by `limit`, and the total; a page past the end is empty', async () => {
    const owner = await ownerOf(kind, ...Array.from({ length: 25 }, () => ({})))
    const cases: [query: Record<string, string>, rows: number, numOfPages: number][] = [
      [{ page: '1' }, 12, 3],
      [{ page: '2' }, 12, 3],
      [{ page: '3' }, 1, 3],
      [{ page: '4' }, 0, 3],
      [{ page: '999999999' }, 0, 3],
      [{ limit: '1' }, 1, 25],
      [{ limit: '100' }, 25, 1],
    ]
    for (const [query, rows, numOfPages] of cases) {
      const response = await list(kind, owner, query)
      expect(entriesOf(kind, response)).toHaveLength(rows)
      const currentPage = Number(query.page ?? 1)
      expect(response.body).toMatchObject({ [totalOf(kind)]: 25, numOfPages, currentPage })
    }
  })

  test('together are the whole list for any sort, search and type, also with equal sort keys', async () => {
    const [first, second] = kind.types
    const rows = Array.from({ length: 23 }, (_, n) => ({
      [kind.name]: `${n % 2 ? 'Same' : 'Other'} ${n % 3}`,
      [kind.type]: n % 5 ? first : second,
      ...(n % 4 === 0 && kind.long),
    }))
    const owner = await ownerOf(kind, ...rows)
    await expectLong(kind, owner, 6)
    // Another owner has identical records, which must not appear.
    await ownerOf(kind, ...rows)
    for (const sort of kind.sorts) {
      const all = entriesOf(kind, await list(kind, owner, { sort, limit: '100' }))
      expect(new Set(all.map(({ _id }) => _id)).size).toBe(23)
      for (const search of ['', 'same', 'none']) {
        for (const type of ['all', first]) {
          const found = all.filter(
            (entry) =>
              entry[kind.name]?.toLowerCase().includes(search) &&
              (type === 'all' || entry[kind.type] === type),
          )
          for (let page = 1; page <= Math.ceil(found.length / 5) + 1; page++) {
            const query = { sort, search, [kind.type]: type, page: `${page}`, limit: '5' }
            const response = await list(kind, owner, query)
            const message = JSON.stringify(query)
            expect(idsOf(entriesOf(kind, response)), message).toEqual(
              idsOf(found.slice((page - 1) * 5, page * 5)),
            )
            expect(response.body[totalOf(kind)], message).toBe(found.length)
          }
        }
      }
    }
  })

  test('and their totals reflect deletions and changes of type', async () => {
    const owner = await ownerOf(kind, ...Array.from({ length: 13 }, () => ({})))
    const [first, second] = entriesOf(kind, await list(kind, owner))
    await owner.delete(`${kind.api}/${first?._id}`)
    await owner.patch(`${kind.api}/${second?._id}`, { [kind.type]: kind.types[0] })
    expect((await list(kind, owner)).body).toMatchObject({ [totalOf(kind)]: 12, numOfPages: 1 })
    const typed = await list(kind, owner, { [kind.type]: kind.types[0] })
    expect(entriesOf(kind, typed).map(({ _id }) => _id)).toContain(second?._id)
    const types = await Promise.all(kind.types.map((type) => list(kind, owner, { [kind.type]: type })))
    expect(types.map(({ body }) => body[totalOf(kind)]).reduce((a, b) => a + b)).toBe(12)
  })
})

test.each(records)(
  'if a query of $many has an invalid parameter, the API responds with 400 and a message',
  async (kind) => {
    const sorts = `sort must be one of ${kind.sorts.join(', ')}`
    const number = expect.stringMatching(/^page must be a whole number/)
    const limits = 'limit must be a whole number from 1 to 100'
    const owner = await signedIn()
    for (const [name, value, msg] of [
      ['sort', 'random', sorts],
      ['sort', kind === circle ? 'budType' : 'circleType', sorts],
      [kind.type, 'Foe', `${kind.type} must be one of all, ${kind.types.join(', ')}`],
      ...['0', '-1', '1.5', 'two', '99999999999999999999'].map((page) => ['page', page, number] as const),
      ...['0', '101', 'all'].map((limit) => ['limit', limit, limits] as const),
      ['search', 'a\0', 'search contains characters that are not allowed'],
      ['search', 'a'.repeat(101), 'search must be at most 100 characters'],
    ] as const) {
      const response = await list(kind, owner, { [name]: value })
      expect(response, `${name}=${value}`).toMatchObject({ status: 400, body: { msg } })
    }
  },
)

describe.each(records)('the screen of $many', (kind) => {
  test('uses the default in place of an invalid parameter', async () => {
    const owner = await ownerOf(kind, { [kind.name]: 'Grace' })
    for (const query of ['sort=x', `${kind.type}=Foe`, 'page=zero', 'page=-1', 'search=%00', 'limit=1']) {
      const page = await owner.visit(`${kind.list}?${query}`)
      expect(page.status).toBe(200)
      expect(page.text).toContain('Grace')
    }
  })

  test('shows the last page for a page past the end, and the total in the heading', async () => {
    const thirteen = Array.from({ length: 13 }, (_, n) => ({ [kind.name]: `Entry${n + 1}.` }))
    const page = await (await ownerOf(kind, ...thirteen)).visit(`${kind.list}?page=99&sort=newestFirst`)
    expect(page.text).toContain('Entry1.')
    expect(page.text).not.toContain('Entry2.')
    // The heading of buds is singular if the page shows one bud, whatever the total.
    expect(visibleText(page)).toContain(kind === bud ? '13 Bud found' : `13 ${kind.noun}s found`)
  })

  test(`shows how many were found: '${kind.noun}' for one, '${kind.noun}s' for more`, async () => {
    const foundBy = async (...entries: object[]) =>
      visibleText(await (await ownerOf(kind, ...entries)).visit(kind.list))
    expect(await foundBy({})).toContain(`1 ${kind.noun} found`)
    expect(await foundBy({}, {})).toContain(`2 ${kind.noun}s found`)
    expect(await foundBy()).toContain(`No ${kind.noun}s Found`)
  })

  test('shows the results of the search with type and sort, and keeps them in its form', async () => {
    const [first, second] = kind.types
    const owner = await ownerOf(
      kind,
      { [kind.name]: 'Gr"ace B', [kind.type]: second },
      { [kind.name]: 'Emil', [kind.type]: second },
      { [kind.name]: 'Gr"ace C', [kind.type]: first },
      { [kind.name]: 'Gr"ace A', [kind.type]: second },
    )
    const page = await owner.visit(`${kind.list}?search=gr%22ace&${kind.type}=${second}&sort=Z-A`)
    expect(visibleText(page)).toContain(`2 ${kind.noun}s found`)
    expect(visibleText(page)).toMatch(/Gr"ace B.*Gr"ace A/)
    expect(visibleText(page)).not.toMatch(/Emil|Gr"ace C/)
    expect(page.text).toContain('value="gr&quot;ace"')
    for (const chosen of [second, 'Z-A']) {
      expect(page.text).toMatch(
        new RegExp(`<option (value="${chosen}" )?selected(="")?( value="${chosen}")?>${chosen}<`),
      )
    }
  })
})

describe.skipIf(isPostgres).each(records)('a page of $many', (kind) => {
  const { client } = (db as unknown as { session: { client: PGlite } }).session

  async function insertRows(owner: Owner, rows: number) {
    const values = Array.from({ length: rows }, (_, n) => {
      return { ...kind.minimal, [kind.name]: `Grace ${n}`, ownerId: owner.user._id, _id: uuid() }
    })
    await db.insert(kind.table).values(values as never)
  }

  async function statementOf(owner: Owner, query: Record<string, string>) {
    const spy = vi.spyOn(client, 'query')
    await list(kind, owner, query)
    const [statement = '', parameters] = spy.mock.calls.find(([text]) => text.includes('found.total')) ?? []
    spy.mockRestore()
    return { statement, parameters }
  }

  /** How PostgreSQL runs the statement of a page. */
  async function planOf(owner: Owner, query: Record<string, string>) {
    const { statement, parameters } = await statementOf(owner, query)
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, unknown> }] }>(
      `explain (analyze, buffers, format json) ${statement}`,
      parameters,
    )
    return rows[0]?.['QUERY PLAN'][0].Plan ?? {}
  }

  async function blocksOf(owner: Owner, query: Record<string, string>) {
    const plan = await planOf(owner, query)
    return Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks'])
  }

  test('has a total order, because each sort ends with the id', async () => {
    const owner = await signedIn()
    for (const sort of kind.sorts) {
      const { statement } = await statementOf(owner, { sort })
      expect.soft(statement, sort).toMatch(/order by [^()]*"id"( desc)?\s+limit/)
    }
  })

  test('takes two statements, with the session, as cards and as rows', async () => {
    const owner = await signedIn(grown())
    await insertRows(owner, 50)
    for (const view of ['cards', 'rows', 'cards']) {
      const spy = vi.spyOn(client, 'query')
      const page = await owner.visit(`${kind.list}?view=${view}`)
      const statements = spy.mock.calls.map(([text]) => text)
      spy.mockRestore()
      expect(page.text).toMatch(/Grace \d/)
      expect(
        statements.filter((text) => /^select/i.test(text)),
        view,
      ).toHaveLength(2)
    }
  })

  test('looks for the example of a new account while it is read', async () => {
    const owner = await signedIn()
    await insertRows(owner, 1)
    const query = client.query.bind(client)
    let [running, most] = [0, 0]
    const spy = vi.spyOn(client, 'query').mockImplementation(async (...call) => {
      running += 1
      most = Math.max(most, running)
      try {
        return await query(...call)
      } finally {
        running -= 1
      }
    })
    await owner.visit(kind.list)
    spy.mockRestore()
    expect(most).toBe(2)
  })

  test('is read in the order of an index, for each sort with and without a type', async () => {
    const owner = await signedIn()
    await insertRows(owner, 3_000)
    await db.execute('analyze')
    for (const sort of kind.sorts) {
      for (const type of ['all', kind.types[0]]) {
        const plan = JSON.stringify(await planOf(owner, { sort, [kind.type]: type }))
        expect.soft(plan, `${sort}, ${type}`).not.toContain(`"Sort Key":["${kind.many}`)
      }
    }
  })

  test('reads about as many blocks with 3,000 records of another owner as without', async () => {
    const [owner, other] = [await signedIn(), await signedIn()]
    await insertRows(owner, 100)
    const queries = [
      ...kind.sorts.map((sort) => ({ sort, page: '4' })),
      { [kind.type]: kind.types[0] },
      { search: 'race 7', sort: 'A-Z' },
    ]
    const blocks = async () => {
      const counts: number[] = []
      for (const query of queries) counts.push(await blocksOf(owner, query))
      return counts
    }
    const alone = await blocks()
    await insertRows(other, 3_000)
    const withOthers = await blocks()
    // A larger index may be one level deeper, which costs a block for each of 12 rows. A scan of the other rows reads
    // more than 20 blocks.
    for (const [n, count] of withOthers.entries()) expect(count).toBeLessThan(1.25 * (alone[n] ?? 0) + 20)
  })
})
