import { countOf } from '~/base/components/count'
import { day as dayLength } from '~/base/node/durations'
import type { BudDate } from './contact'
import { dayText, defaultDateLabel } from './contact-lines'

/** A date as the bud screen shows it. */
export type DateFact = { label: string; text: string; next: string; days: number }

/** The dates of a bud with their next day, the soonest first. `today` is YYYY-MM-DD. */
export function dateFacts(dates: BudDate[], today: string): DateFact[] {
  return dates.map((date) => factOf(date, today)).sort((a, b) => a.days - b.days)
}

function factOf(date: BudDate, today: string): DateFact {
  const thisYear = Number(today.slice(0, 4))
  const year = dayIn(thisYear, date) >= today ? thisYear : thisYear + 1
  const days = daysFrom(today, dayIn(year, date))
  const years = date.year === null ? 0 : year - date.year
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`
  const age = yearsText(date.label, years)
  return {
    label: date.label,
    text: dayText(date),
    next: age ? `${age} ${when}` : when,
    days,
  }
}

export const isBirthday = (label: string) => label.toLowerCase() === defaultDateLabel.toLowerCase()

/** `turns 40` for a birthday, `40 years` for another date, nothing without years. */
export function yearsText(label: string, years: number | null) {
  if (!years || years < 0) return ''
  if (isBirthday(label)) return `turns ${years}`
  return years === 1 ? '1 year' : `${years} years`
}

/** The label of a date with the age, such as 'Birthday, turns 40'. `years` is null if the year is not known. */
export const occasionOf = (label: string, years: number | null) =>
  [label, yearsText(label, years)].filter(Boolean).join(', ')

/** The number of days from one day to another. Negative if the other is earlier. */
export const daysFrom = (first: string, other: string) =>
  Math.round((Date.parse(other) - Date.parse(first)) / dayLength)

/** The day of a date in a year, YYYY-MM-DD. In a common year, 29 February is 28 February. */
export function dayIn(year: number, { month, day }: Pick<BudDate, 'month' | 'day'>) {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const shown = month === 2 && day === 29 && !isLeap ? 28 : day
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(shown).padStart(2, '0')].join(
    '-',
  )
}

/** How long ago a bud was due, such as '5 weeks late'. `days` is at least 1. */
export function lateness(days: number) {
  const [size, unit] = units.find(([size]) => days >= 2 * size) ?? [1, 'day']
  return `${countOf(Math.floor(days / size), unit)} late`
}

/** In days, the largest first. A unit is used from two of it, so that '10 days' is not '1 week'. */
const units: [days: number, name: string][] = [
  [365, 'year'],
  [30, 'month'],
  [7, 'week'],
]
