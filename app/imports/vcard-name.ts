/** The parts of a person's name, as far as a bud has fields for them. */
export type PersonName = {
  Firstname: string
  Surname: string
  /** Such as 'Dr.' and 'M.D.'. */
  prefix: string
  suffix: string
}

/** A name from the components of N: family names, given names, further names, prefixes and suffixes. */
export function structuredName([
  family = '',
  given = '',
  middle = '',
  prefix = '',
  suffix = '',
]: string[]): PersonName {
  return {
    Firstname: joinWords(given, middle),
    Surname: joinWords(family),
    prefix: joinWords(prefix),
    suffix: suffix.replace(/,\s*/g, ', '),
  }
}

/** Unescaped commas separate several names. */
const joinWords = (...names: string[]) =>
  names
    .join(' ')
    .replace(/[\s,]+/g, ' ')
    .trim()

const prefixes = /^(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|sir|dame|rev)\.?$/i
const suffixes = /^(?:jr|sr|ii|iii|iv|esq|m\.?d|ph\.?d)\.?$/i
const particles =
  /^(?:von|van|vom|zu|zum|zur|de|del|della|der|den|di|da|do|dos|das|du|la|le|el|al|bin|ibn|ter|ten|af|av)$/i

/** Splits a full name: 'Dr. Ludwig van Beethoven', 'Lovelace, Ada' or 'Sammy Davis, Jr.'. */
export function splitFullName(fullName: string): PersonName {
  const [start = '', ...others] = fullName.split(',').map((part) => part.trim())
  if (others[0] && !suffixes.test(others[0])) {
    return { Firstname: others.join(', '), Surname: start, prefix: '', suffix: '' }
  }
  const words = start.split(/\s+/).filter(Boolean)
  const word = (n: number) => words[n] as string
  let first = 0
  let end = words.length
  while (first < end - 1 && prefixes.test(word(first))) first++
  while (end > first + 1 && suffixes.test(word(end - 1))) end--
  let last = end - 1
  while (last > first + 1 && particles.test(word(last - 1))) last--
  // A single word is a first name, and so is a phone number.
  if (last === first || !/\p{L}/u.test(start)) last = end
  return {
    Firstname: words.slice(first, last).join(' '),
    Surname: words.slice(last, end).join(' '),
    prefix: words.slice(0, first).join(' '),
    suffix: [...words.slice(end), ...others].filter(Boolean).join(', '),
  }
}
