/** The parts of a person's name, as far as a bud has fields for them. */
export type PersonName = {
  Firstname: string
  Surname: string
  /** Such as 'Dr.' and 'M.D.'. */
  prefix: string
  suffix: string
}

const prefixes = /^(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|sir|dame|rev)\.?$/i

/** Short ones that are surnames, too, have their dots. */
const suffixes =
  /^(?:jr|sr|junior|senior|ii|iii|iv|esq|ph\.?d|m\.?d|m\.a|b\.a|b\.?sc|m\.?sc|m\.?b\.?a|dds|cpa)\.?$/i

/** Words that belong to the surname after them, such as 'van' and 'de la'. */
const particles = new Set(
  (
    'af al aus av bin bint da dal dalla das de degli dei del della den der des di do dos du el en het ibn la las ' +
    'le lo los mac op saint san santa st ’t te ten ter tot van vander vom von y zu zum zur'
  ).split(' '),
)

/**
 * Splits a full name. 'Lovelace, Ada' names the surname first. Otherwise the surname is the last word with
 * the particles before it: 'van Beethoven'. A single word is the first name, and so is a phone number.
 */
export function splitFullName(text: string): PersonName {
  const parts = text
    .split(',')
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
  let end = parts.length
  while (end > 1 && areSuffixes(parts[end - 1] as string)) end--
  const [start = text.trim(), ...given] = parts.slice(0, end)
  const name =
    given.length > 0
      ? { Firstname: given.join(', '), Surname: start, prefix: '', suffix: '' }
      : splitWords(start.split(' '))
  return { ...name, suffix: [name.suffix, ...parts.slice(end)].filter(Boolean).join(', ') }
}

const areSuffixes = (part: string) => part.split(' ').every((word) => suffixes.test(word))

function splitWords(words: string[]): PersonName {
  const word = (n: number) => words[n] as string
  let first = 0
  let end = words.length
  while (first < end - 1 && prefixes.test(word(first))) first++
  while (end > first + 2 && suffixes.test(word(end - 1))) end--
  let last = end - 1
  while (last > first + 1 && particles.has(word(last - 1).toLowerCase())) last--
  if (last === first || !words.some((text) => /\p{L}/u.test(text))) last = end
  const joined = (from: number, to?: number) => words.slice(from, to).join(' ')
  return {
    Firstname: joined(first, last),
    Surname: joined(last, end),
    prefix: joined(0, first),
    suffix: joined(end),
  }
}
