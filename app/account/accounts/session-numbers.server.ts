import { isDeepStrictEqual } from 'node:util'
import { type SQL, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { log } from '~/base/node/log.server'
import type { smartLists } from '~drizzle/schema'

type SessionList = Pick<typeof smartLists.$inferSelect, '_id' | 'name' | 'filter' | 'sort'>

/** The smart lists, which the sidebar of each screen names, and the user's last change, if there are any. */
export type Lists = { lists: SessionList[]; lastChange: string | null }
type Counted = Lists & { count: SQL<number[] | null>; numbers: number[]; readAt: number }

/** By hash of the session's id: what counts the buds of its lists, and the numbers that it last gave. */
const counted = new LRUCache<string, Counted>({ max: 500 })
export const noNumbers = sql<null>`null::int[]`

export const countedNumbers = (idHash: string) => counted.get(idHash)

/** Has the statement of the session read the numbers by `count` from now on. */
export const keepNumbers = (idHash: string, lists: Lists, count: Counted['count'], numbers: number[]) =>
  counted.set(idHash, { ...lists, count, numbers, readAt: Date.now() })

/** If the numbers can't be read, there are none for ten seconds: that takes away no screen. */
export function giveUpNumbers(idHash: string, lists: Lists, error: unknown) {
  log.error({ err: error }, 'numbers of lists not read')
  counted.set(idHash, { ...lists, count: noNumbers, numbers: [], readAt: Date.now() }, { ttl: 10_000 })
}

/**
 * A column of the session's statement: the numbers, or null while those that are kept stand. They are read after a change, and
 * each minute, because not all that changes a number is a last change: days pass, and an import or a device adds to a change
 * that others have followed.
 */
export function numbersIfDue({ lastChange, count, readAt }: Counted, currentChange: SQL) {
  const since = Date.now() - readAt < 60_000 ? lastChange : ''
  return sql<number[] | null>`case when ${currentChange} is distinct from ${since}::text then ${count} end`
}

/** The numbers of what that statement has read. Undefined: its lists are not those that were counted. */
export function numbersOf(idHash: string, kept: Counted, read: Lists & { numbers: number[] | null }) {
  if (!isDeepStrictEqual(read.lists, kept.lists)) return undefined
  if (read.numbers) keepNumbers(idHash, read, kept.count, read.numbers)
  return read.numbers ?? kept.numbers
}
