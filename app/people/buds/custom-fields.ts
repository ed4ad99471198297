import { numberedRows } from '~/base/components/rows'
import { type CustomField, customFieldLength, customFieldLimit } from './bud'
import { contactKinds } from './contact'

export const customFieldKind = numberedRows<CustomField & { id: number }>({
  name: 'custom-field',
  label: 'Custom field',
  limit: customFieldLimit,
  minimum: 0,
  empty: { name: '', value: '' },
  field: 'customFields',
})

/** The rows of the forms of a bud. */
export const budRowKinds = [...contactKinds, customFieldKind]

/** The messages of a name or value that is too long or contains an '@'. */
export function customFieldErrors(part: 'name' | 'value', text: string) {
  const isTooLong = text.trim().length > customFieldLength
  return [
    ...(isTooLong ? [`Maximum ${customFieldLength} characters allowed for ${part}`] : []),
    ...(text.includes('@') ? ['Email addresses are not allowed in custom fields'] : []),
  ]
}
