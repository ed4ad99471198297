import ICAL from 'ical.js'
import { wallClock } from '~/base/forms/rules'
import { instantOf, spanOf } from '~/events/calendar/ical.server'
import { timeText } from '~/events/calendar/ical-series.server'
import { utcText } from '~/events/calendar/utc-times.server'
import { later, minutesBetween } from '~/events/repeats/occurrences'
import { type Component, firstOf, invalidData, type Property } from './content-lines.server'
import { type SourceZone, wallClockAt, type Zones } from './source-zones.server'

/** A time as it was sent. `local` is `YYYY-MM-DDTHH:mm`; `zone` is null for a floating time and for a day. */
export type Moment = { local: string; seconds: string; zone: SourceZone | null; isDay: boolean }

const pattern = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z?))?$/
const time = wallClock('time')

export function momentOf(value: string, params: Property['params'], zones: Zones): Moment {
  const [, year, month, day, hour, minute = '00', seconds = '00', utc] = pattern.exec(value.trim()) ?? []
  const local = `${year}-${month}-${day}T${hour ?? '00'}:${minute}`
  if (!time.safeParse(local).success) throw invalidData(`${value.slice(0, 30)} is not a time.`)
  const tzid = params.get('TZID')
  const zone = hour === undefined ? null : utc ? zones('UTC') : tzid ? zones(tzid) : null
  return { local, seconds, zone, isDay: hour === undefined }
}

/** What the clocks of the owner show. */
export function wallOf({ local, zone }: Moment, ownZone: string) {
  if (zone === null || zone.name === ownZone) return local
  const wall = wallClockAt(zone.instantOf(local), ownZone)
  if (!time.safeParse(wall).success) throw invalidData('The event is at a time that no calendar has.')
  return wall
}

/** The start of an event, and its times by the clocks of the owner. A whole day ends at 23:59. */
export function timesOf(event: Component, zones: Zones, ownZone: string, isSeries: boolean) {
  const property = firstOf(event, 'DTSTART')
  if (!property) throw invalidData('The event has no start.')
  const start = momentOf(property.value, property.params, zones)
  const startDate = wallOf(start, ownZone)
  const endDate = endOf(event, { start, startDate, zones, ownZone, isSeries })
  if (endDate < startDate) throw invalidData('The event ends before it starts.')
  return { start, startDate, endDate }
}

type Start = { start: Moment; startDate: string; zones: Zones; ownZone: string; isSeries: boolean }

function endOf(event: Component, begun: Start) {
  const { start, startDate, zones, ownZone } = begun
  const [end, duration] = [firstOf(event, 'DTEND'), firstOf(event, 'DURATION')]
  if (end) {
    const moment = momentOf(end.value, end.params, zones)
    if (start.isDay || moment.isDay) return lastMinute(startDate, `${moment.local.slice(0, 10)}T00:00`)
    return notEarlier(begun, moment)
  }
  if (!duration) return start.isDay ? lastMinute(startDate, startDate) : startDate
  const { days, minutes } = lengthOf(duration)
  if (start.isDay) return lastMinute(startDate, later(startDate, days * minutesOfDay + minutes))
  const nominal = { ...start, local: later(start.local, days * minutesOfDay) }
  return minutes === 0 ? wallOf(nominal, ownZone) : afterMinutes(begun, nominal, minutes)
}

const minutesOfDay = 1_440

/** The end of a day is the start of the next one. Some programs end a single day with itself. */
const lastMinute = (start: string, end: string) => later(end > start ? end : later(start, minutesOfDay), -1)

/** An end whose clock shows an earlier time, because it went back, keeps the length. */
function notEarlier({ start, startDate, ownZone }: Start, end: Moment) {
  const endDate = wallOf(end, ownZone)
  if (endDate >= startDate) return endDate
  const instant = (moment: Moment) =>
    (moment.zone?.instantOf(moment.local) ?? instantOf(moment.local, ownZone)).getTime()
  const minutes = (instant(end) - instant(start)) / 60_000
  return minutes >= 0 ? later(startDate, minutes) : endDate
}

/**
 * A duration in hours is exact, while the times of an event are those of clocks, which may change
 * before its end.
 */
function afterMinutes({ startDate, ownZone, isSeries }: Start, nominal: Moment, minutes: number) {
  const byClock = later(wallOf(nominal, ownZone), minutes)
  if (isSeries) return byClock
  const begin = nominal.zone?.instantOf(nominal.local) ?? instantOf(nominal.local, ownZone)
  const end = new Date(begin.getTime() + minutes * 60_000)
  const exact = wallClockAt(end, ownZone)
  return spanOf({ startDate, endDate: exact }, ownZone).end?.getTime() === end.getTime() ? exact : byClock
}

function lengthOf({ value }: Property) {
  if (!/^\+?P(\d{1,5}W|(\d{1,5}D)?(T(\d{1,6}H)?(\d{1,7}M)?(\d{1,9}S)?)?)$/i.test(value.trim()))
    throw invalidData(`${value.slice(0, 30)} is not a duration of an event.`)
  const { weeks, days, hours, minutes, seconds } = ICAL.Duration.fromString(value.trim().toUpperCase())
  return { days: weeks * 7 + days, minutes: hours * 60 + minutes + Math.floor(seconds / 60) }
}

/** How the starts of a series are written. All are those by its rule, by the clocks of the owner. */
export type Writer = {
  isDay: boolean
  /** A start as a property. */
  text: (name: string, start: string) => string
  /** UNTIL of a rule. */
  untilText: (until: string) => string
}

const compact = (time: string) => time.replace(/[-:]/g, '')
export const dayText = (time: string) => compact(time.slice(0, 10))

export const ownWriter = (zone: string): Writer => ({
  isDay: false,
  text: (name, start) => `${name}${timeText(start, zone)}`,
  untilText: (until) => utcText(instantOf(until, zone, -1)),
})

export const dayWriter: Writer = {
  isDay: true,
  text: (name, start) => `${name};VALUE=DATE:${dayText(start)}`,
  untilText: dayText,
}

/** Writes as the client has written the first start. */
export function sentWriter(start: Moment, property: Property, ownZone: string): Writer {
  if (start.isDay) return dayWriter
  const shift = shiftOf(start, ownZone)
  const isUtc = property.value.trim().endsWith('Z')
  const tzid = property.params.get('TZID')
  const params = tzid && !isUtc ? `;TZID=${/[:;,]/.test(tzid) ? `"${tzid}"` : tzid}` : ''
  const { zone, seconds } = start
  return {
    isDay: false,
    text: (name, time) => `${name}${params}:${compact(later(time, -shift))}${seconds}${isUtc ? 'Z' : ''}`,
    untilText: (until) =>
      zone ? utcText(zone.instantOf(later(until, -shift))) : `${compact(later(until, -shift))}00`,
  }
}

/** Reads starts and ends of a series by the clocks of the owner. */
export function startReader(first: Moment, ownZone: string, zones: Zones) {
  const shift = shiftOf(first, ownZone)
  const startOf = (moment: Moment) => later(localIn(first, moment, ownZone), shift)
  /** UNTIL as it is stored: a day, if it is one or its last minute. */
  const untilOf = (value: string) => {
    const until = momentOf(value, new Map(), zones)
    if (first.isDay) return dayText(wallOf(until, ownZone))
    const lastMinute = {
      ...until,
      zone: first.zone,
      local: `${until.local.slice(0, 10)}T23:59`,
      isDay: false,
    }
    const end = startOf(until.isDay ? lastMinute : until)
    return end.endsWith('23:59') ? dayText(end) : `${compact(end)}00`
  }
  return { startOf, untilOf }
}

/** Minutes from the first start to what the clocks of the owner show then. The other starts keep them. */
const shiftOf = (start: Moment, ownZone: string) => minutesBetween(start.local, wallOf(start, ownZone))

/** What the clocks of the first start show. A day means the time of the first start on it. */
function localIn(first: Moment, moment: Moment, ownZone: string) {
  if (first.isDay) return `${wallOf(moment, ownZone).slice(0, 10)}T00:00`
  if (moment.isDay) return moment.local.slice(0, 10) + first.local.slice(10)
  if (moment.zone === first.zone || moment.zone === null) return moment.local
  const instant = moment.zone.instantOf(moment.local)
  return first.zone ? first.zone.localOf(instant) : wallClockAt(instant, ownZone)
}
