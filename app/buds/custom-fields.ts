import type { RowKind } from '~/components/rows'
import { type CustomField, customFieldLength, customFieldLimit } from './bud'

export const tooManyFields = `Maximum limit of ${customFieldLimit} custom fields reached`

type CustomFieldRow = CustomField & { id: number }

export const customFieldKind: RowKind<CustomFieldRow> = {
  name: 'custom-field',
  label: 'Custom field',
  limit: customFieldLimit,
  limitReached: tooManyFields,
  least: 0,
  empty: { name: '', value: '' },
}

/** What is wrong with a name or value while it is typed; the rules of `bud-input.server.ts` say the same. */
export function warningFor(part: 'name' | 'value', text: string) {
  if (text.trim().length > customFieldLength) {
    return `Maximum ${customFieldLength} characters allowed for ${part}`
  }
  if (text.includes('@')) return 'Email addresses are not allowed in custom fields'
}

const fieldName = /^customField(\d{1,3})(?:Name|Value)$/

/** The rows of a form as it was sent; each is known by its place. */
export function rowsOf(form: Record<string, unknown>): CustomFieldRow[] {
  const numbers = Object.keys(form).map((name) => Number(fieldName.exec(name)?.[1] ?? -1))
  return Array.from({ length: Math.max(-1, ...numbers) + 1 }, (_, n) => ({
    id: n,
    name: String(form[`customField${n}Name`] ?? ''),
    value: String(form[`customField${n}Value`] ?? ''),
  }))
}

/** The same form with other rows. */
export function withRows(form: Record<string, unknown>, rows: CustomField[]) {
  const others = Object.entries(form).filter(([name]) => !fieldName.test(name))
  const fields = rows.flatMap(({ name, value }, n) => [
    [`customField${n}Name`, name],
    [`customField${n}Value`, value],
  ])
  return Object.fromEntries([...others, ...fields])
}
