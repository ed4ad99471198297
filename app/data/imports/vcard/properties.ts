import { isSystemGroup } from '~/data/imports/csv/values'
import { fieldTable, lineFields, vcardProperty } from '~/people/buds/bud-fields'
import { address, printedAddress } from './address'
import { androidCustom } from './android'
import { email, link, phone, profile } from './contact'
import { date } from './date'
import {
  addExtra,
  addRelation,
  componentsOf,
  type Draft,
  line,
  longestValue,
  type Read,
  textOf,
  warn,
} from './draft'
import { labelOf, readableName } from './label'
import { splitLists, splitValue } from './value'
import { type CardProperty, readVCards } from './vcard'

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
    .map((part) => `${readableName(part.name)} ${componentsOf(part).filter(Boolean).join(' ')}`)
  draft.extras.push(line('Agent', '', parts.join(', ').replace(/\s+/g, ' ').slice(0, longestValue)))
}

const genders: Record<string, string> = {
  M: 'Male',
  F: 'Female',
  O: 'Other',
  N: 'Not applicable',
  U: 'Unknown',
}

const gender: Read = (property, { extras }) => {
  const [sex = '', ...identity] = componentsOf(property)
  extras.push(line('Gender', '', [genders[sex.toUpperCase()] ?? sex, ...identity].filter(Boolean).join(', ')))
}

const coordinates: Read = (property, { extras }) => {
  extras.push(line('Coordinates', '', textOf(property).replace(/^geo:/i, '').replace(';', ', ')))
}

/** Says who the other person is: 'Mother: Jane'. */
const related: Read = (property, draft) => {
  addRelation(draft, labelOf(property, draft.customLabels), textOf(property), property)
}

const unlessDefault =
  (value: string): Read =>
  (property, draft) => {
    if (textOf(property).toLowerCase() !== value) addExtra(property, draft)
  }

/** What says nothing about the person: the program, the file and how it shows a card. */
export const ignored = new Set([
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
  ...lineFields
    .filter((field) => fieldTable[field].property)
    .map((field): [string, Read] => [
      vcardProperty(field),
      once(
        ({ person }) => person[field],
        ({ person }, property) => (person[field] = textOf(property)),
      ),
    ]),
  [
    'N',
    once(
      ({ name }) => name,
      (draft, property) => (draft.name = splitLists(property.value)),
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
        draft.organization = componentsOf(property).filter(Boolean).join(', ')
      },
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

const groupNames = (value: string) =>
  splitValue(value, ',')
    .flatMap((name) => name.split(';'))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !isSystemGroup(name))
