import { and, eq, isNull } from 'drizzle-orm'
import { db } from '~/db/db.server'
import type { Call } from '~/http/context.server'
import { notLoggedIn, UserError } from '~/http/errors'
import { users } from '~drizzle/schema'
import type { User } from './account'
import { verifyPassword } from './passwords.server'
import type { StoredCredentials } from './sessions.server'
import { throttleSignIn } from './throttle.server'

/** For operations that ask for the password. Guesses count as sign-ins, so that a session allows no more of them. */
export async function verifyOwnPassword(call: Call, user: User, password: string) {
  return throttleSignIn(call, user.Email, async () => {
    const credentials = await findOwnCredentials(user._id)
    if (await verifyPassword(credentials.passwordHash, password)) return credentials
    throw new UserError(401, wrongPassword, { errors: { password: [wrongPassword] } })
  })
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

/** Of the row of the session's user, which another request may have deleted. */
export function assertLive<T>(row: T | undefined): T {
  if (!row) throw notLoggedIn()
  return row
}
