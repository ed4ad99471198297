import ICAL from 'ical.js'
import { DateTime, IANAZone } from 'luxon'
import { instantOf } from '~/events/calendar/ical.server'
import { allOf, type Component, firstOf, invalidData, writeComponent } from './content-lines.server'
import { windowsZones } from './windows-zones.data'

/** A zone that times of a calendar object refer to. Local times are `YYYY-MM-DDTHH:mm`. */
export type SourceZone = {
  /** By IANA. Undefined for a zone that the object itself describes. */
  name?: string
  instantOf: (local: string) => Date
  localOf: (instant: Date) => string
}

/** The wall-clock time that a zone shows. */
export const wallClockAt = (instant: Date, zone: string) =>
  DateTime.fromJSDate(instant, { zone }).toFormat("yyyy-MM-dd'T'HH:mm")

const known = (name: string): SourceZone => ({
  name,
  instantOf: (local) => instantOf(local, name),
  localOf: (instant) => wallClockAt(instant, name),
})

export type Zones = (tzid: string) => SourceZone

/** Finds the zones of a calendar object by their names. Throws `DavError` for one that nobody knows. */
export function zonesOf(calendar: Component): Zones {
  const found = new Map<string, SourceZone>()
  const components = calendar.components.filter(({ name }) => name === 'VTIMEZONE')
  return (tzid) => {
    const component = components.find((component) => firstOf(component, 'TZID')?.value === tzid)
    const zone = found.get(tzid) ?? zoneOf(tzid, component)
    found.set(tzid, zone)
    return zone
  }
}

const longestName = 200

function zoneOf(tzid: string, component: Component | undefined) {
  if (tzid.length > longestName) throw invalidData('The name of a time zone is too long.')
  const location = component && firstOf(component, 'X-LIC-LOCATION')?.value
  // Some programs write a path that ends with the name: `/freeassociation.sourceforge.net/Europe/London`.
  const parts = tzid.split('/').slice(-3)
  const names = [tzid, windowsZones[tzid], location, ...parts.map((_, n) => parts.slice(n).join('/'))]
  const name = names.find((name) => name && IANAZone.isValidZone(name))
  if (name) return known(name)
  if (component && isReadable(component)) return ownZone(component)
  throw invalidData(`The time zone ${tzid.slice(0, 50)} is not known.`)
}

function ownZone(component: Component): SourceZone {
  const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(writeComponent(component)) as never))
  return {
    instantOf: (local) => {
      const seconds = zone.utcOffset(ICAL.Time.fromDateTimeString(`${local}:00`))
      return new Date(Date.parse(`${local}Z`) - seconds * 1_000)
    },
    localOf: (instant) => ICAL.Time.fromJSDate(instant, true).convertToZone(zone).toString().slice(0, 16),
  }
}

const mostObservances = 100
const mostDates = 1_000

/** Whether `ical.js` can expand the rules of a zone at once: each names one day of a year, which comes. */
function isReadable({ components }: Component) {
  const dates = components.flatMap((observance) => allOf(observance, 'RDATE'))
  return (
    components.length > 0 &&
    components.length <= mostObservances &&
    dates.flatMap(({ value }) => value.split(',')).length <= mostDates &&
    dates.every(({ value }) => value.split(',').every((date) => isLocal.test(date))) &&
    components.every(
      (observance) =>
        isLocal.test(firstOf(observance, 'DTSTART')?.value ?? '') &&
        isOffset.test(firstOf(observance, 'TZOFFSETFROM')?.value ?? '') &&
        isOffset.test(firstOf(observance, 'TZOFFSETTO')?.value ?? '') &&
        allOf(observance, 'RRULE').length <= 1 &&
        allOf(observance, 'RRULE').every(({ value }) => isYearly(value.toUpperCase())),
    )
  )
}

const isLocal = /^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3])[0-5]\d[0-5]\dZ?$/
const isOffset = /^[+-](0\d|1[0-5])[0-5]\d([0-5]\d)?$/

const yearlyParts: Record<string, RegExp> = {
  FREQ: /^YEARLY$/,
  INTERVAL: /^1$/,
  BYMONTH: /^([1-9]|1[0-2])$/,
  BYDAY: /^(-?[1-4])?(MO|TU|WE|TH|FR|SA|SU)$/,
  BYMONTHDAY: /^([1-9]|1\d|2[0-8])(,([12]?[1-9]|[123]0|31)){0,6}$/,
  UNTIL: /^\d{8}(T\d{6}Z?)?$/,
  WKST: /^(MO|TU|WE|TH|FR|SA|SU)$/,
}

function isYearly(rule: string) {
  const parts = rule.split(';').map((part) => part.split('='))
  const { FREQ, BYMONTH, BYDAY = '', BYMONTHDAY } = Object.fromEntries(parts)
  return (
    FREQ !== undefined &&
    parts.every(([name = '', value = '']) => yearlyParts[name]?.test(value)) &&
    (!BYDAY || (BYMONTH !== undefined && (/\d/.test(BYDAY) || BYMONTHDAY !== undefined)))
  )
}
