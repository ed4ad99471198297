import { civilOf, dateText, dayNumber, memoized, weekdayOf } from './day-numbers'
import { type Rule, ruleOf } from './rule'

/**
 * A series: its rule, its first start and the starts that it leaves out. All times are wall-clock times,
 * `YYYY-MM-DDTHH:mm`. `repeatUntil` is its last start, if that is known: then a rule with COUNT is not counted from its
 * beginning.
 */
export type Series = { repeat: string; startDate: string; skipped: string[]; repeatUntil?: string | null }

/** No start is looked for later than this many years after the first one, so that no rule costs much. */
const yearsOfSeries = 200

/** A month or year: the number of its first day, and of the day after its last one. */
type Span = { first: number; end: number }
type Month = Span & { number: number }

const monthNumber = ({ year, month }: { year: number; month: number }) => year * 12 + month - 1

/** Series share their months, so that a calendar makes each once. */
const monthOf = memoized(5_000, (n: number): Month => {
  const [year, number] = [Math.floor(n / 12), (n % 12) + 1]
  return { number, first: dayNumber(year, number, 1), end: dayNumber(year, number + 1, 1) }
})

export const civilDateOf = (time: string) => ({
  year: Number(time.slice(0, 4)),
  month: Number(time.slice(5, 7)),
  day: Number(time.slice(8, 10)),
})
/** The number of the day of a date or time. */
export const numberOf = (time: string) => numberOfDate(time.slice(0, 10))

const numberOfDate = memoized(10_000, (date: string) => {
  const { year, month, day } = civilDateOf(date)
  return dayNumber(year, month, day)
})

/** No start is looked for later. */
export const lastDayOf = (startDate: string) =>
  endOfYear(Math.min(Number(startDate.slice(0, 4)) + yearsOfSeries, 9_999))

const endOfYear = memoized(1_000, (year: number) => dayNumber(year, 12, 31))

/** The first day whose time of day is not before a time. */
const firstDayFrom = (time: string, timeOfDay: string) =>
  numberOf(time) + (timeOfDay < time.slice(10) ? 1 : 0)

/**
 * The days of a series from a day on, by their numbers, without those that are skipped (RFC 5545, 3.3.10). Without COUNT the
 * periods before that day are passed over.
 */
export function* daysFrom(
  { repeat, startDate, repeatUntil, skipped }: Series,
  fromDay: number,
): Generator<number> {
  const rule = cachedRule(repeat)
  const isCounted = rule.count < Number.POSITIVE_INFINITY && !repeatUntil
  const timeOfDay = startDate.slice(10)
  const until = repeatUntil ?? rule.until
  const last = Math.min(numberOf(until) - (until.slice(10) < timeOfDay ? 1 : 0), lastDayOf(startDate))
  const isSkipped = skipped.length > 0 ? new Set(skipped.map(numberOf)) : undefined
  const first = numberOf(startDate)
  let times = 0
  for (const days of periodsFrom(rule, startDate, isCounted ? first : fromDay))
    for (const n of atPositions(days, rule.bySetPos)) {
      if (n < first) continue
      if (n > last || (isCounted && times === rule.count)) return
      times += 1
      if (n >= fromDay && !isSkipped?.has(n)) yield n
    }
}

/** The starts of a series from `from` on, in order. */
export function* startsFrom(series: Series, from: string): Generator<string> {
  const timeOfDay = series.startDate.slice(10)
  for (const n of daysFrom(series, firstDayFrom(from, timeOfDay))) yield dateText(n) + timeOfDay
}

/** Whether a series begins with its first start, by its first period alone: a rule that never happens costs no more. */
export function beginsAtStart(repeat: string, startDate: string) {
  const rule = ruleOf(repeat)
  const first = numberOf(startDate)
  const { value = [] } = periodsFrom(rule, startDate, first).next()
  return startDate <= rule.until && atPositions(value, rule.bySetPos).includes(first)
}

/** Rules are few and repeat themselves, within an account and between requests. */
const cachedRule = memoized(5_000, ruleOf)

/** The days that the BY parts select in each day, week, month or year of the rule, from the one with `fromDay` on. */
function* periodsFrom(rule: Rule, startDate: string, fromDay: number): Generator<number[]> {
  const { frequency, interval, weekStart, byMonth, byDay, byMonthDay } = rule
  const first = numberOf(startDate)
  const start = civilOf(first)
  const wanted = Math.max(first, fromDay)
  const last = lastDayOf(startDate)
  const { year: lastYear } = civilOf(last)
  /** The last number that is a multiple of `step` after `start`, and not later than `wanted`. */
  const aligned = (start: number, wanted: number, step: number) =>
    start + Math.floor((wanted - start) / step) * step
  if (frequency === 'DAILY') {
    for (let n = aligned(first, wanted, interval); n <= last; n += interval) {
      const month = byMonth || byMonthDay ? monthOf(monthNumber(civilOf(n))) : undefined
      if (byMonth && month && !byMonth.includes(month.number)) n = aligned(n, month.end - 1, interval)
      else if (
        isMonthDay(n, month, byMonthDay) &&
        (byDay?.some(({ weekday }) => weekday === weekdayOf(n)) ?? true)
      )
        yield [n]
    }
    return
  }
  if (frequency === 'WEEKLY') {
    const week = first - ((weekdayOf(first) - weekStart + 7) % 7)
    const weekdaysOfRule = byDay?.map(({ weekday }) => weekday) ?? [weekdayOf(first)]
    const offsets = weekdaysOfRule.map((weekday) => (weekday - weekStart + 7) % 7).sort(byNumber)
    const isInMonths = (n: number) => !byMonth || byMonth.includes(civilOf(n).month)
    for (let n = aligned(week, wanted, 7 * interval); n <= last; n += 7 * interval)
      yield offsets.map((offset) => n + offset).filter(isInMonths)
    return
  }
  const from = civilOf(wanted)
  if (frequency === 'MONTHLY') {
    for (
      let n = aligned(monthNumber(start), monthNumber(from), interval);
      n < (lastYear + 1) * 12;
      n += interval
    ) {
      const month = monthOf(n)
      yield !byMonth || byMonth.includes(month.number) ? daysOfMonth(month, rule, start.day) : []
    }
    return
  }
  const months = byMonth ?? (byDay || byMonthDay ? allMonths : [start.month])
  for (let year = aligned(start.year, from.year, interval); year <= lastYear; year += interval)
    yield byDay && !byMonth
      ? daysOfWeekdays({ first: dayNumber(year, 1, 1), end: dayNumber(year + 1, 1, 1) }, byDay).filter((n) =>
          isMonthDay(n, byMonthDay && monthOf(monthNumber(civilOf(n))), byMonthDay),
        )
      : months.flatMap((month) => daysOfMonth(monthOf(monthNumber({ year, month })), rule, start.day))
}

const allMonths = Array.from({ length: 12 }, (_, index) => index + 1)
const byNumber = (a: number, b: number) => a - b

/** The days of a month that BYDAY and BYMONTHDAY select. Without both, the day of the start is meant. */
function daysOfMonth(month: Month, { byDay, byMonthDay }: Rule, startDay: number) {
  if (byDay) return daysOfWeekdays(month, byDay).filter((n) => isMonthDay(n, month, byMonthDay))
  const days = Array.from(byMonthDay ?? [startDay], (day) =>
    day > 0 ? month.first + day - 1 : month.end + day,
  )
  return [...new Set(days)].filter((n) => n >= month.first && n < month.end).sort(byNumber)
}

/** The days of a month or year with these weekdays: all, or the ones with a number, from the end if it is negative. */
function daysOfWeekdays({ first, end }: Span, byDay: NonNullable<Rule['byDay']>) {
  const firstWeekday = weekdayOf(first)
  const isWanted = new Array<boolean>(7).fill(false)
  const numbered: number[] = []
  for (const { weekday, number } of byDay) {
    const one = first + ((weekday - firstWeekday + 7) % 7)
    const count = Math.floor((end - 1 - one) / 7) + 1
    if (number === 0) isWanted[weekday] = true
    else numbered.push(one + 7 * (number > 0 ? number - 1 : count + number))
  }
  const days = []
  for (let n = first; n < end; n += 1)
    if (isWanted[(firstWeekday + n - first) % 7] || numbered.includes(n)) days.push(n)
  return days
}

const isMonthDay = (n: number, month: Month | undefined, days: Rule['byMonthDay']) =>
  !month || !days || days.has(n - month.first + 1) || days.has(n - month.end)

function atPositions(days: number[], positions: number[] | undefined) {
  if (!positions) return days
  const chosen = positions.map((position) => days.at(position > 0 ? position - 1 : position))
  return [...new Set(chosen)].filter((day) => day !== undefined).sort(byNumber)
}
