import { expect, test } from 'vitest'
import { expandObject } from '~/integrations/dav-calendars/expand.server'
import { alarm, object } from './support'

const range = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) })
const spring = range('2027-03-20T00:00:00Z', '2027-04-05T00:00:00Z')

/** The times of each event, and what else must not be missing. */
const linesOf = (content: string | null) =>
  (content ?? '')
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((event) =>
      event
        .split('\r\n')
        .filter((line) => /^(DTSTART|DTEND|DURATION|RECURRENCE-ID|RRULE|EXDATE|SUMMARY|TRIGGER)/.test(line))
        .join(' '),
    )

test('a series is expanded to its occurrences in a range, in UTC, also where the clocks change', () => {
  const weekly = [
    ...['SUMMARY:Choir', 'DTSTART;TZID=Europe/Berlin:20270310T190000', 'DURATION:PT1H'],
    ...['RRULE:FREQ=WEEKLY;COUNT=9', 'EXDATE;TZID=Europe/Berlin:20270407T190000', ...alarm],
  ]
  const moved = [
    ...['SUMMARY:Concert', 'RECURRENCE-ID;TZID=Europe/Berlin:20270331T190000'],
    ...['DTSTART;TZID=Europe/Berlin:20270401T200000', 'DTEND;TZID=Europe/Berlin:20270401T220000'],
  ]
  const expanded = expandObject(object('A', weekly, moved), 'Europe/London', spring)
  expect(linesOf(expanded)).toEqual([
    'SUMMARY:Concert RECURRENCE-ID:20270331T170000Z DTSTART:20270401T180000Z DTEND:20270401T200000Z',
    'SUMMARY:Choir DTSTART:20270324T180000Z DTEND:20270324T190000Z RECURRENCE-ID:20270324T180000Z TRIGGER:-PT15M',
  ])
  expect(expanded).not.toContain('VTIMEZONE')
})

test('whole days stay days, floating times stay floating, and a single event is itself', () => {
  const expand = (...lines: string[]) => linesOf(expandObject(object('A', lines), 'Europe/London', spring))
  expect(expand('DTSTART;VALUE=DATE:20200321', 'RRULE:FREQ=YEARLY')).toEqual([
    'DTSTART;VALUE=DATE:20270321 DTEND;VALUE=DATE:20270322 RECURRENCE-ID;VALUE=DATE:20270321',
  ])
  expect(expand('DTSTART:20270321T070000', 'DTEND:20270321T080000', 'RRULE:FREQ=DAILY;COUNT=1')).toEqual([
    'DTSTART:20270321T070000 DTEND:20270321T080000 RECURRENCE-ID:20270321T070000',
  ])
  expect(expand('DTSTART;TZID=Europe/Berlin:20270701T120000')).toEqual(['DTSTART:20270701T100000Z'])
  expect(expand('DTSTART:20270701T120000Z', 'RRULE:FREQ=DAILY')).toEqual([])
})

test('more than 1,000 occurrences are too many', () => {
  const daily = object('A', ['DTSTART:20270101T120000Z', 'RRULE:FREQ=DAILY'])
  const first = range('2027-01-01T00:00:00Z', '2029-09-27T00:00:00Z')
  expect(linesOf(expandObject(daily, 'UTC', first))).toHaveLength(1_000)
  expect(expandObject(daily, 'UTC', range('2027-01-01T00:00:00Z', '2029-09-28T00:00:00Z'))).toBeNull()
})
