import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '~/base/db/db.server'
import { eventBuds, links } from '~drizzle/schema'

/** Those of some events to which guests have links or have answered. Both belong to one time, so the event cannot repeat. */
export async function askedAmong(tx: Db, ownerId: string, ids: string[]) {
  if (ids.length === 0) return new Set<string>()
  const { recordId, answer } = eventBuds
  const ofLink = sql<string>`split_part(${links.about}, ' ', 1)`
  const answered = await tx
    .select({ id: recordId })
    .from(eventBuds)
    .where(and(eq(eventBuds.ownerId, ownerId), inArray(recordId, ids), isNotNull(answer)))
  const linked = await tx
    .select({ id: ofLink })
    .from(links)
    .where(and(eq(links.userId, ownerId), eq(links.kind, 'rsvp'), inArray(ofLink, ids)))
  return new Set([...answered, ...linked].map(({ id }) => id))
}
