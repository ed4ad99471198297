import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { db } from '~/server/db.server'
import { lockLists } from '~/server/lists.server'
import { demoBuds } from '~drizzle/demo/buds'
import { demoUser } from '~drizzle/demo/user'
import { buds, users } from '~drizzle/schema'
import { hasEmail } from './accounts.server'

/** Makes the demo account where it is missing, and says whether it did. It has no password, so nobody knows one. */
export async function makeSureOfDemo() {
  const made = await db
    .insert(users)
    .values({ ...demoUser, _id: uuid(), trialEndsAt: sql`now()` })
    .onConflictDoNothing()
    .returning({ _id: users._id })
  return made.length > 0
}

/** The sample's buds were met one after the other over the last months, each type among the others. */
const weekend = 5.3 * 24 * 60 * 60 * 1_000
const placeInTime = (n: number) => (n * 17) % demoBuds.length

/** Puts the demo account's contents back to the sample, whole or not at all. */
export async function resetDemo() {
  await db.transaction(async (tx) => {
    const [demo] = await tx.select({ _id: users._id }).from(users).where(hasEmail(demoUser.Email))
    if (!demo) return
    await lockLists(tx, demo._id)
    await tx.delete(buds).where(eq(buds.ownerId, demo._id))
    const rows = demoBuds.map((bud, n) => ({
      ...bud,
      _id: uuid({ msecs: Date.now() - placeInTime(n) * weekend }),
      ownerId: demo._id,
    }))
    await tx.insert(buds).values(rows)
  })
}
