import { countOf } from '~/base/components/count'
import { formatDay } from '~/base/components/day'
import { months } from '~/people/buds/contact-lines'
import { presetOf } from './repeat'
import { type Rule, ruleOf } from './rule'

/** What a rule says, such as 'Every month on the first Sunday, until 1 Mar 2027'. */
export function repeatWords(repeat: string) {
  const rule = ruleOf(repeat)
  const { interval, byDay, byMonthDay, byMonth, bySetPos } = rule
  const unit = units[rule.frequency] as string
  const days = byDay && `on ${list(byDay.map(dayWords))}`
  const monthDays =
    byMonthDay && `${days ? 'if it is' : 'on'} the ${list(Array.from(byMonthDay, numberWords))}`
  const positions = bySetPos && `(the ${list(bySetPos.map(numberWords))} of these)`
  const inMonths = byMonth && `in ${list(byMonth.map((month) => months[month - 1] as string))}`
  const start = interval === 1 ? `Every ${unit}` : `Every ${countOf(interval, unit)}`
  return [start, days, monthDays, positions, inMonths].filter(Boolean).join(' ') + endWords(rule)
}

/**
 * The words of a rule that the form does not offer, or undefined. Null for what was taken out of a series, which does not
 * repeat itself.
 */
export function ruleWords({
  repeat,
  series,
  startDate,
}: {
  repeat: string | null
  series: string | null
  startDate: string
}) {
  if (series !== null) return null
  return repeat !== null && !presetOf(repeat, startDate).preset ? repeatWords(repeat) : undefined
}

const units: Record<string, string> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' }
const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function dayWords({ weekday, number }: NonNullable<Rule['byDay']>[number]) {
  return number === 0 ? (dayNames[weekday] as string) : `the ${numberWords(number)} ${dayNames[weekday]}`
}

/** 1: 'first'; 22: '22nd'; -1: 'last'; -2: 'second to last'. */
function numberWords(number: number): string {
  if (number === -1) return 'last'
  if (number < 0) return `${numberWords(-number)} to last`
  return smallNumbers[number - 1] ?? `${number}${suffixes[plural.select(number)]}`
}

const smallNumbers = ['first', 'second', 'third', 'fourth', 'fifth']
const plural = new Intl.PluralRules('en', { type: 'ordinal' })
const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const list = (words: string[]) => new Intl.ListFormat('en-GB').format(words)

function endWords({ count, until, hasUntil }: Rule) {
  if (count < Number.POSITIVE_INFINITY) return `, ${countOf(count, 'time')}`
  return hasUntil ? `, until ${formatDay(until.slice(0, 10))}` : ''
}
