import { IANAZone } from 'luxon'

const minute = 60_000
const day = 86_400_000
/** Since 2007 most zones have the rules of today. Earlier years get them too. */
const [firstYear, lastYear] = [2007, 2060]
/** No zone changes its clocks twice within so many days, which are fewer than those of Ramadan. */
const step = 20

/** Minutes. A zone that leaps over the date line changes its standard time. */
const mostDaylight = 120

const weekdayNames = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** A change of the clocks. `at` is the time that the clocks show before it, as if it were in UTC. */
type Change = { at: Date; from: number; to: number }

/**
 * The component of a zone that times with its name refer to (RFC 5545, 3.6.5), by the zone data by which the app converts
 * times: what stands in a calendar in UTC and what stands there with a zone must agree.
 */
export function zoneComponent(name: string) {
  const zone = IANAZone.create(name)
  const changes = changesOf(zone)
  const kinds = new Set(changes.map(kindOf))
  const first = zone.offset(Date.UTC(firstYear, 0, 1))
  const lines = [
    'BEGIN:VTIMEZONE',
    `TZID:${name}`,
    ...observance({ at: new Date(0), from: first, to: first }, []),
    ...[...kinds].flatMap((kind) => observancesOf(changes.filter((change) => kindOf(change) === kind))),
    'END:VTIMEZONE',
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}

const kindOf = ({ from, to }: Change) => `${from} ${to}`

function changesOf(zone: IANAZone) {
  const changes: Change[] = []
  const end = Date.UTC(lastYear + 1, 0, 1)
  for (let time = Date.UTC(firstYear, 0, 1); time < end; time += step * day) {
    const [from, to] = [zone.offset(time), zone.offset(time + step * day)]
    if (from === to) continue
    let [before, after] = [time, time + step * day]
    while (after - before > minute) {
      const middle = before + Math.floor((after - before) / 2 / minute) * minute
      if (zone.offset(middle) === from) before = middle
      else after = middle
    }
    changes.push({ at: new Date(after + from * minute), from, to })
  }
  return changes
}

/** The changes that come back by a rule as one with that rule, and those before them as a list. */
function observancesOf(changes: Change[]) {
  const rule = lastRuleOf(changes)
  const listed = rule ? changes.slice(0, -rule.times) : changes
  const [first, ...others] = listed
  const dates = others.map(({ at }) => `RDATE:${textOf(at)}`)
  const lines = first ? observance(first, dates) : []
  const next = changes[listed.length]
  if (!rule || !next) return lines
  const begin = first ? next : { ...next, at: onDayOf(rule, 1970, next.at) }
  return [...lines, ...observance(begin, [`RRULE:FREQ=YEARLY;BYMONTH=${rule.month + 1};${daysOf(rule)}`])]
}

/** Once a year, on the weekday within seven days of the month. `times` is for how many years up to the last one. */
type YearlyRule = { month: number; weekday: number; firstDay: number; times: number }

function lastRuleOf(changes: Change[]): YearlyRule | undefined {
  const days: number[] = []
  const last = changes.at(-1)?.at ?? new Date(0)
  for (const { at } of [...changes].reverse()) {
    const isAlike =
      at.getUTCFullYear() === lastYear - days.length &&
      at.getUTCMonth() === last.getUTCMonth() &&
      at.getUTCDay() === last.getUTCDay() &&
      at.getTime() % day === last.getTime() % day
    const all = [...days, at.getUTCDate()]
    if (!isAlike || Math.max(...all) - Math.min(...all) > 6) break
    days.push(at.getUTCDate())
  }
  // In 28 years each weekday falls on each of the seven days.
  if (days.length < 28) return
  return {
    month: last.getUTCMonth(),
    weekday: last.getUTCDay(),
    firstDay: Math.min(...days),
    times: days.length,
  }
}

function onDayOf({ month, weekday, firstDay }: YearlyRule, year: number, timeOfDay: Date) {
  const first = Date.UTC(year, month, firstDay)
  const days = (weekday - new Date(first).getUTCDay() + 7) % 7
  return new Date(first + days * day + (timeOfDay.getTime() % day))
}

function daysOf({ month, weekday, firstDay }: YearlyRule) {
  const name = weekdayNames[weekday]
  if (firstDay % 7 === 1) return `BYDAY=${(firstDay + 6) / 7}${name}`
  if (firstDay + 6 === new Date(Date.UTC(2027, month + 1, 0)).getUTCDate()) return `BYDAY=-1${name}`
  return `BYMONTHDAY=${Array.from({ length: 7 }, (_, n) => firstDay + n)};BYDAY=${name}`
}

function observance({ at, from, to }: Change, more: string[]) {
  const kind = to > from && to - from <= mostDaylight ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `TZNAME:${offsetText(to)}`,
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    `DTSTART:${textOf(at)}`,
    ...more,
    `END:${kind}`,
  ]
}

const textOf = (time: Date) => time.toISOString().slice(0, 19).replace(/[-:]/g, '')

function offsetText(minutes: number) {
  const digits = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return (minutes < 0 ? '-' : '+') + digits.map((number) => String(number).padStart(2, '0')).join('')
}
