import { isDeepStrictEqual } from 'node:util'
import { type SQL, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { IncomingRequest } from '~/base/http/context.server'
import { minute } from '~/base/node/durations'
import { log } from '~/base/node/log.server'
import type { smartLists } from '~drizzle/schema'

type SessionList = Pick<typeof smartLists.$inferSelect, '_id' | 'name' | 'filter' | 'sort'>

/** The smart lists, which the sidebar of each screen names, and the user's last change, if there are any. */
export type Lists = { lists: SessionList[]; lastChange: string | null }
type Counted = Lists & { count: SQL<number[] | null>; numbers: number[]; readAt: number }

/**
 * By hash of the session's id: what counts the buds of its lists, and the numbers that it last gave. The session's statement
 * reads them again for the screen that follows a form or call of the session that writes, and after a minute, because not all
 * that changes a number is a last change: days pass, and an import or a device adds to a change that others have followed.
 */
const counted = new LRUCache<string, Counted>({
  max: 1_000,
  maxSize: 4_000_000,
  sizeCalculation: ({ lists }) => JSON.stringify(lists).length + 1,
})
export const noNumbers = sql<null>`null::int[]`

/** What the statement of a session has to count for a request. Undefined: nothing. */
export function dueNumbers(idHash: string, { method, url }: IncomingRequest) {
  const kept = counted.get(idHash)
  if (!kept) return undefined
  if (method !== 'GET' && method !== 'HEAD') {
    kept.readAt = 0
    return undefined
  }
  // Requests of the API have a path here.
  const isScreen = /^https?:\/\/[^/]+\/dashboard\b/i.test(url)
  return isScreen && Date.now() - kept.readAt > minute ? kept.count : undefined
}

/** Has the statement of the session read the numbers by `count` from now on. */
export const keepNumbers = (idHash: string, lists: Lists, count: Counted['count'], numbers: number[]) =>
  counted.set(idHash, { ...lists, count, numbers, readAt: Date.now() })

/** If the numbers can't be read, there are none for ten seconds: that takes away no screen. */
export function giveUpNumbers(idHash: string, { lists, lastChange }: Lists, error: unknown) {
  log.error({ err: error }, 'numbers of lists not read')
  const none = { lists, lastChange, count: noNumbers, numbers: [], readAt: Date.now() }
  counted.set(idHash, none, { ttl: 10_000 })
}

/** The numbers of the lists that the session's statement has read. Undefined: not known, because something has changed. */
export function numbersOf(
  idHash: string,
  { lists, lastChange, numbers }: Lists & { numbers: number[] | null },
) {
  const kept = counted.get(idHash)
  if (!kept || kept.count === noNumbers) return kept?.numbers
  if (!isDeepStrictEqual(lists, kept.lists)) {
    counted.delete(idHash)
    return undefined
  }
  if (numbers) keepNumbers(idHash, { lists, lastChange }, kept.count, numbers)
  return numbers ?? (lastChange === kept.lastChange ? kept.numbers : undefined)
}
