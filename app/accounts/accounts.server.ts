import { eq } from 'drizzle-orm'
import { syncEmail } from '~/billing/customers.server'
import { db } from '~/db/db.server'
import { UserError } from '~/http/errors'
import { flushOutboxInBackground } from '~/mail/outbox.server'
import { users } from '~drizzle/schema'
import { isDemoAccount, type User } from './account'
import type { AccountChange } from './account-input.server'
import { readAvatar, saveAvatar } from './avatars.server'
import { requestEmailChange } from './email-changes.server'
import { userColumns } from './sessions.server'

/** Callers check this before they validate the input, so that the demo account always gets 403. */
export function assertNotDemo(user: User) {
  if (isDemoAccount(user)) throw new UserError(403, 'The demo account cannot be changed')
}

/** Changes the fields that are present. A new email address takes effect when it is confirmed. */
export async function updateAccount(
  user: User,
  { avatar: file, Email: newEmail, ...change }: AccountChange,
): Promise<User> {
  assertNotDemo(user)
  const picture = file && (await readAvatar(file))
  const updated = await db.transaction(async (tx) => {
    const Email = newEmail === undefined ? undefined : await requestEmailChange(tx, user._id, newEmail)
    const avatar = picture && (await saveAvatar(tx, user._id, picture))
    const [row] = await tx
      .update(users)
      // Drizzle throws for an empty change. The id makes sure that it is not empty.
      .set({ _id: user._id, ...change, Email, avatar })
      .where(eq(users._id, user._id))
      .returning(userColumns)
    return row
  })
  if (!updated) throw new UserError(401, 'Please log in')
  if (newEmail !== undefined && newEmail !== updated.Email) flushOutboxInBackground()
  if (updated.Email !== user.Email) syncEmail(user._id)
  return updated
}
