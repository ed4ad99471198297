import { IANAZone } from 'luxon'
import { remembered } from '~/events/repeats/day-numbers'
import { instantOf } from './ical.server'
import { utcText } from './utc-times.server'
import { zoneComponent } from './zone-component.server'

/** A wall-clock time as iCalendar writes it after the name of a property: `;TZID=Europe/London:20261124T190000`. */
export const timeText = (time: string, zone: string) =>
  zoneBlock(zone) ? `;TZID=${zone}:${time.replace(/[-:]/g, '')}00` : `:${utcText(instantOf(time, zone))}`

/** The component of a zone that times with its name refer to. Undefined for UTC, and for a zone that luxon does not know. */
export function zoneBlock(zone: string) {
  if (zone === 'UTC' || !IANAZone.isValidZone(zone)) return
  return componentOf(zone)
}

/** There are some 400 zones, of 1 kB each, which take 15 ms each. */
const componentOf = remembered(1_000, zoneComponent)

/**
 * The rule of a series for other programs: beside a start with a zone, UNTIL is an instant (RFC 5545, section 3.3.10). A day
 * counts to its end.
 */
export function icalRule(repeat: string, zone: string) {
  return repeat.replace(
    /UNTIL=(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{2})?/,
    (_, year, month, day, hour, minute) => {
      const until = instantOf(`${year}-${month}-${day}T${hour ?? '23'}:${minute ?? '59'}`, zone)
      return `UNTIL=${utcText(until)}`
    },
  )
}
