import fc from 'fast-check'
import { later } from '~/events/repeats/occurrences'
import { startsFrom } from '~/events/repeats/starts'
import type { StoredEvent } from '~/integrations/dav-calendars/calendar-object'

export const zones = [
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'UTC',
]
const rules = [
  'FREQ=DAILY',
  'FREQ=DAILY;COUNT=40',
  'FREQ=WEEKLY',
  'FREQ=WEEKLY;INTERVAL=2',
  'FREQ=WEEKLY;UNTIL=20290301',
  'FREQ=WEEKLY;UNTIL=20290301T013000',
  'FREQ=MONTHLY',
  'FREQ=MONTHLY;COUNT=30',
  'FREQ=YEARLY',
]

const letters = fc.string({ unit: fc.constantFrom(...'aé😀;,:\\"\n n'), maxLength: 60 })
const name = letters.map((text) => `x${text.replace(/\s+/g, ' ').trim()}`)
const description = letters.map((text) => text.trim())
const minute = fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2028, 11, 31) / 60_000 })
/** Many are around the changes of clocks. */
const nearChange = fc
  .tuple(
    fc.constantFrom('2027-03-28T01:00', '2027-10-31T01:00', '2027-03-14T02:00', '2027-11-07T01:00'),
    fc.integer({ min: -180, max: 180 }),
  )
  .map(([time, minutes]) => later(time, minutes))
const start = fc.oneof(
  minute.map((minutes) => new Date(minutes * 60_000).toISOString().slice(0, 16)),
  nearChange,
  fc.constantFrom('2026-11-24T00:00', '2027-03-28T00:00'),
)
const length = fc.oneof(fc.constantFrom(0, 60, 90, 1_439, 2_879), fc.integer({ min: 0, max: 10_000 }))

const fields = fc
  .record({
    Name: name,
    Location: fc.oneof(fc.constant(''), name),
    Description: description,
    Eventtype: fc.constantFrom('Social', 'Client', 'Colleagues', 'Other') as fc.Arbitrary<
      StoredEvent['Eventtype']
    >,
    startDate: start,
    length,
  })
  .map(({ length, ...fields }) => ({ ...fields, endDate: later(fields.startDate, length) }))

export const _id = '019ac1b0-0000-7000-8000-000000000001'
const stamp = '20261101T100000Z'

export const single: fc.Arbitrary<StoredEvent> = fields.map((fields) => ({
  ...fields,
  ...{ _id, stamp, repeat: null, skipped: [], takenOut: [], object: null },
}))

export const series: fc.Arbitrary<StoredEvent> = fc
  .tuple(
    fields,
    fc.constantFrom(...rules),
    fc.array(fc.tuple(fc.nat(20), fc.option(fields)), { maxLength: 6 }),
  )
  .map(([fields, repeat, changes]) => {
    const starts: string[] = []
    for (const start of startsFrom({ repeat, startDate: fields.startDate, skipped: [] }, fields.startDate))
      if (starts.push(start) > 20) break
    const byStart = new Map(changes.map(([n, change]) => [starts[n % starts.length] ?? '', change]))
    const skipped = [...byStart.keys()].sort()
    const takenOut = skipped.flatMap((occurrence) => {
      const change = byStart.get(occurrence)
      return change ? [{ ...change, _id: occurrence, occurrence }] : []
    })
    return { ...fields, _id, stamp, repeat, skipped, takenOut, object: null }
  })

export const fieldsOf = ({
  Name,
  Location,
  Description,
  Eventtype,
  startDate,
  endDate,
}: Partial<StoredEvent>) => ({
  ...{ Name, Location, Description, startDate, endDate },
  Eventtype: Eventtype ?? 'Other',
})
