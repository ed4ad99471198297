import { Settings } from 'luxon'
import { afterEach, describe, expect, test } from 'vitest'
import { instantOf, spanOf } from '~/events/calendar/ical.server'

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

const minutes = (n: number) =>
  new Date(Date.parse('2000-01-01T00:00Z') + n * 60_000).toISOString().slice(11, 16)

describe.each([
  ['Europe/London', '2027-03-28'],
  ['America/New_York', '2027-03-14'],
  ['Australia/Lord_Howe', '2027-10-03'],
  ['Asia/Beirut', '2027-03-28'],
  ['America/Santiago', '2027-09-05'],
  ['Africa/Cairo', '2027-04-30'],
  ['Pacific/Apia', '2011-12-30'],
])('in %s on %s, when the clocks skip a time', (zone, day) => {
  test('every start is before its end, and an event that starts in the skipped time keeps its length', () => {
    for (let from = 0; from < 24 * 60; from += 15)
      for (const length of [1, 30, 45, 60, 90]) {
        if (from + length >= 24 * 60) continue
        const event = { startDate: `${day}T${minutes(from)}`, endDate: `${day}T${minutes(from + length)}` }
        const { start, end } = spanOf(event, zone)
        const real = ((end?.getTime() ?? 0) - start.getTime()) / 60_000
        expect(real, JSON.stringify(event)).toBeGreaterThan(0)
        expect(real, JSON.stringify(event)).toBeLessThanOrEqual(length)
        const shown = new Intl.DateTimeFormat('sv-SE', {
          dateStyle: 'short',
          timeStyle: 'short',
          timeZone: zone,
        })
        const isSkipped = shown.format(start) !== event.startDate.replace('T', ' ')
        if (isSkipped) expect(real, JSON.stringify(event)).toBe(length)
        else if (end && shown.format(end) === event.endDate.replace('T', ' ')) continue
        else expect(real, JSON.stringify(event)).toBe(length)
      }
  })
})

test('an event around a change of the clocks has the times that were typed', () => {
  const span = (startDate: string, endDate: string) => spanOf({ startDate, endDate }, 'Europe/London')
  expect(span('2027-03-27T22:00', '2027-03-28T06:00')).toEqual({
    start: new Date('2027-03-27T22:00Z'),
    end: new Date('2027-03-28T05:00Z'),
  })
  expect(span('2027-10-31T00:30', '2027-10-31T01:30')).toEqual({
    start: new Date('2027-10-30T23:30Z'),
    end: new Date('2027-10-31T00:30Z'),
  })
})

test.each(['2027-03-28T01:30', '2027-10-31T01:30', '2027-06-01T12:00'])(
  'an event at %s without length has no end',
  (time) => {
    expect(spanOf({ startDate: time, endDate: time }, 'Europe/London').end).toBeNull()
  },
)
