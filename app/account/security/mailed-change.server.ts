import { lockUser } from '~/account/accounts/accounts.server'
import { cancelEmailChange } from '~/account/accounts/email-changes.server'
import { enqueueNotice } from '~/account/accounts/notices.server'
import type { User } from '~/account/users/user'
import { type Db, db } from '~/base/db/db.server'
import { flushOutboxInBackground } from '~/base/mail/outbox.server'

type SecurityMail =
  | { kind: 'second-factor-on' | 'second-factor-off' | 'recovery-codes' }
  | { kind: 'passkey-added' | 'passkey-removed'; details: { name: string } }

/**
 * Runs a change of how the user signs in, and mails it. Locks the user first, so that no sign-in at the same time misses
 * the change. Ends a change of the address, because the user may be recovering the account.
 */
export async function mailedChange<T>(
  { _id }: User,
  mailOf: (result: T) => SecurityMail,
  work: (tx: Db) => Promise<T>,
) {
  const result = await db.transaction(async (tx) => {
    await lockUser(tx, _id)
    const result = await work(tx)
    await cancelEmailChange(_id, tx)
    await enqueueNotice(tx, { ...mailOf(result), userId: _id })
    return result
  })
  flushOutboxInBackground()
  return result
}
