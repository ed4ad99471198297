import { weekdays } from './repeat'

/** A series: its rule, its first start and the starts that it leaves out. All times are wall-clock times, `YYYY-MM-DDTHH:mm`. */
export type Series = { repeat: string; startDate: string; skipped: string[] }

export type Rule = {
  frequency: string
  interval: number
  count: number
  /** The last possible start. Without UNTIL, the end of time. */
  until: string
  hasUntil: boolean
  /** Weekdays from Monday, 0, each with its number in the month or year. 0: each of them. */
  byDay: { weekday: number; number: number }[] | undefined
  byMonthDay: number[] | undefined
  byMonth: number[] | undefined
  bySetPos: number[] | undefined
  weekStart: number
}

/** The parts of an RRULE that `readRepeat` has accepted. */
export function ruleOf(repeat: string): Rule {
  const parts = new Map(repeat.split(';').map((part) => part.split('=') as [string, string]))
  const numbers = (name: string) => parts.get(name)?.split(',').map(Number)
  const until = parts.get('UNTIL')
  return {
    frequency: parts.get('FREQ') as string,
    interval: Number(parts.get('INTERVAL') ?? 1),
    count: Number(parts.get('COUNT') ?? Number.POSITIVE_INFINITY),
    until: until ? wallClockOf(until) : endOfTime,
    hasUntil: until !== undefined,
    byDay: parts
      .get('BYDAY')
      ?.split(',')
      .map((day) => ({ weekday: weekdayOf(day.slice(-2)), number: Number(day.slice(0, -2)) })),
    byMonthDay: numbers('BYMONTHDAY'),
    byMonth: numbers('BYMONTH')?.sort((a, b) => a - b),
    bySetPos: numbers('BYSETPOS'),
    weekStart: weekdayOf(parts.get('WKST') ?? 'MO'),
  }
}

const weekdayOf = (name: string) => (weekdays as readonly string[]).indexOf(name)
const endOfTime = '9999-12-31T23:59'

/** `20270301` (to its end) or `20270301T190000` as a wall-clock time. */
const wallClockOf = (until: string) =>
  `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}T${until.slice(9, 11) || '23'}:${until.slice(11, 13) || '59'}`

/** A day by its number since 1970-01-01, and its month and year. */
type Day = { n: number; weekday: number; month: Month }
/** Its number in the year, 1 to 12, and its days: the number of the first and of the one after the last. */
type Month = { number: number; first: number; end: number; year: { first: number; end: number } }

const dayLength = 86_400_000

function dayNumber(year: number, month: number, day = 1) {
  const date = new Date(0)
  return date.setUTCFullYear(year, month - 1, day) / dayLength
}

const dateOf = (n: number) => new Date(n * dayLength).toISOString().slice(0, 10)
/** 1970 began on a Thursday. */
const weekdayOfDay = (n: number) => (((n + 3) % 7) + 7) % 7

function monthOf(year: number, number: number): Month {
  return {
    number,
    first: dayNumber(year, number),
    end: dayNumber(year, number + 1),
    year: { first: dayNumber(year, 1), end: dayNumber(year + 1, 1) },
  }
}

const daysOf = (month: Month, first = month.first, end = month.end): Day[] =>
  Array.from({ length: end - first }, (_, index) => ({
    n: first + index,
    weekday: weekdayOfDay(first + index),
    month,
  }))

function dayOf(n: number): Day {
  const date = new Date(n * dayLength)
  const month = monthOf(date.getUTCFullYear(), date.getUTCMonth() + 1)
  return { n, weekday: weekdayOfDay(n), month }
}

/**
 * The starts of a series from `from` on, in order, without those that are skipped (RFC 5545, 3.3.10). Without COUNT the
 * periods before `from` are passed over.
 */
export function* startsFrom({ repeat, startDate, skipped }: Series, from: string): Generator<string> {
  const rule = ruleOf(repeat)
  const isSkipped = new Set(skipped)
  const time = startDate.slice(10)
  let times = 0
  for (const period of periodsOf(rule, startDate, rule.count < Number.POSITIVE_INFINITY ? startDate : from)) {
    for (const { n } of atPositions(period.filter(matcherOf(rule, startDate)), rule.bySetPos)) {
      const start = dateOf(n) + time
      if (start < startDate) continue
      if (start > rule.until || times === rule.count) return
      times += 1
      if (start >= from && !isSkipped.has(start)) yield start
    }
  }
}

/** Whether a series begins with its first start, by its first period alone: a rule that never happens costs no more. */
export function beginsAtStart(repeat: string, startDate: string) {
  const rule = ruleOf(repeat)
  const { value = [] } = periodsOf(rule, startDate, startDate).next()
  const days = atPositions(value.filter(matcherOf(rule, startDate)), rule.bySetPos)
  return startDate <= rule.until && days.some(({ n }) => dateOf(n) === startDate.slice(0, 10))
}

/** The days of each day, week, month or year that the rule repeats in, from the one with `from` on. */
function* periodsOf(
  { frequency, interval, weekStart, byMonth, byDay, byMonthDay }: Rule,
  startDate: string,
  from: string,
) {
  const [year, month, day] = numbersOf(startDate)
  const [fromYear, fromMonth, fromDay] = numbersOf(from > startDate ? from : startDate)
  const first = dayNumber(year, month, day)
  const fromFirst = dayNumber(fromYear, fromMonth, fromDay)
  const last = dayNumber(9999, 12, 31)
  /** The first number that is `interval` steps or a multiple of it after `start`, and not later than `wanted`. */
  const aligned = (start: number, wanted: number, step = interval) =>
    start + Math.floor((wanted - start) / step) * step
  if (frequency === 'DAILY')
    for (let n = aligned(first, fromFirst); n <= last; n += interval) yield [dayOf(n)]
  if (frequency === 'WEEKLY') {
    const week = first - ((weekdayOfDay(first) - weekStart + 7) % 7)
    for (let n = aligned(week, fromFirst, 7 * interval); n <= last; n += 7 * interval)
      yield Array.from({ length: 7 }, (_, index) => dayOf(n + index))
  }
  if (frequency === 'MONTHLY') {
    const from = aligned(year * 12 + month - 1, fromYear * 12 + fromMonth - 1)
    for (let n = from; n < 10_000 * 12; n += interval) yield daysOf(monthOf(Math.floor(n / 12), (n % 12) + 1))
  }
  if (frequency === 'YEARLY') {
    const months = byMonth ?? (byDay || byMonthDay ? allMonths : [month])
    for (let n = aligned(year, fromYear); n < 10_000; n += interval)
      yield months.flatMap((month) => daysOf(monthOf(n, month)))
  }
}

const allMonths = Array.from({ length: 12 }, (_, index) => index + 1)
const numbersOf = (time: string) =>
  [Number(time.slice(0, 4)), Number(time.slice(5, 7)), Number(time.slice(8, 10))] as const

/** Returns whether the BY parts of a rule select a day. Without BYDAY and BYMONTHDAY, the day of the start is meant. */
function matcherOf({ frequency, byMonth, byMonthDay, byDay }: Rule, startDate: string) {
  const startDay = Number(startDate.slice(8, 10))
  const startWeekday = weekdayOfDay(dayNumber(...numbersOf(startDate)))
  return ({ n, weekday, month }: Day) => {
    if (byMonth && !byMonth.includes(month.number)) return false
    const day = n - month.first + 1
    if (byMonthDay && !byMonthDay.includes(day) && !byMonthDay.includes(n - month.end)) return false
    const span = frequency === 'YEARLY' && !byMonth ? month.year : month
    if (byDay) return byDay.some((one) => one.weekday === weekday && isNumber(n, span, one.number))
    if (byMonthDay || frequency === 'DAILY') return true
    return frequency === 'WEEKLY' ? weekday === startWeekday : day === startDay
  }
}

/** Whether a day is, among those of its weekday in a month or year, the one with this number, from the end if negative. */
function isNumber(n: number, { first, end }: { first: number; end: number }, number: number) {
  if (number === 0) return true
  return number > 0
    ? Math.floor((n - first) / 7) === number - 1
    : Math.floor((end - 1 - n) / 7) === -number - 1
}

function atPositions(days: Day[], positions: number[] | undefined) {
  if (!positions) return days
  const chosen = new Set(positions.map((position) => days.at(position > 0 ? position - 1 : position)))
  return days.filter((day) => chosen.has(day))
}
