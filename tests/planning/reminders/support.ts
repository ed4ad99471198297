import { eq, sql } from 'drizzle-orm'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import type { Mail } from '~/base/mail/mail'
import { budInput } from '~/people/buds/bud-input.server'
import { createBud } from '~/people/buds/buds.server'
import { remind } from '~/planning/reminders/remind.server'
import { users } from '~drizzle/schema'
import type { Client } from '../../support/client'
import { signedIn } from '../../support/factories'
import { mailsTo } from '../../support/mailbox'

export const settingsPath = '/api/v1/users/settings'

/** The token of a link in a mail. */
export const tokenIn = ({ TextBody }: Mail, kind: 'verify-email' | 'unsubscribe') =>
  new RegExp(`/${kind}/([\\w-]+)`).exec(TextBody)?.[1] ?? ''

const hour = 3_600_000

/** The next instant in UTC that has this hour, by the app's clock. */
function nextHour(hours: number) {
  const time = new Date(clock.now())
  time.setUTCHours(hours, 0, 0, 0)
  return time > clock.now() ? time : new Date(time.getTime() + 24 * hour)
}

/** Moves the app's clock to the next time that is `hours` o'clock in UTC, and runs the job. */
export async function remindAt(hours: number) {
  await clock.advanceTo(new Date(nextHour(hours).getTime() + 60_000))
  return remind()
}

/** The app's day in UTC, `YYYY-MM-DD`, and days later. */
export const day = (later = 0) =>
  new Date(clock.now().getTime() + later * 24 * hour).toISOString().slice(0, 10)

type Fields = Parameters<typeof signedIn>[0]

/** A user with a verified address, whose daily digest is due at 8:00 UTC and has something to say. */
export async function reader(fields: Fields = {}, settings: object = {}) {
  const client = await signedIn(fields)
  const { _id, Email } = client.user
  await db.update(users).set({ verifiedEmail: Email }).where(eq(users._id, _id))
  const { status } = await client.patch(settingsPath, { digest: 'daily', timeZone: 'UTC', ...settings })
  if (status !== 200) throw new Error(`settings: ${status}`)
  return Object.assign(client, { digests: () => digestsTo(client) })
}

/** Creates a bud that was due `days` ago, with a cadence of one day. */
export async function overdueBud(client: Client & { user: { _id: string } }, name = 'Grace', days = 3) {
  const { _id } = await createBud(client.user._id, budInput.parse({ Firstname: name, cadenceDays: 1 }))
  const dueOn = sql`(clock_now() - make_interval(days => ${days}))::date`
  await db.execute(sql`update contact_status set due_on = ${dueOn} where bud_id = ${_id}`)
  return _id
}

export async function digestsTo({ user }: { user: { Email: string } }) {
  return (await mailsTo(user.Email)).filter(({ Tag }) => Tag === 'digest')
}

export const nextOf = async (userId: string) =>
  (await db.select({ at: users.nextDigestAt }).from(users).where(eq(users._id, userId)))[0]?.at ?? null
