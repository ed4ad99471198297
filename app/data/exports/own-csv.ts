import { eachOf, lineFields, optionFields } from '~/people/buds/bud-fields'
import type { BudInput } from '~/people/buds/bud-input.server'
import type { Address, BudDate, LabelledValue } from '~/people/buds/contact'
import { type RelationKind, relationKinds } from '~/people/relations/relation'
import { wordOf } from '~/people/relations/relation-words'

/**
 * Budkeeper's own CSV. The header has the names of the API's fields. A list is one cell: items are divided by
 * ' ::: ', a label stands before its value with ': ', and the parts of an address are divided by ' | '. A
 * backslash stands before a character that would divide otherwise.
 */

type OwnBud = BudInput & { _id: string }

const cellOf: { [Field in keyof OwnBud]: (value: OwnBud[Field]) => string } = {
  _id: String,
  ...eachOf(lineFields, () => String),
  Budtype: String,
  ...eachOf(optionFields, () => writeList),
  LastInteraction: String,
  cadenceDays: (days) => String(days ?? ''),
  emails: writeLabelled,
  phones: writeLabelled,
  addresses: writeAddresses,
  links: writeLabelled,
  dates: writeDates,
  notes: String,
  customFields: (fields) => writeLabelled(fields.map(({ name, value }) => ({ label: name, value }))),
  tags: writeList,
}

/** The header of the own CSV. `groups` are the names of the bud's circles. */
export const ownColumns = [...Object.keys(cellOf), 'groups', 'relations', 'archivedAt']

type NamedRelation = { name: string; kind: RelationKind; label: string }
type More = { groups: readonly string[]; relations?: readonly NamedRelation[]; archivedAt?: Date | null }

/** The cells of a bud, for `csvLine`. */
export function ownCells(bud: OwnBud, { groups, relations = [], archivedAt }: More) {
  const write = <Field extends keyof OwnBud>(field: Field) => cellOf[field](bud[field])
  return [
    ...(Object.keys(cellOf) as (keyof OwnBud)[]).map(write),
    writeList(groups),
    writeRelations(relations),
    archivedAt?.toISOString() ?? '',
  ]
}

/** Whether a header is that of the own CSV, perhaps with further columns. */
export const isOwnHeader = (columns: readonly string[]) =>
  ['Firstname', 'Surname', 'emails', 'phones', 'dates'].every((name) => columns.includes(name))

const divider = ' ::: '

/** 'Chess ::: Pub Quizzes' */
export function writeList(values: readonly string[]) {
  return values.map(escaped).join(divider)
}

export const readList = (cell: string) => items(cell).map(unescaped)

/** 'Home: ada@example.org ::: a@example.org' */
export function writeLabelled(rows: readonly LabelledValue[]) {
  return rows.map(({ label, value }) => withLabel(label, escaped(value))).join(divider)
}

export function readLabelled(cell: string): LabelledValue[] {
  return items(cell).map((item) => {
    const { label, value } = splitLabel(item)
    return { label, value: unescaped(value) }
  })
}

/** 'Mother: Ada Byron ::: Teacher (mentor): Cleo Stone'. The kind stands in brackets if the word does not mean it. */
function writeRelations(relations: readonly NamedRelation[]) {
  const rows = relations.map(({ name, ...relation }) => {
    const { word, own } = wordOf(relation)
    return { label: own ? `${word} (${own})` : word, value: name }
  })
  return writeLabelled(rows)
}

export function readRelations(cell: string) {
  return readLabelled(cell).map(({ label, value: name }) => {
    const [, word = label, own] = /^(.+) \(([a-z-]+)\)$/s.exec(label) ?? []
    return isKind(own) ? { word, own, name } : { word: label, own: undefined, name }
  })
}

const isKind = (word: string | undefined) => (relationKinds as readonly (string | undefined)[]).includes(word)

export const addressParts = ['street', 'city', 'region', 'postcode', 'country'] as const

/** 'Home: 12 Long Lane | Leeds | Yorkshire | LS1 4AP | United Kingdom', in which parts can be empty. */
export function writeAddresses(addresses: readonly Address[]) {
  return addresses
    .map((address) => {
      const parts = addressParts.map((part) => escaped(address[part]).replaceAll('|', '\\|'))
      return withLabel(address.label, parts.join(' | '))
    })
    .join(divider)
}

export function readAddresses(cell: string): Address[] {
  return items(cell).map((item) => {
    const { label, value } = splitLabel(item)
    const [street = '', city = '', region = '', postcode = '', ...country] = splitParts(value)
    return { label, street, city, region, postcode, country: country.join(', ') }
  })
}

/** 'Birthday: 1985-04-12 ::: Wedding: --06-30'. The second has no year. */
export function writeDates(dates: readonly BudDate[]) {
  return writeLabelled(
    dates.map(({ label, year, month, day }) => ({
      label,
      value: `${year === null ? '-' : digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`,
    })),
  )
}

const digits = (number: number, length: number) => String(number).padStart(length, '0')

const items = (cell: string) =>
  cell
    .split(divider)
    .map((item) => item.trim())
    .filter(Boolean)

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll(':::', '\\:::')
const unescaped = (text: string) => text.replace(/\\(.)/gs, '$1')

/** A label ends at the first ': ' without a backslash. Its length is bounded, and so is the work. */
const labelled = /^((?:[^\\:]|\\.){0,200}): (.*)$/s

/** A value that looks like one with a label gets an empty label. */
function withLabel(label: string, value: string) {
  if (label || labelled.test(value)) return `${label.replace(/[\\:]/g, '\\$&')}: ${value}`
  return value
}

function splitLabel(item: string) {
  const [, label = '', value = item] = labelled.exec(item) ?? []
  return { label: unescaped(label), value }
}

function splitParts(value: string) {
  const parts = ['']
  for (const [token] of value.matchAll(/\\.|\||[^\\|]+|\\$/gs)) {
    if (token === '|') parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts.map((part) => unescaped(part.trim()))
}
