import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { dayIn, daysFrom, isBirthday } from '~/people/buds/bud-dates'
import { features, type PlainFilter, type PlainRule } from '~/people/buds/bud-filter'
import { type Bud, budInput } from '~/people/buds/bud-input.server'
import { createBud as addBud } from '~/people/buds/buds.server'
import { bitsOf, facetsOf } from '~/people/buds/facets'
import { optionLists } from '~/people/buds/options.data'
import { relationEditForm } from '~/people/relations/relation-input.server'
import { createRelations } from '~/people/relations/relations.server'
import { buds } from '~drizzle/schema'
import { createBud, createCircle, createInteraction, signedIn } from '../../support/factories'

/** How many random filters are compared. */
const cases = Number(process.env.FILTER_CASES ?? 60)

const zone = 'Pacific/Auckland'
type Owner = Awaited<ReturnType<typeof signedIn>>
type Known = Bud & { circles: string[]; labels: string[]; related: string[]; isArchived: boolean }

const day = 86_400_000
const localDay = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)
const dayFromNow = (n: number) => localDay(new Date(Date.now() + n * day))

const pick = <T>(n: number, list: readonly T[]) => list[n % list.length] as T

/** People who differ in all that a rule can ask for. */
async function fill(owner: Owner) {
  const { user } = owner
  const people: Known[] = []
  for (let n = 0; n < 28; n++) {
    const [month, date] = dayFromNow(n * 11 - 20)
      .slice(5)
      .split('-')
      .map(Number)
    const { _id } = await addBud(
      user._id,
      budInput.parse({
        Firstname: `${pick(n, ['Ada', 'Ben', 'Cleo', 'Dan'])} ${n}`,
        Budtype: pick(n, ['Friend', 'Family', 'Work', 'Client', 'Other']),
        hobbies: [[], ['Chess'], ['Chess', 'Yoga'], ['Yoga', 'Golf']][n % 4],
        origination: n % 3 ? ['Beaches'] : [],
        Occupation: pick(n, ['', 'Nurse', 'Head nurse', 'Potter']),
        Location: pick(n, ['LEEDS', 'Bath', '', 'New Leeds-on-Sea', 'Zürich', '50%_off\\']),
        // With many, the text that is searched is too long for the indexes.
        emails: Array.from({ length: n % 2 && (n % 3 ? 1 : 10) }, (_, m) => ({
          label: '',
          value: `p${n}.${m}@${'long.'.repeat(36)}example.com`,
        })),
        notes: n % 5 ? '' : 'A note',
        cadenceDays: n % 3 ? null : 10 + n,
        dates:
          n % 4
            ? [{ label: n % 8 === 1 ? 'birthday' : 'Wedding', year: null, month: month ?? 1, day: date ?? 1 }]
            : [],
      }),
      uuid({ msecs: Date.now() - n * 9 * 3_600_000 }),
    )
    if (n % 2) await createInteraction(user, { selectedBuds: [_id], on: dayFromNow(-3 * n) })
    const labels = [[], ['Choir'], ['CHOIR', 'Book club']][n % 3] ?? []
    const isArchived = n % 7 === 0
    await db
      .update(buds)
      .set({ tags: labels, archivedAt: isArchived ? new Date() : null, photo: n % 6 ? null : '/photo' })
      .where(and(eq(buds.ownerId, user._id), eq(buds._id, _id)))
    people.push({ _id, labels, related: [], isArchived } as unknown as Known)
  }
  for (const [n, bud] of people.entries())
    for (const other of people.filter((_, at) => at === n + 1 + (n % 4) || at === n * 3 + 2)) {
      if (n % 3 === 0 || other === bud) continue
      const kinds = n % 2 ? (['friend', 'colleague'] as const) : (['parent'] as const)
      for (const kind of kinds)
        await createRelations(user._id, bud._id, [other._id], relationEditForm.parse({ kind }))
      bud.related.push(other._id)
      other.related.push(bud._id)
    }
  const circles: string[] = []
  for (const [n, cadenceDays] of [null, 30, null].entries()) {
    const selectedBuds = people.filter((_, at) => at % (n + 3) === 0).map(({ _id }) => _id)
    circles.push((await createCircle(user, { selectedBuds, cadenceDays }))._id)
    for (const bud of people)
      if (selectedBuds.includes(bud._id)) bud.circles = [...(bud.circles ?? []), circles[n] ?? '']
  }
  return { people, circles }
}

const has: Record<(typeof features)[number], (bud: Known) => boolean> = {
  email: ({ emails }) => emails.length > 0,
  phone: ({ phones }) => phones.length > 0,
  address: ({ addresses }) => addresses.length > 0,
  photo: ({ photo }) => photo !== null,
  birthday: ({ dates }) => dates.some(({ label }) => isBirthday(label)),
  notes: ({ notes }) => notes !== '',
  cadence: ({ dueOn }) => dueOn !== null,
  relation: ({ related }) => related.length > 0,
}

const listsOf: Record<string, (bud: Known) => string[]> = {
  type: ({ Budtype }) => [Budtype],
  tag: ({ labels }) => labels.map((label) => label.toLowerCase()),
  circle: ({ circles }) => circles,
  related: ({ related }) => related,
  hobby: ({ hobbies }) => hobbies,
  origination: ({ origination }) => origination,
}

function daysUntil(date: Bud['dates'][number], today: string) {
  const year = Number(today.slice(0, 4))
  return Math.min(
    ...[year, year + 1].map((one) => daysFrom(today, dayIn(one, date))).filter((days) => days >= 0),
  )
}

/** The rule in plain JavaScript. */
function meets(bud: Known, { field, is, value }: PlainRule): boolean {
  const today = dayFromNow(0)
  const list = listsOf[field]?.(bud)
  if (list) {
    const given = field === 'tag' ? (value as string[]).map((tag) => tag.toLowerCase()) : (value as string[])
    const found = (one: string) => list.includes(one)
    return is === 'all' ? given.every(found) : is === 'any' ? given.some(found) : !given.some(found)
  }
  const created = localDay(new Date(bud.createdAt))
  const compare = (on: string | null) =>
    on !== null && (is === 'before' ? on < String(value) : on > String(value))
  if (field === 'location') return bud.Location.toLowerCase().includes(String(value).toLowerCase())
  if (field === 'occupation') return bud.Occupation.toLowerCase().includes(String(value).toLowerCase())
  if (field === 'has') return (value as (keyof typeof has)[]).every((feature) => has[feature](bud))
  if (field === 'lacks') return !(value as (keyof typeof has)[]).some((feature) => has[feature](bud))
  if (field === 'lastContact') return is === 'never' ? bud.lastContactOn === null : compare(bud.lastContactOn)
  if (field === 'added') return compare(created)
  if (field === 'date') return bud.dates.some((date) => daysUntil(date, today) <= Number(value))
  if (bud.dueOn === null) return false
  const days = daysFrom(today, bud.dueOn)
  return is === 'overdue' ? days < 0 : days >= 0 && days <= Number(value)
}

const selects = ({ match, rules }: PlainFilter, bud: Known) =>
  match === 'all' || rules.length === 0
    ? rules.every((rule) => meets(bud, rule))
    : rules.some((rule) => meets(bud, rule))

let owner: Owner
let people: Known[]
let circles: string[]

const query = (parameters: Record<string, string>) =>
  owner.get(`/api/v1/buds?${new URLSearchParams(parameters)}`)

beforeAll(async () => {
  owner = await signedIn({ timeZone: zone })
  ;({ people, circles } = await fill(owner))
  const either = JSON.stringify({ match: 'any', rules: [{ field: 'archived', is: 'either' }] })
  const { body } = await query({ filter: either, limit: '100' })
  people = people.map(({ _id, circles, labels, related, isArchived }) => ({
    labels,
    related,
    isArchived,
    ...body.buds.find((bud: Bud) => bud._id === _id),
    circles: circles ?? [],
  }))
}, 300_000)

const amount = fc.constantFrom('any', 'all', 'none')
const some = (values: readonly string[]) => fc.subarray([...values], { minLength: 1 })
const aDay = fc.integer({ min: -120, max: 3 }).map(dayFromNow)
const ruleOf = () =>
  fc.oneof(
    fc.record({ field: fc.constant('tag'), is: amount, value: some(['choir', 'BOOK CLUB']) }),
    fc.record({ field: fc.constant('type'), is: amount, value: some(['Friend', 'Work', 'Other']) }),
    fc.record({ field: fc.constant('circle'), is: amount, value: some([...circles, uuid()]) }),
    fc.record({
      field: fc.constant('related'),
      is: amount,
      value: some(people.slice(0, 6).map(({ _id }) => _id)),
    }),
    fc.record({ field: fc.constant('hobby'), is: amount, value: some(['Chess', 'Yoga', 'Golf']) }),
    fc.record({ field: fc.constant('origination'), is: amount, value: some(['Beaches']) }),
    fc.record({
      field: fc.constant('location'),
      is: fc.constant('contains'),
      value: fc.constantFrom('leeds', 'ZÜR', 'x', '%', '_o', 'off\\', 'l_e'),
    }),
    fc.record({
      field: fc.constant('occupation'),
      is: fc.constant('contains'),
      value: fc.constantFrom('NURSE', 'head'),
    }),
    fc.record({ field: fc.constantFrom('has', 'lacks'), is: fc.constant('all'), value: some(features) }),
    fc.record({
      field: fc.constantFrom('lastContact', 'added'),
      is: fc.constantFrom('before', 'after'),
      value: aDay,
    }),
    fc.constant({ field: 'lastContact', is: 'never' }),
    fc.constant({ field: 'due', is: 'overdue' }),
    fc.record({ field: fc.constantFrom('due', 'date'), is: fc.constant('within'), value: fc.nat(400) }),
  ) as fc.Arbitrary<PlainRule>

const byName = (a: Known, b: Known) => (a.Firstname < b.Firstname ? -1 : 1)
const sorts = {
  newestFirst: (a: Known, b: Known) => (a._id < b._id ? 1 : -1),
  'A-Z': byName,
  budType: (a: Known, b: Known) => (a.Budtype === b.Budtype ? byName(a, b) : a.Budtype < b.Budtype ? -1 : 1),
}

test('random filters find what the same rules find in plain JavaScript, with search, type, sort and pages', async () => {
  const request = fc.record({
    match: fc.constantFrom('all', 'any'),
    rules: fc.array(ruleOf(), { maxLength: 5 }),
    archived: fc.constantFrom(undefined, 'no', 'yes', 'either'),
    search: fc.constantFrom('', '', 'ada', '1'),
    Budtype: fc.constantFrom('all', 'all', 'Friend'),
    sort: fc.constantFrom('newestFirst', 'A-Z', 'budType'),
    page: fc.integer({ min: 1, max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(request, async ({ match, rules, archived, search, Budtype, sort, page }) => {
      const filter = { match, rules } as PlainFilter
      const framed = archived ? [...rules, { field: 'archived', is: archived }] : rules
      const found = people
        .filter((bud) => selects(filter, bud))
        .filter(({ isArchived }) => archived === 'either' || isArchived === (archived === 'yes'))
        .filter((bud) => Budtype === 'all' || bud.Budtype === Budtype)
        .filter(({ Firstname, emails, Occupation, Location }) =>
          [Firstname, ...emails.map(({ value }) => value), Occupation, Location]
            .join('|')
            .toLowerCase()
            .includes(search),
        )
        .sort(sorts[sort as keyof typeof sorts])
      const { body } = await query({
        filter: JSON.stringify({ match, rules: framed }),
        search,
        Budtype,
        sort,
        page: String(page),
        limit: '5',
      })
      expect(body.totalBuds).toBe(found.length)
      expect(body.buds.map(({ _id }: Bud) => _id)).toEqual(
        found.slice(page * 5 - 5, page * 5).map(({ _id }) => _id),
      )
    }),
    { numRuns: cases },
  )
}, 600_000)

describe('a filter that is not one is refused with what is wrong', () => {
  test.each([
    ['{', 'it must be an object'],
    ['[]', 'it must be an object'],
    ['{"match":"some","rules":[]}', 'match must be one of all, any'],
    ['{"match":"all"}', 'rules must be a list'],
    ['{"match":"all","rules":[],"sort":1}', 'it has match and rules alone'],
    ...(
      [
        [{ field: 'name', is: 'any', value: [] }, 'rule 1: field must be one of type, tag'],
        [{ field: 'type', is: 'within', value: 1 }, 'rule 1: is must be one of any, all, none'],
        [{ field: 'type', is: 'any', value: [] }, 'rule 1: value must not be empty'],
        [{ field: 'type', is: 'any', value: ['Enemy'] }, 'rule 1: value must be a list of Friend'],
        [{ field: 'hobby', is: 'any', value: 'Chess' }, 'rule 1: value must be a list'],
        [{ field: 'circle', is: 'any', value: ['x'] }, 'rule 1: value must be a list of ids'],
        [{ field: 'added', is: 'before', value: '2026-02-30' }, 'rule 1: value must be a date'],
        [{ field: 'due', is: 'within', value: -1 }, 'rule 1: value must be a whole number of days'],
        [{ field: 'due', is: 'overdue', value: 1 }, 'rule 1: value must be left out'],
        [{ field: 'location', is: 'contains', value: ' ' }, 'rule 1: value is required'],
        [{ field: 'due', is: 'overdue', or: 1 }, 'rule 1: a rule has field, is and value alone'],
      ] as const
    ).map(([rule, message]) => [JSON.stringify({ match: 'all', rules: [rule] }), message]),
    [
      JSON.stringify({ match: 'all', rules: Array(21).fill({ field: 'due', is: 'overdue' }) }),
      'at most 20 rules',
    ],
  ])('%#: %#', async (filter, message) => {
    const { status, body } = await query({ filter: String(filter) })
    expect(status).toBe(400)
    expect(body.msg).toContain(message)
  })
})

test("a filter finds the owner's people alone, and nobody by a foreign circle", async () => {
  const stranger = await signedIn()
  const none = { match: 'all', rules: [{ field: 'circle', is: 'none', value: [circles[0]] }] }
  const any = { match: 'all', rules: [{ field: 'circle', is: 'any', value: [circles[0]] }] }
  const mine = await createBud(stranger.user)
  const idsOf = async (filter: object) =>
    (await stranger.get(`/api/v1/buds?filter=${encodeURIComponent(JSON.stringify(filter))}`)).body.buds.map(
      ({ _id }: Bud) => _id,
    )
  expect(await idsOf(any)).toEqual([])
  expect(await idsOf(none)).toEqual([mine._id])
})

test('the row of a bud has the bit of each of its options and features', async () => {
  const { user } = await signedIn()
  for (const field of Object.keys(optionLists) as (keyof typeof optionLists)[]) {
    const rows = optionLists[field].map((option) => ({
      ownerId: user._id,
      _id: uuid(),
      Firstname: 'Ada',
      [field]: [option],
    }))
    const stored = await db.insert(buds).values(rows).returning({ chosen: buds[field], facets: buds.facets })
    expect(stored.map(({ facets }) => facets)).toEqual(
      stored.map(({ chosen }) => bitsOf(facetsOf(field, chosen))),
    )
  }
  const value = { label: '', value: 'ada@example.org' }
  const features = {
    email: { emails: [value] },
    phone: { phones: [value] },
    address: { addresses: [{ label: '', street: '', city: 'Bath', region: '', postcode: '', country: '' }] },
    photo: { photo: '/photo' },
    birthday: { dates: [{ id: 1, label: 'BIRTHDAY', month: 5, day: 3, year: null }] },
    notes: { notes: 'A note' },
  }
  for (const [feature, fields] of Object.entries(features)) {
    const row = { ownerId: user._id, _id: uuid(), Firstname: 'Ada', ...fields }
    const [stored] = await db.insert(buds).values(row).returning({ facets: buds.facets })
    expect(stored?.facets, feature).toBe(bitsOf(facetsOf('has', [feature])))
  }
  expect(() => bitsOf(['hobbies Juggling'])).toThrow('No bits stand for all of hobbies Juggling')
})
