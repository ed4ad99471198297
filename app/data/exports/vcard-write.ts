import { fullName } from '~/people/buds/bud'
import {
  lineFields,
  optionFields,
  type SingleField,
  textFields,
  vcardProperty,
} from '~/people/buds/bud-fields'
import type { BudInput } from '~/people/buds/bud-input.server'
import type { BudDate, LabelledValue } from '~/people/buds/contact'
import { defaultDateLabel } from '~/people/buds/contact-lines'

/** Writes buds as vCards 3.0 (RFC 2426) and 4.0 (RFC 6350), as address books read them (product 20.3). */

export const vcardVersions = ['3.0', '4.0'] as const
export type VCardVersion = (typeof vcardVersions)[number]

type VCard = {
  bud: BudInput & { _id: string }
  /** Names of circles. */
  groups: readonly string[]
  /** JPEG. */
  photo: Uint8Array | null
}

type Property = {
  name: string
  value: string
  params?: string[]
  /** A label that the name and the types do not say, in the property X-ABLabel of the same group. */
  label?: string
}

export function writeVCard({ bud, groups, photo }: VCard, version: VCardVersion) {
  const properties: Property[] = [
    { name: 'BEGIN', value: 'VCARD' },
    { name: 'VERSION', value: version },
    { name: 'PRODID', value: '-//Budkeeper//Export//EN' },
    { name: 'UID', value: `urn:uuid:${bud._id}` },
    { name: 'N', value: structured(bud.Surname, bud.Firstname, '', '', '') },
    { name: 'FN', value: text(fullName(bud), version) },
    ...standardFields.flatMap((field) => textProperty(field, bud[field], version)),
    ...bud.emails.map((row) => valueProperty('EMAIL', text(row.value, version), row)),
    ...bud.phones.map((row) => valueProperty('TEL', text(row.value, version), row, phoneTypes)),
    ...bud.addresses.map(({ label, street, city, region, postcode, country }) =>
      valueProperty('ADR', structured('', '', street, city, region, postcode, country), { label }),
    ),
    ...bud.links.map((row) => valueProperty('URL', uri(row.value), row)),
    ...dateProperties(bud.dates, version),
    ...textProperty('notes', bud.notes, version),
    ...listProperty('CATEGORIES', groups, version),
    ...ownProperties(bud, version),
    ...photoProperty(photo, version),
    { name: 'END', value: 'VCARD' },
  ]
  return properties.map((property, n) => writeProperty(property, n, version)).join('')
}

/** The fields that vCard does not know. `X-BUDKEEPER-BUDTYPE` is always there, so that an import knows its own. */
function ownProperties(bud: BudInput, version: VCardVersion): Property[] {
  return [
    { name: vcardProperty('Budtype'), value: bud.Budtype },
    ...ownTexts.flatMap((field) => textProperty(field, bud[field], version)),
    ...textProperty('cadenceDays', String(bud.cadenceDays ?? ''), version),
    ...optionFields.flatMap((field) => listProperty(vcardProperty(field), bud[field], version)),
    ...bud.customFields.map(({ name, value }) => ({
      name: 'X-BUDKEEPER-CUSTOMFIELD',
      value: structured(name, value),
    })),
  ]
}

const isOwn = (field: SingleField) => vcardProperty(field).startsWith('X-')
const ownTexts = textFields.filter(isOwn)
/** Those of `N` are written together. */
const standardFields = lineFields.filter((field) => !isOwn(field) && vcardProperty(field) !== 'N')

function textProperty(field: SingleField, value: string, version: VCardVersion): Property[] {
  if (value === '') return []
  const name = vcardProperty(field)
  return [{ name, value: name === 'ORG' ? structured(value) : text(value, version) }]
}

const listProperty = (name: string, values: readonly string[], version: VCardVersion): Property[] =>
  values.length === 0 ? [] : [{ name, value: values.map((value) => text(value, version)).join(',') }]

const placeTypes = new Map([
  ['Home', 'home'],
  ['Work', 'work'],
])
const phoneTypes = new Map([
  ...placeTypes,
  ['Mobile', 'cell'],
  ['Pager', 'pager'],
  ['Fax', 'fax'],
  ['Home fax', 'home,fax'],
  ['Work fax', 'work,fax'],
])

/** A label that is a type is written as one, and also as text if the type has another letter case. */
function valueProperty(
  name: string,
  value: string,
  { label }: Pick<LabelledValue, 'label'>,
  types = placeTypes,
): Property {
  const known = label.charAt(0).toUpperCase() + label.slice(1).toLowerCase()
  const type = types.get(known)
  const params = type ? [`TYPE=${type}`] : []
  return { name, value, params, ...(!(type && label === known) && { label }) }
}

/** A card has one BDAY and one ANNIVERSARY at most. Other dates have Apple's property. */
function dateProperties(dates: readonly BudDate[], version: VCardVersion): Property[] {
  const used = new Set<string>()
  return dates.map((date) => {
    const name = nameOfDate(date, version)
    if (!name || used.has(name)) return appleDate(date, version)
    used.add(name)
    const hasLabel = defaultDateLabel === date.label || anniversary === date.label
    return { name, ...dateValue(date, version), ...(!hasLabel && { label: date.label }) }
  })
}

const anniversary = 'Anniversary'

function nameOfDate({ label }: BudDate, version: VCardVersion) {
  const name = label.toLowerCase()
  if (name === defaultDateLabel.toLowerCase()) return 'BDAY'
  return name === anniversary.toLowerCase() && version === '4.0' ? 'ANNIVERSARY' : null
}

function appleDate(date: BudDate, version: VCardVersion): Property {
  const { params, value } = dateValue(date, version)
  const type = version === '4.0' ? ['VALUE=date-and-or-time'] : []
  // Apple's name of a label that it translates.
  const label = date.label === anniversary ? '_$!<Anniversary>!$_' : date.label
  return { name: 'X-ABDATE', params: [...type, ...params], value, label }
}

/** vCard 3.0 has no dates without a year. Address books read Apple's: in 1604, and a parameter says so. */
const noYear = 1604

function dateValue({ year, month, day }: BudDate, version: VCardVersion) {
  if (version === '4.0')
    return {
      params: [],
      value: `${year === null ? '--' : digits(year, 4)}${digits(month, 2)}${digits(day, 2)}`,
    }
  return {
    params: year === null ? [`X-APPLE-OMIT-YEAR=${noYear}`] : [],
    value: `${digits(year ?? noYear, 4)}-${digits(month, 2)}-${digits(day, 2)}`,
  }
}

const digits = (number: number, length: number) => String(number).padStart(length, '0')

function photoProperty(photo: Uint8Array | null, version: VCardVersion): Property[] {
  if (!photo) return []
  const data = Buffer.from(photo).toString('base64')
  return version === '4.0'
    ? [{ name: 'PHOTO', value: `data:image/jpeg;base64,${data}` }]
    : [{ name: 'PHOTO', params: ['ENCODING=b', 'TYPE=JPEG'], value: data }]
}

/** `n` makes the group of a property with a label unique in its card. */
function writeProperty({ name, value, params = [], label }: Property, n: number, version: VCardVersion) {
  const group = label ? `item${n}.` : ''
  const line = fold(`${[group + name, ...params].join(';')}:${value}`)
  return label ? line + fold(`${group}X-ABLabel:${text(label, version)}`) : line
}

/** Control characters are not allowed in a value, and line ends are written as `\n`. */
const printable = (value: string) => value.replace(/(?![\n\t])\p{Cc}/gu, '')

/** Readers of vCard 4.0 expect no backslash before a semicolon that divides nothing. */
const special = { '3.0': /[\\,;]/g, '4.0': /[\\,]/g }

const text = (value: string, version: VCardVersion) =>
  printable(value).replace(special[version], '\\$&').replaceAll('\n', '\\n')

const structured = (...parts: string[]) => parts.map((part) => text(part, '3.0')).join(';')

/** A URI is not escaped (RFC 6350, section 4.2). One with a backslash, which no URI may have, is written as browsers open it. */
const uri = (value: string) =>
  value.includes('\\') ? new URL(value).href.replaceAll('\\', '%5C') : printable(value)

const lineLength = 75

/** A line of at most 75 octets with its continuations. No character is cut. */
function fold(line: string) {
  const bytes = Buffer.from(line)
  if (bytes.length <= lineLength) return `${line}\r\n`
  const parts: string[] = []
  for (let start = 0, length = lineLength; start < bytes.length; length = lineLength - 1) {
    let end = Math.min(start + length, bytes.length)
    while (end < bytes.length && isContinuation(bytes[end])) end--
    parts.push(bytes.toString('utf8', start, end))
    start = end
  }
  return `${parts.join('\r\n ')}\r\n`
}

/** Whether a byte is inside a UTF-8 sequence. */
const isContinuation = (byte = 0) => (byte & 0xc0) === 0x80
