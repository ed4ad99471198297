import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { timeText, zoneBlock } from '~/events/calendar/ical-series.server'

const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')
/** `Intl` lists no names of old, and knows all names in other letters. */
const otherNames = ['europe/london', 'JST', 'ACT', 'Canada/East-Saskatchewan', 'GB', 'Asia/Kolkata']

test('each time zone has a component with its own name, to which its times refer', () => {
  const all = [...zones, ...otherNames]
  const components = all.map((zone) => new ICAL.Component(ICAL.parse(zoneBlock(zone) ?? '') as never))
  expect(new Set(components.map(({ name }) => name))).toEqual(new Set(['vtimezone']))
  expect(components.map((component) => component.getFirstPropertyValue('tzid'))).toEqual(all)
  expect(all.map((zone) => timeText('2030-12-03T19:00', zone))).toEqual(
    all.map((zone) => `;TZID=${zone}:20301203T190000`),
  )
})

test.each(['UTC', 'Nowhere/Town'])('times in %s are instants', (zone) => {
  expect(zoneBlock(zone)).toBeUndefined()
  expect(timeText('2030-12-03T19:00', zone)).toBe(':20301203T190000Z')
})
