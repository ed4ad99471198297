import { describe, expect, test } from 'vitest'
import type { BudInput } from '~/buds/bud'
import { said } from '../support/client'
import { createBud, createUser, signedIn } from '../support/factories'

type Owner = Awaited<ReturnType<typeof signedIn>>

const names = ({ body }: { body?: { buds: { Firstname: string }[] } }) =>
  body?.buds.map(({ Firstname }) => Firstname)

async function ownerOf(...buds: Partial<BudInput>[]) {
  const owner = await signedIn()
  for (const bud of buds) await createBud(owner.user, bud)
  return owner
}

const list = (owner: Owner, query: Record<string, string> = {}) =>
  owner.get(`/api/v1/buds?${new URLSearchParams(query)}`)

describe('search', () => {
  const grace: Partial<BudInput> = {
    Firstname: 'Grace',
    Surname: 'Hopper',
    Nickname: 'Amazing',
    Occupation: 'Admiral',
    Location: 'Arlington',
    OccupationLocation: 'Philadelphia',
    LastInteraction: 'Yesterday',
  }

  test.each(['grace', 'HOPPER', 'race hop', 'Grace Hopper', 'mazin', 'ADMIRAL', 'ling', ' grace '])(
    '%j is found in the names, the two together, nickname, occupation and location',
    async (search) => {
      const owner = await ownerOf(grace, { Firstname: 'Ada' })
      expect(names(await list(owner, { search }))).toEqual(['Grace'])
    },
  )

  test.each(['philadelphia', 'yesterday', 'hopper grace', 'hopperamazing', 'gracehopper', 'Hopper Amazing'])(
    '%j is not found: other fields, and fields run together',
    async (search) => {
      expect(names(await list(await ownerOf(grace), { search }))).toEqual([])
    },
  )

  test.each([
    ['%', '50% off'],
    ['_', 'snake_case'],
    ['\\', 'back\\slash'],
    ['%%', '100%% sure'],
    ["'", "O'Brien"],
    ['0%', '50% off'],
  ])('%s is an ordinary character', async (search, Firstname) => {
    const owner = await ownerOf({ Firstname: 'plain' }, { Firstname }, { Firstname: 'other' })
    expect(names(await list(owner, { search }))).toEqual([Firstname])
  })

  test.each([
    ['ÉMILE', 'Émile'],
    ['straße', 'STRASSE'.replace('SS', 'ß')],
    ['ŁUKASZ', 'Łukasz'],
    ['ΑΛΈΞ', 'Αλέξ'],
    ['юрий', 'ЮРИЙ'],
    ['名', '名前'],
    ['e\u0301mile', 'Émile'],
  ])('%s is found without regard to case in any language', async (search, Firstname) => {
    expect(names(await list(await ownerOf({ Firstname }), { search }))).toEqual([Firstname])
  })

  test('nothing searched is everything', async () => {
    const owner = await ownerOf({}, {})
    expect((await list(owner, { search: '' })).body.totalBuds).toBe(2)
    expect((await list(owner, { search: '   ' })).body.totalBuds).toBe(2)
  })

  test("nobody finds another's buds", async () => {
    await createBud(await createUser(), grace)
    expect((await list(await signedIn(), { search: 'grace' })).body).toEqual({
      buds: [],
      totalBuds: 0,
      numOfPages: 0,
      currentPage: 1,
    })
  })
})

describe('Budtype', () => {
  test('a type shows its own, all shows all', async () => {
    const owner = await ownerOf(
      { Firstname: 'a', Budtype: 'Work' },
      { Firstname: 'b', Budtype: 'Family' },
      { Firstname: 'c', Budtype: 'Work' },
    )
    expect(names(await list(owner, { Budtype: 'Work' }))).toEqual(['c', 'a'])
    expect(names(await list(owner, { Budtype: 'Client' }))).toEqual([])
    expect(names(await list(owner, { Budtype: 'all' }))).toHaveLength(3)
    expect(names(await list(owner, { Budtype: 'Work', search: 'a' }))).toEqual(['a'])
  })
})

describe('sort', () => {
  const people = [
    { Firstname: 'Zoë', Budtype: 'Family' },
    { Firstname: 'emil', Budtype: 'Work' },
    { Firstname: 'Émile', Budtype: 'Friend' },
    { Firstname: 'Emma', Budtype: 'Client' },
    { Firstname: 'adam', Surname: 'B', Budtype: 'Work' },
    { Firstname: 'Adam', Surname: 'A', Budtype: 'Other' },
    { Firstname: 'Ångström', Budtype: 'Family' },
    { Firstname: 'Bea', Budtype: 'Friend' },
  ] as const

  test.each([
    ['newestFirst', ['Bea', 'Ångström', 'Adam', 'adam', 'Emma', 'Émile', 'emil', 'Zoë']],
    ['oldestFirst', ['Zoë', 'emil', 'Émile', 'Emma', 'adam', 'Adam', 'Ångström', 'Bea']],
    ['A-Z', ['Adam', 'adam', 'Ångström', 'Bea', 'emil', 'Émile', 'Emma', 'Zoë']],
    ['Z-A', ['Zoë', 'Emma', 'Émile', 'emil', 'Bea', 'Ångström', 'adam', 'Adam']],
    ['budType', ['Emma', 'Ångström', 'Zoë', 'Bea', 'Émile', 'Adam', 'adam', 'emil']],
  ])('%s', async (sort, expected) => {
    const owner = await ownerOf(...people)
    expect(names(await list(owner, { sort }))).toEqual(expected)
  })

  test('newestFirst is the default', async () => {
    const owner = await ownerOf({ Firstname: 'first' }, { Firstname: 'second' })
    expect(names(await list(owner))).toEqual(['second', 'first'])
  })
})

describe('pages', () => {
  async function many(n: number) {
    const owner = await signedIn()
    for (let i = 0; i < n; i++) {
      await createBud(owner.user, { Firstname: 'Same', Surname: `${i % 3}`, Nickname: `n${i}` })
    }
    return owner
  }

  test('hold 12, and say how many there are', async () => {
    const owner = await many(25)
    const pages = [1, 2, 3, 4].map((page) => list(owner, { page: String(page) }))
    const bodies = (await Promise.all(pages)).map(({ body }) => body)
    expect(bodies.map(({ buds }) => buds.length)).toEqual([12, 12, 1, 0])
    for (const [n, body] of bodies.entries()) {
      expect(body).toMatchObject({ totalBuds: 25, numOfPages: 3, currentPage: n + 1 })
    }
  })

  test.each(['newestFirst', 'oldestFirst', 'A-Z', 'Z-A', 'budType'])(
    'never overlap, also among equals: %s',
    async (sort) => {
      const owner = await many(23)
      const seen: string[] = []
      for (const page of ['1', '2', '3', '4', '5']) {
        const { body } = await list(owner, { sort, page, limit: '5' })
        seen.push(...body.buds.map(({ _id }: { _id: string }) => _id))
      }
      expect(seen).toHaveLength(23)
      expect(new Set(seen).size).toBe(23)
    },
  )

  test('limit goes from 1 to 100', async () => {
    const owner = await many(3)
    expect((await list(owner, { limit: '1' })).body).toMatchObject({ numOfPages: 3 })
    expect((await list(owner, { limit: '100' })).body.buds).toHaveLength(3)
  })

  test('a page far past the end is empty, with the usual totals', async () => {
    const { body } = await list(await many(1), { page: '999999999' })
    expect(body).toEqual({ buds: [], totalBuds: 1, numOfPages: 1, currentPage: 999999999 })
  })
})

describe('the API answers 400 with a message for', () => {
  test.each([
    [{ sort: 'random' }, 'sort must be one of newestFirst, oldestFirst, A-Z, Z-A, budType'],
    [{ sort: 'circleType' }, 'sort must be one of newestFirst, oldestFirst, A-Z, Z-A, budType'],
    [{ Budtype: 'Foe' }, 'Budtype must be one of all, Friend, Family, Work, Client, Other'],
    [{ page: '0' }, /^page must be a whole number/],
    [{ page: '-1' }, /^page must be a whole number/],
    [{ page: '1.5' }, /^page must be a whole number/],
    [{ page: 'two' }, /^page must be a whole number/],
    [{ page: '99999999999999999999' }, /^page must be a whole number/],
    [{ page: '' }, /^page must be a whole number/],
    [{ limit: '0' }, 'limit must be a whole number from 1 to 100'],
    [{ limit: '101' }, 'limit must be a whole number from 1 to 100'],
    [{ limit: 'all' }, 'limit must be a whole number from 1 to 100'],
    [{ search: 'a\0' }, 'search contains characters that are not allowed'],
  ])('%j', async (query, msg) => {
    const answer = await list(await signedIn(), query as Record<string, string>)
    expect(answer.status).toBe(400)
    if (typeof msg === 'string') expect(answer.body.msg).toBe(msg)
    else expect(answer.body.msg).toMatch(msg)
  })
})

describe('the screen', () => {
  test('treats what it does not know as the default', async () => {
    const owner = await ownerOf({ Firstname: 'Grace' })
    for (const query of ['sort=x', 'Budtype=Foe', 'page=zero', 'page=-1', 'search=%00', 'limit=1']) {
      const page = await owner.visit(`/dashboard?${query}`)
      expect(page.status).toBe(200)
      expect(page.text).toContain('Grace')
    }
  })

  test('shows the last page for a page past the end', async () => {
    const owner = await signedIn()
    for (let n = 1; n <= 13; n++) await createBud(owner.user, { Firstname: `Bud${n}.` })
    const page = await owner.visit('/dashboard?page=99')
    expect(page.text).toContain('Bud1.')
    expect(page.text).not.toContain('Bud2.')
  })

  test("says how many were found: 'Bud' for one, 'Buds' for more on the page", async () => {
    expect(said(await (await ownerOf({})).visit('/dashboard'))).toContain('1 Bud found')
    expect(said(await (await ownerOf({}, {})).visit('/dashboard'))).toContain('2 Buds found')
    expect(said(await (await ownerOf()).visit('/dashboard'))).toContain('No Buds Found')
  })

  test('keeps what was searched in its form', async () => {
    const owner = await ownerOf({ Firstname: 'Grace' })
    const page = await owner.visit('/dashboard?search=gra%22ce&Budtype=Work&sort=A-Z')
    expect(page.text).toContain('value="gra&quot;ce"')
  })
})
