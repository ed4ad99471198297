import { isDeepStrictEqual } from 'node:util'
import { emailLength, urlLength } from '~/base/forms/lengths'
import { componentsOf, type Draft, emptyDraft, type Read, textOf } from '~/data/imports/vcard/draft'
import { ownReaders } from '~/data/imports/vcard/own'
import { readers } from '~/data/imports/vcard/properties'
import { splitValue } from '~/data/imports/vcard/value'
import type { CardProperty } from '~/data/imports/vcard/vcard'
import {
  type BudField,
  budFieldNames,
  fieldTable,
  type SingleField,
  vcardProperty,
} from '~/people/buds/bud-fields'
import { type BudInput, budInput } from '~/people/buds/bud-input.server'
import { addressPartLength, labelLength, phoneLength } from '~/people/buds/contact'
import { refused } from './card.server'

/** What one property of a card says of a bud. Nothing is guessed. */

export type Context = Pick<Draft, 'isOwn' | 'customLabels'>

export type RowField = 'emails' | 'phones' | 'addresses' | 'links' | 'dates' | 'customFields'

const dateNames = [
  'BDAY',
  'ANNIVERSARY',
  'X-ANNIVERSARY',
  'X-EVOLUTION-ANNIVERSARY',
  'X-KADDRESSBOOK-X-ANNIVERSARY',
  'X-MS-ANNIVERSARY',
  'X-ABDATE',
  'X-ANDROID-CUSTOM',
  'DEATHDATE',
]

const rowFields = new Map<string, RowField>([
  ['EMAIL', 'emails'],
  ['TEL', 'phones'],
  ['ADR', 'addresses'],
  ['URL', 'links'],
  ...dateNames.map((name) => [name, 'dates'] as const),
  ['X-BUDKEEPER-CUSTOMFIELD', 'customFields'],
])

export const rowFieldOf = ({ name }: CardProperty) => rowFields.get(name)

export type Row = BudInput[RowField][number]

/** Characters that a text of a row can have. A date has none that is too long. */
const lengths: Record<RowField, number> = {
  emails: emailLength,
  phones: phoneLength,
  addresses: addressPartLength,
  links: urlLength,
  dates: labelLength,
  customFields: Number.POSITIVE_INFINITY,
}

/** The row of a property. Undefined if it has another form than the field takes. Throws if it is too long. */
export function rowOf(field: RowField, property: CardProperty, context: Context): Row | undefined {
  const [row, ...others] = rowsIn(field, property, context)
  if (!row) return
  const whole = others.length > 0 ? { ...row, value: textOf(property) } : row
  const { data, error } = budInput.shape[field].safeParse([whole])
  if (data) return data[0]
  const { label = '', ...texts } = whole as { label?: string }
  const isTooLong =
    label.length > labelLength || Object.values(texts).some((text) => String(text).length > lengths[field])
  if (isTooLong || field === 'customFields') throw refused(error.issues[0]?.message ?? '')
}

function rowsIn(field: RowField, property: CardProperty, context: Context): Row[] {
  const read = ownReaders.get(property.name) ?? readers.get(property.name)
  // The readers of own cards divide no value.
  const draft = emptyDraft(property.line, field === 'dates' ? context : { ...context, isOwn: true })
  read?.(property, draft)
  const { [field]: rows } = draft.person
  return rows
}

const words = (separator: ',' | ';'): ((property: CardProperty) => string) => {
  return ({ value }) => splitValue(value, separator).filter(Boolean).join(', ')
}

type Single = { field: SingleField; read: (property: CardProperty) => unknown }

/** Fields with properties that are more than one text. */
const divided: Partial<Record<SingleField, Single['read']>> = {
  Nickname: words(','),
  OccupationLocation: (property) => componentsOf(property).filter(Boolean).join(', '),
}

/** The fields that are no list. The name and the categories have readers of their own. */
const singleFields = budFieldNames.filter(
  (name): name is Exclude<SingleField, 'Firstname' | 'Surname' | 'tags'> =>
    !['rows', 'tags'].includes(fieldTable[name].kind) && name !== 'Firstname' && name !== 'Surname',
)

const isStandard = (field: SingleField) => !vcardProperty(field).startsWith('X-')

/** Fields by their property. */
export const singles = new Map(
  singleFields.map((field): [string, Single] => [
    vcardProperty(field),
    {
      field,
      read: isStandard(field)
        ? (divided[field] ?? textOf)
        : (property) => ownValue(field, ownReaders.get(vcardProperty(field)) as Read, property),
    },
  ]),
)

/** Undefined: a value that is none of the field. */
function ownValue(field: (typeof singleFields)[number], read: Read, property: CardProperty) {
  const draft = emptyDraft(property.line, { isOwn: true, customLabels: new Map() })
  read(property, draft)
  const value = draft.person[field]
  const isChoice = field === 'Budtype' || field === 'cadenceDays'
  return isChoice && (value === null || !budInput.shape[field].safeParse(value).success) ? undefined : value
}

/** The fields that address books have a property for. What a client leaves out of them is deleted. */
export const addressBookFields = [
  'Firstname',
  'Surname',
  ...singleFields.filter(isStandard),
  'emails',
  'phones',
  'addresses',
  'links',
  'dates',
] satisfies BudField[]

/** The index of the row, which is added unless it is a date that is there already, perhaps by another property. */
export function addRow(rows: Row[], row: Row, field: RowField) {
  const known = field === 'dates' ? rows.findIndex((one) => isDeepStrictEqual(one, row)) : -1
  return known >= 0 ? known : rows.push(row) - 1
}
