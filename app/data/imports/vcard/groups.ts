import type { Person, Warning } from '~/data/imports/reading/person'
import { fullName } from '~/people/buds/bud'
import { splitValue } from './value'
import type { Card } from './vcard'

type CardGroup = { line: number; name: string; members: string[] }

/** The group that a card stands for, with the ids or email addresses of its members. Null: it is no group. */
export function groupOf({ line, properties }: Card): CardGroup | null {
  const find = (...names: string[]) => properties.filter(({ name }) => names.includes(name))
  const [kind] = find('KIND', 'X-ADDRESSBOOKSERVER-KIND')
  if (kind?.value.trim().toLowerCase() !== 'group') return null
  const [name] = [...find('FN'), ...find('N')]
  const members = find('MEMBER', 'X-ADDRESSBOOKSERVER-MEMBER')
  return {
    line,
    name: name ? splitValue(name.value, ';').filter(Boolean).join(' ') : '',
    members: members.map(({ value }) => idOf(value)),
  }
}

/** Adds the names of groups to their members. Returns what can't be added. */
export function addGroups(persons: Person[], groups: CardGroup[]): Warning[] {
  const members = new Map<string, Person>()
  for (const person of persons) {
    for (const { value } of person.emails) members.set(`mailto:${value.toLowerCase()}`, person)
    if (person.uid) members.set(idOf(person.uid), person)
  }
  const warnings: Warning[] = []
  const names = new Map<Person, string[]>()
  for (const { line, name, members: ids } of groups) {
    if (!name) warnings.push({ line, reason: 'A group without a name was left out' })
    else if (ids.length === 0) warnings.push({ line, reason: `The group '${name}' has no members` })
    const found = ids.map((id) => members.get(id)).filter((person) => person !== undefined)
    for (const person of found) {
      const added = names.get(person) ?? []
      added.push(name)
      names.set(person, added)
    }
    const missing = ids.length - found.length
    if (missing > 0)
      warnings.push({ line, reason: `${missing} members of the group '${name}' are not in the file` })
  }
  for (const [person, added] of names) {
    person.groups = [...new Set([...person.groups, ...added])].filter(Boolean)
  }
  return warnings
}

/** Gives relations that name the UID of another card (RFC 6350, section 6.6.6) the name of its person. */
export function nameRelatives(persons: Person[]) {
  const withUid = persons.filter(({ uid }) => uid)
  const names = new Map(withUid.map((person) => [idOf(person.uid), fullName(person)]))
  for (const person of persons)
    for (const relation of person.relations) {
      const name = relation.uid ? '' : names.get(idOf(relation.name))
      if (!name) continue
      const line = `${relation.line.slice(0, -relation.name.length)}${name}`
      const lines = (text: string) => text.split('\n').map((one) => (one === relation.line ? line : one))
      person.notes = person.notes.map((text) => lines(text).join('\n'))
      Object.assign(relation, { name, line })
    }
}

/** A card is named by its UID with or without the prefix of a URN. */
const idOf = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^urn:uuid:/, '')
