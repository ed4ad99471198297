import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ensureDemoAccount, resetDemo } from '~/accounts/demo.server'
import { budInput } from '~/buds/bud-input.server'
import { circletypes } from '~/circles/circle'
import { circleInput } from '~/circles/circle-input.server'
import { db } from '~/db/db.server'
import { eventtypes } from '~/events/event'
import { eventInput } from '~/events/event-input.server'
import { type DemoBud, demoBuds } from '~drizzle/demo/buds'
import { demoCirclesAt } from '~drizzle/demo/circles'
import { demoEventsAt } from '~drizzle/demo/events'
import { users } from '~drizzle/schema'
import { createClient } from '../support/client'
import { createBud, createCircle, createEvent, createUser, signedIn } from '../support/factories'
import { records } from '../support/records'

/** Noon of each day of a week, from Monday. */
const week = Array.from({ length: 7 }, (_, n) => new Date(Date.UTC(2026, 10, 16 + n, 12)))
const monday = week[0] as Date
const minuteOf = (now: Date) => now.toISOString().slice(0, 16)

describe('the sample', () => {
  test('is valid input', () => {
    for (const bud of demoBuds) expect(budInput.parse(bud)).toMatchObject(bud)
    for (const { buds, ...circle } of demoCirclesAt(monday))
      expect(circleInput.parse(circle)).toMatchObject(circle)
    for (const { buds, ...event } of demoEventsAt(monday))
      expect(eventInput.parse(event)).toMatchObject(event)
  })

  test('has unique first names of buds', () => {
    expect(new Set(demoBuds.map(({ Firstname }) => Firstname)).size).toBe(demoBuds.length)
  })

  test('lists a bud once in a circle or an event', () => {
    for (const { buds } of [...demoCirclesAt(monday), ...demoEventsAt(monday)])
      expect(new Set(buds).size).toBe(buds.length)
  })

  test('has at least 8 circles of every type, with past and future milestones', () => {
    const circles = demoCirclesAt(monday)
    expect(circles.length).toBeGreaterThanOrEqual(8)
    expect(new Set(circles.map(({ Circletype }) => Circletype))).toEqual(new Set(circletypes))
    for (const { milestones } of circles) {
      const dates = milestones.map(({ date }) => date)
      expect(dates).toEqual([...dates].sort())
      expect(dates.at(0)?.localeCompare(minuteOf(monday))).toBe(-1)
      expect(dates.at(-1)?.localeCompare(minuteOf(monday))).toBe(1)
    }
  })

  test('has at least 30 events of every type, and something on each day of the week', () => {
    const events = demoEventsAt(monday)
    expect(events.length).toBeGreaterThanOrEqual(30)
    expect(new Set(events.map(({ Eventtype }) => Eventtype))).toEqual(new Set(eventtypes))
    const days = events.map(({ startDate }) => startDate.slice(0, 10))
    expect(days).toEqual(expect.arrayContaining(week.map((day) => minuteOf(day).slice(0, 10))))
  })

  test('has events of several days, and overlapping events', () => {
    const events = demoEventsAt(monday)
    const long = events.filter(({ startDate, endDate }) => startDate.slice(0, 10) < endDate.slice(0, 10))
    expect(long.length).toBeGreaterThanOrEqual(5)
    const overlapping = events.filter((one) =>
      events.some((other) => one !== other && one.startDate < other.endDate && other.startDate < one.endDate),
    )
    expect(overlapping.length).toBeGreaterThanOrEqual(6)
  })

  test.each(week)('has past and future events around %s, most of them within 30 days', (now) => {
    const dates = demoEventsAt(now).map(({ startDate }) => startDate)
    const past = dates.filter((date) => date < minuteOf(now)).length / dates.length
    expect(past).toBeGreaterThan(0.25)
    expect(past).toBeLessThan(0.55)
    const month = [-30, 30].map((days) => minuteOf(new Date(now.getTime() + days * 86_400_000)))
    const near = dates.filter((date) => date > String(month[0]) && date < String(month[1])).length
    expect(near / dates.length).toBeGreaterThan(0.85)
  })

  test('has choir rehearsals on Thursdays, whatever the weekday of the reset', () => {
    for (const now of week) {
      const rehearsals = demoEventsAt(now).filter(({ Name }) => /rehearsal/.test(Name))
      expect(rehearsals.length).toBeGreaterThan(1)
      for (const { startDate } of rehearsals) expect(new Date(`${startDate}Z`).getUTCDay()).toBe(4)
    }
  })

  test('is the same on each day of a week from Monday to Sunday', () => {
    const weeks = new Set(week.map((now) => JSON.stringify([demoCirclesAt(now), demoEventsAt(now)])))
    expect(weeks.size).toBe(1)
  })

  test.each(['hobbies', 'preferences'] as const)(
    'has %s in common in nearly every circle, and in most events of two or more',
    (list) => {
      const inCommon = ({ buds }: { buds: DemoBud[] }) => {
        const all = demoBuds
          .filter(({ Firstname }) => buds.includes(Firstname))
          .flatMap((bud) => bud[list] ?? [])
        return new Set(all).size < all.length
      }
      const circles = demoCirclesAt(monday)
      expect(circles.filter(inCommon).length / circles.length).toBeGreaterThan(0.9)
      const events = demoEventsAt(monday).filter(({ buds }) => buds.length > 1)
      expect(events.filter(inCommon).length / events.length).toBeGreaterThan(0.7)
    },
  )
})

/** The demo account's content without ids and times of creation, which differ after each reset. */
async function contents() {
  const { get } = await signedIn({ traits: ['demo'] })
  const pages = ['buds', 'circles', 'events'].map((list) => get(`/api/v1/${list}?limit=100&sort=newestFirst`))
  const [buds, circles, events] = await Promise.all(pages)
  const comparable = (rows: unknown) =>
    JSON.parse(JSON.stringify(rows), (key, value) => (key === '_id' || key === 'createdAt' ? key : value))
  return {
    buds: comparable(buds?.body.buds),
    circles: comparable(circles?.body.circles),
    events: comparable(events?.body.events),
  }
}

describe('a reset', () => {
  test("restores the sample's buds, circles and events, also when repeated", async () => {
    const demo = await createUser({ traits: ['demo'] })
    await createBud(demo, { Firstname: 'Vandal' })
    for (let n = 0; n < 2; n++) {
      await resetDemo(monday)
      const { buds, circles, events } = await contents()
      expect(buds).toHaveLength(demoBuds.length)
      expect(buds[0]).toMatchObject({ Firstname: demoBuds[0]?.Firstname })
      const firstnames = (rows: { buds: { Firstname: string }[] }[]) =>
        rows.map((row) => ({ ...row, buds: row.buds.map(({ Firstname }) => Firstname).sort() }))
      const sorted = (rows: { buds: DemoBud[] }[]) =>
        rows.map((row) => expect.objectContaining({ ...row, buds: [...row.buds].sort() }))
      expect(firstnames(circles)).toHaveLength(demoCirclesAt(monday).length)
      expect(firstnames(circles)).toEqual(expect.arrayContaining(sorted(demoCirclesAt(monday))))
      expect(firstnames(events)).toHaveLength(demoEventsAt(monday).length)
      expect(firstnames(events)).toEqual(expect.arrayContaining(sorted(demoEventsAt(monday))))
    }
  })

  test('restores changed records and removes added ones', async () => {
    await resetDemo(monday)
    const before = await contents()
    const demo = await signedIn({ traits: ['demo'] })
    const { circles } = (await demo.get('/api/v1/circles')).body
    const { events } = (await demo.get('/api/v1/events')).body
    const bud = await createBud(demo.user, { Firstname: 'Vandal' })
    await createCircle(demo.user, { Name: 'Vandals', selectedBuds: [bud._id] })
    await createEvent(demo.user, { Name: 'Vandalism', selectedBuds: [bud._id] })
    await demo.patch(`/api/v1/circles/${circles[0]._id}`, { Name: 'Ours', selectedBuds: [], milestones: [] })
    await demo.patch(`/api/v1/events/${events[0]._id}`, { Name: 'Ours', selectedBuds: [bud._id] })
    await demo.delete(`/api/v1/circles/${circles[1]._id}`)
    await demo.delete(`/api/v1/events/${events[1]._id}`)
    await demo.delete(`/api/v1/buds/${circles[2].buds[0]._id}`)
    expect(await contents()).not.toEqual(before)
    await resetDemo(monday)
    expect(await contents()).toEqual(before)
  })

  test.each(records)('removes an added $one', async ({ api, create }) => {
    const demo = await signedIn({ traits: ['demo'] })
    const added = `${api}/${(await create(demo.user))._id}`
    expect((await demo.get(added)).status).toBe(200)
    await resetDemo(monday)
    expect((await demo.get(added)).status).toBe(404)
  })

  test('that fails halfway changes nothing', async () => {
    await resetDemo(monday)
    const before = await contents()
    await expect(resetDemo(new Date(Number.NaN))).rejects.toThrow()
    expect(await contents()).toEqual(before)
  })

  test('gives no record a time of creation in the future, and no event one after its start', async () => {
    await resetDemo()
    const { events } = (await (await signedIn({ traits: ['demo'] })).get('/api/v1/events?limit=100')).body
    for (const { createdAt, startDate } of events) {
      expect(createdAt.slice(0, 16) <= startDate).toBe(true)
      expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now())
    }
  })

  test('by three processes at once creates no duplicates', async () => {
    await Promise.all([resetDemo(monday), resetDemo(monday), resetDemo(monday)])
    const { buds, circles, events } = await contents()
    expect([buds, circles, events].map(({ length }) => length)).toEqual([
      demoBuds.length,
      demoCirclesAt(monday).length,
      demoEventsAt(monday).length,
    ])
  })

  test('does not change records of other users', async () => {
    const user = await signedIn()
    const bud = await createBud(user.user)
    await createCircle(user.user, { selectedBuds: [bud._id] })
    await createEvent(user.user, { selectedBuds: [bud._id] })
    await resetDemo()
    expect((await user.get('/api/v1/buds')).body.totalBuds).toBe(1)
    expect((await user.get('/api/v1/circles')).body.circles).toMatchObject([{ buds: [{ _id: bud._id }] }])
    expect((await user.get('/api/v1/events')).body.events).toMatchObject([{ buds: [{ _id: bud._id }] }])
  })
})

test('the account is created once and has no password', async () => {
  const demo = await createUser({ traits: ['demo'] })
  expect(await ensureDemoAccount()).toBe(false)
  const rows = await db.select().from(users).where(eq(users.Email, demo.Email))
  expect(rows).toMatchObject([{ passwordHash: null, Role: 'user' }])
})

test("the demo account's email address cannot be registered", async () => {
  const taken = { status: 409, body: { msg: 'An account with this email already exists' } }
  const account = { Firstname: 'Ada', Email: 'Demo@budkeeper.example', Password: 'Green-Heron-42' }
  expect(await createClient().post('/api/v1/auth/register', account)).toMatchObject(taken)
})
