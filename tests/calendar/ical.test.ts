import { Settings } from 'luxon'
import { afterEach, expect, test } from 'vitest'
import { instantOf } from '~/calendar/ical.server'

const { now } = Settings

afterEach(() => {
  Settings.now = now
})

test.each(['2026-01-15', '2026-07-15'])(
  'on %s a time that comes twice is its first occurrence, and one that is left out is after the change',
  (today) => {
    Settings.now = () => Date.parse(today)
    for (const [wallClock, zone, instant] of [
      ['2026-10-25T01:30', 'Europe/London', '2026-10-25T00:30:00.000Z'],
      ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
      ['2027-04-04T02:30', 'Pacific/Auckland', '2027-04-03T13:30:00.000Z'],
      ['2027-03-28T01:30', 'Europe/London', '2027-03-28T01:30:00.000Z'],
      ['2027-03-28T12:00', 'Europe/London', '2027-03-28T11:00:00.000Z'],
    ] as const)
      expect(instantOf(wallClock, zone).toISOString(), wallClock).toBe(instant)
  },
)
