import { parseUrl } from '~/base/node/urls'
import type { Bud } from './bud-input.server'
import { addressKind, type BudDate, dateKind, emailKind, isSameEmail, linkKind, phoneKind } from './contact'
import { customFieldKind } from './custom-fields'
import { isSamePhone } from './phone-numbers'

type Rule<Row> = {
  limit: number
  /** Whether two rows have the same content. Their labels are compared too. */
  isSame: (one: Row, other: Row) => boolean
}

const isSameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const rules = {
  emails: { limit: emailKind.limit, isSame: (one, other) => isSameEmail(one.value, other.value) },
  phones: {
    limit: phoneKind.limit,
    // A short number, such as an extension, tells nothing about a person, but the row is the same.
    isSame: (one, other) => one.value === other.value || isSamePhone(one.value, other.value),
  },
  addresses: {
    limit: addressKind.limit,
    isSame: ({ label: _, ...one }, other) =>
      Object.entries(one).every(([part, text]) => isSameText(text, other[part as keyof typeof one])),
  },
  links: { limit: linkKind.limit, isSame: (one, other) => addressOf(one.value) === addressOf(other.value) },
  dates: { limit: dateKind.limit, isSame: isSameDate },
  customFields: {
    limit: customFieldKind.limit,
    isSame: (one, other) => isSameText(one.name, other.name) && isSameText(one.value, other.value),
  },
} satisfies { [Field in RowField]: Rule<Row<Field>> }

export type RowField = 'emails' | 'phones' | 'addresses' | 'links' | 'dates' | 'customFields'
type Row<Field extends RowField> = Bud[Field][number]

/** The lists of rows of a bud. */
export const rowFields = Object.keys(rules) as RowField[]

/** The rows of both lists, each once, and those beyond the limit of the list (product 20.4). */
export function uniteRows<Field extends RowField>(field: Field, rows: Row<Field>[], more: Row<Field>[]) {
  const { limit, isSame } = rules[field] as unknown as Rule<Row<Field>>
  const united = [...rows]
  for (const row of more) {
    const isFound = (other: Row<Field>) => haveSameLabel(row, other) && isSame(row, other)
    // First a row that already says all of it, so that uniting the same rows again changes nothing.
    const full = united.findIndex((other) => isFound(other) && addsNothing(row, other))
    const at = full < 0 ? united.findIndex(isFound) : full
    if (at < 0) united.push(row)
    else if (at !== full) united[at] = { ...row, ...withoutBlanks(united[at] as Row<Field>) }
  }
  return { united: united.slice(0, limit), beyond: united.slice(limit) }
}

/** A year that is not known may be any year. */
function isSameDate(one: BudDate, other: BudDate) {
  const isSameYear = one.year === null || other.year === null || one.year === other.year
  return one.month === other.month && one.day === other.day && isSameYear
}

/** A link with its host in lower case and a path. */
const addressOf = (link: string) => parseUrl(link)?.href ?? link

/** A row without a label can have that of another row. */
function haveSameLabel(one: object, other: object) {
  const [label, otherLabel] = [one, other].map((row) => ('label' in row ? String(row.label) : ''))
  return !label || !otherLabel || isSameText(label, otherLabel)
}

const isBlank = (part: unknown) => part === '' || part === null

const addsNothing = (row: object, other: object) =>
  Object.entries(row).every(([name, part]) => isBlank(part) || !isBlank(other[name as keyof typeof other]))

const withoutBlanks = <T extends object>(row: T) =>
  Object.fromEntries(Object.entries(row).filter(([, part]) => !isBlank(part))) as T
