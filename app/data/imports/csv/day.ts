import { defaultDateLabel } from '~/people/buds/contact-lines'
import { isNoDate, orderOf, readDay } from '~/people/buds/read-day'
import { addNote, type Context, type Draft, refuseValue } from './draft'
import type { Column } from './plan'

export function addDate({ person }: Draft, column: Column, label: string, text: string, context: Context) {
  const isOwn = context.format === 'budkeeper'
  if (isNoDate(text, isOwn)) return
  const name = label || defaultDateLabel
  const evidence = orderOf(text)
  const order = column.order ?? (evidence === 'mdy' ? 'mdy' : 'dmy')
  const day = readDay(text, order, context.today, isOwn)
  if (!column.order && evidence === 'unclear') refuseValue(person, name, text, 'clear in its day and month')
  else if (day) person.dates.push({ label: name, ...day })
  else refuseValue(person, name, text, 'a date')
}

/** Keeps a part of a date for `addSplitDates`. */
export function addDatePart({ splitDates }: Draft, column: Column, text: string) {
  const label = column.label || defaultDateLabel
  splitDates.set(label, [...(splitDates.get(label) ?? []), { column, text }])
}

/** Zeros stand for a part that is not known, and numbers of spreadsheets end in '.0'. */
const partOf = (text = '') => text.replace(/^(\d+)[.,]0+$/, '$1').replace(/^0+$/, '')

/** Makes dates of their parts. A date without a day or a month is a line of the notes for each part. */
export function addSplitDates({ person, splitDates }: Draft, { today }: Context) {
  for (const [label, parts] of splitDates) {
    const find = (word: string) => parts.find(({ column }) => column.word === word)
    const used = ['dates.day', 'dates.month', 'dates.year'].map(find)
    const [day = '', month = '', year = ''] = used.map((part) => partOf(part?.text))
    const isWhole = day !== '' && month !== ''
    const text = /^\d+$/.test(month) ? `${day}.${month}.${year}` : `${day} ${month} ${year}`.trim()
    const noted = isWhole ? parts.filter((part) => !used.includes(part)) : parts
    for (const { column, text } of noted) if (partOf(text)) addNote(person, column.header, text)
    if (!isWhole || isNoDate(text)) continue
    const read = readDay(text, 'dmy', today)
    if (read) person.dates.push({ label, ...read })
    else
      refuseValue(
        person,
        label,
        used
          .map((part) => part?.text ?? '')
          .join(' ')
          .trim(),
        'a date',
      )
  }
}
