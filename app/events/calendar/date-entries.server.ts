import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { env } from '~/base/node/env.server'
import { fullName } from '~/people/buds/bud'
import type { BudName } from '~/people/buds/bud-input.server'
import type { BudDate } from '~/people/buds/contact'
import { months } from '~/people/buds/contact-lines'
import { dayParts, defaultLabel, type Milestone } from '~/people/circles/milestones'
import { firstDayOf, uidOf, yearlyRule } from './ical.server'
import { line, shortLine, textLine } from './ical-lines.server'

/** When a record was created, as iCalendar writes it. */
export const stamp = (createdAt: PgColumn) =>
  sql<string>`to_char(${createdAt} at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"')`

/** What is written of a bud or a circle with dates. */
export type DatedBud = BudName & { dates: BudDate[]; stamp: string }
export type DatedCircle = { _id: string; Name: string; milestones: Milestone[]; stamp: string }

/** The dates of a bud or a circle. `id` is added to that of the bud or circle, as in the export. */
export type Dates = Record<'_id' | 'name' | 'page' | 'stamp', string> & {
  dates: (BudDate & { id: number })[]
}

export const datesOfBud = ({ dates, stamp, ...bud }: DatedBud): Dates => ({
  _id: bud._id,
  name: fullName(bud),
  page: `Bud/${bud._id}`,
  stamp,
  dates: dates.map((date, n) => ({ ...date, id: n + 1 })),
})

export const datesOfCircle = ({ _id, Name, milestones, stamp }: DatedCircle): Dates => ({
  _id,
  name: Name,
  page: `Circle/${_id}`,
  stamp,
  dates: milestones
    .filter(({ date }) => date !== '')
    .map(({ id, date, description }) => ({ id, label: description || defaultLabel, ...dayParts(date) })),
})

/** Yearly entries of whole days. */
export const dateEntries = (dates: Dates) => dates.dates.map((date) => dateEntry(dates, date)).join('')

export const dateEntry = ({ _id, name, page, stamp }: Dates, date: Dates['dates'][number]) =>
  shortLine('BEGIN:VEVENT') +
  shortLine(`UID:${uidOf(`${_id}-${date.id}`)}`) +
  shortLine(`DTSTAMP:${stamp}`) +
  shortLine(`DTSTART;VALUE=DATE:${firstDayOf(notTooEarly(date)).replaceAll('-', '')}`) +
  shortLine(`RRULE:${yearlyRule(date)}`) +
  textLine('SUMMARY', `${name}: ${date.label}`) +
  optionalText('DESCRIPTION', [dayOf(date)]) +
  shortLine('TRANSP:TRANSPARENT') +
  line(`URL:${env.APP_URL}/dashboard/${page}`) +
  shortLine('END:VEVENT')

/** The day with its year, which a yearly entry does not say otherwise. */
const dayOf = ({ year, month, day }: BudDate) => (year ? `${day} ${months[month - 1]} ${year}` : '')

/** Some calendars do not show entries that begin earlier. */
const firstYear = 1970
const notTooEarly = (date: BudDate) => ({ ...date, year: date.year && Math.max(date.year, firstYear) })

export function optionalText(name: string, texts: string[]) {
  const text = texts.filter(Boolean).join('\n\n')
  return text ? textLine(name, text) : ''
}
