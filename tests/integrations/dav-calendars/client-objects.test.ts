import { expect, test } from 'vitest'
import { readCalendarObject } from '~/integrations/dav-calendars/read-object.server'
import { writeCalendarObject } from '~/integrations/dav-calendars/write-object.server'
import { clientObjects, storedOf } from './client-objects'

const zone = 'Europe/London'

const unfolded = (content: string) => content.replace(/\r\n /g, '').trimEnd().split('\r\n')

/** The lines that are in one of two objects only. */
function differing(one: string, other: string) {
  const [before, after] = [unfolded(one), unfolded(other)]
  const without = (lines: string[], others: string[]) => {
    const left = [...others]
    return lines.filter((line) => {
      const n = left.indexOf(line)
      if (n >= 0) left.splice(n, 1)
      return n < 0
    })
  }
  return { gone: without(before, after), added: without(after, before) }
}

test('there are a hundred objects of clients', () => {
  expect(clientObjects.length).toBeGreaterThan(100)
})

test.each(clientObjects)('$name comes back as it was sent', ({ content }) => {
  expect(writeCalendarObject(storedOf(content), zone)).toBe(content)
})

test.each(clientObjects)('$name keeps all but a place that was changed', ({ content }) => {
  const stored = storedOf(content)
  const written = writeCalendarObject({ ...stored, Location: 'Somewhere; else' }, zone)
  const { gone, added } = differing(content, written)
  const revision = /^(SEQUENCE|DTSTAMP|LAST-MODIFIED):/
  const place = /^(LOCATION|X-APPLE-STRUCTURED-LOCATION)[:;]/
  expect(gone.filter((line) => !revision.test(line) && !place.test(line))).toEqual([])
  expect(added.filter((line) => !revision.test(line))).toEqual(['LOCATION:Somewhere\\; else'])
  expect(storedOf(written)).toMatchObject({ Location: 'Somewhere; else', startDate: stored.startDate })
})

test('the position of a place stays if the place is still named', () => {
  const { content = '' } = clientObjects.find((one) => one.content.includes('X-TITLE="The Old Mill')) ?? {}
  const written = (Location: string) => writeCalendarObject({ ...storedOf(content), Location }, zone)
  const position = 'geo:51.500000,-0.120000'
  expect(written('the old mill, 1 mill lane (upstairs)')).toContain(position)
  for (const place of ['', 'The New Mill']) expect(written(place)).not.toContain(position)
})

test.each(clientObjects)('$name keeps alarms and attendees when it moves', ({ content }) => {
  const stored = storedOf(content)
  const times = { startDate: '2027-05-06T10:00', endDate: '2027-05-06T11:00' }
  const moved = { ...stored, ...times, repeat: stored.repeat && 'FREQ=DAILY', skipped: [], takenOut: [] }
  const written = writeCalendarObject(moved, zone)
  const { master } = readCalendarObject(written, zone)
  expect([master.startDate, master.endDate, master.repeat]).toEqual([
    times.startDate,
    times.endDate,
    moved.repeat,
  ])
  const kept = unfolded(content)
    .slice(0, unfolded(content).indexOf('END:VEVENT'))
    .filter((line) => /^(ATTENDEE|ORGANIZER|TRIGGER|X-|CLASS|TRANSP|GEO|COLOR)/.test(line))
  expect(unfolded(written)).toEqual(expect.arrayContaining(kept))
})

const times = (name: string) => {
  const found = clientObjects.find((one) => one.name.startsWith(name))
  const { startDate, endDate, repeat, skipped, takenOut } = storedOf(found?.content ?? '')
  return {
    startDate,
    endDate,
    repeat,
    skipped,
    takenOut: takenOut.map((one) => [one.occurrence, one.startDate]),
  }
}

test('times are those of the clocks of the owner', () => {
  expect(times('iOS Europe/London 2026')).toMatchObject({
    startDate: '2026-11-24T14:00',
    endDate: '2026-11-24T15:30',
  })
  expect(times('iOS Eastern Standard Time 2027-03')).toMatchObject({ startDate: '2027-03-24T13:30' })
  expect(times('iOS /citadel.org/20210210_1/Asia/Kolkata 2026')).toMatchObject({
    startDate: '2026-11-24T08:30',
  })
  expect(times('DAVx5 Europe/Zurich 2026')).toMatchObject({
    startDate: '2026-11-24T13:00',
    endDate: '2026-11-24T13:45',
  })
  expect(times('Outlook')).toMatchObject({ startDate: '2027-03-10T14:00', endDate: '2027-03-10T15:00' })
  expect(times('whole days')).toMatchObject({ startDate: '2027-03-25T00:00', endDate: '2027-03-28T23:59' })
  expect(times('yearly day')).toEqual({
    ...{ startDate: '2027-04-02T00:00', endDate: '2027-04-02T23:59', repeat: 'FREQ=YEARLY;UNTIL=20400402' },
    skipped: ['2028-04-02T00:00', '2029-04-02T00:00', '2030-04-02T00:00'],
    takenOut: [['2030-04-02T00:00', '2030-04-03T00:00']],
  })
  expect(times('floating')).toMatchObject({
    ...{ startDate: '2027-03-25T07:00', endDate: '2027-03-26T09:00' },
    repeat: 'FREQ=WEEKLY;UNTIL=20271231T070000;BYDAY=TH;WKST=SU',
    skipped: ['2027-04-08T07:00', '2027-04-15T07:00'],
  })
  expect(times('a zone of its own')).toMatchObject({
    ...{ startDate: '2027-07-05T14:00', endDate: '2027-07-05T15:30', repeat: 'FREQ=MONTHLY;BYMONTHDAY=5' },
    skipped: ['2027-10-05T14:00'],
  })
  expect(times('macOS series Europe/Zurich 2027-03')).toMatchObject({
    ...{ startDate: '2027-03-24T08:30', repeat: 'FREQ=WEEKLY;UNTIL=20280630T225900;INTERVAL=1' },
    skipped: ['2027-03-31T08:30', '2027-04-07T08:30'],
    takenOut: [['2027-03-31T08:30', '2027-04-01T08:30']],
  })
  expect(times('Thunderbird series Europe/London 2027-03')).toMatchObject({
    skipped: ['26', '27', '28', '29'].map((day) => `2027-03-${day}T09:30`),
    takenOut: [['2027-03-27T09:30', '2027-03-27T09:30']],
  })
})
