import { untilTime, weekdays } from './repeat'

export type Rule = {
  frequency: string
  interval: number
  count: number
  /** The last possible start. Without UNTIL, the end of time. */
  until: string
  hasUntil: boolean
  /** Weekdays from Monday, 0, each with its number in the month or year. 0: each of them. */
  byDay: { weekday: number; number: number }[] | undefined
  byMonthDay: ReadonlySet<number> | undefined
  byMonth: number[] | undefined
  bySetPos: number[] | undefined
  weekStart: number
}

/** The parts of an RRULE that `readRepeat` has accepted. */
export function ruleOf(repeat: string): Rule {
  const parts = new Map(repeat.split(';').map((part) => part.split('=') as [string, string]))
  const numbers = (name: string) => parts.get(name)?.split(',').map(Number)
  const byMonthDay = numbers('BYMONTHDAY')
  const until = parts.get('UNTIL')
  return {
    frequency: parts.get('FREQ') as string,
    interval: Number(parts.get('INTERVAL') ?? 1),
    count: Number(parts.get('COUNT') ?? Number.POSITIVE_INFINITY),
    until: until ? untilTime(until) : endOfTime,
    hasUntil: until !== undefined,
    byDay: parts
      .get('BYDAY')
      ?.split(',')
      .map((day) => ({ weekday: weekdayNumber(day.slice(-2)), number: Number(day.slice(0, -2)) })),
    byMonthDay: byMonthDay && new Set(byMonthDay),
    byMonth: numbers('BYMONTH')?.sort((a, b) => a - b),
    bySetPos: numbers('BYSETPOS'),
    weekStart: weekdayNumber(parts.get('WKST') ?? 'MO'),
  }
}

const weekdayNumber = (name: string) => (weekdays as readonly string[]).indexOf(name)
const endOfTime = '9999-12-31T23:59'
