import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { hasEmail } from '~/accounts/email.server'
import { budInput } from '~/buds/bud-input.server'
import { circleInput } from '~/circles/circle-input.server'
import { db } from '~/db/db.server'
import { eventInput } from '~/events/event-input.server'
import { type DemoBud, demoBuds } from '~drizzle/demo/buds'
import { demoCirclesAt } from '~drizzle/demo/circles'
import { demoEventsAt } from '~drizzle/demo/events'
import { demoUser } from '~drizzle/demo/user'
import { buds, changes, circleBuds, circles, eventBuds, events, users } from '~drizzle/schema'

/** Ensures that the demo account exists. Returns whether it was created. The account has no password. */
export async function ensureDemoAccount() {
  const created = await db
    .insert(users)
    .values({ ...demoUser, _id: uuid(), trialEndsAt: sql`now()` })
    .onConflictDoNothing()
    .returning({ _id: users._id })
  return created.length > 0
}

/** Replaces all content of the demo account with the sample, whose dates are around `now`, in one transaction. */
export async function resetDemo(now = new Date()) {
  await db.transaction(async (tx) => {
    const [demo] = await tx
      .select({ _id: users._id })
      .from(users)
      .where(hasEmail(demoUser.Email))
      .for('no key update')
    if (!demo) return
    // Locks rows in the same order as other writers, so that no deadlock occurs: buds last.
    const lists = [circles, events, buds]
    for (const table of lists)
      await tx
        .select({ _id: table._id })
        .from(table as typeof buds)
        .where(eq(table.ownerId, demo._id))
        .orderBy(table._id)
        .for('update')
    await tx.execute(sql`select set_config('budkeeper.change', 'off', true)`)
    for (const table of [...lists, changes]) await tx.delete(table).where(eq(table.ownerId, demo._id))
    const sample = sampleOf(demo._id, now)
    await tx.update(users).set(initialSettings).where(eq(users._id, demo._id))
    await tx.insert(buds).values(sample.buds)
    await tx.insert(circles).values(sample.circles)
    await tx.insert(events).values(sample.events)
    await tx.insert(circleBuds).values(sample.circles.flatMap(sample.linkRowsOf))
    await tx.insert(eventBuds).values(sample.events.flatMap(sample.linkRowsOf))
  })
}

/** The settings of reminders. The digest cannot be switched on. */
const initialSettings = { timeZone: null, digestHour: 8, digestWeekday: 1, leadDays: 3 }

const day = 24 * 60 * 60 * 1_000

/**
 * The rows of the sample. Their ids contain creation times in the past nine months. Events are created before they
 * start.
 */
function sampleOf(ownerId: string, now: Date) {
  // The order is shuffled in a fixed way, so that records of one type do not have consecutive dates. The number of
  // samples must not be a multiple of 17.
  const keysOf = (n: number, list: unknown[], daysApart: number, latest = now.getTime()) => ({
    ownerId,
    _id: uuid({ msecs: latest - ((n * 17) % list.length) * daysApart * day }),
  })
  const sampleBuds = demoBuds.map((bud, n) => ({ ...budInput.parse(bud), ...keysOf(n, demoBuds, 5.3) }))
  const idByName = new Map(sampleBuds.map(({ Firstname, _id }) => [Firstname, _id]))
  const idsOf = (names: DemoBud[]) => names.map((name) => idByName.get(name))
  return {
    buds: sampleBuds,
    circles: demoCirclesAt(now).map(({ buds, ...circle }, n, all) => ({
      ...circleInput.parse({ ...circle, selectedBuds: idsOf(buds) }),
      ...keysOf(n, all, 5.3),
    })),
    events: demoEventsAt(now).map(({ buds, ...event }, n, all) => {
      const begin = Math.min(now.getTime(), Date.parse(`${event.startDate}Z`))
      return { ...eventInput.parse({ ...event, selectedBuds: idsOf(buds) }), ...keysOf(n, all, 0.5, begin) }
    }),
    linkRowsOf: ({ _id, selectedBuds }: { _id: string; selectedBuds: string[] }) =>
      selectedBuds.map((budId) => ({ ownerId, recordId: _id, budId })),
  }
}
