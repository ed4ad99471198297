import { civilOf, dateText, dayNumber, weekdayOf } from './day-numbers'
import { weekdays } from './repeat'

/**
 * A series: its rule, its first start and the starts that it leaves out. All times are wall-clock times,
 * `YYYY-MM-DDTHH:mm`. `repeatUntil` is its last start, if that is known: then a rule with COUNT is not counted from its
 * beginning.
 */
export type Series = { repeat: string; startDate: string; skipped: string[]; repeatUntil?: string | null }

/** No start is looked for later than this many years after the first one, so that no rule costs much. */
const yearsOfSeries = 200

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
      .map((day) => ({ weekday: weekdayNumber(day.slice(-2)), number: Number(day.slice(0, -2)) })),
    byMonthDay: numbers('BYMONTHDAY'),
    byMonth: numbers('BYMONTH')?.sort((a, b) => a - b),
    bySetPos: numbers('BYSETPOS'),
    weekStart: weekdayNumber(parts.get('WKST') ?? 'MO'),
  }
}

const weekdayNumber = (name: string) => (weekdays as readonly string[]).indexOf(name)
const endOfTime = '9999-12-31T23:59'

/** `20270301` (to its end) or `20270301T190000` as a wall-clock time. */
const wallClockOf = (until: string) =>
  `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}T${until.slice(9, 11) || '23'}:${until.slice(11, 13) || '59'}`

/** A month or year: the number of its first day, and of the day after its last one. */
type Span = { first: number; end: number }
type Month = Span & { number: number; year: Span }

const yearOf = (year: number): Span => ({ first: dayNumber(year, 1, 1), end: dayNumber(year + 1, 1, 1) })

function monthOf(year: number, number: number): Month {
  return {
    number,
    first: dayNumber(year, number, 1),
    end: dayNumber(year, number + 1, 1),
    year: yearOf(year),
  }
}

const civilDateOf = (time: string) => ({
  year: Number(time.slice(0, 4)),
  month: Number(time.slice(5, 7)),
  day: Number(time.slice(8, 10)),
})
const numberOf = (time: string) => {
  const { year, month, day } = civilDateOf(time)
  return dayNumber(year, month, day)
}

/**
 * The starts of a series from `from` on, in order, without those that are skipped (RFC 5545, 3.3.10). Without COUNT the
 * periods before `from` are passed over.
 */
export function* startsFrom(series: Series, from: string): Generator<string> {
  const { repeat, startDate, repeatUntil } = series
  const rule = cachedRule(repeat)
  const isCounted = rule.count < Number.POSITIVE_INFINITY && !repeatUntil
  const until = repeatUntil ?? rule.until
  const isSkipped = series.skipped.length > 0 ? new Set(series.skipped) : undefined
  const time = startDate.slice(10)
  let times = 0
  for (const n of daysFrom(rule, startDate, isCounted ? startDate : from)) {
    const start = dateText(n) + time
    if (start > until || (isCounted && times === rule.count)) return
    times += 1
    if (start >= from && !isSkipped?.has(start)) yield start
  }
}

/** Whether a series begins with its first start, by its first period alone: a rule that never happens costs no more. */
export function beginsAtStart(repeat: string, startDate: string) {
  const rule = ruleOf(repeat)
  const first = numberOf(startDate)
  const { value = [] } = periodsFrom(rule, startDate, startDate).next()
  return startDate <= rule.until && atPositions(value, rule.bySetPos).includes(first)
}

/** Rules are few and repeat themselves, within an account and between requests. */
const rules = new Map<string, Rule>()
const mostRules = 5_000

function cachedRule(repeat: string) {
  const known = rules.get(repeat)
  if (known) return known
  if (rules.size === mostRules) rules.clear()
  const rule = ruleOf(repeat)
  rules.set(repeat, rule)
  return rule
}

/** The days of a rule by their numbers, from the period of `from` on, and not before the first start. */
function* daysFrom(rule: Rule, startDate: string, from: string) {
  const first = numberOf(startDate)
  for (const days of periodsFrom(rule, startDate, from))
    for (const n of atPositions(days, rule.bySetPos)) if (n >= first) yield n
}

/** The days that the BY parts select in each day, week, month or year of the rule, from the one with `from` on. */
function* periodsFrom(rule: Rule, startDate: string, from: string): Generator<number[]> {
  const { frequency, interval, weekStart, byMonth, byDay, byMonthDay } = rule
  const start = civilDateOf(startDate)
  const later = civilDateOf(from > startDate ? from : startDate)
  const first = numberOf(startDate)
  const lastYear = Math.min(start.year + yearsOfSeries, 9_999)
  const last = dayNumber(lastYear, 12, 31)
  const laterDay = dayNumber(later.year, later.month, later.day)
  const isSelected = selectorOf(rule, startDate)
  /** The last number that is a multiple of `step` after `start`, and not later than `wanted`. */
  const aligned = (start: number, wanted: number, step: number) =>
    start + Math.floor((wanted - start) / step) * step
  if (frequency === 'DAILY') {
    for (let n = aligned(first, laterDay, interval); n <= last; n += interval) {
      const { year, month } = civilOf(n)
      if (byMonth && !byMonth.includes(month)) {
        const nextMonth = dayNumber(year, month + 1, 1)
        n = aligned(n, nextMonth - 1, interval)
        continue
      }
      if (isSelected(n, monthOf(year, month))) yield [n]
    }
  }
  if (frequency === 'WEEKLY') {
    const week = first - ((weekdayOf(first) - weekStart + 7) % 7)
    const weekdaysOfRule = byDay?.map(({ weekday }) => weekday) ?? [weekdayOf(first)]
    const offsets = weekdaysOfRule.map((weekday) => (weekday - weekStart + 7) % 7).sort((a, b) => a - b)
    const isInMonths = (n: number) => !byMonth || byMonth.includes(civilOf(n).month)
    for (let n = aligned(week, laterDay, 7 * interval); n <= last; n += 7 * interval)
      yield offsets.map((offset) => n + offset).filter(isInMonths)
  }
  if (frequency === 'MONTHLY') {
    const months = aligned(start.year * 12 + start.month - 1, later.year * 12 + later.month - 1, interval)
    for (let n = months; n < (lastYear + 1) * 12; n += interval) {
      const number = (n % 12) + 1
      yield !byMonth || byMonth.includes(number)
        ? selectedOf(monthOf(Math.floor(n / 12), number), isSelected)
        : []
    }
  }
  if (frequency === 'YEARLY') {
    const months = byMonth ?? (byDay || byMonthDay ? allMonths : [start.month])
    for (let year = aligned(start.year, later.year, interval); year <= lastYear; year += interval)
      yield months.flatMap((month) => selectedOf(monthOf(year, month), isSelected))
  }
}

const allMonths = Array.from({ length: 12 }, (_, index) => index + 1)

type Selector = (n: number, month: Month) => boolean

function selectedOf(month: Month, isSelected: Selector) {
  const days = []
  for (let n = month.first; n < month.end; n += 1) if (isSelected(n, month)) days.push(n)
  return days
}

/** Tells whether BYDAY and BYMONTHDAY select a day. Without both, the day of the start is meant. */
function selectorOf({ frequency, byMonth, byMonthDay, byDay }: Rule, startDate: string): Selector {
  const { day: startDay } = civilDateOf(startDate)
  return (n, month) => {
    if (byMonthDay && !byMonthDay.includes(n - month.first + 1) && !byMonthDay.includes(n - month.end))
      return false
    if (byDay) {
      const weekday = weekdayOf(n)
      const span = frequency === 'YEARLY' && !byMonth ? month.year : month
      return byDay.some((one) => one.weekday === weekday && isNumber(n, span, one.number))
    }
    return byMonthDay !== undefined || frequency === 'DAILY' || n - month.first + 1 === startDay
  }
}

/** Whether a day is, among those of its weekday in a month or year, the one with this number, from the end if negative. */
function isNumber(n: number, { first, end }: Span, number: number) {
  if (number === 0) return true
  return number > 0
    ? Math.floor((n - first) / 7) === number - 1
    : Math.floor((end - 1 - n) / 7) === -number - 1
}

function atPositions(days: number[], positions: number[] | undefined) {
  if (!positions) return days
  const chosen = new Set(positions.map((position) => days.at(position > 0 ? position - 1 : position)))
  return days.filter((day) => chosen.has(day))
}
