import { and, eq, inArray } from 'drizzle-orm'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { trialDays } from '~/billing/plan'
import { type BudInput, budInput } from '~/buds/bud-input.server'
import { db } from '~/db/db.server'
import { accessCodes, buds, circleBuds, eventBuds, events, posts, settings, users } from '~drizzle/schema'
import { createClient, visibleText } from './support/client'
import {
  createBud,
  createEvent,
  createPost,
  createUser,
  password,
  signedIn,
  uniqueEmail,
} from './support/factories'
import { mailTo, resetTokenIn } from './support/mailbox'
import { withoutTable } from './support/outage'
import { circle, event } from './support/records'

/** Everything that a bud can hold, with what the rules trim, skip and drop. */
const asTyped = {
  Firstname: '  Grace ',
  Surname: 'Hopper',
  Nickname: ' Amazing Grace',
  Occupation: 'Rear admiral',
  Location: 'Arlington',
  OccupationLocation: 'New York',
  Budtype: 'Work',
  hobbies: ['Knitting', 'Reading', 'Conquest'],
  preferences: ['Tea'],
  industry: ['Engineering', 'Nonsense'],
  origination: ['Conferences'],
  LastInteraction: ' a nanosecond ago ',
  customFields: [
    { name: ' Ship ', value: ' Hopper ' },
    { name: '   ', value: 'skipped' },
    { name: 'Born', value: '' },
  ],
}

/** The same as the form sends it: lists as JSON in hidden fields, custom fields counted from 0. */
function asForm({ hobbies, preferences, industry, origination, customFields, ...text }: typeof asTyped) {
  const fields: Record<string, string> = { ...text }
  for (const [name, list] of Object.entries({ hobbies, preferences, industry, origination })) {
    fields[name] = JSON.stringify(list)
  }
  for (const [n, { name, value }] of customFields.entries()) {
    fields[`customField${n}Name`] = name
    fields[`customField${n}Value`] = value
  }
  return fields
}

const stored: BudInput = {
  ...budInput.parse({ Firstname: 'Grace' }),
  ...asTyped,
  Firstname: 'Grace',
  Nickname: 'Amazing Grace',
  Budtype: 'Work',
  hobbies: ['Knitting', 'Reading'],
  industry: ['Engineering'],
  LastInteraction: 'a nanosecond ago',
  customFields: [
    { name: 'Ship', value: 'Hopper' },
    { name: 'Born', value: '' },
  ],
}

async function budsOf({ _id }: { _id: string }) {
  const rows = await db.select().from(buds).where(eq(buds.ownerId, _id))
  return rows.map(({ _id, ownerId, createdAt, nameKey, searchText, ...rest }) => rest)
}

describe('creating a bud', () => {
  test('the form and the API store the same row', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const screen = await one.submit('/dashboard/AddBud', asForm(asTyped))
    expect(screen).toHaveRedirect('/dashboard')
    expect(screen).toSendToast('Bud added successfully')
    const answer = await two.post('/api/v1/buds', asTyped)
    expect(answer).toMatchObject({ status: 201, body: { msg: 'Bud added successfully', bud: stored } })
    expect(await budsOf(one.user)).toEqual([stored])
    expect(await budsOf(two.user)).toEqual([stored])
  })

  test('with a first name only, both store the same row', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    await one.submit('/dashboard/AddBud', { Firstname: 'Grace' })
    await two.post('/api/v1/buds', { Firstname: 'Grace' })
    expect(await budsOf(one.user)).toEqual(await budsOf(two.user))
    expect(await budsOf(one.user)).toMatchObject([{ Firstname: 'Grace', Surname: '', Budtype: 'Other' }])
  })

  test('both refuse a bud without a first name, and store nothing', async () => {
    const user = await signedIn()
    const screen = await user.submit('/dashboard/AddBud', { Firstname: '  ', Surname: 'Hopper' })
    expect(screen.status).toBe(400)
    expect(screen.text).toContain('First name is required')
    const answer = await user.post('/api/v1/buds', { Surname: 'Hopper' })
    expect(answer).toMatchObject({
      status: 400,
      body: { msg: 'First name is required', errors: { Firstname: ['First name is required'] } },
    })
    expect(await budsOf(user.user)).toEqual([])
  })
})

describe('changing a bud', () => {
  test('the form and the API store the same row', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const first = await createBud(one.user, { Firstname: 'Ada', hobbies: ['Chess'] })
    const second = await createBud(two.user, { Firstname: 'Ada', hobbies: ['Chess'] })
    const screen = await one.submit(`/dashboard/EditBud/${first._id}`, asForm(asTyped))
    expect(screen).toHaveRedirect('/dashboard')
    expect(screen).toSendToast('Bud edited successfully')
    const answer = await two.patch(`/api/v1/buds/${second._id}`, asTyped)
    expect(answer).toMatchObject({ status: 200, body: { msg: 'Bud edited successfully', bud: stored } })
    expect(await budsOf(one.user)).toEqual([stored])
    expect(await budsOf(two.user)).toEqual([stored])
  })

  test('a form with nothing chosen empties the lists, as an empty list in JSON does', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const full = { Firstname: 'Ada', hobbies: ['Chess'], customFields: [{ name: 'a', value: 'b' }] }
    const first = await createBud(one.user, full)
    const second = await createBud(two.user, full)
    await one.submit(`/dashboard/EditBud/${first._id}`, { Firstname: 'Ada' })
    await two.patch(`/api/v1/buds/${second._id}`, { hobbies: [], customFields: [] })
    expect(await budsOf(one.user)).toMatchObject([{ hobbies: [], customFields: [] }])
    expect(await budsOf(one.user)).toEqual(await budsOf(two.user))
  })
})

describe('deleting a bud', () => {
  test('the form and the API leave nothing of it', async () => {
    const user = await signedIn()
    const [first, second] = [await createBud(user.user), await createBud(user.user)]
    const screen = await user.submit(`/dashboard/DeleteBud/${first._id}`, {})
    expect(screen).toHaveRedirect('/dashboard')
    expect(screen).toSendToast('Bud deleted successfully')
    const answer = await user.delete(`/api/v1/buds/${second._id}`)
    expect(answer).toMatchObject({ status: 200, body: { msg: 'Bud deleted successfully' } })
    expect(await budsOf(user.user)).toEqual([])
  })

  test("both say of another's bud that there is none", async () => {
    const user = await signedIn()
    const bud = await createBud(await createUser())
    const screen = await user.submit(`/dashboard/DeleteBud/${bud._id}`, {})
    expect(screen).toSendToast('Bud not found')
    expect(await user.delete(`/api/v1/buds/${bud._id}`)).toMatchObject({ status: 404 })
  })
})

/** A circle or an event as it is typed, as a form sends it, and as it is stored, whose buds stand by name. */
const grouped = [
  {
    ...circle,
    budsOf: circleBuds,
    asTyped: {
      Name: '  Book Club ',
      Shortname: ' BC',
      Description: 'Reads\nand eats ',
      Location: 'Bristol',
      Circletype: 'Friends',
      milestones: [
        { date: '2027-01-15', description: ' A year of it ' },
        { date: '', description: '  ' },
        { date: '2026-11-20', description: '' },
        { date: '', description: 'Somewhen' },
      ],
    },
    asForm: {
      Name: '  Book Club ',
      Shortname: ' BC',
      Description: 'Reads\nand eats ',
      Location: 'Bristol',
      Circletype: 'Friends',
      milestoneIds: '2,3,7,8',
      'milestone-date-2': '2027-01-15',
      'milestone-description-2': ' A year of it ',
      'milestone-date-3': '',
      'milestone-description-3': '  ',
      'milestone-date-7': '2026-11-20',
      'milestone-description-7': '',
      'milestone-date-8': '',
      'milestone-description-8': 'Somewhen',
      'milestone-description-9': 'of a row that was removed',
    },
    stored: {
      Name: 'Book Club',
      Shortname: 'BC',
      Description: 'Reads\nand eats',
      Location: 'Bristol',
      Circletype: 'Friends',
      milestones: [
        { id: 1, date: '2027-01-15', description: 'A year of it' },
        { id: 2, date: '2026-11-20', description: '' },
        { id: 3, date: '', description: 'Somewhen' },
      ],
    },
    storedLeast: {
      Name: 'Book Club',
      Shortname: '',
      Description: '',
      Location: '',
      Circletype: 'Other',
      milestones: [],
    },
    refused: { fields: { Name: ' ', Location: 'Bath' }, msg: 'Name is required' },
    emptied: { milestones: [], selectedBuds: [] },
  },
  {
    ...event,
    budsOf: eventBuds,
    asTyped: {
      Name: '  Dinner ',
      Description: ' At the\nharbour',
      Location: ' Bristol',
      Eventtype: 'Client',
      startDate: '2026-03-29T01:30',
      endDate: '2026-10-25T01:30',
    },
    asForm: {
      Name: '  Dinner ',
      Description: ' At the\nharbour',
      Location: ' Bristol',
      Eventtype: 'Client',
      startDate: '2026-03-29T01:30',
      endDate: '2026-10-25T01:30',
      returnTo: '/dashboard/allevents',
    },
    stored: {
      Name: 'Dinner',
      Description: 'At the\nharbour',
      Location: 'Bristol',
      Eventtype: 'Client',
      startDate: '2026-03-29T01:30',
      endDate: '2026-10-25T01:30',
    },
    storedLeast: { ...event.minimal, Description: '' },
    refused: {
      fields: { ...event.minimal, Location: ' ' },
      msg: 'Please provide all required fields (Name, Location, and Event type)',
    },
    emptied: { selectedBuds: [] },
  },
] as const

describe.each(grouped)('the doors of $many', (kind) => {
  const { one, many, noun, saved, add, edit, remove, api, table, budsOf, create } = kind
  const { asTyped, asForm, stored } = kind

  async function withTwoBuds() {
    const user = await signedIn()
    const [grace, ada] = [
      await createBud(user.user, { Firstname: 'Grace' }),
      await createBud(user.user, { Firstname: 'Ada' }),
    ]
    const chosen = [grace._id, ada._id]
    return { user, chosen, other: await createBud(user.user) }
  }

  /** The rows without what is of their owner and time, and the names of each one's buds. */
  async function rowsOf({ _id: ownerId }: { _id: string }) {
    const rows = await db.select().from(table).where(eq(table.ownerId, ownerId))
    return Promise.all(
      rows.map(async ({ _id, ownerId, createdAt, nameKey, searchText, ...row }) => {
        const names = await db
          .select({ name: buds.Firstname })
          .from(budsOf)
          .innerJoin(buds, and(eq(buds.ownerId, budsOf.ownerId), eq(buds._id, budsOf.budId)))
          .where(and(eq(budsOf.ownerId, ownerId), eq(budsOf.ofId, _id)))
        return { ...row, buds: names.map(({ name }) => name).toSorted() }
      }),
    )
  }

  const withBuds = (fields: object, ids: string[]) =>
    [...Object.entries(fields), ...ids.map((id) => ['selectedBuds', id])] as [string, string][]

  test('create the same rows', async () => {
    const [first, second, third] = [await withTwoBuds(), await withTwoBuds(), await withTwoBuds()]
    const screen = await first.user.submit(add, withBuds(asForm, first.chosen))
    expect(screen).toHaveRedirect(saved)
    expect(screen).toSendToast(`${noun} added successfully`)
    const asJson = { ...asForm, selectedBuds: JSON.stringify(second.chosen) }
    expect(await second.user.submit(add, asJson)).toHaveRedirect(saved)
    const answer = await third.user.post(api, { ...asTyped, selectedBuds: third.chosen })
    expect(answer).toMatchObject({
      status: 201,
      body: { msg: `${noun} added successfully`, [one]: { ...stored, buds: [{}, {}] } },
    })
    const row = { ...stored, buds: ['Ada', 'Grace'] }
    for (const { user } of [first, second, third]) expect(await rowsOf(user.user)).toEqual([row])
  })

  test('create the same rows of the least that will do', async () => {
    const [first, second] = [await signedIn(), await signedIn()]
    expect(await first.submit(add, kind.minimal)).toHaveRedirect(saved)
    expect((await second.post(api, kind.minimal)).status).toBe(201)
    expect(await rowsOf(first.user)).toEqual([{ ...kind.storedLeast, buds: [] }])
    expect(await rowsOf(second.user)).toEqual([{ ...kind.storedLeast, buds: [] }])
  })

  test('refuse the same, and store nothing', async () => {
    const { user } = await withTwoBuds()
    const { fields, msg } = kind.refused
    const screen = await user.submit(add, fields)
    expect(screen.status).toBe(400)
    expect(visibleText(screen)).toContain(msg)
    expect(await user.post(api, fields)).toMatchObject({ status: 400, body: { msg } })
    expect(await rowsOf(user.user)).toEqual([])
  })

  test('change the same rows', async () => {
    const [first, second] = [await withTwoBuds(), await withTwoBuds()]
    const mine = await create(first.user.user, { selectedBuds: [first.other._id] })
    const theirs = await create(second.user.user, { selectedBuds: [second.other._id] })
    const screen = await first.user.submit(`${edit}/${mine._id}`, withBuds(asForm, first.chosen))
    expect(screen).toHaveRedirect(saved)
    expect(screen).toSendToast(`${noun} edited successfully`)
    const change = { ...asTyped, selectedBuds: second.chosen }
    const answer = await second.user.patch(`${api}/${theirs._id}`, change)
    expect(answer).toMatchObject({ status: 200, body: { msg: `${noun} edited successfully` } })
    const row = { ...stored, buds: ['Ada', 'Grace'] }
    for (const { user } of [first, second]) expect(await rowsOf(user.user)).toEqual([row])
  })

  test('empty lists alike: a form by sending none, JSON by sending an empty one', async () => {
    const [first, second] = [await withTwoBuds(), await withTwoBuds()]
    for (const { user, chosen } of [first, second]) {
      await user.post(api, { ...asTyped, selectedBuds: chosen })
    }
    const idOf = async ({ user }: typeof first) => (await user.get(api)).body[many][0]._id
    expect(await first.user.submit(`${edit}/${await idOf(first)}`, kind.minimal)).toHaveRedirect(saved)
    const change = { ...kind.storedLeast, ...kind.emptied }
    expect((await second.user.patch(`${api}/${await idOf(second)}`, change)).status).toBe(200)
    for (const { user } of [first, second]) {
      expect(await rowsOf(user.user)).toEqual([{ ...kind.storedLeast, buds: [] }])
    }
  })

  test("refuse another's bud on creation and on change alike, and write nothing", async () => {
    const [{ user, chosen }, stranger] = [await withTwoBuds(), await createUser()]
    const { _id } = await create(user.user, { selectedBuds: chosen })
    const before = await rowsOf(user.user)
    const theirs = await createBud(stranger, { Firstname: 'Mata', Surname: 'Hari' })
    const mixed = [...chosen, theirs._id]
    const msg = 'One of the chosen buds does not exist'
    for (const path of [add, `${edit}/${_id}`]) {
      for (const fields of [
        withBuds(asForm, mixed),
        Object.entries({ ...asForm, selectedBuds: JSON.stringify(mixed) }),
      ]) {
        const screen = await user.submit(path, fields)
        expect(screen.status).toBe(400)
        expect(visibleText(screen)).toContain(msg)
        expect(visibleText(screen)).not.toContain('Mata')
      }
    }
    const input = { ...asTyped, selectedBuds: mixed }
    for (const answer of [await user.post(api, input), await user.patch(`${api}/${_id}`, input)]) {
      expect(answer).toMatchObject({ status: 400, body: { msg, errors: { selectedBuds: [msg] } } })
    }
    expect(await rowsOf(user.user)).toEqual(before)
    expect(await db.$count(budsOf, eq(budsOf.budId, theirs._id))).toBe(0)
  })

  test('delete and leave nothing of it but its buds', async () => {
    const { user, chosen } = await withTwoBuds()
    const [first, second] = [
      await create(user.user, { selectedBuds: chosen }),
      await create(user.user, { selectedBuds: chosen }),
    ]
    const screen = await user.submit(`${remove}/${first._id}`, {})
    expect(screen).toHaveRedirect(saved)
    expect(screen).toSendToast(`${noun} deleted successfully`)
    expect(await user.delete(`${api}/${second._id}`)).toMatchObject({
      status: 200,
      body: { msg: `${noun} deleted successfully` },
    })
    expect(await rowsOf(user.user)).toEqual([])
    expect(await db.$count(budsOf, eq(budsOf.ownerId, user.user._id))).toBe(0)
    expect(await db.$count(buds, eq(buds.ownerId, user.user._id))).toBe(3)
  })

  test("say of another's that there is none", async () => {
    const user = await signedIn()
    const theirs = await create(await createUser())
    const screen = await user.submit(`${remove}/${theirs._id}`, {})
    expect(screen).toHaveRedirect(saved)
    expect(screen).toSendToast(`${noun} not found`)
    const edited = await user.submit(`${edit}/${theirs._id}`, kind.minimal)
    expect(edited).toHaveRedirect(saved)
    expect(edited).toSendToast(`${noun} not found`)
    expect(await user.delete(`${api}/${theirs._id}`)).toMatchObject({ status: 404 })
    expect(await user.patch(`${api}/${theirs._id}`, kind.minimal)).toMatchObject({ status: 404 })
  })
})

test('an event whose end is before its start is refused by the form and the API, new or changed', async () => {
  const user = await signedIn()
  const { _id } = await createEvent(user.user)
  const backwards = { ...event.minimal, endDate: '2026-11-20T18:59' }
  const msg = 'End date must not be before the start date'
  for (const path of ['/dashboard/AddEvent', `/dashboard/EditEvent/${_id}`]) {
    const screen = await user.submit(path, backwards)
    expect(screen.status).toBe(400)
    expect(visibleText(screen)).toContain(msg)
  }
  expect(await user.post('/api/v1/events', backwards)).toMatchObject({ status: 400, body: { msg } })
  expect(await user.patch(`/api/v1/events/${_id}`, backwards)).toMatchObject({ status: 400, body: { msg } })
  expect(await db.$count(events, eq(events.ownerId, user.user._id))).toBe(1)
})

describe('a text of several lines', () => {
  const lines = ['first', 'second', '', 'last']

  test.each([
    {
      add: '/dashboard/AddBud',
      api: '/api/v1/buds',
      one: 'bud',
      field: 'LastInteraction',
      minimal: { Firstname: 'Grace' },
    },
    ...grouped.map((kind) => ({ ...kind, field: 'Description' })),
  ])('is stored alike by form and by API: $one', async ({ add, api, one, field, minimal }) => {
    const user = await signedIn()
    // Browsers end the lines of a form with CR and LF.
    expect((await user.submit(add, { ...minimal, [field]: lines.join('\r\n') })).status).toBe(302)
    const [entry] = (await user.get(api)).body[`${one}s`]
    expect(entry[field]).toBe(lines.join('\n'))
    const { body } = await user.post(api, { ...minimal, [field]: lines.join('\n') })
    expect(body[one][field]).toBe(lines.join('\n'))
  })

  test('may be as long as its field lets it, which counts an end of line once', async () => {
    const user = await signedIn()
    const Description = `${'x'.repeat(9)}\n`.repeat(200).trimEnd()
    const asSent = Description.replaceAll('\n', '\r\n')
    expect(Description.length).toBeLessThanOrEqual(2_000)
    expect(asSent.length).toBeGreaterThan(2_000)
    const screen = await user.submit('/dashboard/AddCircle', { Name: 'Book Club', Description: asSent })
    expect(screen).toHaveRedirect('/dashboard/allcircles')
  })

  test('that was not touched in a form has not changed', async () => {
    const user = await signedIn()
    const { headers, body } = await user.post('/api/v1/circles', {
      Name: 'Book Club',
      Description: lines.join('\n'),
    })
    const path = `/dashboard/EditCircle/${body.circle._id}`
    const untouched = { Name: 'Book Club', Circletype: 'Other', Description: lines.join('\r\n') }
    expect(await user.submit(path, untouched)).toHaveRedirect('/dashboard/allcircles')
    expect((await user.get(`/api/v1/circles/${body.circle._id}`)).headers.get('ETag')).toBe(
      headers.get('ETag'),
    )
  })
})

describe('a blog post', () => {
  const typed = {
    title: '  Ten minutes a week ',
    excerpt: ' A small routine.\n',
    content: '<h2>Hello</h2>\n<p>A & B <br></p>',
    author: ' Ada ',
    metaDescription: ' What helps. ',
    featuredImage: ' /a.png ',
  }
  const asForm = { ...typed, tags: ' networking, , relationships ', featured: 'true' }
  const asJson = { ...typed, tags: ['networking', ' ', 'relationships '], featured: true, published: false }

  async function postsOf(...ids: string[]) {
    const rows = await db.select().from(posts).where(inArray(posts._id, ids)).orderBy(posts._id)
    return rows.map(({ _id, slug, createdAt, ...rest }) => rest)
  }

  test('is the same row by the form and by the API', async () => {
    const admin = await signedIn({ traits: ['admin'] })
    const _id = uuid()
    expect(await admin.submit('/dashboard/blog/new', { ...asForm, _id })).toHaveRedirect('/dashboard/blog')
    const { body } = await admin.post('/api/v1/blog/admin', asJson)
    const [one, two] = await postsOf(_id, body.post._id)
    expect(one).toMatchObject({ content: '<h2>Hello</h2>\n<p>A &amp; B <br /></p>', author: 'Ada' })
    expect(two).toEqual(one)
  })

  test('is changed to the same row by the form and by the API', async () => {
    const admin = await signedIn({ traits: ['admin'] })
    const [first, second] = [await createPost({ tags: ['x'] }), await createPost({ tags: ['x'] })]
    await admin.submit(`/dashboard/blog/edit/${first._id}`, asForm)
    await admin.patch(`/api/v1/blog/admin/${second._id}`, asJson)
    const [one, two] = await postsOf(first._id, second._id)
    expect(one).toMatchObject({ title: 'Ten minutes a week', tags: ['networking', 'relationships'] })
    expect(two).toEqual(one)
  })

  test('is published and deleted by the form and by the API', async () => {
    const admin = await signedIn({ traits: ['admin'] })
    const [first, second] = [await createPost(), await createPost()]
    await admin.submit('/dashboard/blog', { _id: first._id, intent: 'publish' })
    await admin.patch(`/api/v1/blog/admin/${second._id}`, { published: true })
    expect(await postsOf(first._id, second._id)).toMatchObject([{ published: true }, { published: true }])
    await admin.submit('/dashboard/blog', { _id: first._id, intent: 'delete' })
    await admin.delete(`/api/v1/blog/admin/${second._id}`)
    expect(await postsOf(first._id, second._id)).toEqual([])
  })
})

describe('what admins do', () => {
  const dashboard = '/dashboard/Admin'
  const api = '/api/v1/admin'

  test('an access code is made alike by the form and by the API', async () => {
    const admin = await signedIn({ traits: ['admin'] })
    expect(await admin.submit(dashboard, { intent: 'generate', _id: uuid() })).toSendToast(
      'New access code generated',
    )
    const { body: list } = await admin.get(`${api}/access-codes?limit=1`)
    const { body } = await admin.post(`${api}/access-codes`, {})
    const made = await db
      .select()
      .from(accessCodes)
      .where(inArray(accessCodes._id, [list.codes[0]._id, body._id]))
    const alike = made.map(({ _id, code, createdAt, searchText, ...rest }) => ({
      ...rest,
      length: code.length,
    }))
    expect(alike).toEqual(Array(2).fill({ isUsed: false, usedBy: null, length: 13 }))
  })

  test('an account becomes a test account by the form and by the API', async () => {
    const admin = await signedIn({ traits: ['admin'] })
    const [first, second] = [await createUser(), await createUser()]
    const fields = { intent: 'test-account', _id: first._id, isTestAccount: 'true' }
    expect(await admin.submit(dashboard, fields)).toSendToast('Test account enabled')
    const { body } = await admin.patch(`${api}/users/${second._id}/toggle-test`, {})
    expect(body.msg).toBe('Test account enabled')
    const ids = [first._id, second._id]
    const changed = await db.select().from(users).where(inArray(users._id, ids)).orderBy(users._id)
    const before = [first, second].map((user) => ({ ...user, isTestAccount: true }))
    expect(changed).toEqual(before)
  })

  test('registration asks for a code by the form and by the API', async () => {
    const admin = await signedIn({ traits: ['admin'] })
    const asks = async () => (await db.select().from(settings))[0]?.requireAccessCode
    const send = (requireAccessCode: string) =>
      admin.submit(dashboard, { intent: 'settings', requireAccessCode })
    expect(await send('true')).toSendToast('Access code requirement enabled')
    expect(await asks()).toBe(true)
    const off = await admin.patch(`${api}/settings`, { requireAccessCode: false })
    expect(off.body.msg).toBe('Access code requirement disabled')
    expect(await asks()).toBe(false)
    await admin.patch(`${api}/settings`, { requireAccessCode: true })
    expect(await asks()).toBe(true)
    expect(await send('false')).toSendToast('Access code requirement disabled')
    expect(await asks()).toBe(false)
  })
})

describe('registering', () => {
  const person = { Firstname: ' Ada ', Surname: 'Lovelace ', Password: password }

  async function accountOf(Email: string) {
    const [row] = await db.select().from(users).where(eq(users.Email, Email))
    if (!row) return undefined
    const { _id, Email: _, passwordHash, createdAt, trialEndsAt, searchText, ...rest } = row
    return { ...rest, trialDays: Math.round((trialEndsAt.getTime() - createdAt.getTime()) / 86_400_000) }
  }

  test('the form and the API make the same account', async () => {
    const [one, two] = [uniqueEmail(), uniqueEmail()]
    const screen = await createClient().submit('/register', { ...person, Email: one, terms: 'accepted' })
    expect(screen).toHaveRedirect('/login')
    expect(screen).toSendToast('Account created successfully. Please log in.')
    const answer = await createClient().post('/api/v1/auth/register', { ...person, Email: two })
    expect(answer).toMatchObject({
      status: 201,
      body: { msg: 'Account created successfully. Please log in.' },
    })
    expect(await accountOf(one)).toMatchObject({
      Firstname: 'Ada',
      Surname: 'Lovelace',
      Role: 'user',
      isTestAccount: false,
      trialDays,
    })
    expect(await accountOf(one)).toEqual(await accountOf(two))
  })

  test('both refuse an address that exists, in any letter case', async () => {
    const { Email } = await createUser()
    const again = { ...person, Email: Email.toUpperCase() }
    const screen = await createClient().submit('/register', { ...again, terms: 'accepted' })
    expect(screen.status).toBe(409)
    expect(screen.text).toContain('An account with this email already exists')
    expect(await createClient().post('/api/v1/auth/register', again)).toMatchObject({
      status: 409,
      body: { msg: 'An account with this email already exists' },
    })
  })
})

describe('resetting a password', () => {
  test('the form and the API both let the new password in and the old one no longer', async () => {
    for (const door of ['form', 'api']) {
      const { Email } = await createUser()
      await createClient().post('/api/v1/auth/forgot-password', { Email })
      const token = resetTokenIn(await mailTo(Email))
      const input = { password: 'Green-Heron-43', confirmPassword: 'Green-Heron-43' }
      if (door === 'form') {
        const screen = await createClient().submit(`/reset-password/${token}`, input)
        expect(screen).toHaveRedirect('/login')
        expect(screen).toSendToast('Password reset successful! You can now log in with your new password.')
      } else {
        expect(await createClient().post(`/api/v1/auth/reset-password/${token}`, input)).toMatchObject({
          status: 200,
          body: { msg: 'Password reset successful! You can now log in with your new password.' },
        })
      }
      const login = (Password: string) => createClient().post('/api/v1/auth/login', { Email, Password })
      expect((await login(password)).status).toBe(401)
      expect((await login(input.password)).status).toBe(200)
    }
  })
})

describe('changing the own profile', () => {
  const profile = { Firstname: ' Grace ', Surname: 'Hopper', Location: ' Arlington ' }

  async function accountOf({ _id }: { _id: string }) {
    const [row] = await db.select().from(users).where(eq(users._id, _id))
    const ofItsRun = { _id: '', Email: '', createdAt: '', passwordHash: '', trialEndsAt: '', searchText: '' }
    return row && { ...row, ...ofItsRun }
  }

  async function emailOf({ _id }: { _id: string }) {
    const [row] = await db.select({ Email: users.Email }).from(users).where(eq(users._id, _id))
    return row?.Email
  }

  async function picture() {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'green' } })
      .png()
      .toBuffer()
    return new File([new Uint8Array(png)], 'me.png', { type: 'image/png' })
  }

  async function asMultipart(Email: string) {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...profile, Email })) form.append(name, value)
    form.append('avatar', await picture())
    return form
  }

  test('the form and the API store the same row', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const screen = await one.submit('/dashboard/profile', await asMultipart(uniqueEmail()))
    expect(screen).toSendToast('Profile updated successfully')
    const body = await asMultipart(uniqueEmail())
    const answer = await two.send('PATCH', '/api/v1/users/update-user', { body })
    expect(answer).toMatchObject({ status: 200, body: { msg: 'Profile updated successfully' } })
    const rows = [await accountOf(one.user), await accountOf(two.user)]
    expect(rows[0]).toMatchObject({ Firstname: 'Grace', Surname: 'Hopper', Location: 'Arlington' })
    expect(rows[0]?.avatar).toMatch(/^\/avatars\//)
    expect(rows[1]).toEqual(rows[0])
  })

  test('both keep the address until another one is confirmed, and say nothing of who has it', async () => {
    const { Email } = await createUser()
    const [one, two] = [await signedIn(), await signedIn()]
    const before = [await emailOf(one.user), await emailOf(two.user)]
    const screen = await one.submit('/dashboard/profile', await asMultipart(Email))
    expect(screen).toSendToast('Profile updated successfully')
    const body = await asMultipart(Email)
    const answer = await two.send('PATCH', '/api/v1/users/update-user', { body })
    expect(answer).toMatchObject({ status: 200, body: { msg: 'Profile updated successfully' } })
    expect([await emailOf(one.user), await emailOf(two.user)]).toEqual(before)
  })
})

describe('a failure that is ours', () => {
  test('leads from a bud to the list, and says so', async () => {
    const user = await signedIn()
    const bud = await createBud(user.user)
    await withoutTable('buds', async () => {
      const answer = await user.visit(`/dashboard/EditBud/${bud._id}`)
      expect(answer).toHaveRedirect('/dashboard')
      expect(answer).toSendToast('Something went wrong')
    })
  })

  test('leads from a deletion to the list, and says so', async () => {
    const user = await signedIn()
    const bud = await createBud(user.user)
    await withoutTable('buds', async () => {
      const answer = await user.submit(`/dashboard/DeleteBud/${bud._id}`, {})
      expect(answer).toHaveRedirect('/dashboard')
      expect(answer).toSendToast('Something went wrong')
    })
    expect(await budsOf(user.user)).toHaveLength(1)
  })

  test.each(grouped)('leads from $one and its deletion to the list, and says so', async (kind) => {
    const user = await signedIn()
    const { _id } = await kind.create(user.user)
    await withoutTable(kind.many, async () => {
      for (const answer of [
        await user.visit(`${kind.edit}/${_id}`),
        await user.submit(`${kind.remove}/${_id}`, {}),
      ]) {
        expect(answer).toHaveRedirect(kind.saved)
        expect(answer).toSendToast('Something went wrong')
      }
    })
    expect((await user.get(`${kind.api}/${_id}`)).status).toBe(200)
  })

  test('leaves the dashboard around the screen that failed', async () => {
    const user = await signedIn()
    await withoutTable('buds', async () => {
      const page = await user.visit('/dashboard/AddCircle')
      expect(page.status).toBe(500)
      expect(page.text).toContain('<title>Error Page · Budkeeper</title>')
      expect(visibleText(page)).toContain('Error Page')
      expect(page.text).toContain('<nav id="sidebar"')
    })
  })

  test.each(grouped)('gives the form of $one back with everything that was typed', async (kind) => {
    const user = await signedIn()
    const ada = await createBud(user.user, { Firstname: 'Ada', Surname: 'King' })
    await withoutTable(kind.many, async () => {
      const page = await user.submit(kind.add, { ...kind.asForm, selectedBuds: ada._id })
      expect(page.status).toBe(500)
      expect(visibleText(page)).toContain('Something went wrong')
      expect(visibleText(page)).toContain('Ada King')
      expect(page.text).toContain(`value="${kind.asForm.Name}"`)
    })
  })

  test('leads from the demo back to the login, and says so', async () => {
    await withoutTable('users', async () => {
      const answer = await createClient().submit('/login', { intent: 'demo' })
      expect(answer).toHaveRedirect('/login')
      expect(answer).toSendToast('Something went wrong')
    })
  })
})

describe('the error page', () => {
  const page = (path: string, method: string, type: string, body: string) =>
    createClient().send(method, path, { headers: { 'Content-Type': type }, body })

  test.each([
    ['what is no form', 415, () => page('/login', 'POST', 'text/plain', 'a')],
    [
      'a form that is too large',
      413,
      () => createClient().submit('/login', { Email: 'a'.repeat(3_000_000) }),
    ],
    ['another method', 405, () => page('/', 'POST', 'application/x-www-form-urlencoded', '')],
  ])('does not blame us for %s', async (_what, status, send) => {
    const answer = await send()
    expect(answer.status).toBe(status)
    expect(visibleText(answer)).toMatch(
      /Error Page (This request could not be understood\.|Error Page Method not allowed)/,
    )
  })
})
