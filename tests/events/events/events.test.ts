import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { events } from '~drizzle/schema'
import { visibleText } from '../../support/client'
import { isPostgres } from '../../support/database'
import { createBud, createEvent, signedIn } from '../../support/factories'
import { formIn } from '../../support/form'
import { event } from '../../support/records'

const dinner = { ...event.minimal, startDate: '2026-11-20T19:00', endDate: '2026-11-20T23:00' }
const api = '/api/v1/events'
const allRequired = 'Please provide all required fields (Name, Location, and Event type)'
const endTooEarly = 'End date must not be before the start date'
const count = (ownerId: string) => db.$count(events, eq(events.ownerId, ownerId))

test('name, location, type, start and end are required, and each has its message', async () => {
  const user = await signedIn()
  const errors = {
    Name: [allRequired],
    Location: [allRequired],
    Eventtype: [allRequired],
    startDate: ['Start date is required'],
    endDate: ['End date is required'],
  }
  const { status, body } = await user.post(api, {})
  expect([status, body]).toEqual([400, { msg: allRequired, errors }])
  for (const [field, [msg]] of Object.entries(errors)) {
    for (const value of [undefined, '', ' \t\n ', null]) {
      const response = await user.post(api, { ...dinner, [field]: value })
      expect(response).toMatchObject({ status: 400, body: { msg, errors: { [field]: [msg] } } })
    }
  }
  expect(await count(user.user._id)).toBe(0)
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

describe('on a server in any time zone', () => {
  const zones = [
    'UTC',
    'Europe/London',
    'America/New_York',
    'America/Sao_Paulo',
    'Pacific/Apia',
    'Australia/Lord_Howe',
  ]
  const before = process.env.TZ

  /** The embedded database has one connection, so its time zone can be set like that of the process. */
  const setZone = async (zone: string | undefined) => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
    if (!isPostgres) await db.execute(sql.raw(zone ? `set time zone '${zone}'` : 'reset time zone'))
  }
  afterAll(() => setZone(before))

  test.each(zones)(
    'every time that is stored in %s and read in another zone is shown and compared with ranges as typed',
    async (zone) => {
      await setZone(zone)
      expect(new Date(2026, 6, 1).toLocaleString('en', { timeZone: zone })).toContain('7/1/2026, 12:00:00')
      const user = await signedIn()
      const stored = []
      for (const time of wallClocks) {
        const sent = { ...dinner, Name: time, startDate: time, endDate: time }
        const { body } = await user.post(api, sent)
        expect(body.event).toMatchObject(sent)
        stored.unshift(body.event)
      }
      await setZone(zones.at(zones.indexOf(zone) - 1))
      expect((await user.get(api)).body.events).toMatchObject(stored)
      const list = visibleText(await user.visit('/dashboard/AllEvents?when=all'))
      for (const { _id, startDate, endDate } of stored) {
        expect(list).toContain(`${startDate.replace('T', ' ')} to ${endDate.replace('T', ' ')}`)
        const form = formIn(await user.visit(`/dashboard/EditEvent/${_id}`))
        expect(Object.fromEntries(form)).toMatchObject({ startDate, endDate })
      }
      const namesIn = async (from: string, to: string) => {
        const { body } = await user.get(`${api}?${new URLSearchParams({ from, to })}`)
        return body.events.map(({ Name }: { Name: string }) => Name)
      }
      for (const [from, to, found] of [
        ['2026-03-29T01:30', '2026-03-29T01:31', ['2026-03-29T01:30']],
        ['2026-03-29T01:31', '2026-03-30T00:00', []],
        ['2026-03-29T00:00', '2026-03-29T01:30', []],
        ['2026-03-29T00:00', '2026-03-29T02:30', ['2026-03-29T01:30']],
      ] as const) {
        expect(await namesIn(from, to)).toEqual(found)
      }
    },
  )
})

describe('a time', () => {
  test('is refused in any format but YYYY-MM-DDTHH:mm, and if it does not exist', async () => {
    const user = await signedIn()
    const otherFormats = `
      2026-11-20T19:00:00 2026-11-20T19:00:30 2026-11-20T19:00Z 2026-11-20T19:00+01:00 2026-11-20t19:00
      19:00 2026-11-20 10000-01-01T00:00 -001-01-01T00:00 +026-01-01T00:00 2026-1-1T10:00 2026-11-20T9:00
      2026-W47-5T10:00 ２０２６-11-20T19:00 now infinity epoch`
    const impossible = `
      2026-11-20T24:00 2026-11-20T23:60 2026-11-20T25:00 2027-02-29T10:00 2026-04-31T10:00 2026-13-01T10:00
      2026-00-01T10:00 2026-01-00T10:00 0000-12-31T23:59`
    const texts = `${otherFormats}${impossible}`.trim().split(/\s+/)
    for (const time of [...texts, '2026-11-20 19:00', 20261120, true, {}, ['2026-11-20T19:00']]) {
      for (const [field, label] of [
        ['startDate', 'Start date'],
        ['endDate', 'End date'],
      ] as const) {
        const msg = `${label} must be a date and time (YYYY-MM-DDTHH:mm)`
        expect(await user.post(api, { ...dinner, [field]: time }), String(time)).toMatchObject({
          status: 400,
          body: { msg, errors: { [field]: [msg] } },
        })
      }
    }
    expect(await count(user.user._id)).toBe(0)
  })

  test('is trimmed', async () => {
    const sent = { ...dinner, startDate: ' 2026-11-20T19:00 ', endDate: '2026-11-20T23:00\n' }
    expect((await (await signedIn()).post(api, sent)).body.event).toMatchObject(dinner)
  })
})

describe('an end before the start is refused', () => {
  const early = { status: 400, body: { msg: endTooEarly, errors: { endDate: [endTooEarly] } } }

  test('in a new event', async () => {
    const user = await signedIn()
    const send = (endDate: string) => user.post(api, { ...dinner, endDate })
    for (const endDate of ['2026-11-20T18:59', '2026-11-19T23:00', '2025-12-31T23:59', '0001-01-01T00:00']) {
      expect(await send(endDate)).toMatchObject(early)
    }
    const screen = await user.submit('/dashboard/AddEvent', { ...dinner, endDate: '2026-11-20T18:59' })
    expect(screen.status).toBe(400)
    expect(visibleText(screen)).toContain(endTooEarly)
    expect(await count(user.user._id)).toBe(0)
    for (const endDate of ['2026-11-20T19:00', '2026-11-20T19:01', '2026-12-01T00:00', '9999-12-31T23:59']) {
      expect(await send(endDate)).toMatchObject({ status: 201, body: { event: { endDate } } })
    }
  })

  test('in a change, by the database too', async () => {
    const user = await signedIn()
    const { _id } = await createEvent(user.user)
    const send = (change: object) => user.patch(`${api}/${_id}`, change)
    for (const change of [
      { endDate: '2026-11-20T18:59' },
      { startDate: '2026-11-20T23:01' },
      { startDate: '2026-11-22T10:00', endDate: '2026-11-21T10:00' },
      { Name: 'Lunch', startDate: '2027-01-01T00:00' },
    ]) {
      expect(await send(change)).toMatchObject(early)
    }
    const screen = await user.submit(`/dashboard/EditEvent/${_id}`, {
      ...dinner,
      endDate: '2026-11-20T18:59',
    })
    expect(screen.status).toBe(400)
    expect(visibleText(screen)).toContain(endTooEarly)
    const move = db.update(events).set({ endDate: '2026-11-20T18:59' }).where(eq(events._id, _id))
    await expect(move).rejects.toMatchObject({ cause: { code: '23514' } })
    expect((await user.get(`${api}/${_id}`)).body.event).toMatchObject(dinner)
    for (const change of [
      { endDate: '2026-11-20T19:00' },
      { endDate: '2026-11-20T23:00', startDate: '2026-11-20T23:00' },
      { startDate: '2026-12-01T10:00', endDate: '2026-12-01T10:00' },
    ]) {
      expect(await send(change)).toMatchObject({ status: 200, body: { event: { ...dinner, ...change } } })
    }
  })
})

test("a card shows start and end as 'YYYY-MM-DD HH:mm', location, description, type and attendees", async () => {
  const user = await signedIn()
  const bud = await createBud(user.user, { Firstname: 'Grace', Surname: 'Hopper' })
  await createEvent(user.user, { Description: 'At the harbour', selectedBuds: [bud._id] })
  const page = await user.visit('/dashboard/AllEvents?when=all')
  const times = ['2026-11-20 19:00', '2026-11-20 23:00']
  for (const text of ['D Dinner', 'Social', 'Bristol', 'At the harbour', ...times, 'GH Grace Hopper']) {
    expect(visibleText(page)).toContain(text)
  }
  expect(page.text).toContain(`href="/dashboard/EditBud/${bud._id}"`)
})
