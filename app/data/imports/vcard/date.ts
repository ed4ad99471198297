import { type Day, existingDay, isNoDate, knownYear } from '~/people/buds/read-day'
import { type Draft, type Read, textOf } from './draft'
import type { CardProperty } from './vcard'

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
 * A date of vCard 2.1, 3.0 or 4.0 with at least a month and a day. Null: none. `yearOf` is null for a year that stands
 * for none.
 */
function readDate(text: string, yearOf: (year: string) => number | null): ReadDate | null {
  for (const form of forms) {
    const parts = form.exec(text)?.groups
    if (!parts) continue
    const year = parts.year ? yearOf(parts.year) : null
    const day = existingDay(year, Number(parts.month), Number(parts.day))
    return day && { day, rest: timeOf(parts.time) }
  }
  return null
}

/** A date without its day, its month or both: `1985-04`, `1985`, `--04`, `---12`. */
export const isPartialDate = (text: string) => /^(?:\d{4}(?:-?\d{2})?|--\d{2}|---\d{2})$/.test(text)

const timeOf = (time = '') => (/[1-9]/.test(time.replace(/(?:Z|[+-][\d:]+)$/i, '')) ? time : '')

/** Adds a date. What cannot be read goes to the notes. */
export function addDate(
  label: string,
  text: string,
  { line, params }: CardProperty,
  { person, extras, isOwn }: Draft,
) {
  if (isNoDate(text, isOwn)) return
  const omittedYear = params.get('X-APPLE-OMIT-YEAR')?.[0]
  const read = readDate(text, (year) => {
    if (year === omittedYear) return null
    return isOwn ? Number(year) || null : knownYear(Number(year))
  })
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
