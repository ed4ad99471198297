import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { buds, eventBuds, events } from '~drizzle/schema'
import { createBud, createEvent, createUser, signedIn } from '../../support/factories'

type Owner = Awaited<ReturnType<typeof signedIn>>

/** Requests the events of a range through the API. */
const between = (owner: Owner, from: string, to: string) =>
  owner.get(`/api/v1/events?${new URLSearchParams({ from, to })}`)

async function namesBetween(owner: Owner, from: string, to: string) {
  const { status, body } = await between(owner, from, to)
  expect(status).toBe(200)
  return body.events.map(({ Name }: { Name: string }) => Name)
}

async function ownerOf(spans: Record<string, readonly [string, string]>) {
  const owner = await signedIn()
  for (const [Name, [startDate, endDate]] of Object.entries(spans)) {
    await createEvent(owner.user, { Name, startDate, endDate })
  }
  return owner
}

/** The default range of these tests. */
const november = ['2026-11-01T00:00', '2026-12-01T00:00'] as const

describe('from and to: an event', () => {
  const included = {
    'within the range': ['2026-11-10T10:00', '2026-11-10T11:00'],
    'that begins with the range': ['2026-11-01T00:00', '2026-11-01T01:00'],
    'that ends with the range': ['2026-11-30T23:00', '2026-12-01T00:00'],
    'of exactly the range': ['2026-11-01T00:00', '2026-12-01T00:00'],
    'that begins before the range': ['2026-10-31T23:00', '2026-11-01T00:01'],
    'that ends after the range': ['2026-11-30T23:59', '2026-12-02T00:00'],
    'that covers the range': ['2026-10-31T00:00', '2026-12-02T00:00'],
    'without duration in the first minute': ['2026-11-01T00:00', '2026-11-01T00:00'],
    'without duration within the range': ['2026-11-10T10:00', '2026-11-10T10:00'],
    'without duration in the last minute': ['2026-11-30T23:59', '2026-11-30T23:59'],
    'that begins 31 days before the range': ['2026-10-01T00:00', '2026-11-01T00:01'],
    'of exactly 31 days that ends in the first minute': ['2026-10-01T00:01', '2026-11-01T00:01'],
    'that begins 31 days and a minute before the range': ['2026-09-30T23:59', '2026-11-01T00:01'],
  } as const
  const excluded = {
    'that ends before the range': ['2026-10-30T10:00', '2026-10-30T11:00'],
    'that ends when the range begins': ['2026-10-31T23:00', '2026-11-01T00:00'],
    'that begins when the range ends': ['2026-12-01T00:00', '2026-12-01T01:00'],
    'that begins after the range': ['2026-12-10T00:00', '2026-12-11T00:00'],
    'without duration just before the range': ['2026-10-31T23:59', '2026-10-31T23:59'],
    'without duration at the end of the range': ['2026-12-01T00:00', '2026-12-01T00:00'],
  } as const

  test('is included if it overlaps the range or begins in it', async () => {
    const owner = await ownerOf({ ...included, ...excluded })
    const found = await namesBetween(owner, ...november)
    expect(found.toSorted()).toEqual(Object.keys(included).toSorted())
  })

  test('of any length is included in exactly the ranges that it overlaps', async () => {
    const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 16)
    const spans: [number, number][] = []
    for (const start of [0, 1, 29, 30, 31, 32, 33, 60, 61, 62, 63, 64]) {
      for (const length of [0, 1, 30, 31, 32, 33, 64, 400]) spans.push([start, start + length])
    }
    const owner = await ownerOf(
      Object.fromEntries(spans.map(([s, e]) => [`${s}-${e}`, [day(s), day(e)] as const])),
    )
    for (const [from, to] of [
      [0, 1],
      [31, 32],
      [32, 33],
      [61, 64],
      [63, 64],
      [64, 65],
      [93, 96],
      [0, 500],
      [464, 465],
    ] as const) {
      const expected = spans.filter(([s, e]) => s < to && (e > from || s >= from))
      const found = await namesBetween(owner, day(from), day(to))
      expect(found.toSorted()).toEqual(expected.map(([s, e]) => `${s}-${e}`).toSorted())
    }
  })
})

describe('from and to', () => {
  test('list events by their start, and the older of two with the same start first', async () => {
    const owner = await ownerOf({
      third: ['2026-11-20T10:00', '2026-11-20T11:00'],
      first: ['2020-01-01T00:00', '2027-01-01T00:00'],
      fourth: ['2026-11-20T10:01', '2026-11-20T10:02'],
      second: ['2026-10-31T10:00', '2026-11-20T12:00'],
    })
    const at = { startDate: '2026-11-20T10:00', endDate: '2026-11-20T11:00' }
    const _id = uuid({ msecs: Date.now() - 60_000 })
    await db.insert(events).values({ ownerId: owner.user._id, _id, Name: 'older', ...at })
    expect(await namesBetween(owner, ...november)).toEqual(['first', 'second', 'older', 'third', 'fourth'])
  })

  test.each([13, 100, 101])(
    'respond like the list: %d complete events with their buds, one page',
    async (n) => {
      const owner = await signedIn()
      const bud = await createBud(owner.user)
      for (let created = 0; created < n; created++) await createEvent(owner.user, { selectedBuds: [bud._id] })
      const { body } = await between(owner, ...november)
      const listed = async (page: number) =>
        (await owner.get(`/api/v1/events?limit=100&sort=oldestFirst&page=${page}`)).body.events.map(
          ({ nextDate: _, ...event }: { nextDate: string | null }) => event,
        )
      expect(body).toMatchObject({ totalEvents: n, numOfPages: 1, currentPage: 1 })
      expect(body.events).toEqual([...(await listed(1)), ...(await listed(2))])
    },
  )

  test('return an empty list for a range with events of other owners only', async () => {
    await createEvent(await createUser())
    const { body } = await between(await signedIn(), ...november)
    expect(body).toMatchObject({ events: [], totalEvents: 0, numOfPages: 0, currentPage: 1 })
  })

  test('return at most the first 1,000', async () => {
    const owner = await signedIn()
    const at = (n: number) => new Date(Date.UTC(2026, 10, 1, 0, n)).toISOString().slice(0, 16)
    const rows = Array.from({ length: 1_001 }, (_, n) => ({
      ownerId: owner.user._id,
      _id: uuid(),
      Name: `Event ${n}`,
      startDate: at(n),
      endDate: at(n),
    }))
    await db.insert(events).values(rows.toReversed())
    const names = await namesBetween(owner, ...november)
    expect(names).toHaveLength(1_000)
    expect([names[0], names.at(-1)]).toEqual(['Event 0', 'Event 999'])
  })

  test('return the first events that together have at most 20,000 attendees, and the number of all events in the range', async () => {
    const owner = await signedIn()
    const ownerId = owner.user._id
    const guests = Array.from({ length: 500 }, () => ({ ownerId, _id: uuid(), Firstname: 'Guest' }))
    await db.insert(buds).values(guests)
    const parties = Array.from({ length: 41 }, () =>
      createEvent(owner.user, { startDate: '2026-11-20T19:00' }),
    )
    const ids = (await Promise.all(parties)).map(({ _id }) => _id)
    await db.transaction(async (tx) => {
      // Without the triggers, which take ten times as long as the rows.
      await tx.execute(sql`set local session_replication_role = replica`)
      for (const recordId of ids)
        await tx.insert(eventBuds).values(guests.map((bud) => ({ ownerId, recordId, budId: bud._id })))
    })
    const { body } = await between(owner, ...november)
    expect(body.events).toHaveLength(40)
    expect(body).toMatchObject({ totalEvents: 41, numOfPages: 1, currentPage: 1 })
  })
})

describe('the API', () => {
  test('refuses an incomplete or invalid range with a message, and accepts the widest possible one', async () => {
    const should = (name: string) => `${name} must be a date and time (YYYY-MM-DDTHH:mm)`
    const widest = ['0001-01-01T00:00', '9999-12-31T23:59'] as const
    const owner = await ownerOf({ it: widest })
    expect(await namesBetween(owner, ...widest)).toEqual(['it'])
    for (const [query, msg] of [
      ['from=2026-11-01T00:00', 'to is required'],
      ['to=2026-11-01T00:00', 'from is required'],
      ['from=&to=2026-11-01T00:00', 'from is required'],
      ['from=2026-11-01&to=2026-12-01T00:00', should('from')],
      ['from=2026-11-01T00:00&to=2026-12-01T00:00:00', should('to')],
      ['from=2026-11-01T00:00&to=2026-11-31T00:00', should('to')],
      ['from=2026-11-01T00:00Z&to=2026-12-01T00:00', should('from')],
      ['from=0000-01-01T00:00&to=2026-12-01T00:00', should('from')],
      ['from=2026-11-01T00:00&to=2026-11-30T24:00', should('to')],
      ['from=a%00&to=2026-12-01T00:00', should('from')],
      ['from=2026-12-01T00:00&to=2026-11-01T00:00', 'to must be after from'],
      ['from=2026-11-01T00:00&to=2026-11-01T00:00', 'to must be after from'],
    ]) {
      const response = await owner.get(`/api/v1/events?${query}`)
      expect(response, query).toMatchObject({ status: 400, body: { msg } })
    }
  })
})
