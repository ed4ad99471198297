import { capitalised } from '~/base/components/initial'
import { fullName } from '~/people/buds/bud'
import {
  type BudField,
  lineFields,
  optionFields,
  type SingleField,
  textFields,
  vcardProperty,
} from '~/people/buds/bud-fields'
import type { BudInput } from '~/people/buds/bud-input.server'
import type { BudDate, LabelledValue } from '~/people/buds/contact'
import { defaultDateLabel } from '~/people/buds/contact-lines'
import { uniteTags } from '~/people/buds/tags'
import type { RelationKind } from '~/people/relations/relation'
import { wordOf } from '~/people/relations/relation-words'
import { structured, text, uri, type VCardVersion } from './vcard-lines'

/** The properties of vCards 3.0 (RFC 2426) and 4.0 (RFC 6350), as address books read them (product 20.3). */

export type VCard = {
  bud: BudInput & { _id: string }
  /** Names of circles. */
  groups: readonly string[]
  /** As the bud reads them. */
  relations?: readonly NamedRelation[]
  /** JPEG. */
  photo: Uint8Array | null
  archivedAt?: Date | null
}

/** A relation as a bud reads it. `with` is the id of the other, by which namesakes are told apart. */
type NamedRelation = { with: string; name: string; kind: RelationKind; label: string }

/** What a property is written from: a field, a row of it, or what a card has besides. `Firstname` has the surname too. */
export type CardPart = BudField | 'fullName' | 'groups' | 'relations' | 'photo' | 'card'

export type WrittenProperty = {
  part: CardPart
  name: string
  value: string
  params?: string[]
  /** A label that the name and the types do not say, in the property X-ABLabel of the same group. */
  label?: string
}

/** All properties between VERSION and END. Those of a list have the order of its rows. */
export function cardProperties(
  { bud, groups, relations = [], photo, archivedAt }: VCard,
  version: VCardVersion,
): WrittenProperty[] {
  return [
    { part: 'card', name: 'PRODID', value: '-//Budkeeper//Export//EN' },
    { part: 'card', name: 'UID', value: `urn:uuid:${bud._id}` },
    { part: 'Firstname', name: 'N', value: structured(bud.Surname, bud.Firstname, '', '', '') },
    { part: 'fullName', name: 'FN', value: text(fullName(bud), version) },
    ...standardFields.flatMap((field) => textProperty(field, bud[field], version)),
    ...bud.emails.map((row) => valueProperty('emails', 'EMAIL', text(row.value, version), row)),
    ...bud.phones.map((row) => valueProperty('phones', 'TEL', text(row.value, version), row, phoneTypes)),
    ...bud.addresses.map(({ label, street, city, region, postcode, country }) => {
      const value = structured('', '', street, city, region, postcode, country)
      return valueProperty('addresses', 'ADR', value, { label })
    }),
    ...bud.links.map((row) => valueProperty('links', 'URL', uri(row.value), row)),
    ...dateProperties(bud.dates, version),
    ...textProperty('notes', bud.notes, version),
    ...listProperty('groups', 'CATEGORIES', categoriesOf(groups, bud.tags), version),
    ...relations.flatMap((one) => relationProperties(one, version)),
    ...ownProperties(bud, version),
    ...(archivedAt
      ? [{ part: 'card' as const, name: 'X-BUDKEEPER-ARCHIVED', value: archivedAt.toISOString() }]
      : []),
    ...photoProperty(photo, version),
  ]
}

/** Circles and tags. */
export const categoriesOf = (circles: readonly string[], tags: readonly string[]) => uniteTags(circles, tags)

/** The types of RELATED (RFC 6350) by kind. The word stands beside it as a label. */
const relatedTypes: Partial<Record<RelationKind, string>> = {
  parent: 'parent',
  child: 'child',
  sibling: 'sibling',
  partner: 'spouse',
  friend: 'friend',
  colleague: 'co-worker',
  neighbour: 'neighbor',
}

/** Kinds of Android. Another one has a word. */
const androidKinds: Partial<Record<RelationKind, string>> = {
  child: '3',
  friend: '6',
  manager: '7',
  parent: '9',
  partner: '10',
  relative: '12',
}

/** In 4.0 the standard's property, in 3.0 those of Apple and of Android. */
function relationProperties(
  { with: other, name, kind, label }: NamedRelation,
  version: VCardVersion,
): WrittenProperty[] {
  const { word, own } = wordOf({ kind, label })
  const params = [`X-BUDKEEPER-WITH=${other}`, ...(own ? [`X-BUDKEEPER-KIND=${own}`] : [])]
  const part = 'relations' as const
  if (version === '4.0') {
    const type = [`TYPE=${relatedTypes[kind] ?? 'kin'}`, 'VALUE=text']
    return [{ part, name: 'RELATED', params: [...type, ...params], value: text(name, version), label: word }]
  }
  const android = (!label && androidKinds[kind]) || '0'
  const custom = structured('vnd.android.cursor.item/relation', name, android, android === '0' ? word : '')
  return [
    {
      part,
      name: 'X-ABRELATEDNAMES',
      params,
      value: text(name, version),
      label: appleLabels.get(word) ?? word,
    },
    { part, name: 'X-ANDROID-CUSTOM', params, value: custom },
  ]
}

/** Apple's names of the labels that it translates. */
const appleLabels = new Map(
  'Mother Father Parent Brother Sister Child Son Daughter Friend Spouse Partner Manager'
    .split(' ')
    .map((word) => [word, `_$!<${word}>!$_`]),
)

/** The fields that vCard does not know. `X-BUDKEEPER-BUDTYPE` is always there, so that an import knows its own. */
function ownProperties(bud: BudInput, version: VCardVersion): WrittenProperty[] {
  return [
    { part: 'Budtype', name: vcardProperty('Budtype'), value: bud.Budtype },
    ...ownTexts.flatMap((field) => textProperty(field, bud[field], version)),
    ...textProperty('cadenceDays', String(bud.cadenceDays ?? ''), version),
    ...optionFields.flatMap((field) => listProperty(field, vcardProperty(field), bud[field], version)),
    ...listProperty('tags', vcardProperty('tags'), bud.tags, version),
    ...bud.customFields.map(({ name, value }) => ({
      part: 'customFields' as const,
      name: 'X-BUDKEEPER-CUSTOMFIELD',
      value: structured(name, value),
    })),
  ]
}

const isOwn = (field: SingleField) => vcardProperty(field).startsWith('X-')
const ownTexts = textFields.filter(isOwn)
/** Those of `N` are written together. */
const standardFields = lineFields.filter((field) => !isOwn(field) && vcardProperty(field) !== 'N')

function textProperty(field: SingleField, value: string, version: VCardVersion): WrittenProperty[] {
  if (value === '') return []
  const name = vcardProperty(field)
  return [{ part: field, name, value: name === 'ORG' ? structured(value) : text(value, version) }]
}

const listProperty = (
  part: CardPart,
  name: string,
  values: readonly string[],
  version: VCardVersion,
): WrittenProperty[] =>
  values.length === 0 ? [] : [{ part, name, value: values.map((value) => text(value, version)).join(',') }]

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
  part: CardPart,
  name: string,
  value: string,
  { label }: Pick<LabelledValue, 'label'>,
  types = placeTypes,
): WrittenProperty {
  const known = capitalised(label.toLowerCase())
  const type = types.get(known)
  const params = type ? [`TYPE=${type}`] : []
  return { part, name, value, params, ...(!(type && label === known) && { label }) }
}

/** A card has one BDAY and one ANNIVERSARY at most. Other dates have Apple's property. `used` are names that it has. */
export function dateProperties(
  dates: readonly BudDate[],
  version: VCardVersion,
  used = new Set<string>(),
): WrittenProperty[] {
  return dates.map((date) => {
    const name = nameOfDate(date, version)
    if (!name || used.has(name)) return appleDate(date, version)
    used.add(name)
    const hasLabel = defaultDateLabel === date.label || anniversary === date.label
    return { part: 'dates', name, ...dateValue(date, version), ...(!hasLabel && { label: date.label }) }
  })
}

const anniversary = 'Anniversary'

function nameOfDate({ label }: BudDate, version: VCardVersion) {
  const name = label.toLowerCase()
  if (name === defaultDateLabel.toLowerCase()) return 'BDAY'
  return name === anniversary.toLowerCase() && version === '4.0' ? 'ANNIVERSARY' : null
}

function appleDate(date: BudDate, version: VCardVersion): WrittenProperty {
  const { params, value } = dateValue(date, version)
  const type = version === '4.0' ? ['VALUE=date-and-or-time'] : []
  // Apple's name of a label that it translates.
  const label = date.label === anniversary ? '_$!<Anniversary>!$_' : date.label
  return { part: 'dates', name: 'X-ABDATE', params: [...type, ...params], value, label }
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

function photoProperty(photo: Uint8Array | null, version: VCardVersion): WrittenProperty[] {
  if (!photo) return []
  const data = Buffer.from(photo).toString('base64')
  return version === '4.0'
    ? [{ part: 'photo', name: 'PHOTO', value: `data:image/jpeg;base64,${data}` }]
    : [{ part: 'photo', name: 'PHOTO', params: ['ENCODING=b', 'TYPE=JPEG'], value: data }]
}
