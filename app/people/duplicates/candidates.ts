/** Two buds with a common key, by their ids. `a` is the lower id. */
export type Candidate = { a: string; b: string }

/** The kind of the keys of names, as in the function `duplicate_keys_of`. */
const nameKind = 5

/** All buds of a group of this size are compared with each other. */
const largeGroup = 10

/** At most this many pairs are compared for one list. */
export const maxCandidates = 1_000

const idLength = 16
const places = 2 ** 20

/**
 * The pairs of buds with a common key, those with the same name alone last. `packed` has of each bud its id, the length
 * of its keys in two bytes, and its keys.
 */
export function findCandidates(packed: Buffer, isListed: (pair: Candidate) => boolean): Candidate[] {
  const { offsets, entries } = unpack(packed)
  const idAt = (place: number) => uuidAt(packed, offsets[place] ?? 0)
  const pairs = new Map<string, Candidate>()
  for (const group of groupsOf(entries)) {
    for (const [first, second] of pairsOf(group)) {
      if (pairs.size === maxCandidates) return [...pairs.values()]
      const pair = { a: idAt(first), b: idAt(second) }
      if (isListed(pair)) pairs.set(pair.a + pair.b, pair)
    }
  }
  return [...pairs.values()]
}

/** Entries are numbers of a key and the place of a bud, so that sorting them sorts by key, then by place. */
function unpack(packed: Buffer) {
  const offsets: number[] = []
  const entries = new Float64Array(Math.floor(packed.length / 4))
  let count = 0
  for (let at = 0; at < packed.length; ) {
    const begin = at + idLength + 2
    const end = begin + packed.readUInt16BE(at + idLength)
    for (let key = begin; key < end; key += 4)
      entries[count++] = byKind(packed.readUInt32BE(key)) * places + offsets.length
    offsets.push(at)
    at = end
  }
  return { offsets, entries: entries.subarray(0, count) }
}

/** Moves the kind of a key from its end to its front, so that keys are sorted by kind. */
const byKind = (key: number) => (key & 15) * 2 ** 28 + (key >>> 4)

type KeyGroup = { isName: boolean; members: number[] }

/** The groups of at least two buds with the same key, sorted by kind. */
function groupsOf(entries: Float64Array) {
  const sorted = entries.sort()
  const groups: KeyGroup[] = []
  let begin = 0
  for (let n = 1; n <= sorted.length; n++) {
    const key = Math.floor((sorted[begin] ?? 0) / places)
    if (n < sorted.length && Math.floor((sorted[n] ?? 0) / places) === key) continue
    if (n - begin > 1) {
      const members = Array.from(sorted.subarray(begin, n), (entry) => entry % places)
      groups.push({ isName: Math.floor(key / 2 ** 28) === nameKind, members })
    }
    begin = n
  }
  return groups
}

/**
 * The number of pairs grows with the number of buds, not with its square. In a large group of one name, each bud is
 * compared with the next one. What many buds share otherwise, such as the phone of an office, says nothing.
 */
function pairsOf({ isName, members }: KeyGroup): [number, number][] {
  const isLarge = members.length > largeGroup
  if (isLarge && !isName) return []
  return members.flatMap((first, n) =>
    members.slice(n + 1, isLarge ? n + 2 : undefined).map((second): [number, number] => [first, second]),
  )
}

function uuidAt(packed: Buffer, at: number) {
  const hex = packed.toString('hex', at, at + idLength)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
