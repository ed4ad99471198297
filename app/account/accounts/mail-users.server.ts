import { and, eq, inArray, isNull } from 'drizzle-orm'
import { type Status, statusOf } from '~/account/billing/subscription'
import { isExempt, isVerified } from '~/account/users/user'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import type { MailUser } from '~/base/mail/mail'
import { subscriptions, users } from '~drizzle/schema'

declare module '~/base/mail/mail' {
  interface MailUser {
    trialEndsAt: Date
    /** Null if the user needs no subscription. */
    status: Status | null
    /** Whether a mailed link has verified `Email`. */
    isVerified: boolean
    digest: (typeof users.$inferSelect)['digest']
  }
}

export const noMailUser: MailUser = {
  _id: '',
  Firstname: '',
  Email: '',
  trialEndsAt: new Date(0),
  status: null,
  isVerified: false,
  digest: 'off',
}

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
      verifiedEmail: users.verifiedEmail,
      digest: users.digest,
      stripeStatus: subscriptions.stripeStatus,
    })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users._id))
    .where(and(inArray(users._id, ids), isNull(users.endedAt)))
  return new Map(
    rows.map(({ stripeStatus, ...user }) => {
      const status = isExempt(user) ? null : statusOf(stripeStatus, user.trialEndsAt > clock.now())
      return [user._id, { ...user, status, isVerified: isVerified(user) }]
    }),
  )
}
