/** A search of an owner's list. */
type Search = { list: string; ownerId: string; type: string | undefined; search: string }

/** What was counted at a version of the list: the hits, and the rows that they were among. */
type Count = { version: string; total: number; size: number }

/** Below this a search costs as little as knowing its count would save. */
export const worthKeeping = 300
const mostKept = 2_000

/**
 * Counts of searches that found much, the latest last. The statement that uses one compares its version with the list's
 * own, so none is believed after a change, whoever made it.
 */
const counts = new Map<string, Count>()

const none = { version: null, total: null, reach: null }

/**
 * The count of a search that was made before, if it helps to find this page: by walking along the order from its nearer
 * end, through at most `reach` rows, three times as many as it takes where hits lie evenly.
 */
export function recallCount(search: Search, start: number, limit: number) {
  const count = counts.get(keyOf(search))
  if (!count) return none
  const { version, total, size } = count
  const hits = Math.min(start, Math.max(total - start - limit, 0)) + limit
  const rows = Math.ceil((hits * size) / total)
  return rows < total ? { version, total, reach: 3 * rows } : none
}

export function keepCount(search: Search, count: Count) {
  const key = keyOf(search)
  counts.delete(key)
  counts.set(key, count)
  const [oldest = key] = counts.keys()
  if (counts.size > mostKept) counts.delete(oldest)
}

function keyOf({ list, ownerId, type = '', search }: Search) {
  return `${list} ${ownerId} ${type} ${search}`
}
