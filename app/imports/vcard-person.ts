import { emptyPerson, type Person } from './person'
import type { Card, CardProperty } from './vcard'
import { customLabelsOf, readableName, typesOf } from './vcard-label'
import { type PersonName, splitFullName, structuredName } from './vcard-name'
import { isOwnCard, ownReaders } from './vcard-own'
import { addExtra, type Draft, line, longestValue, readers } from './vcard-properties'

/** Where the properties of a vCard go: see docs/import.md. What has no field of its own goes to the notes. */

export function personOf(card: Card): Person {
  const person = emptyPerson(card.line)
  person.warnings = [...card.warnings]
  const draft: Draft = {
    person,
    customLabels: customLabelsOf(card),
    name: null,
    fullName: '',
    nicknames: [],
    organization: '',
    role: '',
    printedAddresses: [],
    extras: [],
  }
  const isOwn = isOwnCard(card)
  for (const property of preferredFirst(card.properties)) {
    const read = (isOwn && ownReaders.get(property.name)) || (readers.get(property.name) ?? addExtra)
    if (property.value.trim() || property.data) read(shortened(property, person), draft)
  }
  // Nothing is guessed about a card that says all.
  if (!isOwn) complete(draft)
  if (draft.extras.length > 0) person.notes.push(draft.extras.join('\n'))
  return person
}

function complete(draft: Draft) {
  draft.person.Nickname = draft.nicknames.join(', ')
  completeNames(draft)
  completeAddresses(draft)
  completeWork(draft)
}

function shortened(property: CardProperty, { warnings }: Person): CardProperty {
  const { name, value, line } = property
  if (value.length <= longestValue || name === 'PHOTO') return property
  warnings.push({
    line,
    reason: `${readableName(name)}: ${value.length} characters are too many for the notes`,
  })
  return { ...property, value: value.slice(0, longestValue) }
}

/** Properties in their order, but those that are preferred before others. */
function preferredFirst(properties: CardProperty[]) {
  const rank = (property: CardProperty) => {
    const [preference] = property.params.get('PREF') ?? []
    if (preference) return Number(preference) || 1
    return typesOf(property).includes('pref') ? 1 : 101
  }
  const ranked = properties.map((property) => ({ property, rank: rank(property) }))
  return ranked.sort((a, b) => a.rank - b.rank).map(({ property }) => property)
}

/** A card without the name of a person is that of a company, whose name becomes the first name. */
function completeNames(draft: Draft) {
  const { person, fullName, organization, extras } = draft
  const components = draft.name ?? []
  let name = structuredName(components)
  if (!name.Firstname && (!name.Surname || components[0] === fullName)) {
    const text = fullName || organization
    const isCompany = text !== '' && `${organization}, `.startsWith(`${text}, `)
    name = isCompany ? { ...name, Firstname: text, Surname: '' } : withParts(name, splitFullName(text))
    if (text === organization) draft.organization = ''
  }
  person.Firstname = name.Firstname
  person.Surname = name.Surname
  const known = new Set(wordsOf([...Object.values(name), person.Nickname, organization].join(' ')))
  if (wordsOf(fullName).some((word) => !known.has(word))) extras.push(line('Full name', '', fullName))
  if (name.prefix) extras.push(line('Name prefix', '', name.prefix))
  if (name.suffix) extras.push(line('Name suffix', '', name.suffix))
  const more = components.slice(5).filter((part) => wordsOf(part).some((word) => !known.has(word)))
  if (more.length > 0) extras.push(line('Name', '', more.join(', ')))
}

const withParts = (name: PersonName, split: PersonName): PersonName => ({
  ...split,
  prefix: name.prefix || split.prefix,
  suffix: name.suffix || split.suffix,
})

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)

/** An address as printed is kept if it says more than the parts of the address. */
function completeAddresses({ person, printedAddresses, extras }: Draft) {
  const { addresses } = person
  const words = new Map(
    addresses
      .map((address) => [address.label, new Set(wordsOf(Object.values(address).join(' ')))] as const)
      .reverse(),
  )
  for (const { label, text } of printedAddresses) {
    const known = words.get(label)
    if (!known) {
      addresses.push({ label, street: text, city: '', region: '', postcode: '', country: '' })
      words.set(label, new Set(wordsOf(text)))
    } else if (wordsOf(text).some((word) => !known.has(word))) {
      extras.push(line('Printed address', label, text))
    }
  }
  const home = addresses.find((address) => isLabelled(address, 'home'))
  const place = home ?? (addresses.length === 1 ? addresses[0] : undefined)
  person.Location = [place?.city, place?.country].filter(Boolean).join(', ')
}

const isLabelled = ({ label }: { label: string }, word: string) => label.toLowerCase().startsWith(word)

function completeWork({ person, organization, role, extras }: Draft) {
  if (!person.Occupation) person.Occupation = role
  else if (role && role !== person.Occupation) extras.push(line('Role', '', role))
  const work = person.addresses.find((address) => isLabelled(address, 'work'))
  person.OccupationLocation = organization || (person.Firstname && work?.city) || ''
}
