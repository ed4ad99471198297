import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { addDays, dayOf } from '~/events/calendar/calendar-days'
import { spanOf } from '~/events/calendar/ical.server'
import { utcSpans, utcText } from '~/events/calendar/utc-times.server'
import { dayIn } from '~/people/buds/bud-dates'
import { users } from '~drizzle/schema'
import { createBud, createCircle, createEvent, signedIn } from '../../support/factories'
import { daysIn, entriesOf, load, makeFeed } from './support'

/** The first Sundays from 2026-11-24 on which the clocks change. */
const changes: Record<string, string[]> = {
  'Europe/London': ['2027-03-28', '2027-10-31'],
  'America/New_York': ['2027-03-14', '2027-11-07'],
  'Asia/Kathmandu': ['2027-03-28', '2027-10-31'],
  'Pacific/Auckland': ['2027-04-04', '2027-09-26'],
}

test.each(Object.entries(changes))(
  '19:00 in %s is 19:00 there on both sides of both clock changes',
  async (zone, sundays) => {
    const owner = await signedIn({ timeZone: zone })
    const days = sundays.flatMap((sunday) => [-1, 0, 1].map((n) => addDays(sunday, n)))
    for (const day of days) await createEvent(owner.user, { startDate: `${day}T19:00` })
    const entries = await entriesOf((await makeFeed(owner, 'events')).path)
    const wallClock = new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'short',
      timeZone: zone,
    })
    const seen = entries.map(({ startDate, endDate }) =>
      [startDate, endDate].map((time) => {
        expect(time.zone?.tzid).toBe('UTC')
        return wallClock.format(time.toJSDate())
      }),
    )
    expect(seen).toEqual(days.map((day) => [`${day} 19:00`, `${day} 23:00`]))
  },
)

test.each(['Europe/London', 'America/Santiago', 'Africa/Casablanca', 'Australia/Lord_Howe', 'Asia/Beirut'])(
  'the times of a year in %s are those that luxon computes one by one',
  (zone) => {
    const spanInUtc = utcSpans(zone)
    for (let day = '2027-01-01'; day < '2028-01-01'; day = addDays(day, 1))
      for (const [from, to] of [
        ['00:00', '00:30'],
        ['00:30', '02:15'],
        ['01:30', '01:30'],
        ['02:15', '03:00'],
        ['23:30', '23:59'],
      ]) {
        const event = { startDate: `${day}T${from}`, endDate: `${day}T${to}` }
        const { start, end } = spanOf(event, zone)
        expect(spanInUtc(event)).toEqual({ start: utcText(start), end: end && utcText(end) })
      }
  },
)

const years = Array.from({ length: 7 }, (_, n) => 2026 + n)

test('every date is on its day exactly once a year from 2026 to 2032, 29 February included', async () => {
  const owner = await signedIn()
  const dates = [
    { label: 'Birthday', year: 1985, month: 4, day: 12 },
    { label: 'Birthday', year: null, month: 2, day: 29 },
    { label: 'Met', year: 2024, month: 2, day: 29 },
    { label: 'Old', year: 1816, month: 2, day: 29 },
    { label: 'Older', year: 33, month: 12, day: 31 },
    { label: 'New Year', year: null, month: 1, day: 1 },
    { label: 'Wedding', year: 2028, month: 2, day: 28 },
  ]
  const ada = { Firstname: 'Ada', Surname: 'Lovelace' }
  const bud = await createBud(owner.user, { ...ada, dates })
  await createEvent(owner.user)
  const entries = await entriesOf((await makeFeed(owner, 'dates')).path)
  expect(entries.map(({ uid }) => uid)).toEqual(dates.map((_, n) => `${bud._id}-${n + 1}@budkeeper`))
  for (const [n, entry] of entries.entries()) {
    const date = dates[n] ?? never()
    expect([entry.summary, entry.startDate.isDate]).toEqual([`Ada Lovelace: ${date.label}`, true])
    expect(daysIn(entry, 2026, 2032)).toEqual(
      years.filter((year) => year >= (date.year ?? 0)).map((year) => dayIn(year, date)),
    )
  }
  expect(entries[2]?.description).toBe('29 February 2024')
  expect(entries[1]?.description).toBe(null)
  expect(entries[4]?.startDate.toString()).toBe('1970-12-31')
})

test('milestones of circles return each year, with their day, and lead to the circle', async () => {
  const owner = await signedIn()
  const milestones = [
    { id: 1, date: '2024-02-29', description: 'Founded' },
    { id: 2, date: '', description: 'Some day' },
    { id: 3, date: '2027-05-04', description: '' },
  ]
  const { _id } = await createCircle(owner.user, { Name: 'Climbers', milestones })
  const entries = await entriesOf((await makeFeed(owner, 'dates')).path)
  expect(entries.map(({ uid, summary, description }) => [uid, summary, description])).toEqual([
    [`${_id}-1@budkeeper`, 'Climbers: Founded', '29 February 2024'],
    [`${_id}-3@budkeeper`, 'Climbers: Milestone', '4 May 2027'],
  ])
  expect(entries.map((entry) => daysIn(entry, 2026, 2028))).toEqual([
    ['2026-02-28', '2027-02-28', '2028-02-29'],
    ['2027-05-04', '2028-05-04'],
  ])
  expect(entries[0]?.component.getFirstPropertyValue('url')).toMatch(`/dashboard/Circle/${_id}`)
  expect(await entriesOf((await makeFeed(owner, 'events')).path)).toEqual([])
})

const never = (): never => {
  throw new Error('there is no such date')
}

test('a feed has the records of its owner alone, and of the chosen kind', async () => {
  const [owner, other] = [await signedIn(), await signedIn()]
  const dates = [{ label: 'Birthday', year: null, month: 4, day: 12 }]
  for (const { user } of [owner, other]) {
    await createEvent(user, { Name: `Event of ${user._id}` })
    await createBud(user, { Firstname: user._id, dates })
  }
  const titles = async (kind: 'events' | 'dates' | 'all') =>
    (await entriesOf((await makeFeed(owner, kind)).path)).map(({ summary }) => summary)
  const { _id } = owner.user
  expect(await titles('events')).toEqual([`Event of ${_id}`])
  expect(await titles('dates')).toEqual([`${_id}: Birthday`])
  expect(await titles('all')).toEqual([`Event of ${_id}`, `${_id}: Birthday`])
})

test('events name their attendees only if the feed shows names', async () => {
  const owner = await signedIn()
  const ids: string[] = []
  for (let n = 0; n < 22; n++) ids.push((await createBud(owner.user, { Firstname: `Bud${n}` }))._id)
  await createEvent(owner.user, { Description: 'Bring cake', selectedBuds: ids.slice(0, 2) })
  await createEvent(owner.user, { selectedBuds: ids, startDate: '2026-11-21T19:00' })
  const [small, large] = await entriesOf((await makeFeed(owner, 'all', true)).path)
  expect(small?.description).toBe('Bring cake\n\nWith Bud0, Bud1')
  expect(large?.description).toMatch(/^With (Bud\d+, ){19}Bud\d+ and 2 more$/)
  expect((await load((await makeFeed(owner)).path)).text).not.toMatch(/Bud\d/)
})

test('texts cannot add lines or properties to the document', async () => {
  const owner = await signedIn()
  const evil = 'a;b,c\\d "e" \u0007\r\nEND:VEVENT\nBEGIN:VALARM\u2028ünï👩‍🔬 '
  const [short, long] = [evil.trim(), evil.repeat(30).trim()]
  await createEvent(owner.user, { Name: short, Location: short, Description: long })
  const dates = [{ label: 'x:y;z, RRULE:FREQ=DAILY', year: null, month: 1, day: 2 }]
  await createBud(owner.user, { Firstname: 'Bobby;TABLES,', Surname: 'END:VCALENDAR', dates })
  const { path } = await makeFeed(owner, 'all', true)
  const [event, date, ...others] = await entriesOf(path)
  expect(others).toEqual([])
  const line = 'a;b,c\\d "e" END:VEVENT BEGIN:VALARM ünï👩‍🔬'
  const lines = long.replaceAll('\r\n', '\n').replaceAll('\u0007', '')
  expect([event?.summary, event?.location, event?.description]).toEqual([line, line, lines])
  expect(date?.summary).toBe(`Bobby;TABLES, END:VCALENDAR: ${dates[0]?.label}`)
  expect((await load(path)).text).not.toMatch(/^(BEGIN:VALARM|RRULE:FREQ=DAILY)/m)
})

test('events from a year ago to in two years are in the feed, by the day of the owner', async () => {
  const owner = await signedIn({ timeZone: 'Pacific/Kiritimati' })
  const { text } = await owner.get('/api/v1/today')
  const today = JSON.parse(text).today as string
  const [past, future] = [-1, 2].map((n) => `${Number(today.slice(0, 4)) + n}${today.slice(4)}`) as [
    string,
    string,
  ]
  const at = async (startDate: string, endDate = startDate) =>
    void (await createEvent(owner.user, { Name: startDate, startDate, endDate }))
  await at(`${addDays(past, -2)}T19:00`)
  await at(`${addDays(past, -1)}T19:00`, `${past}T01:00`)
  await at(`${past}T00:00`)
  await at(`${future}T23:59`)
  await at(`${addDays(future, 1)}T00:00`)
  const entries = await entriesOf((await makeFeed(owner)).path)
  expect(entries.map(({ summary }) => summary)).toEqual([
    `${addDays(past, -1)}T19:00`,
    `${past}T00:00`,
    `${future}T23:59`,
  ])
  // An event of zero length has no end.
  expect(entries[1]?.component.getFirstProperty('dtend')).toBe(null)
})

test('an empty feed is valid: it has a component, a name and how often to load it', async () => {
  const owner = await signedIn()
  const { path } = await makeFeed(owner, 'events')
  expect(await entriesOf(path)).toEqual([])
  const { text } = await load(path)
  for (const line of [
    'BEGIN:VTIMEZONE',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Budkeeper events',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ])
    expect(text).toContain(`${line}\r\n`)
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/)
  const day = dayOf(new Date())
  await createEvent(owner.user, { startDate: `${day}T19:00` })
  expect((await load(path)).text).not.toContain('VTIMEZONE')
})

test('a time zone that is not set is UTC', async () => {
  const owner = await signedIn()
  await db.update(users).set({ timeZone: null }).where(eq(users._id, owner.user._id))
  await createEvent(owner.user, { startDate: '2026-11-20T19:00' })
  const [entry] = await entriesOf((await makeFeed(owner)).path)
  expect(entry?.startDate.toString()).toBe('2026-11-20T19:00:00Z')
})
