import { areNicknames, isFirstname } from './nicknames'

/** The one rule of which names can be those of one person, for duplicates and imports (product 20.4). */

/** `notes` can say the generation: the suffix of a name has no field. */
export type Name = { Firstname: string; Surname: string; Nickname?: string; notes?: string }

/** Letters that have no accent to remove. */
const letters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
}
const titles = new Set('mr mrs ms miss mx dr prof herr frau sir dame rev'.split(' '))

/** Spanish 'Sr.' before a name is a title, and 'Jun' and 'Sen' without a dot are names. */
const generation = '(jn?r|junior|jun\\.|sn?r|senior|sen\\.|i{2,3}|iv|2nd|3rd|4th)(?![a-z0-9])'
const generations: Record<string, string> = {
  ...{ jnr: 'jr', junior: 'jr', 'jun.': 'jr', snr: 'sr', senior: 'sr', 'sen.': 'sr' },
  ...{ '2nd': 'ii', '3rd': 'iii', '4th': 'iv' },
}
const generationInName = new RegExp(`[\\s,(]${generation}`, 'i')

/**
 * The start of notes up to a generation that they say of the name, such as 'Name suffix: M.D., Jr.'. For JavaScript and
 * PostgreSQL, without regard to case.
 */
export const generationLine =
  '(?:^|\\n)(?:[^\\n:]*(?:suffix|generation)|name remark|(?:full |display |formatted )?name|file as)' +
  `:(?:[^\\n]*[ ,(])${generation}`
const generationInNotes = new RegExp(generationLine, 'i')

/** 'jr' of 'John Brook, Junior'. Empty for a name that says none. */
export function generationOf({ Firstname, Surname, notes = '' }: Name) {
  const [, word = ''] =
    generationInName.exec(`${Firstname} ${Surname}`) ?? generationInNotes.exec(notes) ?? []
  return sameGeneration(word.toLowerCase())
}
const sameGeneration = (word: string) => generations[word] ?? word

/** The words of a name without case, accents, punctuation and titles. */
export function wordsOf({ Firstname, Surname }: Pick<Name, 'Firstname' | 'Surname'>) {
  const folded = `${Firstname} ${Surname}`.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = folded
    .replace(/[øłđðþßæœı]/g, (letter) => letters[letter] ?? letter)
    .replace(/['’.]/g, '')
    .split(/[\s\p{P}]+/u)
    .filter(Boolean)
  const names = words.filter((word) => !titles.has(word)).map(sameGeneration)
  return names.length > 0 ? names : words
}

/** Whether two names can be those of one person. A nickname can stand for the first name of the other. */
export function areSimilarNames(a: Name, b: Name) {
  if (areOfOthers(a, b)) return false
  return spellings(a, b).some(([one, other]) => areSimilar(wordsOf(one), wordsOf(other)))
}

/**
 * Whether two first names, apart from surnames, can be those of one person. One may lack further names of the other. An
 * initial says so little that the surnames must not differ.
 */
export function areSimilarFirstnames(a: Name, b: Name) {
  if (areOfOthers(a, b)) return false
  return spellings(a, b).some(([one, other]) => {
    const [few, many] = bySize(firstnamesOf(one), firstnamesOf(other))
    if (few.length === 0) return false
    const { unmatched, rest } = withoutSame(few, many)
    if (unmatched.length === 0) return true
    if (unmatched.length === 1 && rest.some((word) => isSlip(unmatched[0] as string, word))) return true
    return areCompatibleSurnames(a, b) && withoutMatches(unmatched, rest, isInitial).length === 0
  })
}

/** Whether two buds have the same words as their names, in any order. */
export const areSameNames = (a: Name, b: Name) =>
  fullNameKey(a) !== '' && fullNameKey(a) === fullNameKey(b) && !areOfOtherGenerations(a, b)

/** Father and son. A generation and none do not contradict each other. */
export function areOfOtherGenerations(a: Name, b: Name) {
  const [one, other] = [generationOf(a), generationOf(b)]
  return one !== '' && other !== '' && one !== other
}

const areOfOthers = (a: Name, b: Name) => isCouple(a) !== isCouple(b) || areOfOtherGenerations(a, b)

/** Names that are the same have the same key. Empty for a name without letters and digits. */
export const fullNameKey = (name: Name) => wordsOf(name).toSorted().join(' ')

/**
 * Whether the first name is missing: an email address or a phone stands for it, or the surname of `other`, because a record
 * without a first name is called by what else it has.
 */
export function lacksFirstname(name: Name, other: Name) {
  if (name.Firstname.includes('@') || !/\p{L}/u.test(name.Firstname)) return true
  if (name.Surname !== '') return false
  const [words, surnames] = [firstnamesOf(name), surnamesOf(other)]
  return (
    words.every((word) => surnames.includes(word)) && !areSimilarFirstnames(name, { ...other, Surname: '' })
  )
}

const firstnamesOf = ({ Firstname }: Name) => wordsOf({ Firstname, Surname: '' })
const surnamesOf = ({ Surname }: Name) => wordsOf({ Firstname: '', Surname })

/** Surnames that are similar, or one of which is missing. */
function areCompatibleSurnames(a: Name, b: Name) {
  const [few, many] = bySize(surnamesOf(a), surnamesOf(b))
  return few.length === 0 || few.some((word) => many.some((other) => word === other || isTypo(word, other)))
}

/** Both names as they are, and with the nickname of one of them as the first name. */
function spellings(a: Name, b: Name): [Name, Name][] {
  const called = (name: Name): Name[] => (name.Nickname ? [{ ...name, Firstname: name.Nickname }] : [])
  return [
    [a, b],
    ...called(a).map((each): [Name, Name] => [each, b]),
    ...called(b).map((each): [Name, Name] => [a, each]),
  ]
}

/** 'Anna & Tom' are not Tom. */
function isCouple(name: Name) {
  const text = `${name.Firstname} ${name.Surname}`.normalize('NFKC')
  return (
    signBetween.test(text) ||
    wordBetween.test(/\p{Ll}/u.test(text) ? text : text.toLowerCase()) ||
    betweenFirstnames.test(name.Firstname) ||
    namesAnother(name)
  )
}

const signBetween =
  /\S\s*[&+/;|\\]\s*\S|\s(?:and|und|mit|of|with)\s|(?:mann|frau|mutter|vater|sohn|tochter) von\s/i
/** Capitals would be names: 'Kim Ja Young'. */
const wordBetween = /\s(?:u\.|en|et|és|ja|oder|og|och|or|plus|ve)\s/
/** Single letters are no initials, and surnames can have them, too: 'Ortega y Gasset'. */
const betweenFirstnames = /\s[eiuyи]\s|\p{Lu}.*\s[eiuyи]$|\s[-–—·•]\s/u

/** Whether somebody else's first name is in brackets or behind a comma: 'Tom (Anna)', but 'Robert (Bob)'. */
function namesAnother({ Firstname, Surname }: Name) {
  const [first = '', ...asides] = Firstname.split(aside)
  const own = wordsOf({ Firstname: first, Surname: '' })
  const isOther = (text: string, isLikely: boolean) => {
    const [word = ''] = wordsOf({ Firstname: text, Surname: '' })
    if (noNames.has(word) || generationInName.test(` ${text}`)) return false
    if (own.some((each) => areNicknames(word, each) || word.slice(0, 2) === each.slice(0, 2))) return false
    return isFirstname(word) || isLikely
  }
  // Without a surname, a comma is mostly that of 'Larch, Anna'.
  const isReversed = Surname === '' && Firstname.includes(',') && !own.some(isFirstname)
  return (
    (!isReversed && asides.some((text) => isOther(text, Surname !== '' && /^\s*\p{Lu}\p{Ll}/u.test(text)))) ||
    Surname.split(aside)
      .slice(1)
      .some((text) => isOther(text, false))
  )
}

const aside = /[,([{（［]/
const noNames = new Set([...titles, ...'bsc esq msc phd'.split(' ')])

const bySize = (one: string[], other: string[]): [string[], string[]] =>
  one.length <= other.length ? [one, other] : [other, one]

/**
 * Whether the words of two full names can be those of one person. The order of the words does not matter, and a name of at
 * least two words may leave out others. Words are equal, nicknames or written together; some may be initials, or one have a
 * typo.
 */
export function areSimilar(one: string[], other: string[]) {
  const [few, many] = bySize(one, other)
  if (few.length === 0) return false
  if (areJoined(few, many)) return true
  if (few.length !== many.length && few.length < 2) return false
  const { unmatched, rest } = withoutSame(few, many)
  if (unmatched.length === 0) return true
  if (unmatched.length === few.length) return false
  const [word = ''] = unmatched
  const canBeTypo = (other: string) =>
    word === few.at(-1) && other === many.at(-1) ? isTypo(word, other) : isSlip(word, other)
  if (unmatched.length === 1 && rest.some(canBeTypo)) return true
  return withoutMatches(unmatched, rest, isInitial).length === 0
}

/** 'Mary Ann' and 'Maryann'. Scripts without blanks put the surname first or last. */
const areJoined = (few: string[], many: string[]) =>
  [many, many.toReversed(), [...many.slice(-1), ...many.slice(0, -1)]].some(
    (words) => words.join('') === few.join(''),
  )

function withoutSame(few: string[], many: string[]) {
  const rest = [...many]
  const unmatched = [isEqual, areNicknames].reduce((words, match) => withoutMatches(words, rest, match), few)
  return { unmatched, rest }
}

/** The words without a match in `rest`. Removes the matches from `rest`. */
function withoutMatches(words: string[], rest: string[], matches: (a: string, b: string) => boolean) {
  return words.filter((word) => {
    const at = rest.findIndex((other) => matches(word, other))
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
}

/** 'joerg' is 'jorg' without the accent. Short names, such as 'jo' and 'joe', differ. */
const isEqual = (a: string, b: string) =>
  a === b || (Math.max(a.length, b.length) >= 5 && withoutUmlauts(a) === withoutUmlauts(b))
const withoutUmlauts = (word: string) => word.replace(/([aou])e/g, '$1')

const isInitial = (a: string, b: string) => (a.length === 1 || b.length === 1) && a[0] === b[0]

/** A typo in a surname: one in a word of at least five letters, or two in a word of at least ten. First names have slips. */
function isTypo(a: string, b: string) {
  if (isFirstname(a) || isFirstname(b)) return isSlip(a, b)
  const length = Math.min(a.length, b.length)
  const typos = length >= 10 ? 2 : length >= 5 ? 1 : 0
  if (typos === 0 || Math.abs(a.length - b.length) > typos || a[0] !== b[0]) return false
  return a.endsWith('a') === b.endsWith('a') && distance(a, b) <= typos
}

/**
 * A typo in a first name: two letters are swapped, one is doubled, one is missing inside a word of at least seven, or the same
 * sound is written otherwise. Another letter, another end or another vowel beside a vowel makes the name of a sister or a
 * husband: 'marvin' and 'martin', 'gabriel' and 'gabriele', 'christin' and 'christian'.
 */
function isSlip(a: string, b: string) {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short.length < 5 || short[0] !== long[0] || (isFirstname(a) && isFirstname(b))) return false
  if (sound(a) === sound(b)) return true
  const at = [...long].findIndex((letter, n) => letter !== short[n])
  const [before, letter, after] = [long[at - 1], long[at], long[at + 1]] as [string, string, string?]
  if (short.length === long.length) {
    const swapped = long.slice(0, at) + after + letter + long.slice(at + 2)
    return short === swapped && short.endsWith('a') === long.endsWith('a')
  }
  if (short.slice(at) !== long.slice(at + 1)) return false
  const isEnd = at === short.length
  if (letter === before) return !(isEnd && isVowel(letter))
  return short.length >= 7 && !isEnd && !(isVowel(letter) && (isVowel(before) || isVowel(after)))
}

/** 'markus' is 'marcus', and 'tomas' is 'thomas'. */
const sound = (word: string) => word.replaceAll('ph', 'f').replaceAll('th', 't').replace(/ck?/g, 'k')
const isVowel = (letter = '') => 'aeiouy'.includes(letter)

/** The number of letters that are missing, added, replaced or swapped with the next one (optimal string alignment). */
function distance(a: string, b: string) {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const edits = [(last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1)]
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits.push((beforeLast[j - 2] ?? 0) + 1)
      row.push(Math.min(...edits))
    }
    ;[beforeLast, last] = [last, row]
  }
  return last[b.length] ?? 0
}
