import type { User } from '~/account/users/user'
import { db } from '~/base/db/db.server'
import type { Call } from '~/base/http/context.server'
import { flushOutboxInBackground } from '~/base/mail/outbox.server'
import { UserError } from '~/base/node/errors'
import { quotaKey } from './mail-quota.server'
import { enqueueNotice } from './notices.server'
import { verifyOwnPassword } from './own-password.server'
import { readSession } from './sessions.server'
import { consumeAttempt, dayInSeconds } from './throttle.server'

export const passwordNeeded = 'Enter your password to go on'

/** What nobody may do who has copied a cookie, or found a browser that is signed in. */
export type Protected =
  | 'an API token'
  | 'an app password'
  | 'a calendar feed'
  | 'a webhook'
  | 'links for guests'
  | 'a link that asks for an update'
  | 'another email address'

/** They show one page to one person and open nothing of the account, so that a sign-in by the API is enough. */
const pageLinks: readonly Protected[] = ['links for guests', 'a link that asks for an update']

/**
 * Passes with the right password, or without one while the sign-in is recent (product 25.6). Otherwise throws 401. The
 * owner hears of a refusal, at most once a day, because whoever has only the session may be somebody else.
 */
export async function requireRecentSignIn(call: Call, user: User, wanted: Protected, password = '') {
  if (password !== '') return void (await verifyOwnPassword(call, user, password))
  const session = await readSession(call)
  if (session?.isRecent || (session?.isNew && pageLinks.includes(wanted))) return
  await db.transaction(async (tx) => {
    if (await consumeAttempt(quotaKey('refused', user._id), { freeAttempts: 1, window: dayInSeconds }, tx))
      await enqueueNotice(tx, { kind: 'access-refused', userId: user._id, details: { wanted } })
  })
  flushOutboxInBackground()
  throw new UserError(401, passwordNeeded, { errors: { password: [passwordNeeded] } })
}
