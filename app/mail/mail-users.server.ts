import { eq, inArray } from 'drizzle-orm'
import { isExempt } from '~/accounts/account'
import { statusOf } from '~/billing/subscription'
import { clock } from '~/db/clock.server'
import { db } from '~/db/db.server'
import { subscriptions, users } from '~drizzle/schema'
import type { MailUser } from './mail'

/** The users with these ids, by id. */
export async function findMailUsers(ids: string[]) {
  if (ids.length === 0) return new Map<string, MailUser>()
  const rows = await db
    .select({
      _id: users._id,
      Firstname: users.Firstname,
      Email: users.Email,
      Role: users.Role,
      isTestAccount: users.isTestAccount,
      trialEndsAt: users.trialEndsAt,
      stripeStatus: subscriptions.stripeStatus,
    })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users._id))
    .where(inArray(users._id, ids))
  return new Map(
    rows.map(({ stripeStatus, ...user }) => {
      const status = isExempt(user) ? null : statusOf(stripeStatus, user.trialEndsAt > clock.now())
      return [user._id, { ...user, status }]
    }),
  )
}
