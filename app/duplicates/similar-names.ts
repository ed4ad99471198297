import { areNicknames } from './nicknames'

type Name = { Firstname: string; Surname: string }

/** The words of a name without case, accents and punctuation. */
export function wordsOf({ Firstname, Surname }: Name) {
  const folded = `${Firstname} ${Surname}`.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return folded
    .replace(/['’.]/g, '')
    .split(/[\s\p{P}]+/u)
    .filter(Boolean)
}

/**
 * Whether two names can be those of one person (product 20.4). The order of the words does not matter, and a name
 * of at least two words may leave out others. One word may be an initial or have a typo; others are equal or nicknames.
 */
export function areSimilar(one: string[], other: string[]) {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one]
  if (few.length !== many.length && few.length < 2) return false
  const rest = [...many]
  const unmatched = [isEqual, areNicknames].reduce((words, match) => withoutMatches(words, rest, match), few)
  const [word, ...others] = unmatched
  return (
    word === undefined ||
    (others.length === 0 && few.length > 1 && rest.some((each) => isVariant(word, each)))
  )
}

/** The words without a match in `rest`. Removes the matches from `rest`. */
function withoutMatches(words: string[], rest: string[], matches: (a: string, b: string) => boolean) {
  return words.filter((word) => {
    const at = rest.findIndex((other) => matches(word, other))
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
}

const isEqual = (a: string, b: string) => a === b

/** An initial, one typo in a word of at least five letters, or two in a word of at least ten. */
function isVariant(a: string, b: string) {
  if (a.length === 1 || b.length === 1) return a[0] === b[0]
  const length = Math.min(a.length, b.length)
  const typos = length >= 10 ? 2 : length >= 5 ? 1 : 0
  return typos > 0 && Math.abs(a.length - b.length) <= typos && distance(a, b) <= typos
}

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
