import { dateText, dayNumber } from './day-numbers'
import { lastStartOf, later, minutesBetween } from './occurrences'
import { presetOf, repeatOf, weekdayOf, withEnd } from './repeat'
import { startsAmong } from './repeat-rule.server'
import { beginsAtStart, civilDateOf, daysFrom, numberOf } from './starts'

/** A rule with the first start of its series. */
type Series = { repeat: string; startDate: string }

/** The rule of a series that begins at another start. It ends with the same start as before. */
export function movedRule(series: Series, startDate: string) {
  if (series.startDate === startDate) return series.repeat
  const { end } = presetOf(series.repeat, series.startDate)
  const repeat = ruleAt(series, startDate)
  if (!end || 'count' in end) return withEnd(repeat, end)
  const endAt = (time: string) => withEnd(repeat, { until: time.slice(0, end.until.length) })
  const until = end.until.length > 10 ? end.until : end.until + series.startDate.slice(10)
  const moved = endAt(later(until, minutesBetween(series.startDate, startDate)))
  const last = lastOf(series)
  const newLast = movedStarts(series, { repeat, startDate }, [last]).get(last)
  return !newLast || lastOf({ repeat: moved, startDate }) === newLast ? moved : endAt(newLast)
}

const lastOf = ({ repeat, startDate }: Series) => lastStartOf({ repeat, startDate, skipped: [] }) ?? startDate

/** Without an end. A rule stays as it is written if the start meets it; one of the form becomes that of the start. */
function ruleAt({ repeat, startDate }: Series, newStart: string) {
  const written = withEnd(repeat, null)
  const rules = [written]
  let { preset } = presetOf(repeat, startDate)
  if (isLastWeekday.test(written)) {
    rules.push(`FREQ=MONTHLY;BYDAY=-1${weekdayOf(newStart)}`)
    preset = 'MONTHLY_BY_WEEKDAY'
  }
  if (preset) rules.push(repeatOf(preset, newStart, null))
  return rules.find((rule) => beginsAtStart(rule, newStart)) ?? written
}

/** The form writes it for the fifth weekday. Of a later occurrence it may be the fourth. */
const isLastWeekday = /^FREQ=MONTHLY;BYDAY=-1..$/

/**
 * What becomes of some starts when a series moves. Where the rule takes the day of its start, each stays in its month,
 * counted from the first. Otherwise the second start remains the second. Under quite another rule, all are later by the
 * difference. Those that the series no longer has are left out.
 */
export function movedStarts(before: Series, after: Series, starts: string[]) {
  const minutes = minutesBetween(before.startDate, after.startDate)
  const isMoved = minutes !== 0 && withEnd(after.repeat, null) === ruleAt(before, after.startDate)
  const moved = isMoved
    ? takesDayOfStart.test(after.repeat)
      ? inTheirMonths(before, after, starts)
      : byNumber(before, after, starts)
    : starts.map((start) => later(start, minutes))
  const real = startsAmong(after, moved)
  const pairs = starts.map((start, n) => [start, moved[n] ?? ''] as const)
  return new Map(pairs.filter(([, start]) => real.has(start)))
}

const takesDayOfStart = /^FREQ=(MONTHLY|YEARLY)(?!.*BY)/

function inTheirMonths(before: Series, after: Series, starts: string[]) {
  const [from, to] = [civilDateOf(before.startDate), civilDateOf(after.startDate)]
  const months = 12 * (to.year - from.year) + to.month - from.month
  return starts.map((start) => {
    const { year, month } = civilDateOf(start)
    return dateText(dayNumber(year, month + months, to.day)) + after.startDate.slice(10)
  })
}

function byNumber(before: Series, after: Series, starts: string[]) {
  const days = starts.map(numberOf)
  const wanted = new Set(days)
  const last = Math.max(...days)
  const found = new Map<number, number>()
  const others = allDays(after)
  for (const n of allDays(before)) {
    const { value } = others.next()
    if (n > last || value === undefined) break
    if (wanted.has(n)) found.set(n, value)
  }
  return days.map((n) => {
    const day = found.get(n)
    return day === undefined ? '' : dateText(day) + after.startDate.slice(10)
  })
}

const allDays = (series: Series) => daysFrom({ ...series, skipped: [] }, numberOf(series.startDate))
