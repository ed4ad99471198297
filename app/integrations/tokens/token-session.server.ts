import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { type Session, sessionColumns } from '~/account/accounts/sessions.server'
import { clock } from '~/base/db/clock.server'
import { db } from '~/base/db/db.server'
import { sha256 } from '~/base/http/secret.server'
import { apiTokens, rateLimits, subscriptions, users } from '~drizzle/schema'
import type { TokenScope } from './token'

/** What a request with a token has in place of a session. */
export type TokenSession = Pick<Session, 'user' | 'billing' | 'apiRequests' | 'timeZone'> & {
  scope: TokenScope
  tokenName: string
}

const wellFormed = /^bud_[\w-]{43}$/

const selectToken = db
  .select({
    ...sessionColumns,
    tokenId: apiTokens._id,
    tokenName: apiTokens.name,
    scope: apiTokens.scope,
    expiresAt: apiTokens.expiresAt,
    lastUsedOn: apiTokens.lastUsedOn,
  })
  .from(apiTokens)
  .innerJoin(users, eq(users._id, apiTokens.userId))
  .leftJoin(rateLimits, eq(rateLimits.userId, apiTokens.userId))
  .leftJoin(subscriptions, eq(subscriptions.userId, apiTokens.userId))
  .where(and(eq(apiTokens.tokenHash, sql.placeholder('tokenHash')), isNull(users.endedAt)))
  .prepare('select_api_token')

/** The user of a token. Null for a token that is malformed, unknown, revoked or expired. */
export async function readTokenSession(token: string): Promise<TokenSession | null> {
  if (!wellFormed.test(token)) return null
  const [row] = await selectToken.execute({ tokenHash: sha256(token) })
  const now = clock.now()
  if (!row || (row.expiresAt && row.expiresAt <= now)) return null
  const { tokenId, expiresAt: _, lastUsedOn, ...session } = row
  const today = now.toISOString().slice(0, 10)
  if (lastUsedOn !== today) await recordUse(tokenId, today)
  return session
}

/** Records the day. If several requests are the first of a day, one of them writes. */
async function recordUse(tokenId: string, today: string) {
  const { _id, lastUsedOn } = apiTokens
  await db
    .update(apiTokens)
    .set({ lastUsedOn: today })
    .where(and(eq(_id, tokenId), or(isNull(lastUsedOn), ne(lastUsedOn, today))))
}
