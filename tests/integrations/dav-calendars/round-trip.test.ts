import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredEvent } from '~/integrations/dav-calendars/calendar-object'
import { readCalendarObject } from '~/integrations/dav-calendars/read-object.server'
import { writeCalendarObject } from '~/integrations/dav-calendars/write-object.server'
import { _id, fieldsOf, series, single, zones } from './any-event'

/** Whole days end with a day. */
const endOfDay = ({ repeat, startDate, endDate }: Pick<StoredEvent, 'repeat' | 'startDate' | 'endDate'>) =>
  startDate.endsWith('T00:00') && endDate.endsWith('T23:59')
    ? repeat?.replace(/(UNTIL=\d{8})T\d{6}/, '$1')
    : repeat

test('an event and a series are read as they were written', () => {
  fc.assert(
    fc.property(fc.oneof(single, series), fc.constantFrom(...zones), (event, zone) => {
      const content = writeCalendarObject(event, zone)
      for (const line of content.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      const { uid, master, occurrences } = readCalendarObject(content, zone)
      expect(uid).toBe(`${_id}@budkeeper`)
      expect(fieldsOf(master)).toEqual(fieldsOf(event))
      expect([endOfDay(master), master.skipped]).toEqual([endOfDay(event), event.skipped])
      expect(occurrences.map((one) => ({ ...fieldsOf(one), occurrence: one.occurrence }))).toEqual(
        event.takenOut.map((one) => ({ ...fieldsOf(one), occurrence: one.occurrence })),
      )
      const object = { uid, content }
      expect(writeCalendarObject({ ...event, object }, zone)).toBe(content)
    }),
    { numRuns: 400 },
  )
})
