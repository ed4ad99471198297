import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { resetDemo } from '~/jobs/demo.server'
import { maxCandidates } from '~/people/duplicates/candidates'
import { type Client, visibleText } from '../../support/client'
import { createBud, createUser, signedIn } from '../../support/factories'

const api = '/api/v1/duplicates'
const screen = '/dashboard/duplicates'

type Fields = NonNullable<Parameters<typeof createBud>[1]>
type Listed = { a: { Firstname: string }; b: { Firstname: string }; reasons: string[] }

/** A user with buds. Resolves to the pairs that are listed, as names and reasons. */
async function withBuds(...buds: Fields[]) {
  const user = await signedIn()
  const ids: string[] = []
  for (const fields of buds) ids.push((await createBud(user.user, fields))._id)
  return { user, ids }
}
const pairsOf = async (user: Client, query = '') =>
  ((await user.get(`${api}${query}`)).body.duplicates as Listed[]).map(({ a, b, reasons }) =>
    [`${a.Firstname} and ${b.Firstname}`, ...reasons].join(', '),
  )
const listed = async (...buds: Fields[]) => pairsOf((await withBuds(...buds)).user)

const named = (name: string): Fields => {
  const [Firstname = '', Surname = ''] = name.split(' ')
  return { Firstname, Surname }
}
const emails = (...values: string[]) => values.map((value) => ({ label: '', value }))
const birthday = (year: number | null, day = 10) => ({
  dates: [{ label: 'Birthday', year, month: 12, day }],
})
const place = { Location: 'London', OccupationLocation: 'Analytical Engines' }

test('a place makes a pair with both of its parts, whichever of them changes', async () => {
  const { user, ids } = await withBuds({ ...named('Liz Taylor'), ...place }, named('Elizabeth Taylor'))
  const pair = ['Liz and Elizabeth, Same location and workplace, Similar name']
  const move = async (change: Fields) => {
    await user.patch(`/api/v1/buds/${ids[1]}`, change)
    return pairsOf(user)
  }
  expect(await move({ Location: 'London' })).toEqual([])
  expect(await move({ OccupationLocation: 'Analytical Engines' })).toEqual(pair)
  expect(await move({ Location: 'Turin' })).toEqual([])
  expect(await move({ Location: 'LONDON' })).toEqual(pair)
  expect(await move({ OccupationLocation: '' })).toEqual([])
  expect(await move({ ...place, OccupationLocation: 'analytical engines' })).toEqual(pair)
  expect(await move({ Location: '' })).toEqual([])
  expect(await move({ Location: 'Turin' })).toEqual([])
  expect(await move({ Location: 'London' })).toEqual(pair)
})

describe('a pair is listed with its reasons', () => {
  test.each<[what: string, first: Fields, second: Fields, reasons: string]>([
    [
      'the same email',
      { ...named('Ada King'), emails: emails('a@example.com', 'ada@example.com') },
      { ...named('Grace Hopper'), emails: emails('ADA@Example.com') },
      'Same email',
    ],
    [
      'the same phone number in other spellings',
      { ...named('Ada King'), phones: emails('+44 20 7946 0018') },
      { ...named('Grace Hopper'), phones: emails('(0)20-79460018') },
      'Same phone number',
    ],
    [
      'the same phone number and a nickname',
      { ...named('Liz Taylor'), phones: emails('020 7946 0018') },
      { ...named('Elizabeth Taylor'), phones: emails('+44 (0)20 7946 0018') },
      'Same phone number, Similar name',
    ],
    ['the same name in other letters', named('José Núñez'), named('JOSE NUNEZ'), 'Same name'],
    ['swapped names', named('Lovelace Ada'), named('Ada Lovelace'), 'Same name'],
    [
      'a similar name and the same birthday',
      { ...named('Ada Lovelace'), ...birthday(1815) },
      { ...named('Ada Lovelaec'), ...birthday(null) },
      'Same birthday, Similar name',
    ],
    [
      'a similar name, the same location and workplace',
      { ...named('Liz Taylor'), ...place },
      { ...named('Elizabeth Taylor'), Location: 'LONDON', OccupationLocation: 'analytical engines' },
      'Same location and workplace, Similar name',
    ],
  ])('%s', async (_what, first, second, reasons) => {
    expect(await listed(first, named('Nobody Else'), second)).toEqual([
      `${first.Firstname} and ${second.Firstname}, ${reasons}`,
    ])
  })
})

describe('a pair is not listed', () => {
  test.each<[what: string, first: Fields, second: Fields]>([
    ['a similar name alone', named('Liz Taylor'), named('Elizabeth Taylor')],
    ['the same first name', named('Ada King'), named('Ada Lovelace')],
    [
      'the domain of an email',
      { ...named('Liz Taylor'), emails: emails('a@example.com') },
      { ...named('Elizabeth Taylor'), emails: emails('b@example.com') },
    ],
    [
      'phone numbers with the same end',
      { ...named('Ada King'), phones: emails('020 7946 0018') },
      { ...named('Grace Hopper'), phones: emails('030 7946 0018') },
    ],
    [
      'birthdays of other years',
      { ...named('Liz Taylor'), ...birthday(1980) },
      { ...named('Elizabeth Taylor'), ...birthday(1981) },
    ],
    [
      'another date of the same day',
      { ...named('Liz Taylor'), ...birthday(null) },
      { ...named('Elizabeth Taylor'), dates: [{ label: 'Wedding', year: null, month: 12, day: 10 }] },
    ],
    [
      'the same location alone',
      { ...named('Liz Taylor'), Location: 'London' },
      { ...named('Elizabeth Taylor'), Location: 'London' },
    ],
    [
      'the same birthday and workplace of different people',
      { ...named('Ada King'), ...birthday(1815), ...place },
      { ...named('Grace King'), ...birthday(1815), ...place },
    ],
    [
      'father and son',
      { ...named('John Brook'), ...place, notes: 'Name suffix: Sr.' },
      { ...named('John Brook'), ...place, notes: 'Suffix: Jr.' },
    ],
  ])('%s', async (_what, first, second) => {
    expect(await listed(first, second)).toEqual([])
  })
})

test('the strongest pairs come first, those of the same name alone last', async () => {
  expect(
    await listed(
      named('Ada Lovelace'),
      named('Ada Lovelace'),
      { ...named('Bob Smith'), ...birthday(1950) },
      { ...named('Robert Smith'), ...birthday(1950) },
      { ...named('Cy Twombly'), emails: emails('cy@example.com') },
      { ...named('Dot Cotton'), emails: emails('cy@example.com') },
      { ...named('Eve Arden'), emails: emails('eve@example.com') },
      { ...named('Eve Arden'), emails: emails('eve@example.com') },
    ),
  ).toEqual([
    'Eve and Eve, Same email, Same name',
    'Cy and Dot, Same email',
    'Bob and Robert, Same birthday, Similar name',
    'Ada and Ada, Same name',
  ])
})

test('an edit, a deletion and its undo change the list', async () => {
  const { user, ids } = await withBuds(named('Ada Lovelace'), named('Grace Hopper'))
  const path = `/api/v1/buds/${ids[1]}`
  expect(await pairsOf(user)).toEqual([])
  await user.patch(path, { emails: [{ value: 'ada@example.com' }] })
  await user.patch(`/api/v1/buds/${ids[0]}`, { emails: [{ value: 'ada@example.com' }] })
  expect(await pairsOf(user)).toEqual(['Ada and Grace, Same email'])
  await user.delete(path)
  expect(await pairsOf(user)).toEqual([])
  const [{ _id }] = (await user.get('/api/v1/changes?type=deleted')).body.changes
  await user.post(`/api/v1/changes/${_id}/undo`, {})
  expect(await pairsOf(user)).toEqual(['Ada and Grace, Same email'])
  await user.patch(path, { emails: [] })
  expect(await pairsOf(user)).toEqual([])
})

test('the list has pages, and people as elsewhere', async () => {
  const { user, ids } = await withBuds(named('Ada King'), named('Ada King'), named('Ada King'))
  const { body } = await user.get(`${api}?page=2&limit=2`)
  const person = (n: number) => ({ _id: ids[n], Firstname: 'Ada', Surname: 'King', photo: null })
  expect(body).toEqual({
    duplicates: [{ a: person(1), b: person(2), reasons: ['Same name'] }],
    totalDuplicates: 3,
    numOfPages: 2,
    currentPage: 2,
  })
  expect((await user.get(`${api}?page=9`)).body).toMatchObject({ duplicates: [], totalDuplicates: 3 })
  expect((await user.get(`${api}?limit=101`)).status).toBe(400)
})

describe('a dismissed pair', () => {
  test('is not listed any more, in whatever order and however often it is dismissed', async () => {
    const { user, ids } = await withBuds(named('Ada King'), named('Ada King'), named('Ada King'))
    const [a, b, c] = ids
    for (const pair of [
      { a, b },
      { a: b, b: a?.toUpperCase() },
      { a, b },
    ]) {
      const response = await user.post(`${api}/dismiss`, pair)
      expect(response).toMatchObject({ status: 200, body: { msg: 'Duplicate dismissed successfully' } })
      expect(await pairsOf(user)).toHaveLength(2)
    }
    const response = await user.submit(screen, { a: c ?? '', b: a ?? '', page: '1' })
    expect(response).toHaveRedirect(screen)
    expect(response).toSendToast('Duplicate dismissed successfully')
    expect(await pairsOf(user)).toHaveLength(1)
  })

  test('is refused for one bud, unknown buds and those of another owner', async () => {
    const { user, ids } = await withBuds(named('Ada King'))
    const [a] = ids
    const theirs = (await createBud(await createUser()))._id
    for (const [pair, status] of [
      [{ a, b: a }, 400],
      [{ a }, 400],
      [{ a, b: 7 }, 400],
      [{ a, b: theirs }, 404],
      [{ a: theirs, b: a }, 404],
      [{ a, b: crypto.randomUUID() }, 404],
      [{ a, b: 'x' }, 404],
    ] as const)
      expect((await user.post(`${api}/dismiss`, pair)).status).toBe(status)
  })

  test('of the demo account is listed again after its reset', async () => {
    const demo = await signedIn({ traits: ['demo'] })
    await createBud(demo.user, named('Ada King'))
    await createBud(demo.user, named('Ada King'))
    const [{ a, b }] = (await demo.get(api)).body.duplicates
    await demo.post(`${api}/dismiss`, { a: a._id, b: b._id })
    await resetDemo()
    const [row] = await db
      .select({ n: sql<number>`count(*)::int` })
      .from(sql`dismissed_duplicates where owner_id = ${demo.user._id}`)
    expect(row?.n).toBe(0)
  })
})

test('the screen shows both people with the reasons, and an empty list calmly', async () => {
  const { user, ids } = await withBuds(
    { ...named('Liz Taylor'), phones: emails('020 7946 0018'), Occupation: 'Actor' },
    { ...named('Elizabeth Taylor'), phones: emails('+44 20 7946 0018') },
  )
  const page = await user.visit(`${screen}?page=7`)
  for (const text of [
    '1 pair',
    'Liz Taylor',
    'Elizabeth Taylor',
    'Actor',
    'Same phone number',
    'Similar name',
  ])
    expect(visibleText(page)).toContain(text)
  expect(page.text).toContain(`/dashboard/merge?a=${ids[0]}&amp;b=${ids[1]}`)
  const { user: single } = await withBuds(named('Ada Byron'))
  expect(visibleText(await single.visit(screen))).toContain('Everyone is here once.')
  const empty = visibleText(await (await signedIn()).visit(screen))
  expect(empty).not.toContain('Everyone is here once.')
  expect(empty).toContain('Add Bud')
})

/** Buds of one owner, by SQL for their columns from the number `n`. */
async function insertBuds(count: number, columns: string) {
  const user = await signedIn()
  for (let from = 1; from <= count; from += 2_500)
    await db.execute(
      sql.raw(`insert into buds (owner_id, id, first_name, surname, emails, phones)
        select '${user.user._id}', uuid_at(now()), ${columns}
        from generate_series(${from}, ${Math.min(count, from + 2_499)}) n`),
    )
  return user
}
const oneValue = (sql: string) => `jsonb_build_array(jsonb_build_object('label', '', 'value', ${sql}))`
const officePhone = oneValue("'+44 20 7946 0018'")

test('what more than ten buds share is no reason, so that the phone of an office does not list its people', async () => {
  const names = "'First' || md5(n::text), 'Last' || md5('x' || n), '[]'"
  const few = await insertBuds(10, `${names}, ${officePhone}`)
  expect((await few.get(api)).body.totalDuplicates).toBe(45)
  const many = await insertBuds(500, `${names}, ${officePhone}`)
  expect((await many.get(api)).body.totalDuplicates).toBe(0)
})

test('of a name that more than ten buds have, each is paired with the next one', async () => {
  const user = await insertBuds(500, `'Ada', 'Lovelace', '[]', ${officePhone}`)
  const { totalDuplicates, duplicates } = (await user.get(`${api}?limit=100`)).body
  expect(totalDuplicates).toBe(499)
  expect(duplicates[0].reasons).toEqual(['Same phone number', 'Same name'])
  for (const [n, { a }] of duplicates.slice(1).entries()) expect(a).toEqual(duplicates[n].b)
})

test('of 2,500 buds of one name, a bounded number of pairs is listed, and dismissed ones make room', async () => {
  const user = await insertBuds(2_500, "'Ada', 'Lovelace', '[]', '[]'")
  const { totalDuplicates, duplicates } = (await user.get(api)).body
  expect(totalDuplicates).toBe(maxCandidates)
  const [{ a, b }] = duplicates
  await user.post(`${api}/dismiss`, { a: a._id, b: b._id })
  const after = (await user.get(api)).body
  expect([after.totalDuplicates, after.duplicates[0].a]).toEqual([maxCandidates, b])
})
