import { describe, expect, test } from 'vitest'
import { clock } from '~/base/db/clock.server'
import { mondayOf } from '~/events/calendar/calendar-days'
import { eventtypes } from '~/events/events/event'
import { eventInput } from '~/events/events/event-input.server'
import { assertSeries } from '~/events/repeats/repeat-rule.server'
import { ensureDemoAccount, resetDemo } from '~/jobs/demo.server'
import { dayIn } from '~/people/buds/bud-dates'
import { budInput } from '~/people/buds/bud-input.server'
import { circletypes } from '~/people/circles/circle'
import { circleInput } from '~/people/circles/circle-input.server'
import { interactionKinds } from '~/people/interactions/interaction'
import { interactionInput } from '~/people/interactions/interaction-input.server'
import { loadToday } from '~/planning/today/today.server'
import { demoBudsAt, demoCirclesAt, demoEventsAt, demoInteractionsAt } from '~drizzle/demo/lists'
import { storeToken } from '../integrations/tokens/support'
import { createBud, createUser, signedIn } from '../support/factories'
import { records } from '../support/records'

/** Noon of each day of a week, from Monday. */
const week = Array.from({ length: 7 }, (_, n) => new Date(Date.UTC(2026, 10, 16 + n, 12)))
const monday = week[0] as Date
const demoBuds = demoBudsAt(monday).map(({ bud }) => bud)
const minuteOf = (now: Date) => now.toISOString().slice(0, 16)

describe('the sample', () => {
  const [circles, events] = [demoCirclesAt(monday), demoEventsAt(monday)]
  const interactions = demoInteractionsAt(monday)

  test('is valid input, with unique first names of buds', () => {
    for (const { bud } of demoBudsAt(monday)) expect(budInput.parse(bud)).toMatchObject(bud)
    for (const { buds, ...circle } of circles) expect(circleInput.parse(circle)).toMatchObject(circle)
    for (const { buds, ...event } of events) expect(eventInput.parse(event)).toMatchObject(event)
    const input = interactionInput.omit({ selectedBuds: true })
    for (const { buds, ...interaction } of interactions)
      expect(input.parse(interaction)).toMatchObject(interaction)
    expect(new Set(demoBuds.map(({ Firstname }) => Firstname)).size).toBe(demoBuds.length)
  })

  test('has at least 8 circles, every type among them, with past and future milestones', () => {
    expect(circles.length).toBeGreaterThanOrEqual(8)
    expect(new Set(circles.map(({ Circletype }) => Circletype))).toEqual(new Set(circletypes))
    for (const { milestones } of circles) {
      const dates = milestones.map(({ date }) => date)
      expect(dates).toEqual([...dates].sort())
      expect(dates.at(0)?.localeCompare(minuteOf(monday))).toBe(-1)
      expect(dates.at(-1)?.localeCompare(minuteOf(monday))).toBe(1)
    }
  })

  test('has at least 30 events, with every type and every day of the week; some last several days, some overlap', () => {
    expect(events.length).toBeGreaterThanOrEqual(30)
    expect(new Set(events.map(({ Eventtype }) => Eventtype))).toEqual(new Set(eventtypes))
    const days = events.map(({ startDate }) => startDate.slice(0, 10))
    expect(days).toEqual(expect.arrayContaining(week.map((day) => minuteOf(day).slice(0, 10))))
    const long = events.filter(({ startDate, endDate }) => startDate.slice(0, 10) < endDate.slice(0, 10))
    expect(long.length).toBeGreaterThanOrEqual(5)
    const overlapping = events.filter((one) =>
      events.some((other) => one !== other && one.startDate < other.endDate && other.startDate < one.endDate),
    )
    expect(overlapping.length).toBeGreaterThanOrEqual(6)
  })

  test('has a weekly climb, an allotment every other Saturday and a lunch on first Sundays, in each week of two years', () => {
    for (let n = 0; n < 104; n++) {
      const now = new Date(monday.getTime() + n * 7 * 86_400_000)
      const series = demoEventsAt(now).filter(({ repeat }) => repeat)
      for (const { buds, ...event } of series) assertSeries(eventInput.parse(event))
      expect(
        series.map(({ Name, repeat, startDate }) => [Name, repeat, new Date(`${startDate}Z`).getUTCDay()]),
      ).toEqual([
        ["Sunday lunch at Mum and Dad's", 'FREQ=MONTHLY;BYDAY=1SU', 0],
        ['Work party at the allotment', 'FREQ=WEEKLY;INTERVAL=2', 6],
        ['Early climb', 'FREQ=WEEKLY', 4],
      ])
      for (const { Name, startDate, endDate, skipped } of series) {
        const isLunch = Name.startsWith('Sunday lunch')
        expect(startDate < minuteOf(now), startDate).toBe(Name !== 'Early climb')
        expect(skipped).toHaveLength(isLunch ? 0 : 1)
        expect(endDate.slice(0, 10)).toBe(startDate.slice(0, 10))
        if (isLunch) expect(Number(startDate.slice(8, 10))).toBeLessThanOrEqual(7)
      }
    }
  })

  test('has 150 to 200 interactions of every kind in the last two years, some with several buds, and with every bud', () => {
    expect(interactions.length).toBeGreaterThanOrEqual(150)
    expect(interactions.length).toBeLessThanOrEqual(200)
    expect(new Set(interactions.map(({ kind }) => kind))).toEqual(new Set(interactionKinds))
    const days = interactions.map(({ on }) => on).sort()
    expect(days.at(0)?.localeCompare('2024-11-16')).toBe(1)
    expect(days.at(0)?.localeCompare('2025-01-01')).toBe(-1)
    expect(days.at(-1)?.localeCompare('2026-11-16')).toBe(-1)
    expect(interactions.filter(({ buds }) => buds.length > 1).length).toBeGreaterThanOrEqual(15)
    for (const { buds } of interactions) expect(new Set(buds).size).toBe(buds.length)
    expect(new Set(interactions.flatMap(({ buds }) => buds)).size).toBe(demoBuds.length)
  })

  test('has valid dates on each day of four years, one of them today or tomorrow, and a 29 February', () => {
    for (let n = 0; n < 1_461; n++) {
      const now = new Date(Date.UTC(2026, 0, 1 + n))
      const today = now.toISOString().slice(0, 10)
      const near = demoBudsAt(now)
        .filter(({ bud }) => bud.dates.length > 0 && budInput.shape.dates.parse(bud.dates))
        .flatMap(({ bud }) => bud.dates.map((date) => dayIn(Number(today.slice(0, 4)), date)))
        .filter((day) => day >= today && Date.parse(day) <= now.getTime() + 86_400_000)
      // On 31 December the next day is in another year.
      if (!today.endsWith('12-31')) expect(near, today).not.toEqual([])
    }
    expect(demoBudsAt(monday).flatMap(({ bud }) => bud.dates)).toContainEqual(
      expect.objectContaining({ month: 2, day: 29 }),
    )
  })

  test.each(week)(
    'has past and future events besides its series around %s, most of them within 30 days',
    (now) => {
      const dates = demoEventsAt(now).flatMap(({ repeat, startDate }) => (repeat ? [] : startDate))
      const past = dates.filter((date) => date < minuteOf(now)).length / dates.length
      expect(past).toBeGreaterThan(0.25)
      expect(past).toBeLessThan(0.55)
      const month = [-30, 30].map((days) => minuteOf(new Date(now.getTime() + days * 86_400_000)))
      const near = dates.filter((date) => date > String(month[0]) && date < String(month[1])).length
      expect(near / dates.length).toBeGreaterThan(0.85)
    },
  )

  test('is the same on each day of a week from Monday to Sunday except for dates of buds, with choir rehearsals on Thursdays', () => {
    const weeks = new Set(
      week.map((now) => JSON.stringify([demoCirclesAt(now), demoEventsAt(now), demoInteractionsAt(now)])),
    )
    expect(weeks.size).toBe(1)
    const rehearsals = events.filter(({ Name }) => /rehearsal/.test(Name))
    expect(rehearsals.length).toBeGreaterThan(1)
    for (const { startDate } of rehearsals) expect(new Date(`${startDate}Z`).getUTCDay()).toBe(4)
  })

  test.each(['hobbies', 'preferences'] as const)(
    'has %s in common in nearly every circle, and in most events of two or more buds',
    (list) => {
      const inCommon = ({ buds }: { buds: string[] }) => {
        const all = demoBuds
          .filter(({ Firstname }) => buds.includes(Firstname))
          .flatMap((bud) => bud[list] ?? [])
        return new Set(all).size < all.length
      }
      expect(circles.filter(inCommon).length / circles.length).toBeGreaterThan(0.9)
      const groups = events.filter(({ buds }) => buds.length > 1)
      expect(groups.filter(inCommon).length / groups.length).toBeGreaterThan(0.7)
    },
  )
})

/** The demo account's content without ids and times of creation, which differ after each reset. */
async function contents() {
  const { get } = await signedIn({ traits: ['demo'] })
  const lists = [...records, { many: 'interactions', api: '/api/v1/interactions' }].map(
    async ({ many, api }) => [many, (await get(`${api}?limit=100`)).body[many]],
  )
  return JSON.parse(JSON.stringify(Object.fromEntries(await Promise.all(lists))), (key, value) =>
    key === '_id' || key === 'createdAt' ? key : key === 'photo' ? Boolean(value) : value,
  )
}

describe('a reset', () => {
  test('gives some buds a drawn photo, stored as photos are, and leaves others without', async () => {
    await createUser({ traits: ['demo'] })
    await resetDemo()
    const demo = await signedIn({ traits: ['demo'] })
    const { buds } = (await demo.get('/api/v1/buds?limit=100')).body as { buds: { photo: string | null }[] }
    const photos = buds.flatMap(({ photo }) => photo ?? [])
    expect(photos).toHaveLength(24)
    expect(buds.length).toBeGreaterThan(40)
    const { status, headers } = await demo.visit(photos[0] ?? '')
    expect([status, headers.get('Content-Type')]).toEqual([200, 'image/webp'])
  })

  test("restores the sample's buds, circles and events, also when repeated, and three times at once", async () => {
    await createUser({ traits: ['demo'] })
    const firstnamesIn = (rows: { buds: { Firstname: string }[] }[]) =>
      rows.map((row) => ({ ...row, buds: row.buds.map(({ Firstname }) => Firstname).sort() }))
    const sorted = (rows: { buds: string[] }[]) =>
      rows.map((row) => expect.objectContaining({ ...row, buds: [...row.buds].sort() }))
    for (const times of [1, 1, 3]) {
      await Promise.all(Array.from({ length: times }, () => resetDemo(monday)))
      const restored = await contents()
      const { buds, circles, events } = restored
      expect(buds).toHaveLength(demoBuds.length)
      expect(buds[0]).toMatchObject({ Firstname: demoBuds[0]?.Firstname })
      expect(circles).toHaveLength(demoCirclesAt(monday).length)
      expect(firstnamesIn(circles)).toEqual(expect.arrayContaining(sorted(demoCirclesAt(monday))))
      expect(events).toHaveLength(demoEventsAt(monday).length)
      expect(firstnamesIn(events)).toEqual(expect.arrayContaining(sorted(demoEventsAt(monday))))
      for (const { many } of records.filter(({ hasBuds }) => hasBuds))
        expect(
          firstnamesIn(restored[many]).flatMap(({ buds }) => buds),
          many,
        ).not.toEqual([])
    }
  })

  test('has an event with answers of guests and with a guest who has not answered', async () => {
    await resetDemo()
    const demo = await signedIn({ traits: ['demo'] })
    const { events } = (await demo.get('/api/v1/events?search=Tasting')).body
    expect(Date.parse(`${events[0].startDate}Z`)).toBeGreaterThan(Date.now())
    const { guests, totals } = (await demo.get(`/api/v1/events/${events[0]._id}/guests`)).body
    expect(totals).toEqual({ yes: 2, no: 0, maybe: 1, open: 1, people: 3 })
    for (const { answer, answeredAt } of guests)
      expect(answer === null ? answeredAt : Date.parse(answeredAt) < Date.now()).toBe(
        answer === null ? null : true,
      )
  })

  test('restores changed and deleted records, and removes added ones', async () => {
    await resetDemo(monday)
    const before = await contents()
    const demo = await signedIn({ traits: ['demo'] })
    for (const { api, many, name, create } of records) {
      const [first, second] = (await demo.get(api)).body[many]
      await demo.patch(`${api}/${first._id}`, { [name]: 'Ours' })
      await demo.delete(`${api}/${second._id}`)
      await create(demo.user, { [name]: 'Vandal' })
    }
    await storeToken(demo.user)
    const changed = await contents()
    for (const { many } of records) expect(changed[many]).not.toEqual(before[many])
    await resetDemo(monday)
    expect(await contents()).toEqual(before)
    expect((await demo.get('/api/v1/tokens')).body).toEqual({ tokens: [] })
  })

  test('lets Today show 6 to 10 overdue buds with reasons on each day of a week, and dates, the first today or tomorrow', async () => {
    const { _id } = await createUser({ traits: ['demo'] })
    const begin = Date.now()
    try {
      for (let n = 0; n < 7; n++) {
        await clock.advanceTo(new Date(begin + n * 86_400_000))
        await resetDemo(clock.now())
        const { today, overdue, totalOverdue, dates, events } = await loadToday(_id)
        expect(today).toBe(minuteOf(clock.now()).slice(0, 10))
        expect(totalOverdue, today).toBeGreaterThanOrEqual(6)
        expect(totalOverdue, today).toBeLessThanOrEqual(10)
        for (const { reason } of overdue) expect(reason).toMatch(/^every \d+ days, last on \d+ \w+( \d+)?: ./)
        expect(dates.length).toBeGreaterThanOrEqual(3)
        expect(Date.parse(dates[0]?.on ?? '') - Date.parse(today)).toBeLessThanOrEqual(86_400_000)
        expect(events.length).toBeGreaterThan(5)
      }
    } finally {
      await clock.advanceTo(new Date())
    }
  })

  test('shows the occurrences of its series in the calendar and on Today, and counts those that have ended as contact', async () => {
    const { _id } = await createUser({ traits: ['demo'] })
    await resetDemo()
    const demo = await signedIn({ traits: ['demo'] })
    const { today, events } = await loadToday(_id)
    const begin = Date.parse(mondayOf(today))
    const dayAt = (n: number) => new Date(begin + n * 86_400_000).toISOString().slice(0, 10)
    const seriesOn = (found: { Name: string; startDate: string; occurrence: string | null }[]) =>
      found.flatMap(({ Name, startDate, occurrence }) =>
        occurrence ? [[Name.split(' ')[0], startDate]] : [],
      )
    const range = `from=${dayAt(0)}T00:00&to=${dayAt(28)}T00:00`
    const calendar = seriesOn((await demo.get(`/api/v1/events?${range}`)).body.events)
    expect(calendar.filter(([name]) => name !== 'Sunday')).toEqual([
      ['Early', `${dayAt(3)}T07:00`],
      ['Work', `${dayAt(5)}T14:00`],
      ['Early', `${dayAt(17)}T07:00`],
      ['Work', `${dayAt(19)}T14:00`],
      ['Early', `${dayAt(24)}T07:00`],
    ])
    const ofWeek = calendar.filter(([, start = '']) => start < dayAt(7))
    expect(seriesOn(events)).toEqual(ofWeek)
    const { buds } = (await demo.get('/api/v1/buds?search=Ibrahim')).body
    expect(buds[0].lastContactOn >= dayAt(-9)).toBe(true)
    const { events: found } = (await demo.get('/api/v1/events?search=allotment')).body
    expect(found).toHaveLength(1)
    expect(found[0].nextDate >= `${dayAt(5)}T14:00`).toBe(true)
  })

  test('leaves one duplicate to merge, with two reasons', async () => {
    await resetDemo(monday)
    const { body } = await (await signedIn({ traits: ['demo'] })).get('/api/v1/duplicates')
    expect(body).toMatchObject({
      duplicates: [
        {
          a: { Firstname: 'Winifred', Surname: 'Pascoe' },
          b: { Firstname: 'Winnie', Surname: 'Pascoe' },
          reasons: ['Same phone number', 'Similar name'],
        },
      ],
      totalDuplicates: 1,
    })
  })

  test('that fails halfway changes nothing', async () => {
    await resetDemo(monday)
    const before = await contents()
    await expect(resetDemo(new Date(Number.NaN))).rejects.toThrow()
    expect(await contents()).toEqual(before)
  })

  test('gives no event a time of creation in the future or after its start', async () => {
    await resetDemo()
    const { events } = (await (await signedIn({ traits: ['demo'] })).get('/api/v1/events?limit=100')).body
    for (const { createdAt, startDate } of events) {
      expect(createdAt.slice(0, 16) <= startDate).toBe(true)
      expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now())
    }
  })

  test('does not change records of other users', async () => {
    const user = await signedIn()
    const { _id } = await createBud(user.user)
    for (const { create } of records) await create(user.user, { selectedBuds: [_id] })
    const read = () => Promise.all(records.map(async ({ api }) => (await user.get(api)).body))
    const before = await read()
    await resetDemo()
    expect(await read()).toEqual(before)
  })
})

test('the demo account is created once and has no password', async () => {
  const demo = await createUser({ traits: ['demo'] })
  expect(demo).toMatchObject({ passwordHash: null, Role: 'user' })
  expect(await ensureDemoAccount()).toBe(false)
})
