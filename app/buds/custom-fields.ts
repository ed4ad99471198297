import type { RowKind } from '~/components/rows'
import { type CustomField, customFieldLength, customFieldLimit } from './bud'

export const tooManyFields = `Maximum limit of ${customFieldLimit} custom fields reached`

type CustomFieldRow = CustomField & { id: number }

export const customFieldKind: RowKind<CustomFieldRow> = {
  name: 'custom-field',
  label: 'Custom field',
  limit: customFieldLimit,
  limitReached: tooManyFields,
  minimum: 0,
  empty: { name: '', value: '' },
}

/** The warning while a name or value is typed. `bud-input.server.ts` has the same rules. */
export function warningFor(part: 'name' | 'value', text: string) {
  if (text.trim().length > customFieldLength) {
    return `Maximum ${customFieldLength} characters allowed for ${part}`
  }
  if (text.includes('@')) return 'Email addresses are not allowed in custom fields'
}

const fieldName = /^customField(\d{1,3})(?:Name|Value)$/

/** The rows of a submitted form. The id of a row is its index. */
export function rowsOf(form: Record<string, unknown>): CustomFieldRow[] {
  const numbers = Object.keys(form).map((name) => Number(fieldName.exec(name)?.[1] ?? -1))
  return Array.from({ length: Math.max(-1, ...numbers) + 1 }, (_, n) => ({
    id: n,
    name: String(form[`customField${n}Name`] ?? ''),
    value: String(form[`customField${n}Value`] ?? ''),
  }))
}

/** Returns the form with other rows. */
export function withRows(form: Record<string, unknown>, rows: CustomField[]) {
  const otherFields = Object.entries(form).filter(([name]) => !fieldName.test(name))
  const fields = rows.flatMap(({ name, value }, n) => [
    [`customField${n}Name`, name],
    [`customField${n}Value`, value],
  ])
  return Object.fromEntries([...otherFields, ...fields])
}
