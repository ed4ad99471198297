/** Two buds with a common key, by their ids. `a` is the lower id. */
export type Candidate = { a: string; b: string }

/** The kind of the keys of names, as in the function `duplicate_keys_of`. */
const nameKind = '5'

/** All buds of a group of this size are compared with each other. */
const largeGroup = 10

/** At most this many pairs are compared for one list. */
export const maxCandidates = 1_000

/**
 * The pairs of buds with a common key, those with the same name alone last. `buds` has of each bud its id, a blank and
 * its keys, sorted by id. A key has eight hexadecimal digits, of which the last is its kind.
 */
export function findCandidates(buds: string[], isListed: (pair: Candidate) => boolean): Candidate[] {
  const pairs = new Map<string, Candidate>()
  for (const group of groupsOf(buds)) {
    for (const [a, b] of pairsOf(group)) {
      if (pairs.size === maxCandidates) return [...pairs.values()]
      if (isListed({ a, b })) pairs.set(a + b, { a, b })
    }
  }
  return [...pairs.values()]
}

type KeyGroup = { key: string; ids: string[] }

/** The groups of at least two buds with the same key, sorted by kind. */
function groupsOf(buds: string[]): KeyGroup[] {
  const groups = new Map<string, string[]>()
  for (const bud of buds) {
    const [id = '', keys = ''] = bud.split(' ')
    for (let at = 0; at < keys.length; at += 8) {
      const key = keys.slice(at, at + 8)
      const ids = groups.get(key)
      if (ids) ids.push(id)
      else groups.set(key, [id])
    }
  }
  const shared = [...groups].flatMap(([key, ids]) => (ids.length > 1 ? [{ key, ids }] : []))
  const rank = ({ key }: KeyGroup) => kindOf(key) + key
  return shared.sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
}

const kindOf = (key: string) => key.slice(7)

/**
 * The number of pairs grows with the number of buds, not with its square. In a large group of one name, each bud is
 * compared with the next one. What many buds share otherwise, such as the phone of an office, says nothing.
 */
function pairsOf({ key, ids }: KeyGroup): [string, string][] {
  const isLarge = ids.length > largeGroup
  if (isLarge && kindOf(key) !== nameKind) return []
  return ids.flatMap((first, n) =>
    ids.slice(n + 1, isLarge ? n + 2 : undefined).map((second): [string, string] => [first, second]),
  )
}
