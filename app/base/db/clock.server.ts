import { sql } from 'drizzle-orm'
import { settings } from '~drizzle/schema'
import { db } from './db.server'

let offset = 0

/**
 * The time for trials, subscriptions, mails and the change history. The Stripe emulator and tests move it forward. The
 * database has it as `clock_now()`.
 */
export const clock = {
  now: () => new Date(Date.now() + offset),
  /** Sets the clock to `time`, or back to the system's time if `time` has passed. */
  async advanceTo(time: Date) {
    offset = Math.max(time.getTime() - Date.now(), 0)
    const clockOffset = sql`make_interval(secs => ${offset / 1_000})`
    await db
      .insert(settings)
      .values({ clockOffset })
      .onConflictDoUpdate({ target: settings.id, set: { clockOffset } })
  },
}
