import { type PersonName, splitFullName } from './full-name'
import { type Draft, line, wordsOf } from './vcard-draft'

/** A card without the name of a person is that of a company, whose name becomes the first name. */
export function completeNames(draft: Draft) {
  const { person, fullName, organization, extras } = draft
  const components = draft.name ?? []
  let name = structuredName(components)
  if (
    !name.Firstname &&
    (!name.Surname || withoutBlanks(components[0]?.join(',') ?? '') === withoutBlanks(fullName))
  ) {
    const text = fullName || organization
    const isCompany = text !== '' && `${organization}, `.startsWith(`${text}, `)
    name = isCompany ? { ...name, Firstname: text, Surname: '' } : withParts(name, splitFullName(text))
    if (text === organization) draft.organization = ''
  }
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
