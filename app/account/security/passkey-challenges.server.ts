import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import { sha256 } from '~/base/http/secret.server'
import { env } from '~/base/node/env.server'
import { passkeyChallenges } from '~drizzle/schema'

const { challengeHash, userId, expiresAt } = passkeyChallenges

/** Loaded when somebody uses a passkey: it takes 0.2 s and 30 MB. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

/** Passkeys belong to the configured origin, whatever host a request names. */
export const origin = env.APP_URL
export const rpID = new URL(env.APP_URL).hostname

/** Minutes in which a challenge has to come back. */
const lifetime = 5
export const timeout = lifetime * 60_000

/** Stores the challenge of a user who adds a passkey, or of a sign-in (`null`). A user has one: it replaces the last. */
export async function storeChallenge(challenge: string, owner: string | null) {
  if (owner) await db.delete(passkeyChallenges).where(eq(userId, owner))
  await db.insert(passkeyChallenges).values({
    challengeHash: sha256(challenge),
    userId: owner,
    expiresAt: sql`now() + make_interval(mins => ${lifetime}::int)`,
  })
}

/**
 * Returns the challenge that a passkey has signed, or null if it was not given out for this, has expired or came back
 * before. Deleting it is what makes it work once, on any process.
 */
export async function spendChallenge(clientDataJSON: string, owner: string | null) {
  const challenge = challengeIn(clientDataJSON)
  if (challenge === null) return null
  const spent = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(challengeHash, sha256(challenge)),
        owner ? eq(userId, owner) : isNull(userId),
        gt(expiresAt, sql`now()`),
      ),
    )
    .returning({ challengeHash })
  return spent.length > 0 ? challenge : null
}

/** Null for what no browser sends. The product is in no frame, so a passkey of a frame is none of ours. */
function challengeIn(clientDataJSON: string) {
  try {
    const { challenge, crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' && !crossOrigin ? challenge : null
  } catch {
    return null
  }
}
