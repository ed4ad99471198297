/** The parts of a person's name, as far as a bud has fields for them. */
export type PersonName = {
  Firstname: string
  Surname: string
  /** Such as 'Dr.' and 'M.D.'. */
  prefix: string
  suffix: string
  /** What stands in brackets. */
  remark?: string
}

const prefixes =
  /^(?:mr|mrs|ms|miss|mx|mme|mlle|dr|prof|dott|ing|mag|(?:dipl|dr)\.-ing|herr|frau|sir|dame|rev|sra|srta)\.?$/i

/** Behind a prefix: 'Dr. med.' and 'Dr. h. c.'. Capitals without a dot are a name: 'Dr. Phil Moss'. */
const faculty =
  /^(?:(?:[Mm]ed|[Dd]ent|[Vv]et|[Uu]niv|[Rr]er|[Nn]at|[Jj]ur|[Ii]ur|[Pp]hil|[Tt]heol|[Ii]ng|[Oo]ec|[Pp]ol|[Hh]abil|[Mm]ult)\.|med|dent|vet|rer|nat|jur|iur|phil|theol|oec|habil|h\.|c\.|h\.c\.)$/

/** Between two prefixes: 'Mr. and Mrs.'. */
const conjunction = /^(?:and|und|et|y|e|&|\+)$/i

/** Between two people, the second of whom is called by the first name. */
const joining = /^(?:and|und|et|&|\+|\/)$/i
/** Those that are particles or initials elsewhere. */
const joiningTwo = /^(?:u\.?|en|og|och|e|i|y)$/

/** Short ones that are surnames, too, have their dots. */
const suffixes =
  /^(?:jr|sr|junior|senior|ii|iii|iv|esq|ph\.?d|m\.?d|m\.a|b\.a|b\.?sc|m\.?sc|m\.?b\.?a|ll\.?[bm]|m\.?phil|d\.?phil|ed\.?d|dds|cpa)\.?$/i

/** Degrees and memberships in capitals, which are no names. */
const credentials =
  /^(?:cfa|rn|bsn|msn|pmp|pe|jd|do|dvm|dmd|lcsw|lpc|np|obe|mbe|cbe|qc|kc|sc|frcs|frcp|frs|mrcp|mbbs|mbchb|cissp|acca|aca|fca|ceng|meng|beng|aia|riba|shrm|phr|cma|cia)$/i

/** Other letters behind a whole name and a comma: 'PMP®'. */
const letters = /^\p{Lu}[\p{Lu}\d.&/()-]{1,9}[®™]?$/u

/** Words that belong to the surname after them, such as 'van' and 'de la'. */
const particles = new Set(
  (
    'af al aus av bin bint da dal dalla das de degli dei del della den der des di do dos du el en het ibn la las ' +
    'le lo los mac op saint san santa st ’t te ten ter tot van vander vom von y zu zum zur'
  ).split(' '),
)

/** Legal forms at the end of a company's name. Those that are surnames, too, are in capitals or follow a sign. */
const company = [
  /[\s,](?:ltd|limited|inc|incorporated|llc|llp|plc|gmbh|corp|corporation|s\.a\.|s\.?à?\.?r\.?l|s\.?r\.?l|b\.v\.|n\.v\.|pty)\.?$/iu,
  /(?:&|\+|\band|\bund|\bet)\s*(?:co|company|cie|sons?|s[öo]hne|fils|bros|partners?|associates|co\. ?kg)\.?$/iu,
]
const companyInCapitals = /^[^\p{Ll}]*\p{Ll}.*\s(?:AG|KG|OHG|UG|SE|SA|NV|BV|AB|AS|SpA|ApS|Oy|e\.V\.)$/u

const isCompany = (text: string) =>
  company.some((form) => form.test(text)) || (!text.includes(',') && companyInCapitals.test(text))

/** Names in Chinese, Japanese and Korean writing begin with the family name. */
const familyFirst = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]+$/u

/** A longer text is no name. It would take too much time. */
const longest = 500

/** Only one blank before and behind: more, and several quantifiers for them, would take too much time. */
const brackets = / ?[([（［]([^()[\]（）［］]*)[)\]）］] ?/g

/**
 * Splits a full name. 'Lovelace, Ada' names the surname first. Otherwise the surname is the last word with
 * the particles before it: 'van Beethoven'. A single word is the first name, and so are a phone number and the name of
 * a company.
 */
export function splitFullName(text: string): PersonName {
  if (text.length > longest) return nameOf({ Firstname: text.trim() })
  const remarks: string[] = []
  const whole = withSingleBlanks(text)
  const bare = whole.replace(brackets, (all, remark: string) => {
    if (!/[\p{L}\p{N}]/u.test(remark)) return all
    remarks.push(remark.trim())
    return ' '
  })
  const isName = /\p{L}/u.test(bare)
  const name = splitBareName(withSingleBlanks(isName ? bare : whole).replaceAll(' ,', ','))
  return isName && remarks.length > 0 ? { ...name, remark: remarks.join(', ') } : name
}

const withSingleBlanks = (text: string) => text.trim().replace(/\s+/g, ' ')

function splitBareName(text: string): PersonName {
  if (isCompany(text)) return nameOf({ Firstname: text })
  const parts = text.split(',').flatMap((part) => part.trim() || [])
  const [start = text, ...others] = parts
  const suffixAt = firstSuffix(start, others)
  const titles = others.slice(0, suffixAt).filter(isTitles)
  const given = others.slice(0, suffixAt).filter((part) => !isTitles(part))
  const name = given.length > 0 ? surnameFirst(start, given.join(', ')) : splitWords(start.split(' '))
  return {
    ...name,
    prefix: [name.prefix, ...titles].filter(Boolean).join(' '),
    suffix: [name.suffix, ...others.slice(suffixAt)].filter(Boolean).join(', '),
  }
}

const nameOf = (parts: Partial<PersonName>): PersonName => ({
  Firstname: '',
  Surname: '',
  prefix: '',
  suffix: '',
  ...parts,
})

const isEvery = (part: string, test: (word: string) => boolean) => part.split(' ').every(test)
const isTitle = (word: string) => prefixes.test(word) || conjunction.test(word)
const isTitles = (part: string) =>
  part.split(' ').every((word, n) => isTitle(word) || (n > 0 && faculty.test(word)))
const isSuffix = (word: string) => suffixes.test(word) || credentials.test(word)

/** Where the suffixes behind a name begin. Behind a surname alone, unknown letters are the given name: 'Moss, PJ'. */
function firstSuffix(start: string, others: string[]) {
  const isWhole =
    /\p{Ll}/u.test(start) && start.includes(' ') && !particles.has(start.split(' ', 1)[0] as string)
  let at = others.length
  while (at > 0) {
    const part = others[at - 1] as string
    const canBeLetters = isWhole || at > 1
    const isLetters = canBeLetters && isEvery(part, (word) => isSuffix(word) || letters.test(word))
    if (!isLetters && !isEvery(part, isSuffix)) break
    at--
  }
  return at
}

/** 'Holt, Dr. Sue', 'Brown Jr., Tim' and 'Goethe, Johann von'. */
function surnameFirst(start: string, given: string): PersonName {
  const [family, first] = [withoutTitles(start.split(' ')), withoutTitles(given.split(' '))]
  let end = first.words.length
  while (end > 1 && particles.has(first.words[end - 1] as string)) end--
  return {
    Firstname: first.words.slice(0, end).join(' '),
    Surname: [...first.words.slice(end), ...family.words].join(' '),
    prefix: [family.prefix, first.prefix].filter(Boolean).join(' '),
    suffix: [family.suffix, first.suffix].filter(Boolean).join(', '),
  }
}

/** The words of a name between its titles and its suffixes, at least one. */
function withoutTitles(words: string[], least = 1) {
  const word = (n: number) => words[n] as string
  let first = 0
  let end = words.length
  const isPrefix = (n: number) => prefixes.test(word(n)) || (n > 0 && faculty.test(word(n)))
  while (first < end - 1 && isPrefix(first)) {
    first++
    if (first < end - 2 && conjunction.test(word(first)) && prefixes.test(word(first + 1))) first++
  }
  const isCapitals = !words.some((text) => /\p{Ll}/u.test(text))
  const ends = (text: string) =>
    suffixes.test(text) || (!isCapitals && !/\p{Ll}/u.test(text) && credentials.test(text))
  while (end > first + least && ends(word(end - 1))) end--
  return {
    words: words.slice(first, end),
    prefix: words.slice(0, first).join(' '),
    suffix: words.slice(end).join(' '),
  }
}

function splitWords(all: string[]): PersonName {
  const { words, prefix, suffix } = withoutTitles(all, 2)
  const name = (first: string[], last: string[]) => ({
    Firstname: first.join(' '),
    Surname: last.join(' '),
    prefix,
    suffix,
  })
  const isOfTwo = words.some(
    (word, n) => conjunction.test(word) && !/^[ey]$/i.test(word) && n > 1 && n < words.length - 2,
  )
  if (words.length < 2 || isOfTwo || isEndOfTwo(words) || !words.some((word) => /\p{L}/u.test(word)))
    return name(words, [])
  if (words.every((word) => familyFirst.test(word))) return name(words.slice(1), words.slice(0, 1))
  let last = words.length - 1
  while (last > 1 && particles.has((words[last - 1] as string).toLowerCase())) last--
  return name(words.slice(0, last), words.slice(last))
}

/** 'Anna & Tom' and 'Anna i Tomek', but neither 'John E Smith' nor 'José Ortega y Gasset'. */
function isEndOfTwo(words: string[]) {
  const [first = '', second = ''] = words
  if (words.length === 3 && joiningTwo.test(second) && /\p{Lu}/u.test(first)) return true
  return words.length > 2 && joining.test(words.at(-2) as string)
}
