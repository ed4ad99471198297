import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { createBud, createCircle, createEvent, signedIn } from '../../support/factories'

type Client = Awaited<ReturnType<typeof signedIn>>

async function entriesOf(client: Client) {
  const { text } = await client.get('/api/v1/export?format=ics')
  for (const line of text.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toMatch(/(?!\t)\p{Cc}/u)
  }
  const calendar = new ICAL.Component(ICAL.parse(text) as never)
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  return calendar.getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry))
}

/** The days of an entry with a yearly rule in the years from `from`. */
function daysOf(entry: ICAL.Event, from: string, count: number) {
  const occurrences = entry.iterator()
  const days: string[] = []
  while (days.length < count) {
    const next = occurrences.next()
    if (!next) break
    const day = next.toString().slice(0, 10)
    if (day >= from) days.push(day)
  }
  return days
}

test('an event is at its instant in the time zone of the owner', async () => {
  const client = await signedIn({ timeZone: 'Europe/Berlin' })
  const fields = { Name: 'Tea; cake, \u0007 & more', Description: `One\n${'Zwölf '.repeat(40)}` }
  const summer = await createEvent(client.user, { ...fields, startDate: '2026-07-01T19:00' })
  const winter = await createEvent(client.user, {
    startDate: '2026-12-31T19:00',
    endDate: '2027-01-02T00:30',
  })
  const [first, second] = await entriesOf(client)
  expect(first?.startDate.toString()).toBe('2026-07-01T17:00:00Z')
  expect(first?.endDate.toString()).toBe('2026-07-01T21:00:00Z')
  expect([first?.uid, first?.summary, first?.location]).toEqual([
    `${summer._id}@budkeeper`,
    'Tea; cake, & more',
    'Bristol',
  ])
  expect(first?.description).toBe(summer.Description)
  expect([second?.uid, second?.startDate.toString(), second?.endDate.toString()]).toEqual([
    `${winter._id}@budkeeper`,
    '2026-12-31T18:00:00Z',
    '2027-01-01T23:30:00Z',
  ])
})

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'events at the ends of time are valid in %s',
  async (timeZone) => {
    const client = await signedIn({ timeZone })
    await createEvent(client.user, { startDate: '0001-01-01T00:00', endDate: '0001-01-01T00:01' })
    await createEvent(client.user, { startDate: '9999-12-31T23:58', endDate: '9999-12-31T23:59' })
    const years = (await entriesOf(client)).map(({ startDate }) => startDate.year)
    expect(years).toEqual([1, 9999])
  },
)

test('a date of a bud is one entry for the whole day of each year', async () => {
  const client = await signedIn()
  const bud = await createBud(client.user, {
    Firstname: 'Ada',
    Surname: 'Lovelace',
    dates: [
      { label: 'Birthday', year: 1985, month: 4, day: 12 },
      { label: 'Met', year: null, month: 12, day: 31 },
      { label: 'Leap day', year: 2004, month: 2, day: 29 },
      { label: 'Old', year: 33, month: 4, day: 3 },
    ],
  })
  const [birthday, met, leapDay, old] = await entriesOf(client)
  expect([birthday?.uid, birthday?.summary]).toEqual([`${bud._id}-1@budkeeper`, 'Ada Lovelace: Birthday'])
  expect([birthday?.startDate.isDate, birthday?.startDate.toString()]).toEqual([true, '1985-04-12'])
  expect(birthday && daysOf(birthday, '2026', 2)).toEqual(['2026-04-12', '2027-04-12'])
  expect(met && daysOf(met, '2026', 1)).toEqual(['2026-12-31'])
  expect(leapDay && daysOf(leapDay, '2026', 3)).toEqual(['2026-02-28', '2027-02-28', '2028-02-29'])
  expect(old?.startDate.year).toBe(33)
})

test('a milestone with a date is an entry of that day', async () => {
  const client = await signedIn()
  await createCircle(client.user, {
    milestones: [
      { id: 1, date: '2026-11-20', description: 'First meeting' },
      { id: 2, date: '', description: 'Some day' },
    ],
  })
  const entries = await entriesOf(client)
  expect(entries.map(({ summary, startDate }) => [summary, startDate.toString()])).toEqual([
    ['Book Club: First meeting', '2026-11-20'],
  ])
  expect(entries[0]?.isRecurring()).toBe(false)
})

test('an empty account has an empty calendar', async () => {
  expect(await entriesOf(await signedIn())).toEqual([])
})

test('an event in the hour that the clocks skip keeps its length in every file, and one without length has no end', async () => {
  const client = await signedIn({ timeZone: 'Europe/London' })
  const night = await createEvent(client.user, { startDate: '2027-03-28T01:30', endDate: '2027-03-28T02:15' })
  const moment = await createEvent(client.user, {
    startDate: '2027-05-01T12:00',
    endDate: '2027-05-01T12:00',
  })
  const bud = await createBud(client.user)
  const files = [(await client.get('/api/v1/export?format=ics')).text]
  const feed = await client.post('/api/v1/feeds', { kind: 'events', names: false })
  files.push((await client.get(new URL(feed.body.url).pathname)).text)
  for (const { _id } of [night, moment]) {
    await client.patch(`/api/v1/events/${_id}`, { selectedBuds: [bud._id] })
    const { body } = await client.post(`/api/v1/events/${_id}/guests`, {})
    files.push((await client.get(`${new URL(body.links[0].url).pathname}/event.ics`)).text)
  }
  const [all = '', inFeed = '', ofNight = '', ofMoment = ''] = files
  for (const text of files) expect(text).toMatch(/END:VCALENDAR\r\n$/)
  for (const text of [all, inFeed, ofNight])
    expect(text).toMatch(/DTSTART:20270328T013000Z\r\nDTEND:20270328T021500Z\r\n/)
  for (const text of [all, inFeed, ofMoment]) expect(text).toMatch(/DTSTART:20270501T110000Z\r\n(?!DTEND)/)
  expect(all.match(/DTEND/g)).toHaveLength(1)
})
