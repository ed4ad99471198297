import { expect, test } from 'vitest'
import { formatDateAndTimes, overlaps } from '~/events/calendar/event-times'

const event = (startDate: string, endDate: string) => ({ startDate, endDate })
const dinner = event('2026-11-20T19:00', '2026-11-20T21:30')
const party = event('2026-11-20T20:00', '2026-11-21T00:00')
const trip = event('2026-11-20T09:00', '2026-11-22T17:00')
const reminder = event('2026-11-20T00:00', '2026-11-20T00:00')

test.each([
  [dinner, 'Friday 20 November, 19:00–21:30'],
  [party, 'Friday 20 November, 20:00–00:00'],
  [trip, 'Friday 20 November 09:00 – Sunday 22 November 17:00'],
  [reminder, 'Friday 20 November, 00:00'],
])('%o is described as %s', (event, words) => {
  expect(formatDateAndTimes(event)).toBe(words)
})

test.each([
  [dinner, true],
  [trip, true],
  [reminder, true],
  [event('2026-11-19T10:00', '2026-11-20T00:00'), false],
  [event('2026-11-21T00:00', '2026-11-21T00:00'), false],
  [event('2026-11-01T00:00', '2026-12-01T00:00'), true],
])('%o overlaps a day, by the same rule as in the API: %s', (event, expected) => {
  expect(overlaps(event, { from: '2026-11-20T00:00', to: '2026-11-21T00:00' })).toBe(expected)
})
