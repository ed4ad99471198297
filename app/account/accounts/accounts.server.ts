import { and, eq, isNull } from 'drizzle-orm'
import { syncEmail } from '~/account/billing/customers.server'
import { isDemoAccount, type User } from '~/account/users/user'
import { type Db, db } from '~/base/db/db.server'
import { encodeUpload, hashOfPicture } from '~/base/forms/picture.server'
import type { Call } from '~/base/http/context.server'
import { flushOutboxInBackground } from '~/base/mail/outbox.server'
import { notLoggedIn, UserError } from '~/base/node/errors'
import { avatars, users } from '~drizzle/schema'
import { avatarMaximum, pictureTooLarge } from './account'
import type { AccountChange } from './account-input.server'
import { isAnotherEmail, requestEmailChange } from './email-changes.server'
import { requireRecentSignIn } from './recent-sign-in.server'
import { assertSignedIn, userColumns } from './sessions.server'

/** Callers check this before they validate the input, so that the demo account always gets 403. */
export function assertNotDemo(user: User) {
  if (isDemoAccount(user)) throw new UserError(403, 'The demo account cannot be changed')
}

/** Changes the fields that are present. A new email address takes effect when it is confirmed. */
export async function updateAccount(
  call: Call,
  user: User,
  { avatar: file, Email: newEmail, password, ...change }: AccountChange,
) {
  assertNotDemo(user)
  const isAnother = newEmail !== undefined && (await isAnotherEmail(user, newEmail))
  if (isAnother) await requireRecentSignIn(call, user, 'another email address', password)
  const picture = file && (await readAvatar(user._id, file))
  const updated = await db.transaction(async (tx) => {
    const Email =
      newEmail === undefined
        ? undefined
        : await requestEmailChange(tx, call, user._id, { email: newEmail, isAnother })
    const avatar = picture && (await saveAvatar(tx, user._id, picture))
    const [row] = await tx
      .update(users)
      // Drizzle throws for an empty change. The id makes sure that it is not empty.
      .set({ _id: user._id, ...change, Email, avatar })
      .where(eq(users._id, user._id))
      .returning(userColumns)
    return row
  })
  if (!updated) throw notLoggedIn()
  if (newEmail !== undefined && newEmail !== updated.Email) flushOutboxInBackground()
  if (updated.Email !== user.Email) syncEmail(user._id)
  return updated
}

async function readAvatar(userId: string, file: File) {
  if (file.size > avatarMaximum) throw avatarError(pictureTooLarge)
  const picture = await encodeUpload(userId, await file.arrayBuffer())
  if (!picture) throw avatarError('Only image files are accepted')
  return picture
}

/** Stores the picture and returns its path, which contains a hash of the picture. */
async function saveAvatar(tx: Db, userId: string, picture: Buffer) {
  await tx
    .insert(avatars)
    .values({ userId, picture })
    .onConflictDoUpdate({ target: avatars.userId, set: { picture } })
  return `/avatars/${hashOfPicture(picture)}`
}

const avatarError = (msg: string) => new UserError(400, msg, { errors: { avatar: [msg] } })

export async function findAvatar(userId: string) {
  const [row] = await db.select({ picture: avatars.picture }).from(avatars).where(eq(avatars.userId, userId))
  return row?.picture
}

/** Size limit of the form's body: the picture and the other fields. */
export const avatarFormLimit = 600_000

/** Locks a user until the transaction ends. Throws 401 if the account has ended. */
export async function lockUser(tx: Db, userId: string) {
  const isLive = and(eq(users._id, userId), isNull(users.endedAt))
  const [user] = await tx.select({ _id: users._id }).from(users).where(isLive).for('no key update')
  if (!user) throw notLoggedIn()
}

/**
 * Locks the user until the transaction ends. Throws 401 if the account or the session has ended: whoever changes the
 * password locks the user too, so that nothing is made with a session that the change has ended.
 */
export async function lockSignedIn(tx: Db, call: Call, user: User) {
  await lockUser(tx, user._id)
  await assertSignedIn(call, tx)
}
