type Name = { Firstname: string; Surname: string }

/** Words that belong to the surname after them, such as 'van' and 'de la'. */
const particles = new Set(
  (
    'al aus bin bint da dal dalla das de degli dei del della den der des di do dos du el en het ibn la las ' +
    'le lo los mac op saint san santa st ’t te ten ter tot van vander vom von y zu zum zur'
  ).split(' '),
)

const suffix =
  /^(?:jr|sr|junior|senior|ii|iii|iv|esq|ph\.?d|m\.?d|m\.?a|b\.?a|b\.?sc|m\.?sc|m\.?b\.?a|dds|cpa)\.?$/i

/**
 * Splits a full name. 'Lovelace, Ada' names the surname first. Otherwise the surname is the last word with
 * the particles and suffixes around it: 'van Beethoven', 'King Jr.'. A single word is the first name.
 */
export function splitFullName(text: string): Name {
  const name = text.trim().replace(/\s+/g, ' ')
  const comma = name.indexOf(',')
  const [before, after] = [name.slice(0, comma).trim(), name.slice(comma + 1).trim()]
  if (comma > 0 && after && !after.split(/[, ]+/).every((word) => suffix.test(word)))
    return { Firstname: after, Surname: before }

  const words = name.split(' ')
  let start = words.length - 1
  while (start > 1 && suffix.test(words[start] ?? '')) start--
  while (start > 1 && particles.has((words[start - 1] ?? '').toLowerCase())) start--
  if (start < 1) return { Firstname: name, Surname: '' }
  return { Firstname: words.slice(0, start).join(' '), Surname: words.slice(start).join(' ') }
}
