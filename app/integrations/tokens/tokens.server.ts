import { randomBytes } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { assertNotDemo, lockSignedIn } from '~/account/accounts/accounts.server'
import { enqueueAccessNotice } from '~/account/accounts/notices.server'
import { requireRecentSignIn } from '~/account/accounts/recent-sign-in.server'
import type { User } from '~/account/users/user'
import { db } from '~/base/db/db.server'
import { byId } from '~/base/db/owned.server'
import type { Call } from '~/base/http/context.server'
import { sha256 } from '~/base/http/secret.server'
import { flushOutboxInBackground } from '~/base/mail/outbox.server'
import { UserError } from '~/base/node/errors'
import { apiTokens } from '~drizzle/schema'
import { type ApiToken, scopeLabels, tokenLimit } from './token'
import type { TokenInput } from './token-input.server'

const { hasId, assertFound } = byId('Token', apiTokens)

const columns = {
  _id: apiTokens._id,
  name: apiTokens.name,
  scope: apiTokens.scope,
  hint: apiTokens.hint,
  expiresAt: apiTokens.expiresAt,
  lastUsedOn: apiTokens.lastUsedOn,
  createdAt: apiTokens.createdAt,
}

/** All tokens of a user, the newest first. Those that have expired stay until they are revoked. */
export function listTokens(userId: string): Promise<ApiToken[]> {
  return db.select(columns).from(apiTokens).where(eq(apiTokens.userId, userId)).orderBy(desc(apiTokens._id))
}

/**
 * Makes a token. Its secret is returned only here, because the database stores a hash of it. With the id of a form, a form
 * that is sent twice makes one token.
 */
export async function createToken(
  call: Call,
  user: User,
  { password, ...input }: TokenInput,
  _id: string = uuid(),
) {
  assertNotDemo(user)
  await requireRecentSignIn(call, user, 'an API token', password)
  const secret = `bud_${randomBytes(32).toString('base64url')}`
  const row = { ...input, _id, userId: user._id, tokenHash: sha256(secret), hint: secret.slice(-4) }
  const token = await db.transaction(async (tx) => {
    // Tokens that are made at the same time are counted one after the other.
    await lockSignedIn(tx, call, user)
    if ((await tx.$count(apiTokens, eq(apiTokens.userId, user._id))) >= tokenLimit)
      throw new UserError(409, `An account has at most ${tokenLimit} tokens. Revoke one first.`)
    const [inserted] = await tx.insert(apiTokens).values(row).onConflictDoNothing().returning(columns)
    const what = `'${input.name}', ${scopeLabels[input.scope].toLowerCase()}`
    if (inserted) await enqueueAccessNotice(tx, user, { kind: 'API token', what, until: inserted.expiresAt })
    return inserted
  })
  flushOutboxInBackground()
  if (!token) throw new UserError(409, 'This token was made already. Its secret is shown only once.')
  return { token, secret }
}

/** Revokes a token. The next request with it is refused. */
export async function revokeToken(userId: string, id: string) {
  const [revoked] = await db
    .delete(apiTokens)
    .where(and(eq(apiTokens.userId, userId), hasId(id)))
    .returning({ _id: apiTokens._id })
  assertFound(revoked)
}
