import { emptyPerson, type Person } from '~/data/imports/reading/person'
import { isName, readRelation } from '~/data/imports/reading/relation'
import { labelOf, readableName } from './label'
import { splitValue, unescapeText } from './value'
import type { CardProperty } from './vcard'

/** A person while the properties of a card are read. */
export type Draft = {
  person: Person
  /** The card is one of Budkeeper's own. */
  isOwn: boolean
  customLabels: Map<string, string>
  /** Components of N. Each can be several names. */
  name: string[][] | null
  fullName: string
  nicknames: string[]
  organization: string
  role: string
  /** Texts of LABEL, the address as it is printed. */
  printedAddresses: { label: string; text: string }[]
  /** Emails with words that are no part of the address. */
  mailRemarks: { label: string; text: string; rest: string }[]
  /** Lines 'Name: value'. */
  extras: string[]
}

export const emptyDraft = (
  line: number,
  { isOwn, customLabels }: Pick<Draft, 'isOwn' | 'customLabels'>,
): Draft => ({
  person: emptyPerson(line),
  isOwn,
  customLabels,
  name: null,
  fullName: '',
  nicknames: [],
  organization: '',
  role: '',
  printedAddresses: [],
  mailRemarks: [],
  extras: [],
})

/** Puts a property where it goes. */
export type Read = (property: CardProperty, draft: Draft) => void

export { longestValue } from './value'

export const textOf = ({ value }: CardProperty) => unescapeText(value).trim()
export const componentsOf = ({ value }: CardProperty) => splitValue(value, ';')

/** A property without a field of its own. */
export const addExtra: Read = (property, draft) => {
  const { name, value, data } = property
  if (data && !value.trim()) return warn(property, draft, `${data.length} bytes that a bud has no field for`)
  draft.extras.push(line(readableName(name), labelOf(property, draft.customLabels), textOf(property)))
}

export function warn({ line, name }: CardProperty, { person }: Draft, reason: string) {
  person.warnings.push({ line, reason: `${readableName(name)}: ${reason}` })
}

export const line = (name: string, label: string, value: string) =>
  `${name}${label && ` (${label})`}: ${value}`

/** The words of a text in lower case. */
export const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)

/** What another is to the person. */
export function addRelation(
  { person, extras }: Draft,
  label: string,
  value: string,
  { params }: CardProperty,
) {
  const own = (name: string) => params.get(`X-BUDKEEPER-${name}`)?.[0]
  const relation = readRelation(label, value, { kind: own('KIND'), with: own('WITH') })
  // Some programs write each relation twice, one after the other.
  if (extras.at(-1) !== relation.line) extras.push(relation.line)
  if (isName(relation)) person.relations.push(relation)
}
