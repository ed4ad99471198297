import { describe, expect, test } from 'vitest'
import { later } from '~/events/repeats/occurrences'
import { load, makeFeed } from '../../integrations/feeds/support'
import { readOccurrences } from '../../support/calendar-reader.mjs'
import { signedIn } from '../../support/factories'

type Owner = Awaited<ReturnType<typeof signedIn>>
const api = '/api/v1/events'
const choir = { Name: 'Choir', Location: 'Bristol', Eventtype: 'Social' }

/** The wall-clock starts that ical.js finds in a calendar, in the zone of the calendar. */
function startsIn(text: string, from: string, to: string) {
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  return readOccurrences(text, from, to)
    .map(({ start, title }) => `${start} ${title}`)
    .sort()
}

async function listed(owner: Owner, from: string, to: string) {
  const { body } = await owner.get(`${api}?from=${from}T00:00&to=${to}T00:00`)
  return body.events.map(({ startDate, Name }: Record<string, string>) => `${startDate} ${Name}`).sort()
}

const zones = [
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'UTC',
]

describe.each(zones)('in %s', (timeZone) => {
  test('feed and export show the occurrences of `GET /events` over both clock changes', async () => {
    const owner = await signedIn({ timeZone })
    const add = async (fields: object) => (await owner.post(api, { ...choir, ...fields })).body.event._id
    const times = (start: string, end: string) => ({ startDate: start, endDate: end })
    const weekly = await add({
      ...times('2026-12-01T19:00', '2026-12-01T21:00'),
      repeat: 'FREQ=WEEKLY',
      skipped: ['2026-12-15T19:00'],
    })
    await add({
      ...times('2026-12-06T12:30', '2026-12-06T12:30'),
      Name: 'Lunch',
      repeat: 'FREQ=MONTHLY;BYDAY=1SU;COUNT=15',
    })
    await add({
      ...times('2026-12-05T00:30', '2026-12-05T23:45'),
      Name: 'Walk',
      repeat: 'FREQ=WEEKLY;UNTIL=20280401;INTERVAL=2',
    })
    const at = (start: string, scope: string) => `${api}/${weekly}?occurrence=${start}&scope=${scope}`
    await owner.patch(at('2027-03-30T19:00', 'this'), {
      Name: 'Concert',
      ...times('2027-03-31T20:00', '2027-03-31T23:00'),
    })
    await owner.patch(at('2027-12-07T19:00', 'following'), times('2027-12-07T20:00', '2027-12-07T22:00'))
    const { path } = await makeFeed(owner, 'events')
    const feed = await load(path)
    const exported = await owner.get('/api/v1/export?format=ics')
    for (const [from, to] of [
      ['2026-12-01', '2027-04-15'],
      ['2027-10-01', '2028-04-15'],
    ] as const) {
      const expected = await listed(owner, from, to)
      expect(expected.length).toBeGreaterThan(20)
      expect(startsIn(feed.text, from, to)).toEqual(expected)
      expect(startsIn(exported.text, from, to)).toEqual(expected)
    }
  })
})

const cases = [
  { at: '2027-03-28T01:30', name: 'the hour that the clocks skip' },
  { at: '2027-10-31T01:30', name: 'the hour that comes twice' },
]

test.each(cases)('feed and export show a series in $name as it is', async ({ at }) => {
  const owner = await signedIn({ timeZone: 'Europe/London' })
  const span = (date: string) => ({
    startDate: `${date}T01:30`,
    endDate: `${date}T02:15`,
  })
  const date = at.slice(0, 10)
  const before = later(at, -2 * 24 * 60).slice(0, 10)
  const add = async (fields: object) => (await owner.post(api, { ...choir, ...fields })).body.event._id
  await add({ ...span(date), Name: 'First', repeat: 'FREQ=DAILY;COUNT=3' })
  await add({ ...span(before), Name: 'Last', repeat: `FREQ=DAILY;UNTIL=${at.replace(/[-:]/g, '')}00` })
  await add({ ...span(before), Name: 'Left out', repeat: 'FREQ=DAILY;COUNT=4', skipped: [at] })
  const whole = await add({ ...span(before), Name: 'Whole', repeat: 'FREQ=DAILY;COUNT=4' })
  await owner.patch(`${api}/${whole}?occurrence=${at}&scope=this`, { Name: 'Taken out' })
  const { path } = await makeFeed(owner, 'events')
  const expected = await listed(owner, before, '2027-12-01')
  expect(expected).toHaveLength(13)
  for (const text of [(await load(path)).text, (await owner.get('/api/v1/export?format=ics')).text]) {
    expect(startsIn(text, before, '2027-12-01')).toEqual(expected)
    for (const { start, at, until } of readOccurrences(text, before, '2027-12-01'))
      expect((Date.parse(until) - Date.parse(at)) / 60_000, start).toBe(45)
  }
})

test('the ETag of a feed changes with what was taken out of a series, and not otherwise', async () => {
  const owner = await signedIn()
  const { body } = await owner.post(api, {
    ...choir,
    startDate: '2026-12-01T19:00',
    endDate: '2026-12-01T21:00',
    repeat: 'FREQ=WEEKLY',
  })
  const { path } = await makeFeed(owner, 'events')
  const etag = async () => (await load(path)).headers.get('ETag')
  const first = await etag()
  expect(await etag()).toBe(first)
  const taken = await owner.patch(`${api}/${body.event._id}?occurrence=2026-12-08T19:00&scope=this`, {
    Name: 'Concert',
  })
  const second = await etag()
  expect(second).not.toBe(first)
  await owner.patch(`${api}/${taken.body.event._id}`, {
    startDate: '2040-01-01T10:00',
    endDate: '2040-01-01T11:00',
  })
  expect(await etag()).not.toBe(second)
})

test('what a backup has of a series that is not there, or has the start, is single', async () => {
  const owner = await signedIn()
  const { body } = await owner.post(api, {
    ...{
      ...choir,
      startDate: '2030-12-03T19:00',
      endDate: '2030-12-03T21:00',
      repeat: 'FREQ=WEEKLY;COUNT=4',
    },
  })
  const path = `${api}/${body.event._id}`
  await owner.patch(`${path}?occurrence=2030-12-17T19:00&scope=this`, { Name: 'Concert' })
  const { text } = await owner.get('/api/v1/export?format=json')
  const backup = JSON.parse(text)
  const events = backup.events.map((event: object) => ({ ...event, skipped: [] }))
  for (const given of [events, events.filter(({ series }: { series: string | null }) => series !== null)]) {
    const other = await signedIn()
    await restore(other, JSON.stringify({ ...backup, events: given }))
    const { body: all } = await other.get(`${api}?search=concert`)
    expect(all.events).toMatchObject([{ Name: 'Concert', series: null, occurrence: null }])
  }
})

test('a backup gives a series back, with what was taken out of it', async () => {
  const owner = await signedIn({ timeZone: 'Europe/London' })
  const { body } = await owner.post(api, {
    ...choir,
    startDate: '2030-12-03T19:00',
    endDate: '2030-12-03T21:00',
    repeat: 'FREQ=WEEKLY;COUNT=4',
    skipped: ['2030-12-10T19:00'],
  })
  await owner.patch(`${api}/${body.event._id}?occurrence=2030-12-17T19:00&scope=this`, { Name: 'Concert' })
  const before = await listed(owner, '2030-12-01', '2031-02-01')
  const backup = await owner.get('/api/v1/export?format=json')
  const other = await signedIn()
  await restore(other, backup.text)
  expect(await listed(other, '2030-12-01', '2031-02-01')).toEqual(before)
  const { body: all } = await other.get(`${api}?sort=A-Z`)
  const [choirAgain, concert] = all.events
  expect(concert).toMatchObject({ series: choirAgain._id, occurrence: '2030-12-17T19:00' })
  expect(choirAgain.nextDate).toBe('2030-12-03T19:00')
})

async function restore(owner: Owner, body: string) {
  const headers = { 'Content-Type': 'application/json' }
  const sent = await owner.send('POST', '/api/v1/imports', { body, headers })
  expect(sent.status, sent.text.slice(0, 300)).toBeLessThan(300)
  const path = `/api/v1/imports/${sent.body.import._id}`
  const state = async () => (await owner.get(path)).body.import.state
  await expect.poll(state).toBe('ready')
  await owner.post(`${path}/apply`, {})
  await expect.poll(state).toBe('applied')
}
