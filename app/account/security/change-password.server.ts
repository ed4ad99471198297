import { and, eq, ne } from 'drizzle-orm'
import { endPendingChanges } from '~/account/accounts/access.server'
import { assertNotOwnAddress } from '~/account/accounts/account-input.server'
import { assertNotDemo } from '~/account/accounts/accounts.server'
import { enqueueNotice } from '~/account/accounts/notices.server'
import { assertLive, verifyOwnPassword } from '~/account/accounts/own-password.server'
import { hashPassword } from '~/account/accounts/passwords.server'
import type { User } from '~/account/users/user'
import { db } from '~/base/db/db.server'
import type { Call } from '~/base/http/context.server'
import { flushOutboxInBackground } from '~/base/mail/outbox.server'
import { sessions, users } from '~drizzle/schema'
import type { ChangePasswordInput } from './security-input.server'
import { currentSessionId } from './session-list.server'

export const passwordChanged = 'Password changed successfully'

/** Stores the new password, and ends all other sessions, reset links and a change of address, in one transaction. */
export async function changePassword(call: Call, user: User, { password, newPassword }: ChangePasswordInput) {
  assertNotDemo(user)
  assertNotOwnAddress(newPassword, user.Email, 'newPassword')
  const verified = await verifyOwnPassword(call, user, password)
  const currentId = await currentSessionId(call)
  const passwordHash = await hashPassword(newPassword)
  await db.transaction(async (tx) => {
    // Another request may have changed the password since it was verified.
    const isVerified = and(eq(users._id, user._id), eq(users.passwordHash, verified.passwordHash ?? ''))
    const [changed] = await tx
      .update(users)
      .set({ passwordHash })
      .where(isVerified)
      .returning({ _id: users._id })
    assertLive(changed)
    await endPendingChanges(tx, user._id)
    await tx.delete(sessions).where(and(eq(sessions.userId, user._id), ne(sessions._id, currentId)))
    await enqueueNotice(tx, { kind: 'password-changed', userId: user._id })
  })
  flushOutboxInBackground()
}
