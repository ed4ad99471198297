import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { db } from '~/base/db/db.server'
import { ownerToday } from '~/base/db/owner-clock.server'
import { plainDate } from '~/base/forms/rules'
import { UserError } from '~/base/node/errors'
import { circleBuds, circles } from '~drizzle/schema'
import { neverDue } from './bud'
import { updateBud } from './buds.server'

/** The body of `POST /buds/{id}/snooze`. Null, or an empty field of a form, ends the snooze. */
export const snoozeInput = z.object({
  until: z.preprocess(
    (value) => (value === '' ? null : value),
    z.union([z.null(), plainDate('until').refine((day) => day !== '')], {
      error: 'until must be a date (YYYY-MM-DD) or null',
    }),
  ),
})

/** The bud is not due before the day `until` (product 18.4). Throws 400 unless that lies after the owner's today. */
export async function snoozeBud(ownerId: string, id: string, until: string | null) {
  const msg = 'until must lie after today'
  if (until !== null && until <= (await ownerToday(ownerId)))
    throw new UserError(400, msg, { errors: { until: [msg] } })
  return updateBud(ownerId, id, { snoozedUntil: until })
}

/** Ends the reminders about a bud: removes its own cadence, and snoozes it for good if a circle of it has a cadence. */
export async function stopReminders(ownerId: string, id: string) {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(circleBuds)
    .innerJoin(
      circles,
      sql`${circles.ownerId} = ${circleBuds.ownerId} and ${circles._id} = ${circleBuds.recordId}`,
    )
    .where(
      sql`${circleBuds.ownerId} = ${ownerId} and ${circleBuds.budId} = ${z.guid().safeParse(id).data ?? null} and ${circles.cadenceDays} is not null`,
    )
  return updateBud(ownerId, id, { cadenceDays: null, snoozedUntil: row?.n ? neverDue : null })
}
