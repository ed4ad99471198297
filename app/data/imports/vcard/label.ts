import { capitalised } from '~/base/components/initial'
import { unescapeText } from './value'
import type { Card, CardProperty } from './vcard'

/** Types that say nothing about where or on which device a person is reached. */
const ignoredTypes = /^(?:pref|voice|internet|x400|x-internet|text|msg|dom|intl|postal|parcel|ur[il]|)$/

const typeNames: Record<string, string> = {
  cell: 'mobile',
  iphone: 'iPhone',
  applewatch: 'Apple Watch',
  pcs: 'mobile',
  isdn: 'ISDN',
  bbs: 'BBS',
  textphone: 'text phone',
}

/** Where a person is reached comes before the device: 'Work fax'. */
const places = ['home', 'work', 'other']

/** The label of the property's group, or one made from its types: 'Home', 'Work fax'. */
export function labelOf(property: CardProperty, customLabels: Map<string, string>) {
  return (property.group && customLabels.get(property.group)) || labelOfTypes(typesOf(property))
}

/** Values of TYPE in lower case. */
export function typesOf({ params }: CardProperty) {
  const types = params.get('TYPE') ?? []
  return types.flatMap((type) => type.toLowerCase().split(',')).map((type) => type.trim())
}

export function labelOfTypes(types: string[]) {
  const words = [...new Set(types)].filter((type) => !ignoredTypes.test(type))
  const ordered = [
    ...words.filter((word) => places.includes(word)),
    ...words.filter((word) => !places.includes(word)),
  ]
  return capitalisedLabel(ordered.map((word) => typeNames[word] ?? word.replace(/^x-/, '')).join(' '))
}

export const capitalisedLabel = (text: string) => (text.startsWith('iPhone') ? text : capitalised(text))

/** The labels of the groups of a card, which are in properties of their own. */
export function customLabelsOf(card: Pick<Card, 'properties'>) {
  const labels = new Map<string, string>()
  for (const { group, name, value } of card.properties) {
    if (name === 'X-ABLABEL' && group && value.trim()) labels.set(group, readLabel(value.trim()))
  }
  return labels
}

/** Apple writes its own labels as `_$!<HomePage>!$_`. */
function readLabel(label: string) {
  const [, own] = /^_\$!<(.*)>!\$_$/.exec(label) ?? []
  if (own === undefined) return unescapeText(label)
  return capitalisedLabel(own.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase())
}

const names: Record<string, string> = {
  FN: 'Full name',
  N: 'Name',
  ORG: 'Organization',
  TZ: 'Time zone',
  GEO: 'Coordinates',
  LANG: 'Language',
  FBURL: 'Free/busy',
  CALURI: 'Calendar',
  CALADRURI: 'Calendar address',
  IMPP: 'Messaging',
  KEY: 'Key',
  TEL: 'Phone',
  ADR: 'Address',
  URL: 'Link',
  BDAY: 'Birthday',
  DEATHDATE: 'Death',
  'X-ABDATE': 'Date',
  'X-ABRELATEDNAMES': 'Related',
  'X-SOCIALPROFILE': 'Profile',
}

const vendors =
  /^X-(?:AB-?|EVOLUTION-|KADDRESSBOOK-(?:X-)?|MS-(?:OL-)?|MOZILLA-|ANDROID-|GOOGLE-|PHONETIC-(?=x))?/

/** The name of a property for people: 'Phonetic first name' for X-PHONETIC-FIRST-NAME. */
export function readableName(name: string) {
  const known = names[name]
  if (known) return known
  const words = name.replace(vendors, '').replace(/[-_]+/g, ' ').trim() || name
  return words.length <= 3 ? words : capitalisedLabel(words.toLowerCase())
}
