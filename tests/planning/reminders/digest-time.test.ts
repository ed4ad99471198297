import { DateTime, IANAZone } from 'luxon'
import { describe, expect, test } from 'vitest'
import { digestDay, nextDigest } from '~/planning/reminders/digest-time'
import { digestHours } from '~/planning/reminders/settings'

const hour = 3_600_000
const day = 24 * hour
const at = (iso: string) => new Date(iso)
const daily = { timeZone: 'Europe/Berlin', digest: 'daily', digestHour: 8, digestWeekday: 1 } as const
const weekly = { ...daily, digest: 'weekly' } as const
const next = (after: string, schedule: Parameters<typeof nextDigest>[1] = daily) =>
  nextDigest(at(after), schedule)?.toISOString()

describe('a digest is due', () => {
  test('at its hour of the same day if that is still to come, and otherwise of the next day', () => {
    expect(next('2026-11-24T06:59:59Z')).toBe('2026-11-24T07:00:00.000Z')
    expect(next('2026-11-24T07:00:00Z')).toBe('2026-11-25T07:00:00.000Z')
    expect(next('2026-11-24T23:30:00Z')).toBe('2026-11-25T07:00:00.000Z')
  })

  test('each week on its weekday, and a week later if the hour has passed on that day', () => {
    expect(next('2026-11-24T12:00:00Z', weekly)).toBe('2026-11-30T07:00:00.000Z')
    expect(next('2026-11-30T06:00:00Z', weekly)).toBe('2026-11-30T07:00:00.000Z')
    expect(next('2026-11-30T07:00:00Z', weekly)).toBe('2026-12-07T07:00:00.000Z')
    expect(next('2026-11-30T07:00:00Z', { ...weekly, digestWeekday: 7 })).toBe('2026-12-06T07:00:00.000Z')
  })

  test('never while it is off, and in UTC without a time zone or in an unknown one', () => {
    expect(nextDigest(at('2026-11-24T12:00:00Z'), { ...daily, digest: 'off' })).toBeNull()
    for (const timeZone of [null, 'Mars/Olympus'])
      expect(next('2026-11-24T06:00:00Z', { ...daily, timeZone })).toBe('2026-11-24T08:00:00.000Z')
  })

  test('until 20:00 of its local day', () => {
    expect(digestDay(at('2026-11-24T22:00:00Z'), 'Pacific/Kiritimati')).toEqual({
      today: '2026-11-25',
      start: at('2026-11-24T10:00:00Z'),
      until: at('2026-11-25T06:00:00Z'),
    })
  })
})

/** The changes of the zone's offset in 2027, as instants. */
function changesOf(zone: IANAZone) {
  const changes = []
  let before = zone.offset(Date.UTC(2026, 11, 31))
  for (let time = Date.UTC(2027, 0, 1); time < Date.UTC(2028, 0, 1); time += day) {
    const offset = zone.offset(time)
    if (offset !== before) changes.push(time)
    before = offset
  }
  return changes
}

/** Runs the job each hour, `minute` minutes past it, and returns the local times at which digests leave. */
function simulate(timeZone: string, digestHour: number, from: number, to: number, minute: number) {
  const schedule = { ...daily, timeZone, digestHour }
  const left = []
  let due = nextDigest(new Date(from), schedule)
  for (let run = from + minute * 60_000; run < to; run += hour) {
    if (!due || due.getTime() > run) continue
    const { until } = digestDay(due, timeZone)
    if (run < until.getTime()) left.push(DateTime.fromMillis(run, { zone: timeZone }))
    due = nextDigest(new Date(run), schedule)
  }
  return left
}

const zones = Intl.supportedValuesOf('timeZone')

/** Returns the hours to simulate in a zone: each in the first of the zones that share a clock, one in the others. */
function hourPicker() {
  const clocks: string[] = []
  return (timeZone: string, changes: number[]) => {
    const zone = IANAZone.create(timeZone)
    const clock = [Date.UTC(2026, 11, 31), ...changes].map((time) => `${time} ${zone.offset(time)}`).join()
    const isNew = !clocks.includes(clock)
    const turn = clocks.push(clock) % digestHours.length
    return isNew ? digestHours : digestHours.slice(turn, turn + 1)
  }
}

test(`in each of ${zones.length} time zones, each digest leaves in its local hour, once a day, also around clock changes`, () => {
  const wrong: string[] = []
  let simulated = 0
  const hoursOf = hourPicker()
  for (const timeZone of zones) {
    const changes = changesOf(IANAZone.create(timeZone))
    const hours = hoursOf(timeZone, changes)
    for (const change of changes.length > 0 ? changes : [Date.UTC(2027, 2, 28)]) {
      for (const digestHour of hours) {
        const [from, to] = [change - 3 * day, change + 3 * day]
        const left = simulate(timeZone, digestHour, from, to, (simulated * 7) % 60)
        simulated++
        const days = new Set(left.map((time) => time.toISODate()))
        // The first and last day are simulated only in part.
        const isComplete = left.length === days.size && days.size >= 5 && days.size <= 7
        // A run is at most an hour after the full hour; the minutes of some zones differ from those of UTC.
        const isInHour = left.every(({ hour }) => hour === digestHour)
        if (!isComplete || !isInHour) wrong.push(`${timeZone} ${digestHour} ${left.join()}`)
      }
    }
  }
  expect(wrong).toEqual([])
  expect(simulated).toBeGreaterThan(zones.length + 50 * digestHours.length)
})

test('a clock change moves the instant and not the local hour', () => {
  expect(next('2027-03-27T12:00:00Z')).toBe('2027-03-28T06:00:00.000Z')
  expect(next('2027-10-30T12:00:00Z')).toBe('2027-10-31T07:00:00.000Z')
})
