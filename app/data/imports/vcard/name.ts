import { type PersonName, splitFullName } from '~/data/imports/reading/full-name'
import { type Draft, line, wordsOf } from './draft'

/** A card without the name of a person is that of a company, whose name becomes the first name. */
export function completeNames(draft: Draft) {
  const { person, fullName, organization, extras } = draft
  const components = draft.name ?? []
  const structured = structuredName(components)
  const name = structured.Firstname ? structured : completeName(draft, structured)
  person.Firstname = name.Firstname
  person.Surname = name.Surname
  const known = new Set(wordsOf([...Object.values(name), person.Nickname, organization].join(' ')))
  // A script without blanks writes both names as one word.
  const isJoined = fullName === name.Surname + name.Firstname
  if (!isJoined && wordsOf(fullName).some((word) => !known.has(word)))
    extras.push(line('Full name', '', fullName))
  if (name.prefix) extras.push(line('Name prefix', '', name.prefix))
  if (name.suffix) extras.push(line('Name suffix', '', name.suffix))
  if (name.remark) extras.push(line('Name remark', '', name.remark))
  const more = components
    .slice(5)
    .flat()
    .filter((part) => wordsOf(part).some((word) => !known.has(word)))
  if (more.length > 0) extras.push(line('Name', '', more.join(', ')))
}

/** The name of a card without given names. */
function completeName(draft: Draft, name: PersonName): PersonName {
  const { fullName, organization } = draft
  const [family = []] = draft.name ?? []
  const text = fullName || organization
  const isCompany = text !== '' && `${organization}, `.startsWith(`${text}, `)
  const isWhole = !name.Surname || withoutBlanks(family.join(',')) === withoutBlanks(fullName)
  if (!isWhole) return isCompany ? name : withGivenNames(name, fullName)
  if (text === organization) draft.organization = ''
  const split = splitFullName(text)
  // A comma in a name of N is a part of it, and divides no surname from a first name. Behind it can be a suffix.
  const hasComma = family.length === 1 && name.Surname.includes(',')
  const isOne = hasComma && !text.includes(joinWords([split.Firstname, split.Surname]))
  return isCompany || isOne ? { ...name, Firstname: text, Surname: '' } : withParts(name, split)
}

/** Adds the given names of a full name that ends with the surname. */
function withGivenNames(name: PersonName, fullName: string) {
  const split = splitFullName(fullName)
  const names = joinWords([split.Firstname, split.Surname])
  if (!names.endsWith(` ${name.Surname}`)) return name
  const Firstname = names.slice(0, -name.Surname.length).trim()
  return withParts(name, { ...split, Firstname, Surname: name.Surname })
}

const withParts = (name: PersonName, split: PersonName): PersonName => ({
  ...split,
  prefix: name.prefix || split.prefix,
  suffix: name.suffix || split.suffix,
})

/** A name from the components of N: family names, given names, further names, prefixes and suffixes. */
function structuredName([
  family = [],
  given = [],
  middle = [],
  prefix = [],
  suffix = [],
]: string[][]): PersonName {
  return {
    Firstname: joinWords([...given, ...middle]),
    Surname: joinWords(family),
    prefix: joinWords(prefix),
    suffix: suffix.filter(Boolean).join(', '),
  }
}

const joinWords = (names: string[]) => names.join(' ').replace(/\s+/g, ' ').trim()

/** The text as the components of N are joined. */
const withoutBlanks = (text: string) => text.replace(/\s+/g, ' ').replace(/ ?, ?/g, ',')
