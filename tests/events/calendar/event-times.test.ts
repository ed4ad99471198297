import { expect, test } from 'vitest'
import { formatDateAndTimes, overlaps, shortDateAndTimes } from '~/events/calendar/event-times'
import { weekHeading } from '~/events/calendar/week-heading'

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
  [dinner, 'Fri 20 Nov, 19:00–21:30'],
  [trip, 'Fri 20 Nov 09:00 – Sun 22 Nov 17:00'],
  [reminder, 'Fri 20 Nov, 00:00'],
  [event('2026-12-31T20:00', '2027-01-01T02:00'), 'Thu 31 Dec 20:00 – Fri 1 Jan 2027 02:00'],
])('%o is in short %s', (event, words) => {
  expect(shortDateAndTimes(event, '2026-01-01')).toBe(words)
})

test.each([
  ['2026-11-23T09:00', '2026-11-23T10:00', 'Earlier this week'],
  ['2026-11-24T09:00', '2026-11-26T12:01', 'This week'],
  ['2026-11-29T23:00', '2026-11-29T23:30', 'This week'],
  ['2026-11-30T00:00', '2026-11-30T01:00', 'Next week'],
  ['2026-11-22T09:00', '2026-11-22T10:00', 'Last week'],
  ['2026-11-22T09:00', '2026-12-22T10:00', 'Going on'],
  ['2026-12-10T09:00', '2026-12-10T10:00', 'Week of 7 December'],
  ['2027-01-15T09:00', '2027-01-15T10:00', 'Week of 11 January 2027'],
  ['2025-01-15T09:00', '2025-01-15T10:00', 'Week of 13 January 2025'],
])('on Thursday 26 November at 12:00, an event from %s to %s is below %j', (startDate, endDate, heading) => {
  expect(weekHeading({ startDate, endDate }, '2026-11-26T12:00')).toBe(heading)
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
