import { readAddresses, readLabelled, readList } from '~/data/exports/own-csv'
import { readRecord } from '~/data/imports/csv/records'
import type { EventInput } from '~/events/events/event-input.server'
import type { GuestAnswer } from '~/events/guests/guest'
import { occurrencesFrom } from '~/events/repeats/occurrences'
import { eachOf, optionFields } from '~/people/buds/bud-fields'
import type { BudInput } from '~/people/buds/bud-input.server'
import type { CircleInput } from '~/people/circles/circle-input.server'
import type { InteractionInput } from '~/people/interactions/interaction-input.server'
import answersCsv from './answers.csv?raw'
import budsCsv from './buds.csv?raw'
import circlesCsv from './circles.csv?raw'
import eventsCsv from './events.csv?raw'
import interactionsCsv from './interactions.csv?raw'
import relationsCsv from './relations.csv?raw'

/**
 * The records of the demo account, in the format of the CSV export. Their buds are first names, which are unique. The
 * dates are those of an account in the week from `sampleMonday`.
 */

type WithNames<Input> = Omit<Input, 'selectedBuds'> & { buds: string[] }
type Answer = Partial<GuestAnswer> & Pick<GuestAnswer, 'answer'>

const dayLength = 86_400_000
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const sampleMonday = Date.UTC(2026, 10, 16)

/**
 * The buds, with two more columns: `nextDates`, which are near whenever the sample is made, and the days to the end of a
 * snooze. Winifred is there twice, so that there is a duplicate to merge.
 */
export function demoBudsAt(now: Date) {
  return readRows(budsCsv).map(({ nextDates = '', snoozedDays, ...row }) => {
    const { dates = [], ...bud } = valuesOf(row) as Partial<BudInput> & { Firstname: string }
    const next = readLabelled(nextDates).map(({ label, value }) => ({ label, ...nextDate(value, now) }))
    const snoozedUntil = snoozedDays ? dayAt(now.getTime() + Number(snoozedDays) * dayLength) : null
    return { bud: { ...bud, dates: [...next, ...dates] }, snoozedUntil }
  })
}

export const demoCirclesAt = (now: Date) =>
  readRows(circlesCsv).map((row) => {
    const { milestones, ...circle } = valuesOf(row) as WithNames<CircleInput>
    return { ...circle, milestones: milestones.map((m) => ({ ...m, date: inWeekOf(now, m.date) })) }
  })

/** The events. A series begins on the first day that its rule selects, and leaves out the starts `skipped`. */
export const demoEventsAt = (now: Date) =>
  readRows(eventsCsv).map((row) => {
    const { skipped = [], ...event } = valuesOf(row) as WithNames<EventInput>
    const times = { startDate: inWeekOf(now, event.startDate), endDate: inWeekOf(now, event.endDate) }
    const first = event.repeat ? firstOccurrence({ ...times, repeat: event.repeat }) : times
    return { ...event, ...first, skipped: skipped.map((start) => inWeekOf(now, start)) }
  })

function firstOccurrence(times: Pick<EventInput, 'startDate' | 'endDate' | 'repeat'>) {
  const [first] = occurrencesFrom({ ...times, skipped: [] }, times.startDate)
  return first ?? times
}

/** The interactions of the last two years, before the current week. */
export const demoInteractionsAt = (now: Date) =>
  readRows(interactionsCsv).map((row) => {
    const interaction = valuesOf(row) as WithNames<InteractionInput>
    return { ...interaction, on: inWeekOf(now, interaction.on) }
  })

/** The answers of guests. A guest who is not listed has not answered. */
export const demoAnswersAt = (now: Date) =>
  readRows(answersCsv).map(({ event, bud, daysAgo, ...answer }) => ({
    ...{ event, bud, answeredAt: new Date(now.getTime() - Number(daysAgo) * dayLength) },
    answer: valuesOf(answer) as Answer,
  }))

/** What buds are to each other. */
export const demoRelations = readRows(relationsCsv).map((row) => ({ bud: '', kind: '', with: '', ...row }))

/** The cells of each row that are not empty, by the names of their columns. */
function readRows(csv: string): Record<string, string>[] {
  const cursor = { line: 1, at: 0 }
  const readRow = () => readRecord(csv, ',', cursor) ?? []
  const columns = readRow()
  const rows = []
  while (cursor.at < csv.length) {
    const cells = readRow().map((cell, n) => [columns[n], cell])
    rows.push(Object.fromEntries(cells.filter(([, cell]) => cell)))
  }
  return rows
}

const readers: Record<string, (cell: string) => unknown> = {
  ...eachOf([...optionFields, 'buds', 'diet', 'skipped'], () => readList),
  ...eachOf(['emails', 'phones', 'links'], () => readLabelled),
  ...eachOf(['cadenceDays', 'guests'], () => Number),
  addresses: readAddresses,
  dates: (cell) => readLabelled(cell).map(({ label, value }) => ({ label, ...readDate(value) })),
  tags: readList,
  customFields: (cell) => readLabelled(cell).map(({ label, value }) => ({ name: label, value })),
  milestones: (cell) =>
    readLabelled(cell).map(({ label, value }, n) => ({ id: n + 1, date: label, description: value })),
}

const valuesOf = (row: Record<string, string>): unknown =>
  Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, readers[name]?.(cell) ?? cell]))

/** '1948-03-14', or '--10-02' without the year. */
function readDate(text: string) {
  const [day = 1, month = 1, year = 0] = text.split('-').map(Number).reverse()
  return { year: year || null, month, day }
}

/** 'Sat in 5 weeks, 40 years' or 'in 12 days'. The years are those since the year of the date. */
function nextDate(text: string, now: Date) {
  const [, weekday, count, years] = /^(?:(\w+) )?in (\d+) (?:weeks|days)(?:, (\d+) years)?$/.exec(text) ?? []
  const begin = weekday ? mondayBefore(now) : now.getTime()
  const days = weekday ? Number(count) * 7 + weekdays.indexOf(weekday) : Number(count)
  const { year, month, day } = readDate(dayAt(begin + days * dayLength))
  // The year of the date may be a common one.
  const isLeapDay = month === 2 && day === 29
  return { year: years ? Number(year) - Number(years) : null, month, day: isLeapDay ? 28 : day }
}

/** A day or time of the sample's week, or before or after it, as far from the week of `now`. */
const inWeekOf = (now: Date, time: string) =>
  dayAt(Date.parse(time.slice(0, 10)) + mondayBefore(now) - sampleMonday) + time.slice(10)

/** The last Monday at 00:00 UTC. */
function mondayBefore(now: Date) {
  const today = Math.floor(now.getTime() / dayLength)
  // The first of January 1970 was a Thursday.
  return (today - ((today + 3) % 7)) * dayLength
}

const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10)
