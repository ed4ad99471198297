import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { load, makeFeed } from '../../integrations/feeds/support'
import { signedIn } from '../../support/factories'

type Owner = Awaited<ReturnType<typeof signedIn>>
const api = '/api/v1/events'
const choir = { Name: 'Choir', Location: 'Bristol', Eventtype: 'Social' }

/** The wall-clock starts that ical.js finds in a calendar, in the zone of the calendar. */
function startsIn(text: string, from: string, to: string) {
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const calendar = new ICAL.Component(ICAL.parse(text) as never)
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const entries = calendar.getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry))
  const isException = (event: ICAL.Event) => event.component.hasProperty('recurrence-id')
  const starts: string[] = []
  for (const event of entries.filter((event) => !isException(event))) {
    for (const other of entries.filter((other) => other.uid === event.uid && isException(other)))
      event.relateException(other)
    if (!event.isRecurring()) starts.push(`${event.startDate.toString().slice(0, 16)} ${event.summary}`)
    const times = event.iterator()
    for (let next = event.isRecurring() && times.next(); next; next = times.next()) {
      const { startDate, item } = event.getOccurrenceDetails(next)
      if (next.toString().slice(0, 10) > to) break
      starts.push(`${startDate.toString().slice(0, 16)} ${item.summary}`)
    }
  }
  return starts.filter((start) => start >= from && start < to).sort()
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

test('feed and export write the times of a series that the clocks skip as they are', async () => {
  const owner = await signedIn({ timeZone: 'Europe/London' })
  const times = { startDate: '2027-03-28T01:30', endDate: '2027-03-28T03:30' }
  await owner.post(api, { ...choir, ...times, repeat: 'FREQ=WEEKLY', skipped: ['2027-04-04T01:30'] })
  const { body } = await owner.post(api, {
    ...{ ...choir, startDate: '2027-03-21T01:30', endDate: '2027-03-21T01:30' },
    repeat: 'FREQ=WEEKLY;UNTIL=20270404T013000',
  })
  await owner.patch(`${api}/${body.event._id}?occurrence=2027-03-28T01:30&scope=this`, { Name: 'Concert' })
  const { path } = await makeFeed(owner, 'events')
  const linesOf = (text: string) =>
    text
      .slice(text.indexOf('BEGIN:VEVENT'))
      .split('\r\n')
      .filter((line) => /^(DT(START|END)|EXDATE|RRULE|RECURRENCE-ID|BEGIN)/.test(line))
  const expected = [
    'BEGIN:VEVENT',
    'DTSTART;TZID=Europe/London:20270328T013000',
    'DTEND;TZID=Europe/London:20270328T033000',
    'RRULE:FREQ=WEEKLY',
    'EXDATE;TZID=Europe/London:20270404T013000',
    'BEGIN:VEVENT',
    'DTSTART;TZID=Europe/London:20270321T013000',
    'RRULE:FREQ=WEEKLY;UNTIL=20270404T003000Z',
    'BEGIN:VEVENT',
    'DTSTART;TZID=Europe/London:20270328T013000',
    'RECURRENCE-ID;TZID=Europe/London:20270328T013000',
  ].sort()
  for (const { text } of [await load(path), await owner.get('/api/v1/export?format=ics')])
    expect(linesOf(text).sort()).toEqual(expected)
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
  const sent = await other.send('POST', '/api/v1/imports', {
    body: backup.text,
    headers: { 'Content-Type': 'application/json' },
  })
  expect(sent.status, sent.text.slice(0, 300)).toBeLessThan(300)
  const { _id } = sent.body.import
  await expect.poll(async () => (await other.get(`/api/v1/imports/${_id}`)).body.import.state).toBe('ready')
  await other.post(`/api/v1/imports/${_id}/apply`, {})
  await expect.poll(async () => (await other.get(`/api/v1/imports/${_id}`)).body.import.state).toBe('applied')
  expect(await listed(other, '2030-12-01', '2031-02-01')).toEqual(before)
  const { body: all } = await other.get(`${api}?sort=A-Z`)
  const [choirAgain, concert] = all.events
  expect(concert).toMatchObject({ series: choirAgain._id, occurrence: '2030-12-17T19:00' })
  expect(choirAgain.nextDate).toBe('2030-12-03T19:00')
})
