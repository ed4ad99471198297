import type { ListCount } from '~/base/db/lists.server'

/** What stands for all names that begin with no letter from A to Z. */
export const otherLetters = '#'

type Query = { limit: number; sort: string; type: string | undefined }

/**
 * The first letters of the names in a list by name, with the page on which each begins. Empty for other sorts, and for a
 * list of one page.
 */
export function letterPages(counts: ListCount[], { limit, sort, type }: Query) {
  const direction = { 'A-Z': 1, 'Z-A': -1 }[sort]
  if (!direction) return []
  const listed = counts.filter((row) => type === 'all' || row.type === type)
  const total = listed.reduce((sum, { count }) => sum + count, 0)
  if (total <= limit) return []
  const pages = new Map<string, number>()
  let before = 0
  for (const { letter, count } of listed.sort((a, b) => direction * compareBytes(a.letter, b.letter))) {
    const shown = /^[a-z]$/.test(letter) ? letter.toUpperCase() : otherLetters
    if (!pages.has(shown)) pages.set(shown, Math.floor(before / limit) + 1)
    before += count
  }
  return [...pages].map(([letter, page]) => ({ letter, page }))
}

/** The order of the database, which is that of code points. */
const compareBytes = (a: string, b: string) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0)
