import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { budInput } from '~/buds/bud-input.server'
import { circleInput } from '~/circles/circle-input.server'
import { type Db, db } from '~/db/db.server'
import { eventInput } from '~/events/event-input.server'
import { type DemoBud, demoBuds } from '~drizzle/demo/buds'
import { demoCirclesAt } from '~drizzle/demo/circles'
import { demoEventsAt } from '~drizzle/demo/events'
import { demoUser } from '~drizzle/demo/user'
import { buds, circleBuds, circles, eventBuds, events, users } from '~drizzle/schema'
import { hasEmail } from './email.server'

/** Makes the demo account where it is missing, and says whether it did. It has no password, so nobody knows one. */
export async function makeSureOfDemo() {
  const made = await db
    .insert(users)
    .values({ ...demoUser, _id: uuid(), trialEndsAt: sql`now()` })
    .onConflictDoNothing()
    .returning({ _id: users._id })
  return made.length > 0
}

/** Puts the demo account's contents back to the sample as it is at `now`, whole or not at all. */
export async function resetDemo(now = new Date()) {
  await db.transaction(async (tx) => {
    const [demo] = await tx
      .select({ _id: users._id })
      .from(users)
      .where(hasEmail(demoUser.Email))
      .for('no key update')
    if (!demo) return
    const lists = [circles, events, buds]
    for (const table of lists) await lockRows(tx, table, demo._id)
    for (const table of lists) await tx.delete(table).where(eq(table.ownerId, demo._id))
    const sample = sampleOf(demo._id, now)
    await tx.insert(buds).values(sample.buds)
    await tx.insert(circles).values(sample.circles)
    await tx.insert(events).values(sample.events)
    await tx.insert(circleBuds).values(sample.circles.flatMap(sample.budsOf))
    await tx.insert(eventBuds).values(sample.events.flatMap(sample.budsOf))
  })
}

/** In the order in which other writers lock them, so that none waits for a row of the reset while it holds another. */
function lockRows(tx: Db, table: typeof circles | typeof events | typeof buds, ownerId: string) {
  return tx
    .select({ _id: table._id })
    .from(table as typeof buds)
    .where(eq(table.ownerId, ownerId))
    .orderBy(table._id)
    .for('update')
}

const day = 24 * 60 * 60 * 1_000

/** Things were made one after the other, each type among the others. */
const placeInTime = (n: number, { length }: unknown[]) => (n * 17) % length

/** The rows of the sample: of the last months, and no event was planned after it had begun. */
function sampleOf(ownerId: string, now: Date) {
  const made = (n: number, list: unknown[], days: number, latest = now.getTime()) => ({
    ownerId,
    _id: uuid({ msecs: latest - placeInTime(n, list) * days * day }),
  })
  const met = demoBuds.map((bud, n) => ({ ...budInput.parse(bud), ...made(n, demoBuds, 5.3) }))
  const idOf = Object.fromEntries(met.map(({ Firstname, _id }) => [Firstname, _id])) as Record<
    DemoBud,
    string
  >
  const idsOf = (names: DemoBud[]) => names.map((name) => idOf[name])
  return {
    buds: met,
    circles: demoCirclesAt(now).map(({ buds, ...circle }, n, all) => ({
      ...circleInput.parse({ ...circle, selectedBuds: idsOf(buds) }),
      ...made(n, all, 5.3),
    })),
    events: demoEventsAt(now).map(({ buds, ...event }, n, all) => {
      const begun = Math.min(now.getTime(), Date.parse(`${event.startDate}Z`))
      return { ...eventInput.parse({ ...event, selectedBuds: idsOf(buds) }), ...made(n, all, 0.5, begun) }
    }),
    budsOf: ({ _id, selectedBuds }: { _id: string; selectedBuds: string[] }) =>
      selectedBuds.map((budId) => ({ ownerId, ofId: _id, budId })),
  }
}
