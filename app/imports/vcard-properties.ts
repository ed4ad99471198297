import type { Person } from './person'
import { type CardProperty, readVCards } from './vcard'
import { isPartialDate, readDate } from './vcard-date'
import { capitalised, labelOf, labelOfTypes, readableName, typesOf } from './vcard-label'
import { splitValue, unescapeText } from './vcard-value'

/** A person while the properties of a card are read. */
export type Draft = {
  person: Person
  customLabels: Map<string, string>
  /** Components of N. */
  name: string[] | null
  fullName: string
  nicknames: string[]
  organization: string
  role: string
  /** Texts of LABEL, the address as it is printed. */
  printedAddresses: { label: string; text: string }[]
  /** Lines 'Name: value'. */
  extras: string[]
}

/** More than the notes can hold. */
export const longestValue = 20_000

type Read = (property: CardProperty, draft: Draft) => void

const textOf = ({ value }: CardProperty) => unescapeText(value).trim()
const components = ({ value }: CardProperty) => splitValue(value, ';')

/** The first value is kept by `set`. Others are extras. */
const once =
  (get: (draft: Draft) => unknown, set: (draft: Draft, property: CardProperty) => void): Read =>
  (property, draft) => {
    if (get(draft)) addExtra(property, draft)
    else set(draft, property)
  }

const nickname: Read = ({ value }, { nicknames }) => {
  nicknames.push(...splitValue(value, ',').filter(Boolean))
}

const hobbies: Read = ({ value }, { person }) => {
  person.hobbies.push(...splitValue(value, ',').filter(Boolean))
}

const email: Read = (property, { person, customLabels }) => {
  const text = textOf(property).replace(/^mailto:/i, '')
  const [, address = text] = /<([^<>\s]{1,400})>$/.exec(text) ?? []
  person.emails.push({ label: labelOf(property, customLabels), value: address })
}

const phone: Read = (property, { person, customLabels }) => {
  const value = textOf(property)
    .replace(/^tel:/i, '')
    .replace(/;ext=(\d+)/i, ' ext. $1')
  person.phones.push({ label: labelOf(property, customLabels), value })
}

const address: Read = (property, draft) => {
  const { person, customLabels } = draft
  const label = labelOf(property, customLabels)
  const parts = components(property)
  const [box = '', extended = '', street = '', city = '', region = '', postcode = '', country = ''] =
    parts.length === 1 ? ['', '', ...parts] : parts
  const poBox = box && !/\p{L}/u.test(box) ? `PO box ${box}` : box
  const lines = [street, extended, poBox].filter(Boolean)
  if ([...lines, city, region, postcode, country].some(Boolean)) {
    person.addresses.push({ label, street: lines.join('\n'), city, region, postcode, country })
  }
  if (parts.length > 7) addMore(parts.slice(7), label, draft)
  for (const text of property.params.get('LABEL') ?? []) {
    draft.printedAddresses.push({ label, text: unescapeText(text) })
  }
}

/** The components of RFC 9554 repeat those before them. Others are extras. */
function addMore(parts: string[], label: string, { person, extras }: Draft) {
  const known = Object.values(person.addresses.at(-1) ?? {}).join('\n')
  const more = parts.filter((part) => part && !known.includes(part))
  if (more.length > 0) extras.push(line('Address', label, more.join(', ')))
}

const printedAddress: Read = (property, { customLabels, printedAddresses }) => {
  printedAddresses.push({ label: labelOf(property, customLabels), text: textOf(property) })
}

const link: Read = (property, { person, customLabels }) => {
  person.links.push({ label: labelOf(property, customLabels), value: textOf(property) })
}

/** An account of a network: a link if the value is one. */
const profile: Read = (property, draft) => {
  const { customLabels, person, extras } = draft
  const value = textOf(property)
  const service = serviceOf(property, draft)
  if (/^https?:/i.test(value)) person.links.push({ label: service, value })
  else {
    const [user = accountOf(value)] = property.params.get('X-USER') ?? []
    const label = customLabels.get(property.group) ?? ''
    extras.push(line(service || 'Profile', label === service ? '' : label, user))
  }
}

/** The account of a URI such as `skype:ada` or `xmpp:ada%20l@chat.example`. */
function accountOf(uri: string) {
  const account = uri.replace(/^[a-z][\w.+-]*:(?=.)/i, '')
  try {
    return decodeURIComponent(account)
  } catch {
    return account
  }
}

/** The network is a parameter, the scheme of the URI or a type. */
function serviceOf(property: CardProperty, { customLabels }: Draft) {
  const { params, value, name } = property
  const [service] = params.get('SERVICE-TYPE') ?? params.get('X-SERVICE-TYPE') ?? []
  if (service) return capitalised(service)
  const [, scheme] = /^\s*([a-z][\w.+-]*):/i.exec(value) ?? []
  if (name === 'IMPP' && scheme)
    return scheme.length <= 3 ? scheme.toUpperCase() : capitalised(scheme.toLowerCase())
  const types = typesOf(property).filter((type) => type !== 'home' && type !== 'work')
  return labelOfTypes(types) || labelOf(property, customLabels)
}

const date =
  (defaultLabel: string): Read =>
  (property, draft) => {
    const label = draft.customLabels.get(property.group) ?? defaultLabel
    addDate(label, textOf(property), property, draft)
  }

function addDate(label: string, text: string, { line, params }: CardProperty, { person, extras }: Draft) {
  const read = readDate(text, params.get('X-APPLE-OMIT-YEAR')?.[0])
  if (read) person.dates.push({ label, ...read.day })
  if (read && !read.rest) return
  extras.push(`${label}: ${text}`)
  const isText = params.get('VALUE')?.[0]?.toLowerCase() === 'text'
  if (read || isText || isPartialDate(text)) return
  person.warnings.push({
    line,
    reason: `${label} is not a date: '${text.slice(0, 100)}'. It went to the notes`,
  })
}

const photo: Read = (property, draft) => {
  const { person } = draft
  const data = property.data ?? pictureWithoutEncoding(property.value)
  if (!data) addExtra(property, draft)
  else if (data.length === 0) warn(property, draft, 'the picture can not be read')
  else if (person.photo) warn(property, draft, 'a bud has one photo; a further one was left out')
  else person.photo = data
}

/** Some programs do not say that a picture is in base64. JPEG, PNG, GIF and WebP begin like this. */
const pictureWithoutEncoding = (text: string) =>
  /^\s*(?:\/9j\/|iVBORw0KGgo|R0lGOD|UklGR)/.test(text) ? Buffer.from(text, 'base64') : null

/** A card within a card, in vCard 3.0 as escaped text. */
const agent: Read = (property, draft) => {
  const card = [...readVCards(Buffer.from(textOf(property)))].find((card) => card !== null)
  if (!card) return addExtra(property, draft)
  const parts = card.properties
    .filter(({ name, value }) => !ignored.has(name) && value.trim() !== '')
    .map((part) => `${readableName(part.name)} ${components(part).filter(Boolean).join(' ')}`)
  draft.extras.push(line('Agent', '', parts.join(', ').replace(/\s+/g, ' ').slice(0, longestValue)))
}

/** Android writes a type and its columns: `vnd.android.cursor.item/relation;Jane;14;;;`. */
const androidCustom: Read = (property, draft) => {
  const { extras } = draft
  const [type = '', value = '', kind = '', label = ''] = components(property)
  const word = type.replace('vnd.android.cursor.item/', '')
  if (!value) return
  if (word === 'nickname') draft.nicknames.push(value)
  else if (word === 'contact_event') {
    const events: Record<string, string> = { 1: 'Anniversary', 3: 'Birthday' }
    addDate(label || events[kind] || 'Date', value, property, draft)
  } else extras.push(line(capitalised(word.replaceAll('_', ' ')), label, value))
}

const genders: Record<string, string> = {
  M: 'Male',
  F: 'Female',
  O: 'Other',
  N: 'Not applicable',
  U: 'Unknown',
}

const gender: Read = (property, { extras }) => {
  const [sex = '', ...identity] = components(property)
  extras.push(line('Gender', '', [genders[sex.toUpperCase()] ?? sex, ...identity].filter(Boolean).join(', ')))
}

const coordinates: Read = (property, { extras }) => {
  extras.push(line('Coordinates', '', textOf(property).replace(/^geo:/i, '').replace(';', ', ')))
}

/** Says who the other person is: 'Mother: Jane'. */
const related: Read = (property, { customLabels, extras }) => {
  extras.push(line(labelOf(property, customLabels) || 'Related', '', textOf(property)))
}

const unlessDefault =
  (value: string): Read =>
  (property, draft) => {
    if (textOf(property).toLowerCase() !== value) addExtra(property, draft)
  }

export const addExtra: Read = (property, draft) => {
  const { name, value, data } = property
  if (data && !value.trim()) return warn(property, draft, `${data.length} bytes that a bud has no field for`)
  draft.extras.push(line(readableName(name), labelOf(property, draft.customLabels), textOf(property)))
}

function warn({ line, name }: CardProperty, { person }: Draft, reason: string) {
  person.warnings.push({ line, reason: `${readableName(name)}: ${reason}` })
}

export const line = (name: string, label: string, value: string) =>
  `${name}${label && ` (${label})`}: ${value}`

/** What says nothing about the person: the program, the file and how it shows a card. */
const ignored = new Set([
  'BEGIN',
  'CLIENTPIDMAP',
  'END',
  'PRODID',
  'PROFILE',
  'REV',
  'X-ABADR',
  'X-ABLABEL',
  'X-ABSHOWAS',
  'X-ABUID',
  'X-ADDRESSBOOKSERVER-KIND',
  'X-EVOLUTION-FILE-AS',
  'X-MOZILLA-HTML',
  'X-MS-OL-DESIGN',
])

export const readers = new Map<string, Read>([
  ...[...ignored].map((name): [string, Read] => [name, () => {}]),
  [
    'N',
    once(
      ({ name }) => name,
      (draft, property) => (draft.name = components(property)),
    ),
  ],
  [
    'FN',
    once(
      ({ fullName }) => fullName,
      (draft, property) => (draft.fullName = textOf(property)),
    ),
  ],
  ['NICKNAME', nickname],
  ['X-NICKNAME', nickname],
  [
    'ORG',
    once(
      ({ organization }) => organization,
      (draft, property) => {
        draft.organization = components(property).filter(Boolean).join(', ')
      },
    ),
  ],
  [
    'TITLE',
    once(
      ({ person }) => person.Occupation,
      ({ person }, property) => (person.Occupation = textOf(property)),
    ),
  ],
  [
    'ROLE',
    once(
      ({ role }) => role,
      (draft, property) => (draft.role = textOf(property)),
    ),
  ],
  ['EMAIL', email],
  ['TEL', phone],
  ['ADR', address],
  ['LABEL', printedAddress],
  ['URL', link],
  ['X-SOCIALPROFILE', profile],
  ['SOCIALPROFILE', profile],
  ['IMPP', profile],
  ['BDAY', date('Birthday')],
  ['ANNIVERSARY', date('Anniversary')],
  ['X-ANNIVERSARY', date('Anniversary')],
  ['X-EVOLUTION-ANNIVERSARY', date('Anniversary')],
  ['X-KADDRESSBOOK-X-ANNIVERSARY', date('Anniversary')],
  ['X-MS-ANNIVERSARY', date('Anniversary')],
  ['X-ABDATE', date('Date')],
  ['DEATHDATE', date('Death')],
  ['NOTE', (property, { person }) => person.notes.push(textOf(property))],
  ['CATEGORIES', ({ value }, { person }) => person.groups.push(...groupNames(value))],
  ['HOBBY', hobbies],
  ['INTEREST', hobbies],
  ['PHOTO', photo],
  [
    'UID',
    once(
      ({ person }) => person.uid,
      ({ person }, property) => (person.uid = textOf(property).replace(/^urn:uuid:/i, '')),
    ),
  ],
  ['AGENT', agent],
  ['X-ANDROID-CUSTOM', androidCustom],
  ['GENDER', gender],
  ['GEO', coordinates],
  ['RELATED', related],
  ['X-ABRELATEDNAMES', related],
  ['CLASS', unlessDefault('public')],
  ['KIND', unlessDefault('individual')],
])

/** Google puts every contact into the group 'myContacts'. */
const groupNames = (value: string) =>
  splitValue(value, ',')
    .flatMap((name) => name.split(';'))
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'myContacts')
