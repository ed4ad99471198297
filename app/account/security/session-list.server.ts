import { and, desc, eq, ne } from 'drizzle-orm'
import { recoverAccess } from '~/account/accounts/access.server'
import { assertNotDemo, lockUser } from '~/account/accounts/accounts.server'
import { endSession, isLive, readSession } from '~/account/accounts/sessions.server'
import { replaceSession } from '~/account/accounts/start-session.server'
import { isDemoAccount, type User } from '~/account/users/user'
import { db } from '~/base/db/db.server'
import { byId } from '~/base/db/owned.server'
import { localDay } from '~/base/db/owner-clock.server'
import type { Call } from '~/base/http/context.server'
import { notLoggedIn } from '~/base/node/errors'
import { sessions, users } from '~drizzle/schema'
import { nameDevice } from './device'

const { hasId, assertFound } = byId('Session', sessions)

/** The most sessions in a list: a program may sign in at each run. */
export const maxSessions = 200

/** The id of the request's own session. */
export async function currentSessionId(call: Call) {
  const session = await readSession(call)
  if (!session) throw notLoggedIn()
  return session._id
}

/** The sessions of a user, the request's own first. The demo account has those of other visitors, which it cannot see. */
export async function findSessions(call: Call, user: User) {
  const currentId = await currentSessionId(call)
  const isCurrent = eq(sessions._id, currentId)
  const rows = await db
    .select({
      _id: sessions._id,
      device: sessions.device,
      address: sessions.address,
      lastSeenOn: localDay(sessions.lastSeenAt),
      createdAt: sessions.createdAt,
      /** For the screen. */
      createdOn: localDay(sessions.createdAt),
    })
    .from(sessions)
    .innerJoin(users, eq(users._id, sessions.userId))
    .where(
      and(
        eq(sessions.userId, user._id),
        eq(sessions.needsCode, false),
        isLive,
        isDemoAccount(user) ? isCurrent : undefined,
      ),
    )
    .orderBy(desc(isCurrent), desc(sessions.lastSeenAt), sessions._id)
    .limit(maxSessions)
  return rows.map(({ device, ...row }) => ({
    ...row,
    device: nameDevice(device),
    isCurrent: row._id === currentId,
  }))
}

export type ListedSession = Awaited<ReturnType<typeof findSessions>>[number]

export const sessionEnded = 'That device was signed out'
export const everythingEnded = 'Everything was signed out, and no program has access'
export const othersEnded = 'All other devices were signed out'

/** Ends a session of the user. Returns whether it was the request's own, which also loses its cookie. */
export async function endListedSession(call: Call, user: User, id: string) {
  const isOwn = id.toLowerCase() === (await currentSessionId(call))
  if (isOwn) await endSession(call)
  else {
    assertNotDemo(user)
    const isTheirs = and(eq(sessions.userId, user._id), hasId(id))
    const [ended] = await db.delete(sessions).where(isTheirs).returning({ _id: sessions._id })
    assertFound(ended)
  }
  return isOwn
}

export async function endOtherSessions(call: Call, user: User) {
  assertNotDemo(user)
  const currentId = await currentSessionId(call)
  // What is left of this session is in this browser alone.
  await replaceSession(call, { isProven: false })
  await db.delete(sessions).where(and(eq(sessions.userId, user._id), ne(sessions._id, currentId)))
}

/** Ends all sessions, the request's own too, and revokes tokens, feeds and webhooks. */
export async function endEverything(call: Call, user: User) {
  assertNotDemo(user)
  await db.transaction(async (tx) => {
    await lockUser(tx, user._id)
    await recoverAccess(tx, user._id)
  })
  await endSession(call)
}
