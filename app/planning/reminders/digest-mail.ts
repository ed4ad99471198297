import { capitalised } from '~/base/components/initial'
import { day as dayLength } from '~/base/node/durations'
import { isBirthday, yearsText } from '~/people/buds/bud-dates'
import { shortDay } from '~/planning/today/reason'
import { weekdays } from './settings'

/** What a digest says. Each list has the first entries, and its total counts all of them. */
export type DigestContent = {
  overdue: { _id: string; name: string; reason: string; note: string }[]
  totalOverdue: number
  dates: { name: string; page: string; label: string; on: string; years: number | null }[]
  totalDates: number
  events: { _id: string; Name: string; Location: string; startDate: string; endDate: string }[]
  totalEvents: number
}

export const noteLength = 200
const subjectLength = 150

/** `today`, `tomorrow` or `Friday, 27 November`. */
export function dayText(day: string, today: string) {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / dayLength)
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : longDay(day, today)
}

/** `Friday, 27 November`, with the year if it is not that of `today`. */
export function longDay(day: string, today: string) {
  const weekday = weekdays[(new Date(day).getUTCDay() + 6) % 7]
  return `${weekday}, ${shortDay(day, today)}`
}

type DigestDate = DigestContent['dates'][number]

/** `Birthday today: turns 40`. */
export function dateText(date: DigestDate, today: string) {
  const when = dayText(date.on, today)
  const preposition = when.includes(',') ? ' on ' : ' '
  return [date.label + preposition + when, yearsText(date.label, date.years)].filter(Boolean).join(': ')
}

/** `today, 19:00 to 23:00`. */
export function eventTimes({ startDate, endDate }: DigestContent['events'][number], today: string) {
  const [startDay = '', start] = startDate.split('T')
  const [endDay = '', end] = endDate.split('T')
  const to = endDay === startDay ? end : `${dayText(endDay, today)}, ${end}`
  const times = `${dayText(startDay, today)}, ${start}${to === start ? '' : ` to ${to}`}`
  return capitalised(times)
}

/** What to shorten a note to. Empty if the reason contains all of it. */
export function noteText({ note, reason }: DigestContent['overdue'][number]) {
  if (!note || reason.endsWith(`: ${note}`)) return ''
  return `Last note: ${note.length > noteLength ? `${note.slice(0, noteLength).trimEnd()}...` : note}`
}

/** The most important thing: a date of today, an overdue bud, an event of today, a later date, a later event. */
export function digestSubject(content: DigestContent, today: string) {
  const { overdue, totalOverdue, dates, events } = content
  const [bud, date, event] = [overdue[0], dates[0], events[0]]
  const isToday = event && event.startDate.slice(0, 10) <= today
  const subject =
    (date?.on === today && subjectOfDate(date, today)) ||
    (bud && `Get in touch with ${bud.name}${others(totalOverdue - 1)}`) ||
    (isToday && `Today: ${event.Name}`) ||
    (date && subjectOfDate(date, today)) ||
    (event && `${event.Name}: ${dayText(event.startDate.slice(0, 10), today)}`) ||
    ''
  const line = subject.replace(/\s+/g, ' ')
  return line.length > subjectLength ? `${line.slice(0, subjectLength).trimEnd()}...` : line
}

function subjectOfDate(date: DigestDate, today: string) {
  const when = dayText(date.on, today)
  const day = when.includes(',') ? `on ${shortDay(date.on, today)}` : when
  return isBirthday(date.label) && date.years
    ? `${date.name} turns ${date.years} ${day}`
    : `${date.name}: ${date.label} ${day}`
}

const others = (n: number) => (n === 0 ? '' : n === 1 ? ' and 1 other' : ` and ${n} others`)
