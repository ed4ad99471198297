/** Reads dates as people and programs write them, for imports and for the form of a card. */

export const dateOrders = ['dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

/** What dates say of their order. Null: none of them needs an order. */
export type OrderEvidence = DateOrder | 'unclear' | 'contradictory' | null

export type Day = { year: number | null; month: number; day: number }

/** Year first, perhaps with a time: '1985-04-12', '1985/4/12', '1985-04-12T00:00:00Z', '19850412'. */
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ].*)?$/
const compact = /^(\d{4})()(\d{2})(\d{2})$/
/** Without a year, as in vCard: '--12-25'. */
const yearly = /^--(\d{2})-?(\d{2})$/
/** Year last or absent, perhaps with a time: '12.04.1985', '4/12/85', '12.4.'. */
const yearLast = /^(\d{1,2})([./-])(\d{1,2})(?:\2(\d{4}|\d{2})?)?(?: \d{1,2}:\d{2}.*)?$/

/** Placeholders for 'no date': '0/0/00' and '1/1/4501' of Outlook, the day 0 of January 1900 of spreadsheets. */
const noDate = /^[0\s./-]*$|\b4501\b|^1900-01-00|^(?:0?1([./-])0?0|0?0([./-])(?:0?1|Jan))(?:\1|\2)1900\b/

/**
 * Whether a date of a file stands for none. `isExact` is true for files of Budkeeper, which have no placeholders. The
 * first day of the year 1 is the empty date of .NET.
 */
export function isNoDate(text: string, isExact = false) {
  if (isExact) return /^[0\s./-]*$/.test(text)
  if (noDate.test(text.trim())) return true
  const first = parseDay(text, 'dmy', null, (year) => year)
  return first?.year === 1 && first.month === 1 && first.day === 1
}

/** Programs that cannot leave out the year write 1604 (Apple), 1 (.NET) or 0. */
const noYears = new Set([0, 1, 1604])

/** The year of a date in a file. Null: it stands for none. */
export const knownYear = (year: number) => (noYears.has(year) ? null : year)

type YearRule = (year: number) => number | null
const exactYear: YearRule = (year) => year || null

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
 * (YYYY-MM-DD) decides the century of a year of two digits: the date is not in the future. Without a day of today such a
 * year cannot be read. `isExact` as in `isNoDate`.
 */
export function readDay(text: string, order: DateOrder, today: string | null, isExact = false): Day | null {
  return parseDay(text, order, today, isExact ? exactYear : knownYear)
}

function parseDay(text: string, order: DateOrder, today: string | null, yearRule: YearRule): Day | null {
  const existing = (year: string, month = '', day = '') =>
    existingDay(fullYear(year, Number(month), Number(day), today, yearRule), Number(month), Number(day))
  const value = text.trim()
  const [, year, , month, day] = yearFirst.exec(value) ?? compact.exec(value) ?? []
  if (year) return existing(year, month, day)
  const [, yearlyMonth, yearlyDay] = yearly.exec(value) ?? []
  if (yearlyMonth) return existing('', yearlyMonth, yearlyDay)
  const [, first, , second, end = ''] = yearLast.exec(value) ?? []
  if (first) return order === 'dmy' ? existing(end, second, first) : existing(end, first, second)
  const named = namedMonth(value)
  return named && existing(...named)
}

/** Words and suffixes between the parts of a date: '12th of April', '12 de abril'. */
const fillers = new Set(['de', 'del', 'of', 'the', 'den', 'le', 'el'])

/** Year, month and day of '12 April 1985', '12. April', 'Apr 12, 1985', '12-Apr-85', '12 de abril de 1985'. */
function namedMonth(text: string): [year: string, month: string, day: string] | null {
  const tokens = plain(text.slice(0, 100))
    .split(/[^\p{L}\d]+/u)
    .filter((token) => token && !fillers.has(token))
  const month = tokens.map((token) => monthNames().get(token)).find((number) => number !== undefined)
  const numbers = tokens.map((token) => /^(\d{1,4})(?:st|nd|rd|th|er)?$/.exec(token)?.[1]).filter(Boolean)
  if (!month || numbers.length !== tokens.length - 1) return null
  const [first = '', second = ''] = numbers as string[]
  const [day, year] = first.length > 2 ? [second, first] : [first, second]
  return numbers.length > 2 ? null : [year, String(month), day]
}

/** A day that is in the calendar. Without a year, 29 February is. */
export function existingDay(year: number | null, month: number, day: number): Day | null {
  const date = new Date(0)
  date.setUTCFullYear(year ?? 2000, month - 1, day)
  return month > 0 && day > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? { year, month, day }
    : null
}

function fullYear(text: string, month: number, day: number, today: string | null, yearRule: YearRule) {
  if (!text) return null
  const year = Number(text)
  if (text.length > 2) return yearRule(year)
  if (!today) return Number.NaN
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
