import { count, eq } from 'drizzle-orm'
import { db, isEmbedded } from '~/base/db/db.server'
import { isStopping } from '~/base/node/background.server'
import { log } from '~/base/node/log.server'
import { firstStartParts, users } from './schema'

/**
 * Stores what the first start with an empty embedded database has to do. It may end at any moment, and later starts do
 * what is left.
 */
export async function planFirstStart(parts: string[]) {
  if (!isEmbedded) return
  await db.transaction(async (tx) => {
    if ((await tx.select({ n: count() }).from(users))[0]?.n !== 0) return
    await tx
      .insert(firstStartParts)
      .values(parts.map((name) => ({ name })))
      .onConflictDoNothing()
  })
}

/**
 * Does a part if it is left, and resolves to its result. It is left until `markDone`. A server that is stopping leaves it
 * to the next start.
 */
export async function doIfLeft<T>(name: string, work: () => Promise<T>) {
  return attempt(name, async () => {
    if (isStopping()) return undefined
    const isPart = eq(firstStartParts.name, name)
    return (await db.$count(firstStartParts, isPart)) > 0 ? work() : undefined
  })
}

export async function markDone(name: string) {
  await db.delete(firstStartParts).where(eq(firstStartParts.name, name))
}

export const isFirstStartDone = async () => (await db.$count(firstStartParts)) === 0

/** Sample data never ends a start: logs an error, and the next start tries again. */
export async function attempt<T>(part: string, work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    log.error({ err: error, part }, 'sample data not complete')
  }
}
