import type { DateOrder } from './import'

/** What dates say of their order. Null: none of them needs an order. */
export type OrderEvidence = DateOrder | 'unclear' | 'contradictory' | null

type Day = { year: number | null; month: number; day: number }

/** Year first, perhaps with a time: '1985-04-12', '1985/4/12', '1985-04-12T00:00:00Z', '19850412'. */
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ].*)?$/
const compact = /^(\d{4})()(\d{2})(\d{2})$/
/** Without a year, as in vCard: '--12-25'. */
const yearly = /^--(\d{2})-?(\d{2})$/
/** Year last or absent, perhaps with a time: '12.04.1985', '4/12/85', '12.4.'. */
const yearLast = /^(\d{1,2})([./-])(\d{1,2})(?:\2(\d{4}|\d{2})?)?(?: \d{1,2}:\d{2}.*)?$/

/** Placeholders of Outlook for 'no date', such as '0/0/00' and '1/1/4501'. */
const noDate = /^[0\s./-]*$|\b4501\b/

/** Programs that cannot leave out the year write 1604 or 0. */
const noYear = [0, 1604]

export const isNoDate = (text: string) => noDate.test(text.trim())

/** The orders in which a date can be read. Dots between numbers mean that the day is first. */
export function orderOf(text: string): OrderEvidence {
  const [, first, separator, second] = yearLast.exec(text.trim()) ?? []
  const [a, b] = [Number(first), Number(second)]
  if (!separator || isNoDate(text) || a === b || (a > 12 && b > 12)) return null
  if (a > 12) return 'dmy'
  if (b > 12) return 'mdy'
  return separator === '.' ? 'dmy' : 'unclear'
}

/** The evidence of two parts of a column: one date that can be read in one order only decides for all. */
export function bothOrders(one: OrderEvidence, other: OrderEvidence): OrderEvidence {
  if (!one || one === 'unclear') return other ?? one
  return !other || other === 'unclear' || other === one ? one : 'contradictory'
}

/**
 * Reads a date in digits or with the name of a month. Null: it cannot be read, or does not exist. `today`
 * (YYYY-MM-DD) decides the century of a year of two digits: the date is not in the future.
 */
export function readDay(text: string, order: DateOrder, today: string): Day | null {
  const value = text.trim()
  const [, year, , month, day] = yearFirst.exec(value) ?? compact.exec(value) ?? []
  if (year) return existing(year, month, day, today)
  const [, yearlyMonth, yearlyDay] = yearly.exec(value) ?? []
  if (yearlyMonth) return existing('', yearlyMonth, yearlyDay, today)
  const [, first, , second, end = ''] = yearLast.exec(value) ?? []
  if (!first) return readNamedMonth(value, today)
  return order === 'dmy' ? existing(end, second, first, today) : existing(end, first, second, today)
}

/** Words and suffixes between the parts of a date: '12th of April', '12 de abril'. */
const fillers = new Set(['de', 'del', 'of', 'the', 'den', 'le', 'el'])

/** '12 April 1985', '12. April', 'Apr 12, 1985', '12-Apr-85', '12 de abril de 1985'. */
function readNamedMonth(text: string, today: string): Day | null {
  const tokens = plain(text.slice(0, 100))
    .split(/[^\p{L}\d]+/u)
    .filter((token) => token && !fillers.has(token))
  const month = tokens.map((token) => monthNames().get(token)).find((number) => number !== undefined)
  const numbers = tokens.map((token) => /^(\d{1,4})(?:st|nd|rd|th|er)?$/.exec(token)?.[1]).filter(Boolean)
  if (!month || numbers.length !== tokens.length - 1) return null
  const [first = '', second = ''] = numbers as string[]
  const [day, year] = first.length > 2 ? [second, first] : [first, second]
  return numbers.length > 2 ? null : existing(year, String(month), day, today)
}

/** A day that is in the calendar. Without a year, 29 February is. */
function existing(yearText: string, monthText = '', dayText = '', today = ''): Day | null {
  const [month, day] = [Number(monthText), Number(dayText)]
  const year = fullYear(yearText, month, day, today)
  const date = new Date(0)
  date.setUTCFullYear(year ?? 2000, month - 1, day)
  return month > 0 && day > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? { year, month, day }
    : null
}

function fullYear(text: string, month: number, day: number, today: string) {
  const year = Number(text)
  if (!text || (text.length > 2 && noYear.includes(year))) return null
  if (text.length > 2) return year
  const century = Number(today.slice(0, 2)) * 100
  const [thisYear, thisMonth, thisDay] = today.split('-').map(Number) as [number, number, number]
  const isFuture = (century + year - thisYear || month - thisMonth || day - thisDay) > 0
  return isFuture ? century + year - 100 : century + year
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const locales = ['en', 'en-GB', 'de', 'de-AT', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'pl']
let names: Map<string, number> | undefined

/** The numbers of the months by their names. Made at the first use, because it takes some milliseconds. */
function monthNames() {
  names ??= new Map(
    locales.flatMap((locale) =>
      (['long', 'short'] as const).flatMap((month) => {
        const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month, timeZone: 'UTC' })
        return Array.from({ length: 12 }, (_, n) => {
          const parts = format.formatToParts(Date.UTC(2000, n, 1))
          const name = parts.find(({ type }) => type === 'month')?.value ?? ''
          return [plain(name).replace(/[^\p{L}]/gu, ''), n + 1] as const
        })
      }),
    ),
  )
  return names
}
