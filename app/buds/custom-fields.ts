import type { RowKind } from '~/components/rows'
import { type CustomField, customFieldLength, customFieldLimit } from './bud'

export const customFieldKind: RowKind<CustomField & { id: number }> = {
  name: 'custom-field',
  label: 'Custom field',
  limit: customFieldLimit,
  limitReached: `Maximum limit of ${customFieldLimit} custom fields reached`,
  minimum: 0,
  empty: { name: '', value: '' },
  field: 'customFields',
  read: rowsOf,
  write: withRows,
}

/** The messages of a name or value that is too long or contains an '@'. */
export function customFieldErrors(part: 'name' | 'value', text: string) {
  const isTooLong = text.trim().length > customFieldLength
  return [
    ...(isTooLong ? [`Maximum ${customFieldLength} characters allowed for ${part}`] : []),
    ...(text.includes('@') ? ['Email addresses are not allowed in custom fields'] : []),
  ]
}

const fieldName = /^customField(\d{1,3})(?:Name|Value)$/

/** Takes gaps in the numbers as empty rows, because conform omits empty texts. The id of a row is its index. */
function rowsOf(form: Record<string, unknown>) {
  const numbers = Object.keys(form).map((name) => Number(fieldName.exec(name)?.[1] ?? -1))
  return Array.from({ length: Math.max(-1, ...numbers) + 1 }, (_, n) => ({
    id: n,
    name: String(form[`customField${n}Name`] ?? ''),
    value: String(form[`customField${n}Value`] ?? ''),
  }))
}

function withRows(form: Record<string, unknown>, rows: CustomField[]) {
  const otherFields = Object.entries(form).filter(([name]) => !fieldName.test(name))
  const fields = rows.flatMap(({ name, value }, n) => [
    [`customField${n}Name`, name],
    [`customField${n}Value`, value],
  ])
  return Object.fromEntries([...otherFields, ...fields])
}
