import type { SubmissionResult } from '@conform-to/react'
import { and, eq, isNull } from 'drizzle-orm'
import type { User } from '~/account/users/user'
import { db } from '~/base/db/db.server'
import type { Call } from '~/base/http/context.server'
import { notLoggedIn, UserError } from '~/base/node/errors'
import { users } from '~drizzle/schema'
import { verifyPassword } from './passwords.server'
import type { StoredCredentials } from './sessions.server'
import { replaceSession } from './start-session.server'
import { throttleSignIn } from './throttle.server'

/**
 * For operations that ask for the password. Guesses count as sign-ins, so that a session allows no more of them. The right
 * password replaces the session, so that a copy of its cookie ends here.
 */
export async function verifyOwnPassword(call: Call, user: User, password: string) {
  const verified = await throttleSignIn(call, user.Email, async () => {
    const credentials = await findOwnCredentials(user._id)
    if (await verifyPassword(credentials.passwordHash, password)) return credentials
    throw new UserError(401, wrongPassword, { errors: { password: [wrongPassword] } })
  })
  await replaceSession(call, { isProven: true })
  return verified
}

const wrongPassword = 'The password is wrong'

export async function findOwnCredentials(userId: string): Promise<StoredCredentials> {
  const { _id, passwordHash, endedAt } = users
  const [row] = await db
    .select({ _id, passwordHash })
    .from(users)
    .where(and(eq(_id, userId), isNull(endedAt)))
  return assertLive(row)
}

/** Throws 401 without a row: another request may have deleted the user of the session. */
export function assertLive<T>(row: T | undefined): T {
  if (!row) throw notLoggedIn()
  return row
}

/** The result of a form without a schema whose password was missing, wrong or tried too often. Undefined for other errors. */
export function passwordRefused(error: unknown): SubmissionResult | undefined {
  if (!(error instanceof UserError)) return undefined
  const password = error.status === 429 ? [error.msg] : error.details.errors?.password
  return password && { status: 'error', error: { password } }
}
