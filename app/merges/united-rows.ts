import type { Bud } from '~/buds/bud-input.server'
import { addressKind, dateKind, emailKind, linkKind, phoneKind } from '~/buds/contact'
import { customFieldKind } from '~/buds/custom-fields'
import { isSamePhone } from '~/buds/phone-numbers'
import { isSameEmail } from '~/duplicates/reasons'
import type { rowFields } from './merge'

type RowField = (typeof rowFields)[number]
type Row<Field extends RowField> = Bud[Field][number]
type Rule<Field extends RowField> = {
  limit: number
  /** Whether two rows have the same content. Their labels are compared too. */
  isSame: (one: Row<Field>, other: Row<Field>) => boolean
}

const haveSameValue = (one: { value: string }, other: { value: string }) => one.value === other.value

const rules: { [Field in RowField]: Rule<Field> } = {
  emails: { limit: emailKind.limit, isSame: (one, other) => isSameEmail(one.value, other.value) },
  phones: { limit: phoneKind.limit, isSame: (one, other) => isSamePhone(one.value, other.value) },
  links: { limit: linkKind.limit, isSame: haveSameValue },
  customFields: {
    limit: customFieldKind.limit,
    isSame: (one, other) => one.name === other.name && haveSameValue(one, other),
  },
  addresses: {
    limit: addressKind.limit,
    isSame: ({ label: _, ...one }, { label: __, ...other }) =>
      Object.entries(one).every(([part, value]) => value === other[part as keyof typeof other]),
  },
  dates: {
    limit: dateKind.limit,
    isSame: (one, other) =>
      one.month === other.month &&
      one.day === other.day &&
      (one.year === null || other.year === null || one.year === other.year),
  },
}

/** The rows of both lists, each once, and those beyond the limit of the list. */
export function uniteRows<Field extends RowField>(field: Field, rows: Row<Field>[], more: Row<Field>[]) {
  const { limit, isSame } = rules[field] as unknown as Rule<Field>
  const united = [...rows]
  for (const row of more) {
    const at = united.findIndex((other) => haveSameLabel(row, other) && isSame(row, other))
    if (at < 0) united.push(row)
    else united[at] = { ...row, ...withoutBlanks(united[at] as Row<Field>) }
  }
  return { united: united.slice(0, limit), beyond: united.slice(limit) }
}

/** A row without a label can have that of another row. */
function haveSameLabel(one: object, other: object) {
  const [label, otherLabel] = [one, other].map((row) =>
    'label' in row ? String(row.label).toLowerCase() : '',
  )
  return !label || !otherLabel || label === otherLabel
}

const withoutBlanks = <T extends object>(row: T) =>
  Object.fromEntries(Object.entries(row).filter(([, part]) => part !== '' && part !== null)) as T
