import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/db/db.server'
import { eventFields } from '~/events/event-input.server'
import { events } from '~drizzle/schema'
import { visibleText } from '../support/client'
import { isPostgres } from '../support/database'
import { createBud, createEvent, createUser, signedIn } from '../support/factories'

/** All fields of an event, as in the example of `docs/api.md`. */
const everyField = ['_id', 'buds', ...eventFields.filter((field) => field !== 'selectedBuds'), 'createdAt']

const dinner = {
  Name: 'Dinner',
  Location: 'Bristol',
  Eventtype: 'Social',
  startDate: '2026-11-20T19:00',
  endDate: '2026-11-20T23:00',
}

const allRequired = 'Please provide all required fields (Name, Location, and Event type)'
const endTooEarly = 'End date must not be before the start date'
const count = (ownerId: string) => db.$count(events, eq(events.ownerId, ownerId))
const without = (field: keyof typeof dinner) =>
  Object.fromEntries(Object.entries(dinner).filter(([name]) => name !== field))

describe('an event', () => {
  test('has exactly the fields of the specification', async () => {
    const user = await signedIn()
    const { bud } = (await user.post('/api/v1/buds', { Firstname: 'Grace', Surname: 'Hopper' })).body
    const { status, body } = await user.post('/api/v1/events', { ...dinner, selectedBuds: [bud._id] })
    expect(status).toBe(201)
    expect(body.msg).toBe('Event added successfully')
    const { event } = body
    expect(Object.keys(event).toSorted()).toEqual(everyField.toSorted())
    expect(event).toMatchObject({ ...dinner, Description: '' })
    expect(event.buds).toEqual([{ _id: bud._id, Firstname: 'Grace', Surname: 'Hopper' }])
    expect((await user.get(`/api/v1/events/${event._id}`)).body).toEqual({ event })
    expect((await user.get('/api/v1/events')).body.events).toEqual([{ ...event, totalBuds: 1 }])
  })

  test('has an id of UUID version 7 and a UTC time of creation', async () => {
    const user = await signedIn()
    const { event } = (await user.post('/api/v1/events', { ...dinner, _id: 'mine', createdAt: 0 })).body
    expect(event._id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(event.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Math.abs(Date.parse(event.createdAt) - Date.now())).toBeLessThan(60_000)
  })

  test('belongs to its creator, also when another owner is sent', async () => {
    const [user, other] = [await signedIn(), await createUser()]
    await user.post('/api/v1/events', { ...dinner, ownerId: other._id, owner_id: other._id })
    expect([await count(user.user._id), await count(other._id)]).toEqual([1, 0])
  })
})

describe('required fields', () => {
  const fields = ['Name', 'Location', 'Eventtype'] as const

  test.each(
    fields.flatMap((field) => ['absent', '', ' \t\n ', null].map((value) => [field, value] as const)),
  )('%s being %j is refused in the words of the specification', async (field, value) => {
    const user = await signedIn()
    const sent = value === 'absent' ? without(field) : { ...dinner, [field]: value }
    expect(await user.post('/api/v1/events', sent)).toMatchObject({
      status: 400,
      body: { msg: allRequired, errors: { [field]: [allRequired] } },
    })
    expect(await count(user.user._id)).toBe(0)
  })

  test('have an error each when they are missing', async () => {
    const response = await (await signedIn()).post('/api/v1/events', {})
    expect(response.status).toBe(400)
    expect(response.body).toEqual({
      msg: allRequired,
      errors: {
        Name: [allRequired],
        Location: [allRequired],
        Eventtype: [allRequired],
        startDate: ['Start date is required'],
        endDate: ['End date is required'],
      },
    })
  })

  test.each([
    ['startDate', 'Start date is required'],
    ['endDate', 'End date is required'],
  ] as const)('%s is too', async (field, msg) => {
    const user = await signedIn()
    for (const sent of [without(field), ...['', ' ', null].map((value) => ({ ...dinner, [field]: value }))]) {
      expect(await user.post('/api/v1/events', sent)).toMatchObject({
        status: 400,
        body: { msg, errors: { [field]: [msg] } },
      })
    }
    expect(await count(user.user._id)).toBe(0)
  })
})

describe('the fields', () => {
  test.each([
    ['Name', 100],
    ['Location', 100],
    ['Description', 2_000],
  ])('%s accepts %d characters after trimming, and no more', async (field, limit) => {
    const user = await signedIn()
    const send = (value: string) => user.post('/api/v1/events', { ...dinner, [field]: value })
    const fits = await send(`  ${'é'.repeat(limit)}  `)
    expect(fits.status).toBe(201)
    expect(fits.body.event[field]).toBe('é'.repeat(limit))
    const msg = `${field} must be at most ${limit} characters`
    expect(await send('é'.repeat(limit + 1))).toMatchObject({
      status: 400,
      body: { msg, errors: { [field]: [msg] } },
    })
  })

  test.each(['\0', 'a\0b', '\ud800', '\udc00a'])('%j is refused in every text', async (bad) => {
    const user = await signedIn()
    for (const field of ['Name', 'Location', 'Description']) {
      expect(await user.post('/api/v1/events', { ...dinner, [field]: bad })).toMatchObject({
        status: 400,
        body: { msg: `${field} contains characters that are not allowed` },
      })
    }
    expect(await count(user.user._id)).toBe(0)
  })

  test.each([7, true, {}, ['Dinner']])('%j is not a text', async (value) => {
    const user = await signedIn()
    for (const field of ['Name', 'Location', 'Description']) {
      expect(await user.post('/api/v1/events', { ...dinner, [field]: value })).toMatchObject({
        status: 400,
        body: { errors: { [field]: [`${field} must be text`] } },
      })
    }
  })

  test.each([
    '<script>alert(1)</script>',
    "Robert'); drop table events;--",
    '😀 👨‍👩‍👧',
    '名前',
    'a & b "c"',
    'line\nbreak',
  ])('%j is stored unchanged and rendered as text', async (Name) => {
    const user = await signedIn()
    const sent = { ...dinner, Name, Description: Name, Location: Name }
    expect((await user.post('/api/v1/events', sent)).body.event).toMatchObject(sent)
    const page = await user.visit('/dashboard/AllEvents')
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('<script>alert(1)')
    expect(visibleText(page)).toContain(Name.replace(/\s/, ' '))
  })

  test.each(['Social', 'Client', 'Colleagues', 'Other'])('%s is an event type', async (Eventtype) => {
    const response = await (await signedIn()).post('/api/v1/events', { ...dinner, Eventtype })
    expect(response).toMatchObject({ status: 201, body: { event: { Eventtype } } })
  })

  test.each(['Party', 'social', 'all', 1, {}])('%j is not an event type', async (Eventtype) => {
    const response = await (await signedIn()).post('/api/v1/events', { ...dinner, Eventtype })
    expect(response).toMatchObject({
      status: 400,
      body: { msg: 'Event type must be one of Social, Client, Colleagues, Other' },
    })
  })
})

/** Hours that daylight saving time skips or repeats somewhere, and the limits of the calendar. */
const wallClocks = [
  ['a summer evening', '2026-07-01T19:30'],
  ['the hour that London skips', '2026-03-29T01:30'],
  ['the hour that New York skips', '2026-03-08T02:30'],
  ['the midnight that São Paulo skipped', '2018-11-04T00:00'],
  ['the day that Apia skipped', '2011-12-30T12:00'],
  ['the hour that London has twice', '2026-10-25T01:30'],
  ['the half hour of Lord Howe Island', '2026-10-04T02:15'],
  ['a time before zones', '1752-09-07T12:00'],
  ['a leap day', '2028-02-29T00:00'],
  ['the first minute that there is', '0001-01-01T00:00'],
  ['a year that Date reads as 1999', '0099-05-06T07:08'],
  ['the last minute that there is', '9999-12-31T23:59'],
] as const

describe.each([
  'UTC',
  'Europe/London',
  'America/New_York',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'Australia/Lord_Howe',
])('on a server in %s', (zone) => {
  const before = process.env.TZ

  /** The embedded database has one connection, so its time zone can be set like that of the process. */
  const setZone = async (name: string | undefined) => {
    if (name === undefined) delete process.env.TZ
    else process.env.TZ = name
    if (!isPostgres) await db.execute(sql.raw(name ? `set time zone '${name}'` : 'reset time zone'))
  }
  beforeAll(() => setZone(zone))
  afterAll(() => setZone(before))

  test('the process uses that time zone', () => {
    expect(new Date(2026, 6, 1).toLocaleString('en', { timeZone: zone })).toContain('7/1/2026, 12:00:00')
  })

  test.each(wallClocks)('%s, %s, is returned unchanged', async (_what, time) => {
    const user = await signedIn()
    const sent = { ...dinner, startDate: time, endDate: time }
    const { status, body } = await user.post('/api/v1/events', sent)
    expect([status, body.event?.startDate, body.event?.endDate]).toEqual([201, time, time])
    expect((await user.get(`/api/v1/events/${body.event._id}`)).body.event).toMatchObject(sent)
    expect((await user.get('/api/v1/events')).body.events).toMatchObject([sent])
    expect(visibleText(await user.visit('/dashboard/AllEvents'))).toContain(
      `${time.replace('T', ' ')} to ${time.replace('T', ' ')}`,
    )
  })

  test('a range uses the same times', async () => {
    const user = await signedIn()
    await user.post('/api/v1/events', {
      ...dinner,
      startDate: '2026-03-29T01:30',
      endDate: '2026-03-29T02:30',
    })
    const found = async (from: string, to: string) =>
      (await user.get(`/api/v1/events?${new URLSearchParams({ from, to })}`)).body.totalEvents
    expect(await found('2026-03-29T02:29', '2026-03-29T02:30')).toBe(1)
    expect(await found('2026-03-29T02:30', '2026-03-30T00:00')).toBe(0)
    expect(await found('2026-03-29T00:00', '2026-03-29T01:30')).toBe(0)
    expect(await found('2026-03-29T00:00', '2026-03-29T01:31')).toBe(1)
  })
})

describe('a time', () => {
  test.each([
    '2026-11-20T19:00:00',
    '2026-11-20T19:00:30',
    '2026-11-20T19:00Z',
    '2026-11-20T19:00+01:00',
    '2026-11-20T24:00',
    '2026-11-20T23:60',
    '2026-11-20T25:00',
    '2026-11-20 19:00',
    '2026-11-20t19:00',
    '2026-11-20',
    '19:00',
    '2027-02-29T10:00',
    '2026-04-31T10:00',
    '2026-13-01T10:00',
    '2026-00-01T10:00',
    '2026-01-00T10:00',
    '0000-12-31T23:59',
    '10000-01-01T00:00',
    '-001-01-01T00:00',
    '+026-01-01T00:00',
    '2026-1-1T10:00',
    '2026-11-20T9:00',
    '2026-W47-5T10:00',
    '２０２６-11-20T19:00',
    'now',
    'infinity',
    'epoch',
    20261120,
    true,
    {},
    ['2026-11-20T19:00'],
  ])('%j is not a time', async (time) => {
    const user = await signedIn()
    for (const [field, label] of [
      ['startDate', 'Start date'],
      ['endDate', 'End date'],
    ] as const) {
      const msg = `${label} must be a date and time (YYYY-MM-DDTHH:mm)`
      expect(await user.post('/api/v1/events', { ...dinner, [field]: time })).toMatchObject({
        status: 400,
        body: { msg, errors: { [field]: [msg] } },
      })
    }
    expect(await count(user.user._id)).toBe(0)
  })

  test('is trimmed', async () => {
    const sent = { ...dinner, startDate: ' 2026-11-20T19:00 ', endDate: '2026-11-20T23:00\n' }
    expect((await (await signedIn()).post('/api/v1/events', sent)).body.event).toMatchObject(dinner)
  })
})

describe('an end', () => {
  const early = { status: 400, body: { msg: endTooEarly, errors: { endDate: [endTooEarly] } } }

  test.each(['2026-11-20T18:59', '2026-11-19T23:00', '2025-12-31T23:59', '0001-01-01T00:00'])(
    'of %s is refused for a start at 2026-11-20T19:00',
    async (endDate) => {
      const user = await signedIn()
      expect(await user.post('/api/v1/events', { ...dinner, endDate })).toMatchObject(early)
      expect(await count(user.user._id)).toBe(0)
    },
  )

  test.each(['2026-11-20T19:00', '2026-11-20T19:01', '2026-12-01T00:00', '9999-12-31T23:59'])(
    'of %s is accepted',
    async (endDate) => {
      const response = await (await signedIn()).post('/api/v1/events', { ...dinner, endDate })
      expect(response).toMatchObject({ status: 201, body: { event: { endDate } } })
    },
  )

  test.each([
    { endDate: '2026-11-20T18:59' },
    { startDate: '2026-11-20T23:01' },
    { startDate: '2026-11-22T10:00', endDate: '2026-11-21T10:00' },
    { Name: 'Lunch', startDate: '2027-01-01T00:00' },
  ])('before the start after a change of %j is rejected, and nothing changes', async (change) => {
    const user = await signedIn()
    const { _id } = await createEvent(user.user)
    expect(await user.patch(`/api/v1/events/${_id}`, change)).toMatchObject(early)
    expect((await user.get(`/api/v1/events/${_id}`)).body.event).toMatchObject(dinner)
  })

  test.each([
    { endDate: '2026-11-20T19:00' },
    { startDate: '2026-11-20T23:00' },
    { startDate: '2026-12-01T10:00', endDate: '2026-12-01T10:00' },
  ])('at or after the start is accepted: %j', async (change) => {
    const user = await signedIn()
    const { _id } = await createEvent(user.user)
    expect(await user.patch(`/api/v1/events/${_id}`, change)).toMatchObject({
      status: 200,
      body: { msg: 'Event edited successfully', event: { ...dinner, ...change } },
    })
  })

  test('before the start is rejected by the database too', async () => {
    const user = await createUser()
    await createEvent(user)
    const move = db.update(events).set({ endDate: '2026-11-20T18:59' }).where(eq(events.ownerId, user._id))
    await expect(move).rejects.toMatchObject({ cause: { code: '23514' } })
  })
})

describe('PATCH', () => {
  async function ownEvent() {
    const user = await signedIn()
    const [ada, grace] = [await createBud(user.user, { Firstname: 'Ada' }), await createBud(user.user)]
    const event = await createEvent(user.user, {
      Description: 'At the harbour',
      selectedBuds: [ada._id, grace._id],
    })
    const path = `/api/v1/events/${event._id}`
    return { user, ada, grace, path, event: { ...event, createdAt: event.createdAt.toISOString() } }
  }

  test.each([
    { Name: 'Supper' },
    { Location: 'Bath' },
    { Eventtype: 'Client' },
    { Description: '' },
    { startDate: '2026-11-20T20:15' },
    { endDate: '2026-11-21T02:00' },
    { selectedBuds: [] },
  ])('of %j alone keeps the rest', async (change) => {
    const { user, path, event } = await ownEvent()
    const { selectedBuds, ...fields } = change
    const changed = { ...event, ...fields, ...(selectedBuds && { buds: [] }) }
    expect(await user.patch(path, change)).toMatchObject({
      status: 200,
      body: { msg: 'Event edited successfully' },
    })
    expect((await user.get(path)).body.event).toEqual(changed)
  })

  test('replaces a list that is present', async () => {
    const { user, path, event, ada } = await ownEvent()
    expect((await user.patch(path, { selectedBuds: [ada._id] })).body.event).toEqual({
      ...event,
      buds: [{ _id: ada._id, Firstname: 'Ada', Surname: '' }],
    })
  })

  test('with an empty body changes nothing', async () => {
    const { user, path, event } = await ownEvent()
    expect(await user.patch(path, {})).toMatchObject({ status: 200, body: { event } })
  })

  test.each([
    [{ Name: '' }, allRequired],
    [{ Location: ' ' }, allRequired],
    [{ Eventtype: null }, allRequired],
    [{ startDate: '' }, 'Start date is required'],
    [{ endDate: null }, 'End date is required'],
    [{ startDate: '2026-11-20T19:00:00' }, 'Start date must be a date and time (YYYY-MM-DDTHH:mm)'],
    [{ selectedBuds: 'nobody' }, 'One of the chosen buds does not exist'],
    [{ selectedBuds: null }, 'Selected buds must be a list'],
  ])('of %j is rejected and changes nothing', async (change, msg) => {
    const { user, path, event } = await ownEvent()
    expect(await user.patch(path, { Description: 'New', ...change })).toMatchObject({
      status: 400,
      body: { msg },
    })
    expect((await user.get(path)).body.event).toEqual(event)
  })

  test('cannot change _id, owner and time of creation', async () => {
    const { user, path, event } = await ownEvent()
    const other = await createUser()
    const change = { _id: other._id, ownerId: other._id, createdAt: '2000-01-01T00:00:00Z', nameKey: 'x' }
    expect((await user.patch(path, change)).status).toBe(200)
    expect((await user.get(path)).body.event).toEqual(event)
  })
})

describe('DELETE', () => {
  test('deletes the event and not its buds', async () => {
    const user = await signedIn()
    const bud = await createBud(user.user)
    const event = await createEvent(user.user, { selectedBuds: [bud._id] })
    expect(await user.delete(`/api/v1/events/${event._id}`)).toMatchObject({
      status: 200,
      body: { msg: 'Event deleted successfully' },
    })
    expect(await user.get(`/api/v1/events/${event._id}`)).toMatchObject({
      status: 404,
      body: { msg: 'Event not found' },
    })
    expect((await user.delete(`/api/v1/events/${event._id}`)).status).toBe(404)
    expect((await user.get(`/api/v1/buds/${bud._id}`)).status).toBe(200)
    expect((await user.get('/api/v1/events')).body).toMatchObject({ events: [], totalEvents: 0 })
  })
})

describe('the cards', () => {
  test("show start and end as 'YYYY-MM-DD HH:mm', location, description, type and attendees", async () => {
    const user = await signedIn()
    const bud = await createBud(user.user, { Firstname: 'Grace', Surname: 'Hopper' })
    await createEvent(user.user, { Description: 'At the harbour', selectedBuds: [bud._id] })
    const page = await user.visit('/dashboard/AllEvents')
    for (const text of [
      'D Dinner',
      'Social',
      'Bristol',
      'At the harbour',
      '2026-11-20 19:00',
      '2026-11-20 23:00',
      'GH Grace Hopper',
    ]) {
      expect(visibleText(page)).toContain(text)
    }
    expect(page.text).toContain(`href="/dashboard/EditBud/${bud._id}"`)
  })

  test("show 'No buds attending this event' without buds", async () => {
    const user = await signedIn()
    await createEvent(user.user)
    expect(visibleText(await user.visit('/dashboard/AllEvents'))).toContain('No buds attending this event')
  })

  test("ask 'Are you sure you want to delete <name>?' without JavaScript", async () => {
    const user = await signedIn()
    const { _id } = await createEvent(user.user)
    const page = await user.visit(`/dashboard/AllEvents?delete=${_id}`)
    expect(visibleText(page)).toContain('Are you sure you want to delete Dinner?')
    expect(page.text).toContain(`action="/dashboard/DeleteEvent/${_id}"`)
  })
})
