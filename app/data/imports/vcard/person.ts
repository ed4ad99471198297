import type { Person } from '~/data/imports/reading/person'
import { withoutTags } from '~/people/buds/tags'
import { completeAddresses, isLabelled } from './address'
import { addExtra, type Draft, emptyDraft, line, longestValue, wordsOf } from './draft'
import { customLabelsOf, readableName, typesOf } from './label'
import { completeNames } from './name'
import { isOwnCard, ownReaders } from './own'
import { readers } from './properties'
import type { Card, CardProperty } from './vcard'

/** Where the properties of a vCard go: see docs/import.md. What has no field of its own goes to the notes. */

export function personOf(card: Card): Person {
  const isOwn = isOwnCard(card)
  const draft = emptyDraft(card.line, { isOwn, customLabels: customLabelsOf(card) })
  const { person } = draft
  person.warnings = [...card.warnings]
  for (const property of preferredFirst(card.properties)) {
    const read = (isOwn && ownReaders.get(property.name)) || (readers.get(property.name) ?? addExtra)
    if (property.value.trim() || property.data) read(shortened(property, person), draft)
  }
  // Nothing is guessed about a card that says all.
  if (isOwn) person.groups = withoutTags(person.groups, person.tags)
  else complete(draft)
  if (draft.extras.length > 0) person.notes.push(draft.extras.join('\n'))
  return person
}

function complete(draft: Draft) {
  draft.person.Nickname = draft.nicknames.join(', ')
  completeNames(draft)
  completeAddresses(draft)
  completeWork(draft)
  addMailRemarks(draft)
}

/** Names and remarks beside an email address are noted unless the person has their words. */
function addMailRemarks({ person, organization, mailRemarks, extras }: Draft) {
  if (mailRemarks.length === 0) return
  const { Firstname, Surname, Nickname } = person
  const known = new Set(wordsOf([Firstname, Surname, Nickname, organization].join(' ')))
  for (const { label, text, rest } of mailRemarks)
    if (wordsOf(rest).some((word) => !known.has(word))) extras.push(line('Email', label, text))
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

function completeWork({ person, organization, role, extras }: Draft) {
  if (!person.Occupation) person.Occupation = role
  else if (role && role !== person.Occupation) extras.push(line('Role', '', role))
  const work = person.addresses.find((address) => isLabelled(address, 'work'))
  person.OccupationLocation = organization || (person.Firstname && work?.city) || ''
}
