import { eq, sql } from 'drizzle-orm'
import { assertNotDemo } from '~/account/accounts/accounts.server'
import { isVerified, type User } from '~/account/users/user'
import { clock } from '~/base/db/clock.server'
import { type Db, db } from '~/base/db/db.server'
import { notLoggedIn, UserError } from '~/base/node/errors'
import { recheckContacts, recheckInBackground } from '~/planning/today/contact-status.server'
import { users } from '~drizzle/schema'
import { nextDigest } from './digest-time'
import { defaultTimeZone, type Settings } from './settings'
import { type SettingsChange, unknownTimeZone } from './settings-input.server'

const columns = {
  timeZone: users.timeZone,
  digest: users.digest,
  digestHour: users.digestHour,
  digestWeekday: users.digestWeekday,
  leadDays: users.leadDays,
  faces: users.faces,
  Email: users.Email,
  verifiedEmail: users.verifiedEmail,
}

/** The settings, and whether the user has a time zone. */
export async function findSettings(userId: string) {
  const row = await readRow(userId)
  return { settings: settingsOf(row), hasTimeZone: row.timeZone !== null }
}

/** Changes the fields that are present. A new time zone or time of the digest sets when it is due next (product 19). */
export async function updateSettings(user: User, change: SettingsChange) {
  if (change.digest && change.digest !== 'off') assertNotDemo(user)
  if (change.timeZone) await assertKnownToDatabase(change.timeZone)
  const { settings, isUnfinished } = await db.transaction(async (tx) => {
    const row = await readRow(user._id, tx)
    const changed = { ...row, ...change }
    const [before, after] = [row, changed].map((schedule) => nextDigest(clock.now(), schedule))
    const isRescheduled = before?.getTime() !== after?.getTime()
    await tx
      .update(users)
      // Drizzle throws for an empty change. The id makes sure that it is not empty.
      .set({
        _id: user._id,
        ...change,
        ...(isRescheduled && { nextDigestAt: after ?? null }),
      })
      .where(eq(users._id, user._id))
    const isMoved = (changed.timeZone ?? defaultTimeZone) !== (row.timeZone ?? defaultTimeZone)
    const isUnfinished = isMoved && (await recheckContacts(tx, user._id))
    return { settings: settingsOf(changed), isUnfinished }
  })
  if (isUnfinished) recheckInBackground()
  return settings
}

/** With a transaction, locks the row. Inserts of the user's records do not wait for such a lock. */
async function readRow(userId: string, tx?: Db) {
  const query = (tx ?? db).select(columns).from(users).where(eq(users._id, userId))
  const [row] = await (tx ? query.for('no key update') : query)
  if (!row) throw notLoggedIn()
  return row
}

function settingsOf({
  Email,
  verifiedEmail,
  timeZone,
  ...others
}: Awaited<ReturnType<typeof readRow>>): Settings {
  return {
    timeZone: timeZone ?? defaultTimeZone,
    ...others,
    emailVerified: isVerified({ Email, verifiedEmail }),
  }
}

const invalidParameterValue = '22023'

/** `Intl` may know zones that the database does not know. */
async function assertKnownToDatabase(timeZone: string) {
  try {
    await db.execute(sql`select now() at time zone ${timeZone}::text`)
  } catch (error) {
    if ((error as { cause?: { code?: string } }).cause?.code !== invalidParameterValue) throw error
    throw new UserError(400, unknownTimeZone, { errors: { timeZone: [unknownTimeZone] } })
  }
}
