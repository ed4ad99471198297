import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { clock } from '~/base/db/clock.server'
import { freeDays, freeTimesOf } from '~/planning/together/free-times'
import { createBud, createEvent, signedIn } from '../../support/factories'
import { options } from '../../support/fuzz'
import { addDays, wallClockIn } from '../today/contact-model'

afterEach(() => clock.advanceTo(new Date()))

type Times = { startDate: string; endDate: string }

/** Wall-clock minutes since 1970, for a model that compares numbers. */
const minuteOf = (wallClock: string) => Date.parse(`${wallClock}Z`) / 60_000
const collide = (one: Times, other: Times) => {
  const [from, to] = [minuteOf(other.startDate), minuteOf(other.endDate)]
  return from === to
    ? minuteOf(one.startDate) <= from && from < minuteOf(one.endDate)
    : minuteOf(one.startDate) < to && from < minuteOf(one.endDate)
}

/** Days of a weekend and evenings as a model finds them: minute by minute. */
function isFree(first: string, last: string, busy: Times[]) {
  return !busy.some((event) => collide({ startDate: first, endDate: last }, event))
}

const weekday = (day: string) => new Date(`${day}T12:00Z`).getUTCDay()
const event = (startDate: string, endDate = startDate, Name = 'Fair') => ({ Name, startDate, endDate })

/** Days, several days, whole days, moments, and long events around `now`. */
const anyEvent = (today: string) =>
  fc
    .record({
      day: fc.integer({ min: -3, max: freeDays + 3 }),
      minute: fc.constantFrom(0, 1, 540, 600, 1079, 1080, 1140, 1320, 1439),
      length: fc.constantFrom(0, 1, 60, 120, 1439, 1440, 2_880, 4_000, 30_000, 60_000),
    })
    .map(({ day, minute, length }) => {
      const start = minuteOf(`${addDays(today, day)}T00:00`) + minute
      const text = (at: number) => new Date(at * 60_000).toISOString().slice(0, 16)
      return event(text(start), text(start + length))
    })

const now = '2026-11-24T12:00' // a Tuesday

describe('free times', () => {
  test('are the next three weekends and five evenings, the soonest first', () => {
    const evening = (day: string) => ({
      kind: 'evening',
      startDate: `${day}T19:00`,
      endDate: `${day}T22:00`,
      reason: 'Evening: nobody has an event',
    })
    const weekend = (first: string, last: string) => ({
      kind: 'weekend',
      startDate: `${first}T10:00`,
      endDate: `${last}T18:00`,
      reason: 'Weekend: nobody has an event',
    })
    expect(freeTimesOf(now, [])).toEqual([
      ...['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'].map(evening),
      weekend('2026-11-28', '2026-11-29'),
      evening('2026-11-30'),
      weekend('2026-12-05', '2026-12-06'),
      weekend('2026-12-12', '2026-12-13'),
    ])
  })

  test('have one day of a weekend, with what is on the other', () => {
    const fair = event('2026-11-28T09:00', '2026-11-28T11:00')
    const [first] = freeTimesOf(now, [fair]).filter(({ kind }) => kind === 'weekend')
    expect(first).toEqual({
      kind: 'weekend',
      startDate: '2026-11-29T10:00',
      endDate: '2026-11-29T18:00',
      reason: 'Sunday: nobody has an event; on Saturday there is Fair',
    })
    expect(freeTimesOf(now, [fair])).toContainEqual(
      expect.objectContaining({ kind: 'evening', startDate: '2026-11-28T19:00' }),
    )
    const sunday = event('2026-11-29T23:59', '2026-11-30T02:00')
    expect(freeTimesOf(now, [sunday])).toContainEqual(
      expect.objectContaining({
        endDate: '2026-11-28T18:00',
        reason: 'Saturday: nobody has an event; on Sunday there is Fair',
      }),
    )
  })

  test('leave out what has begun, but not the rest of a weekend', () => {
    const starts = (time: string) => freeTimesOf(time, []).map(({ startDate }) => startDate)
    expect(starts('2026-11-24T18:59')[0]).toBe('2026-11-24T19:00')
    expect(starts('2026-11-24T19:00')[0]).toBe('2026-11-25T19:00')
    expect(starts('2026-11-28T09:59')[0]).toBe('2026-11-28T10:00')
    expect(starts('2026-11-28T10:00').slice(0, 2)).toEqual(['2026-11-28T19:00', '2026-11-29T10:00'])
    expect(starts('2026-11-29T09:00')[0]).toBe('2026-11-29T10:00')
    expect(starts('2026-11-29T11:00')[0]).toBe('2026-11-29T19:00')
  })

  test('are none while an event lasts for the whole time, which may end at midnight', () => {
    expect(freeTimesOf(now, [event('2026-01-01T00:00', '2027-12-31T00:00')])).toEqual([])
    const [first] = freeTimesOf(now, [event('2026-11-01T00:00', '2026-11-26T00:00')])
    expect(first?.startDate).toBe('2026-11-26T19:00')
  })

  test('never collide with an event, and none of the next ones is missing', () => {
    const moments = fc.record({
      day: fc.integer({ min: 0, max: 800 }),
      time: fc.constantFrom('00:00', '09:59', '10:00', '19:00', '23:59'),
    })
    const cases = moments.chain(({ day, time }) => {
      const today = addDays('2026-01-01', day)
      return fc.tuple(fc.constant(`${today}T${time}`), fc.array(anyEvent(today), { maxLength: 40 }))
    })
    fc.assert(
      fc.property(cases, ([time, busy]) => {
        const found = freeTimesOf(time, busy)
        for (const [n, one] of found.entries()) {
          expect(busy.filter((event) => collide(one, event))).toEqual([])
          expect(one.startDate > time && one.startDate < one.endDate).toBe(true)
          if (n > 0) expect(one.startDate > (found[n - 1]?.startDate ?? '')).toBe(true)
        }
        // Of a model: every free day of a weekend and every free evening before the last one that is offered.
        const today = time.slice(0, 10)
        const days = Array.from({ length: freeDays }, (_, n) => addDays(today, n))
        const weekends = found.filter(({ kind }) => kind === 'weekend')
        const evenings = found.filter(({ kind }) => kind === 'evening')
        const covered = (day: string) =>
          weekends.some(
            ({ startDate, endDate }) => startDate.slice(0, 10) <= day && day <= endDate.slice(0, 10),
          )
        const freeDay = (day: string) =>
          `${day}T10:00` > time && isFree(`${day}T00:00`, `${addDays(day, 1)}T00:00`, busy)
        const lastWeekend = weekends.length < 3 ? '9999' : (weekends.at(-1)?.endDate ?? '')
        for (const day of days.filter((day) => [0, 6].includes(weekday(day)) && day < lastWeekend))
          expect(covered(day), `${day} ${time}`).toBe(freeDay(day))
        const freeEvening = (day: string) =>
          !covered(day) && `${day}T19:00` > time && isFree(`${day}T18:00`, `${addDays(day, 1)}T00:00`, busy)
        expect(evenings.map(({ startDate }) => startDate.slice(0, 10))).toEqual(
          days.filter(freeEvening).slice(0, 5),
        )
      }),
      { ...options, numRuns: options.numRuns * 20 },
    )
  })
})

test('over the API, in the zone of the owner and around both clock changes, no free time collides with an event of the chosen', {
  timeout: 600_000,
}, async () => {
  const zones = fc.constantFrom(
    'Europe/Berlin',
    'Pacific/Kiritimati',
    'America/New_York',
    'Pacific/Pago_Pago',
  )
  // Hours around the clock changes of 2027 in Europe and America.
  const instants = fc
    .tuple(
      fc.constantFrom('2027-03-28T00:30Z', '2027-10-31T00:30Z', '2027-03-14T06:30Z', '2027-11-07T05:30Z'),
      fc.integer({ min: -30, max: 30 }),
    )
    .map(([instant, hours]) => new Date(Date.parse(instant) + hours * 3_600_000))
  const cases = fc.tuple(zones, instants).chain(([timeZone, at]) => {
    const today = wallClockIn(timeZone, at).slice(0, 10)
    return fc.tuple(fc.constant({ timeZone, at }), fc.array(anyEvent(today), { minLength: 1, maxLength: 12 }))
  })
  await fc.assert(
    fc.asyncProperty(cases, async ([{ timeZone, at }, times]) => {
      await clock.advanceTo(new Date())
      const client = await signedIn({ timeZone })
      const [ada, cem, other] = [
        await createBud(client.user),
        await createBud(client.user),
        await createBud(client.user),
      ]
      const attendees = [[ada._id], [cem._id, other._id], [other._id], []]
      const busy: Times[] = []
      for (const [n, { startDate, endDate }] of times.entries()) {
        const selectedBuds = attendees[n % 4] ?? []
        await createEvent(client.user, { startDate, endDate, selectedBuds })
        if (n % 4 < 2) busy.push({ startDate, endDate })
      }
      await clock.advanceTo(at)
      const now = wallClockIn(timeZone, at)
      const { freeTimes } = (await client.get(`/api/v1/together?buds=${ada._id},${cem._id}`)).body
      expect(freeTimes.map(({ startDate, endDate }: Times) => ({ startDate, endDate }))).toEqual(
        freeTimesOf(
          now,
          busy.map((times) => ({ Name: '', ...times })),
        ).map(({ startDate, endDate }) => ({ startDate, endDate })),
      )
      for (const one of freeTimes as Times[]) {
        expect(busy.filter((event) => collide(one, event))).toEqual([])
        expect(one.startDate > now).toBe(true)
      }
    }),
    options,
  )
})
