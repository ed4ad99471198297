import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { zoneBlock } from '~/events/calendar/ical-series.server'

/** The minutes between UTC and a zone at some instants, and those that ical.js finds in the component of the zone. */
function offsetsOf(zone: string, instants: number[]) {
  const calendar = `BEGIN:VCALENDAR\r\n${zoneBlock(zone)}END:VCALENDAR`
  const component = new ICAL.Component(ICAL.parse(calendar) as never).getFirstSubcomponent('vtimezone')
  const read = new ICAL.Timezone(component as ICAL.Component)
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  return instants.map((instant) => {
    const wallClock = clock.format(instant).replace(' ', 'T')
    const offset = (Date.parse(`${wallClock}Z`) - instant) / 60_000
    const found = read.utcOffset(ICAL.Time.fromDateTimeString(`${wallClock}:00`)) / 60
    return { at: wallClock, offset, found }
  })
}

const day = 86_400_000
/** Noon of every third day, 2026 to 2036. */
const noons = Array.from({ length: 1_218 }, (_, n) => Date.UTC(2026, 11, 1, 12) + n * 3 * day)

const zones = [
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  // Their changes are on no weekday of the month with a number, on days of another calendar, or in another month at times.
  ...[
    'Africa/Cairo',
    'Asia/Jerusalem',
    'America/Santiago',
    'America/Godthab',
    'Asia/Gaza',
    'Africa/Casablanca',
  ],
  // Other names of zones.
  ...['US/Eastern', 'Europe/Kyiv', 'America/Vancouver', 'EST5EDT', 'Etc/GMT+5'],
]

describe.each(zones)('the component of %s', (zone) => {
  test('changes the clocks as the app does', () => {
    for (const { at, offset, found } of offsetsOf(zone, noons)) expect(found, at).toBe(offset)
  })

  test('is short, with lines of at most 75 octets', () => {
    const lines = zoneBlock(zone)?.split('\r\n') ?? []
    expect(lines.length).toBeLessThan(200)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(75)
  })
})

test('a day that is left out at the date line is no daylight time', () => {
  expect(zoneBlock('Pacific/Fakaofo')).not.toContain('DAYLIGHT')
})

test('a zone of today has the rules that every calendar reads', () => {
  expect(zoneBlock('Europe/London')).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU')
  expect(zoneBlock('America/New_York')).toContain('RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU')
  expect(zoneBlock('UTC')).toBeUndefined()
})
