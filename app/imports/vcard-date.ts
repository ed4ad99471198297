import type { BudDate } from '~/buds/contact'
import type { CardProperty } from './vcard'
import { type Draft, type Read, textOf } from './vcard-draft'

type Day = Omit<BudDate, 'label'>

/** What a date says. `rest` is a time of day other than midnight. */
type ReadDate = { day: Day; rest: string }

const year = '(?<year>\\d{4})'
const month = '(?<month>\\d{1,2})'
const day = '(?<day>\\d{1,2})'
/** A time and its zone are never used, because they could move the day. */
const time = '(?:Z|(?:T|\\s+)(?<time>[\\d:.,]+\\s*(?:Z|[+-][\\d:]+)?))?'

const forms = [
  `${year}([-/.])${month}\\2${day}`,
  '(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})',
  `--${month}-${day}`,
  '--(?<month>\\d{2})(?<day>\\d{2})',
].map((form) => new RegExp(`^${form}${time}$`, 'i'))

/**
 * A date of vCard 2.1, 3.0 or 4.0 with at least a month and a day. Null: none. `omittedYear` is the year
 * that Apple writes for none.
 */
export function readDate(text: string, omittedYear: string | undefined): ReadDate | null {
  for (const form of forms) {
    const parts = form.exec(text)?.groups
    if (!parts) continue
    const hasYear = Number(parts.year ?? 0) > 0 && parts.year !== omittedYear
    const day = {
      year: hasYear ? Number(parts.year) : null,
      month: Number(parts.month),
      day: Number(parts.day),
    }
    return dayExists(day) ? { day, rest: timeOf(parts.time) } : null
  }
  return null
}

/** A date without its day, its month or both: `1985-04`, `1985`, `--04`, `---12`. */
export const isPartialDate = (text: string) => /^(?:\d{4}(?:-?\d{2})?|--\d{2}|---\d{2})$/.test(text)

const timeOf = (time = '') => (/[1-9]/.test(time.replace(/(?:Z|[+-][\d:]+)$/i, '')) ? time : '')

function dayExists({ year, month, day }: Day) {
  const time = new Date(0)
  time.setUTCFullYear(year ?? 2000, month - 1, day)
  return month >= 1 && day >= 1 && time.getUTCMonth() === month - 1
}

/** Adds a date. What is none goes to the notes. */
export function addDate(
  label: string,
  text: string,
  { line, params }: CardProperty,
  { person, extras }: Draft,
) {
  const read = readDate(text, params.get('X-APPLE-OMIT-YEAR')?.[0])
  if (read) person.dates.push({ label, ...read.day })
  if (read && !read.rest) return
  extras.push(`${label}: ${text}`)
  const isText = params.get('VALUE')?.[0]?.toLowerCase() === 'text'
  if (read || isText || isPartialDate(text)) return
  person.warnings.push({
    line,
    reason: `${label} is not a date: '${text.slice(0, 100)}'. It went to the notes`,
  })
}

/** The reader of a property that is a date. */
export const date =
  (defaultLabel: string): Read =>
  (property, draft) => {
    const label = draft.customLabels.get(property.group) ?? defaultLabel
    addDate(label, textOf(property), property, draft)
  }
