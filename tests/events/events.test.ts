import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/db/db.server'
import { events } from '~drizzle/schema'
import { visibleText } from '../support/client'
import { isPostgres } from '../support/database'
import { createBud, createEvent, createUser, signedIn } from '../support/factories'

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

describe('required fields', () => {
  test('are refused in the words of the specification when one is absent or empty', async () => {
    const user = await signedIn()
    for (const field of ['Name', 'Location', 'Eventtype'] as const) {
      for (const sent of [
        without(field),
        ...['', ' \t\n ', null].map((value) => ({ ...dinner, [field]: value })),
      ]) {
        expect(await user.post('/api/v1/events', sent)).toMatchObject({
          status: 400,
          body: { msg: allRequired, errors: { [field]: [allRequired] } },
        })
      }
    }
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
  ] as const)('%s is refused with its own message when it is absent or empty', async (field, msg) => {
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

/** Hours that daylight saving time skips or repeats somewhere, and the limits of the calendar. */
const wallClocks = [
  '2026-07-01T19:30', // a summer evening
  '2026-03-29T01:30', // the hour that London skips
  '2026-03-08T02:30', // the hour that New York skips
  '2018-11-04T00:00', // the midnight that São Paulo skipped
  '2011-12-30T12:00', // the day that Apia skipped
  '2026-10-25T01:30', // the hour that London has twice
  '2026-10-04T02:15', // the half hour of Lord Howe Island
  '1752-09-07T12:00', // a time before zones
  '2028-02-29T00:00', // a leap day
  '0001-01-01T00:00', // the first minute that there is
  '0099-05-06T07:08', // a year that Date reads as 1999
  '9999-12-31T23:59', // the last minute that there is
]

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

  test('every time is returned unchanged', async () => {
    const user = await signedIn()
    for (const time of wallClocks) {
      const sent = { ...dinner, Name: time, startDate: time, endDate: time }
      const { status, body } = await user.post('/api/v1/events', sent)
      expect([status, body.event?.startDate, body.event?.endDate]).toEqual([201, time, time])
      expect((await user.get(`/api/v1/events/${body.event._id}`)).body.event).toMatchObject(sent)
    }
    const shown = wallClocks.toReversed()
    expect((await user.get('/api/v1/events')).body.events).toMatchObject(
      shown.map((time) => ({ startDate: time, endDate: time })),
    )
    const page = visibleText(await user.visit('/dashboard/AllEvents'))
    for (const time of shown) {
      expect(page).toContain(`${time.replace('T', ' ')} to ${time.replace('T', ' ')}`)
    }
  })

  test('a range is compared with the wall-clock times', async () => {
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
  test('has no other format, and is a time that exists', async () => {
    const user = await signedIn()
    for (const time of [
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
    ]) {
      for (const [field, label] of [
        ['startDate', 'Start date'],
        ['endDate', 'End date'],
      ] as const) {
        const msg = `${label} must be a date and time (YYYY-MM-DDTHH:mm)`
        expect(await user.post('/api/v1/events', { ...dinner, [field]: time }), String(time)).toMatchObject({
          status: 400,
          body: { msg, errors: { [field]: [msg] } },
        })
      }
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

  test('before the start is refused in a new event', async () => {
    const user = await signedIn()
    const send = (endDate: string) => user.post('/api/v1/events', { ...dinner, endDate })
    for (const endDate of ['2026-11-20T18:59', '2026-11-19T23:00', '2025-12-31T23:59', '0001-01-01T00:00']) {
      expect(await send(endDate)).toMatchObject(early)
    }
    expect(await count(user.user._id)).toBe(0)
    for (const endDate of ['2026-11-20T19:00', '2026-11-20T19:01', '2026-12-01T00:00', '9999-12-31T23:59']) {
      expect(await send(endDate)).toMatchObject({ status: 201, body: { event: { endDate } } })
    }
  })

  test('before the start is refused in a change', async () => {
    const user = await signedIn()
    const { _id } = await createEvent(user.user)
    const send = (change: object) => user.patch(`/api/v1/events/${_id}`, change)
    for (const change of [
      { endDate: '2026-11-20T18:59' },
      { startDate: '2026-11-20T23:01' },
      { startDate: '2026-11-22T10:00', endDate: '2026-11-21T10:00' },
      { Name: 'Lunch', startDate: '2027-01-01T00:00' },
    ]) {
      expect(await send(change)).toMatchObject(early)
    }
    expect((await user.get(`/api/v1/events/${_id}`)).body.event).toMatchObject(dinner)
    for (const change of [
      { endDate: '2026-11-20T19:00' },
      { endDate: '2026-11-20T23:00', startDate: '2026-11-20T23:00' },
      { startDate: '2026-12-01T10:00', endDate: '2026-12-01T10:00' },
    ]) {
      expect(await send(change)).toMatchObject({
        status: 200,
        body: { msg: 'Event edited successfully', event: { ...dinner, ...change } },
      })
    }
  })

  test('before the start is rejected by the database too', async () => {
    const user = await createUser()
    await createEvent(user)
    const move = db.update(events).set({ endDate: '2026-11-20T18:59' }).where(eq(events.ownerId, user._id))
    await expect(move).rejects.toMatchObject({ cause: { code: '23514' } })
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
})
