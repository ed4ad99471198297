import { descriptionLength, nameLength } from '~/base/forms/lengths'

/** The longest note of a bud. */
export const notesLength = 10_000

type Field = {
  /** `line` and `text` are texts of one or more lines, `choice` is one option and `options` several, `rows` is a list. */
  kind: 'line' | 'text' | 'choice' | 'options' | 'tags' | 'days' | 'rows'
  label: string
  /** Characters of a text. */
  limit?: number
  /**
   * The property of vCard 4.0 or one that other programs write, if there is one. A line of any card is read from it. Other
   * fields that are no list get `X-BUDKEEPER-…`.
   */
  property?: string
}

const line = (label: string, property?: string, limit = nameLength) =>
  ({ kind: 'line', label, limit, property }) as const

/**
 * The writable fields of a bud. Rules, responses, imports, exports, merges and labels derive from it.
 * `tests/people/buds/bud-fields.test.ts` takes a value of each through page, search, files, imports and merges.
 */
export const fieldTable = {
  Firstname: line('First name', 'N'),
  Surname: line('Surname', 'N'),
  Nickname: line('Nickname', 'NICKNAME'),
  Occupation: line('Occupation', 'TITLE'),
  Location: line('Location'),
  OccupationLocation: line('Occupation location', 'ORG'),
  Budtype: { kind: 'choice', label: 'Bud type' },
  hobbies: { kind: 'options', label: 'Hobbies' },
  preferences: { kind: 'options', label: 'Preferences' },
  industry: { kind: 'options', label: 'Industry' },
  origination: { kind: 'options', label: 'Origination' },
  LastInteraction: { kind: 'text', label: 'Last interaction', limit: descriptionLength },
  cadenceDays: { kind: 'days', label: 'Keep in touch every (days)' },
  emails: { kind: 'rows', label: 'Emails' },
  phones: { kind: 'rows', label: 'Phones' },
  addresses: { kind: 'rows', label: 'Addresses' },
  links: { kind: 'rows', label: 'Links' },
  dates: { kind: 'rows', label: 'Dates' },
  notes: { kind: 'text', label: 'Notes', limit: notesLength, property: 'NOTE' },
  customFields: { kind: 'rows', label: 'Custom fields' },
  tags: { kind: 'tags', label: 'Tags' },
} as const satisfies Record<string, Field>

type Table = typeof fieldTable
export type BudField = keyof Table
type FieldsOfKind<Kind extends Field['kind']> = {
  [Name in BudField]: Table[Name]['kind'] extends Kind ? Name : never
}[BudField]
export type LineField = FieldsOfKind<'line'>
export type TextField = FieldsOfKind<'line' | 'text'>
export type OptionField = FieldsOfKind<'options'>
export type SingleField = Exclude<BudField, FieldsOfKind<'rows'>>

export const budFieldNames = Object.keys(fieldTable) as BudField[]

const ofKind = <Kind extends Field['kind']>(...kinds: Kind[]) =>
  budFieldNames.filter((name) => kinds.some((kind) => kind === fieldTable[name].kind)) as FieldsOfKind<Kind>[]

export const lineFields = ofKind('line')
export const textFields = ofKind('line', 'text')
/** The fields with the chosen options of a list. */
export const optionFields = ofKind('options')

/** An object with a value for each of the fields. */
export const eachOf = <Name extends string, Value>(names: readonly Name[], value: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>

export const budLabels = eachOf(budFieldNames, (name): string => fieldTable[name].label)

/** The property of a field that is no list in the vCards that Budkeeper writes. */
export function vcardProperty(name: SingleField) {
  const { property }: Field = fieldTable[name]
  return property ?? `X-BUDKEEPER-${name.toUpperCase()}`
}
