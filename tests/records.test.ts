import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { eventFields } from '~/events/events/event-input.server'
import { budFields } from '~/people/buds/bud-input.server'
import { circleFields } from '~/people/circles/circle-input.server'
import { visibleText } from './support/client'
import { createUser, signedIn } from './support/factories'
import { textColumns } from './support/parity'
import { bud, circle, event, forAllKinds } from './support/records'

const eventRequires = 'Please provide all required fields (Name, Location, and Event type)'
const eventTime = 'Start date must be a date and time (YYYY-MM-DDTHH:mm)'
const noSuchBud = 'One of the chosen buds does not exist'

const cadence = 'Keep in touch must be a whole number of days from 1 to 3650'
const kinds = [
  {
    ...bud,
    fields: budFields as string[],
    /** Label and greatest length of each text. */
    texts: {
      Firstname: ['First name', 100],
      Surname: ['Surname', 100],
      Nickname: ['Nickname', 100],
      Occupation: ['Occupation', 100],
      Location: ['Location', 100],
      OccupationLocation: ['Occupation location', 100],
      LastInteraction: ['Last interaction', 2_000],
      notes: ['Notes', 10_000],
    },
    defaults: { Surname: '', Budtype: 'Other', hobbies: [], customFields: [] },
    full: {
      Surname: 'Hopper',
      Budtype: 'Work',
      hobbies: ['Chess', 'Yoga'],
      customFields: [{ name: 'a', value: 'b' }],
    },
    otherTypes: ['Foe', 'friend', '', 'all', 1],
    changes: [{ Nickname: 'Amazing', hobbies: ['Reading'] }],
    invalidChanges: [
      [{ Firstname: '' }, 'First name is required'],
      [{ cadenceDays: 3_651 }, cadence],
      [{ Firstname: null }, 'First name must be text'],
      [{ Budtype: 'Foe' }, 'Bud type must be one of Friend, Family, Work, Client, Other'],
      [{ customFields: 'x' }, 'A custom field must have a name and a value'],
      [{ emails: null }, 'Emails must be a list'],
      [{ emails: [{ value: 'grace' }] }, 'Email must be a valid email address'],
      [{ emails: ['grace@navy.example'] }, 'Emails must have a value'],
      [{ emails: Array(11).fill({ value: 'a@b.example' }) }, 'Maximum limit of 10 emails reached'],
      [{ phones: [{ value: 'none' }] }, 'Phone must have a digit'],
      [{ phones: [{ value: '1'.repeat(51) }] }, 'Phone must be at most 50 characters'],
      [{ phones: [{ label: 'x'.repeat(51), value: '1' }] }, 'Label must be at most 50 characters'],
      [
        { links: [{ value: 'javascript:alert(1)' }] },
        'Link must be an address that begins with https:// or http://',
      ],
      [
        { links: [{ value: 'mailto:a@b.example' }] },
        'Link must be an address that begins with https:// or http://',
      ],
      [{ addresses: [{ city: 'x'.repeat(201) }] }, 'City must be at most 200 characters'],
      [{ addresses: Array(6).fill({ city: 'Bath' }) }, 'Maximum limit of 5 addresses reached'],
      [{ dates: [{ month: 2, day: 30 }] }, 'This day does not exist in that month'],
      [{ dates: [{ year: 2023, month: 2, day: 29 }] }, 'This day does not exist in that month'],
      [{ dates: [{ year: 1990, day: 1 }] }, 'A date must have a month'],
      [{ dates: [{ month: 13, day: 1 }] }, 'Month must be a whole number from 1 to 12'],
      [{ dates: [{ year: 0, month: 1, day: 1 }] }, 'Year must be a whole number from 1 to 9999'],
      [{ notes: 'x'.repeat(10_001) }, 'Notes must be at most 10000 characters'],
    ],
  },
  {
    ...circle,
    fields: circleFields as string[],
    texts: {
      Name: ['Name', 100],
      Shortname: ['Short name', 100],
      Location: ['Location', 100],
      Description: ['Description', 2_000],
    },
    defaults: {
      Shortname: '',
      Description: '',
      Location: '',
      Circletype: 'Other',
      buds: [],
      milestones: [],
    },
    full: {
      Shortname: 'BC',
      Description: 'Reads',
      Location: 'Bristol',
      Circletype: 'Friends',
      milestones: [
        { id: 1, date: '2026-11-20', description: 'first' },
        { id: 2, date: '2026-12-20', description: 'second' },
      ],
    },
    otherTypes: ['Friend', 'friends', '', 'all', 1, null],
    changes: [
      { Location: 'Bath' },
      { milestones: [{ id: 1, date: '2027-01-01', description: 'new' }] },
      { milestones: [], Shortname: '', Description: '', Location: '' },
    ],
    invalidChanges: [
      [{ Name: '' }, 'Name is required'],
      [{ Name: null }, 'Name must be text'],
      [{ Circletype: 'Foes' }, 'Circle type must be one of Friends, Family, Work, Clients, Other'],
      [{ cadenceDays: 0 }, cadence],
      [{ milestones: 'x' }, 'A milestone must have a date and a description'],
      [{ milestones: [{ date: '2027-02-29' }] }, 'Milestone date must be a date (YYYY-MM-DD)'],
      [{ selectedBuds: 7 }, 'Selected buds must be a list'],
      [{ selectedBuds: null }, 'Selected buds must be a list'],
      [{ selectedBuds: ['nobody'] }, noSuchBud],
      [{ selectedBuds: ['00000000-0000-0000-0000-000000000000'] }, noSuchBud],
    ],
  },
  {
    ...event,
    fields: eventFields as string[],
    texts: { Name: ['Name', 100], Location: ['Location', 100], Description: ['Description', 2_000] },
    defaults: { Description: '', buds: [], repeat: null, skipped: [], series: null, occurrence: null },
    full: { Description: 'At the harbour', repeat: 'FREQ=WEEKLY', skipped: [] },
    otherTypes: ['Party', 'social', 'all', 1, {}],
    changes: [
      { Name: 'Supper' },
      { Location: 'Bath' },
      { Eventtype: 'Client' },
      { Description: '' },
      { startDate: '2026-11-20T20:15' },
      { endDate: '2026-11-21T02:00' },
    ],
    invalidChanges: [
      [{ Name: '' }, eventRequires],
      [{ Location: ' ' }, eventRequires],
      [{ Eventtype: null }, eventRequires],
      [{ startDate: '' }, 'Start date is required'],
      [{ endDate: null }, 'End date is required'],
      [{ startDate: '2026-11-20T19:00:00' }, eventTime],
      [{ selectedBuds: 'nobody' }, noSuchBud],
      [{ selectedBuds: null }, 'Selected buds must be a list'],
    ],
  },
] as const

const eventReadOnly = ['series', 'occurrence']
const budReadOnly = ['photo', 'snoozedUntil', 'archivedAt', 'lastContactOn', 'dueOn']

describe.each(forAllKinds(kinds))('a $one', (kind) => {
  const { noun, one, many, api, list, remove, name, text, type, types, hasBuds, table, create, texts } = kind
  const { minimal } = kind
  const count = (ownerId: string) => db.$count(table, eq(table.ownerId, ownerId))

  test('has exactly the fields of the specification, and requires only some', async () => {
    const user = await signedIn()
    const { status, body } = await user.post(api, minimal)
    expect([status, body.msg], `POST ${api}`).toEqual([201, `${noun} added successfully`])
    const record = body[one]
    const fields = kind.fields.map((field) => (field === 'selectedBuds' ? 'buds' : field))
    const readOnly = [
      '_id',
      'createdAt',
      ...(one === 'bud' ? budReadOnly : one === 'event' ? eventReadOnly : []),
    ]
    expect(Object.keys(record).toSorted()).toEqual([...readOnly, ...fields].toSorted())
    expect(record).toMatchObject({ ...minimal, ...kind.defaults })
    expect((await user.get(`${api}/${record._id}`)).body, `GET ${api}/{id}`).toEqual({ [one]: record })
    const listed = {
      ...record,
      ...(hasBuds && { totalBuds: 0 }),
      ...(one === 'event' && { nextDate: record.startDate }),
    }
    expect((await user.get(api)).body[many], `GET ${api}`).toEqual([listed])
  })

  test('has an id of UUID version 7, a UTC time of creation and its creator as owner, whatever is sent', async () => {
    const [user, other] = [await signedIn(), await createUser()]
    const sent = { _id: 'mine', createdAt: 0, ownerId: other._id, owner_id: other._id }
    const record = (await user.post(api, { ...minimal, ...sent })).body[one]
    expect(record._id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(record.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Math.abs(Date.parse(record.createdAt) - Date.now())).toBeLessThan(60_000)
    expect([await count(user.user._id), await count(other._id)]).toEqual([1, 0])
  })

  test('can have long texts in all fields at once, of characters that cannot be compressed', async () => {
    const ideograph = (n: number) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))
    const user = await signedIn()
    // An index entry holds up to 1,600 bytes of text; an ideograph has 3. The lengths lie on both sides of the limit.
    for (const length of [100, 150, 200, 220, 230, 240, 300, 400, 500, 520, 2_000]) {
      const input = Object.fromEntries(
        Object.entries(texts).map(([field, [, limit]], n) => [
          field,
          Array.from({ length: Math.min(limit, length) }, (_, at) => ideograph(at ** 2 + 101 * n)).join(''),
        ]),
      )
      const { body } = await user.post(api, { ...minimal, ...input })
      expect(body, String(length)).toMatchObject({ [one]: input })
    }
    // Two code points of 3 bytes each replace this one when it is normalised.
    const growing = Object.entries(texts).map(([field, [, limit]]) => [
      field,
      '\u0958'.repeat(Math.min(limit, 100)),
    ])
    expect(await user.post(api, { ...minimal, ...Object.fromEntries(growing) }), `POST ${api}`).toMatchObject(
      {
        status: 201,
      },
    )
  })

  test('has texts that are trimmed, limited and storable, and refuses other values', async () => {
    const fields = textColumns(one).map(([field]) => field)
    expect(Object.keys(texts).sort()).toEqual(fields.sort())
    const user = await signedIn()
    for (const [field, [label, limit]] of Object.entries(texts)) {
      const send = (value: unknown) => user.post(api, { ...minimal, [field]: value })
      const longest = 'é'.repeat(limit)
      const body = { [one]: { [field]: longest } }
      expect(await send(`  ${longest}  `), field).toMatchObject({ status: 201, body })
      const invalidValues = [
        { values: [`${longest}é`], msg: `${label} must be at most ${limit} characters` },
        {
          values: ['\0', 'a\0b', '\ud800', '\udc00a'],
          msg: `${label} contains characters that are not allowed`,
        },
        {
          values: [7, true, {}, ['Grace'], ...(field in minimal ? [] : [null])],
          msg: `${label} must be text`,
        },
      ]
      for (const { values, msg } of invalidValues) {
        for (const value of values) {
          const body = { msg, errors: { [field]: [msg] } }
          expect(await send(value), JSON.stringify(value)).toMatchObject({ status: 400, body })
        }
      }
    }
    expect(await count(user.user._id)).toBe(Object.keys(texts).length)
  })

  test('has texts that are stored unchanged and not rendered as HTML', async () => {
    const user = await signedIn()
    for (const value of [
      '<script>alert(1)</script>',
      `Robert'); drop table ${many};--`,
      '😀 👨‍👩‍👧',
      '名前',
      'a & b "c"',
    ]) {
      const sent = { ...minimal, [name]: value, [text]: value }
      expect((await user.post(api, sent)).body[one]).toMatchObject(sent)
      const page = await user.visit(list)
      expect(page.text).not.toContain('<script>alert(1)')
      expect(visibleText(page)).toContain(value)
    }
  })

  test('has one of its types', async () => {
    const user = await signedIn()
    const send = (value: unknown) => user.post(api, { ...minimal, [type]: value })
    for (const value of types) {
      expect(await send(value), `${type} ${value}`).toMatchObject({
        status: 201,
        body: { [one]: { [type]: value } },
      })
    }
    const msg = `${noun} type must be one of ${types.join(', ')}`
    for (const value of kind.otherTypes)
      expect(await send(value), `${type} ${value}`).toMatchObject({ status: 400, body: { msg } })
  })

  /** A record with all fields, as the API returns it. */
  async function stored() {
    const user = await signedIn()
    const { _id } = await create(user.user, kind.full)
    const path = `${api}/${_id}`
    const read = async () => (await user.get(path)).body[one]
    return { user, path, read, record: await read() }
  }

  test('keeps its id, owner, time of creation and all fields that a change does not name', async () => {
    const { user, path, read, record } = await stored()
    const { _id } = await createUser()
    const fixed = { _id, ownerId: _id, createdAt: '2000-01-01T00:00:00Z', nameKey: 'x' }
    expect(record).toMatchObject(kind.full)
    let expected = record
    for (const change of [{}, ...kind.changes]) {
      expected = { ...expected, ...change }
      const body = { msg: `${noun} edited successfully`, [one]: expected }
      expect(await user.patch(path, { ...fixed, ...change }), `PATCH ${api}/{id}`).toMatchObject({
        status: 200,
        body,
      })
      expect(await read()).toEqual(expected)
    }
  })

  test('has screens with its title, and a sidebar link that is marked as current on these screens', async () => {
    const { user, record } = await stored()
    for (const path of [list, kind.add, `${kind.edit}/${record._id}`]) {
      const { text } = await user.visit(path)
      expect(text).toMatch(new RegExp(`<title>[^<]*${noun}s? · Budkeeper</title>`))
      const [current = ''] = text.match(/<a [^>]*aria-current="page"[^>]*>/) ?? []
      expect(current, path).toContain(`href="${list}"`)
    }
  })

  test('is not changed by an invalid change', async () => {
    const { user, path, read, record } = await stored()
    for (const [change, msg] of kind.invalidChanges) {
      const response = await user.patch(path, { [text]: 'Elsewhere', ...change })
      expect(response, JSON.stringify(change)).toMatchObject({ status: 400, body: { msg } })
    }
    expect(await read()).toEqual(record)
  })

  test("is deleted without JavaScript after 'Are you sure you want to delete <name>?'", async () => {
    const user = await signedIn()
    const { _id } = await create(user.user, { [name]: 'First & last' })
    const page = await user.visit(`${list}?delete=${_id}`)
    expect(visibleText(page)).toContain('Are you sure you want to delete First & last?')
    expect(page.text).toContain(`action="${remove}/${_id}"`)
  })
})
