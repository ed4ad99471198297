import { createHash, randomBytes } from 'node:crypto'
import { createCookie, redirect } from '@remix-run/node'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { billingColumns } from '~/billing/billing-columns.server'
import type { Billing } from '~/billing/subscription'
import { redirectWithFailure } from '~/components/toast.server'
import { db } from '~/db/db.server'
import type { Call, Incoming, RequestContext } from '~/http/context.server'
import { cookieNamed } from '~/http/cookies.server'
import { UserError } from '~/http/errors'
import * as schema from '~drizzle/schema'
import type { User } from './account'

const { sessions, users, apiCalls, subscriptions } = schema

const day = 24 * 60 * 60
const lifetime = 30 * day

const { name, ...settings } = cookieNamed('session')
const cookie = createCookie(name, settings)

/** What the API and the screens say of a user, and nothing more (product 13). */
export const userColumns = {
  _id: users._id,
  Firstname: users.Firstname,
  Surname: users.Surname,
  Email: users.Email,
  Location: users.Location,
  avatar: users.avatar,
  Role: users.Role,
  isTestAccount: users.isTestAccount,
}

/** `calls` is how often the user called the API in the minute that runs. */
export type Session = { user: User; billing: Billing; expiresAt: Date; calls: number }

const selectSession = db
  .select({
    ...userColumns,
    billing: billingColumns,
    expiresAt: sessions.expiresAt,
    calls: sql<number>`case when ${apiCalls.minute} = date_trunc('minute', now()) then ${apiCalls.calls} else 0 end`,
  })
  .from(sessions)
  .innerJoin(users, eq(users._id, sessions.userId))
  .leftJoin(apiCalls, eq(apiCalls.userId, sessions.userId))
  .leftJoin(subscriptions, eq(subscriptions.userId, sessions.userId))
  .where(and(eq(sessions.idHash, sql.placeholder('idHash')), gt(sessions.expiresAt, sql`now()`)))
  .prepare('select_session')

const asked = new WeakMap<RequestContext, Promise<Session | null>>()

/** Who asks, in one query that all loaders of a request share; null without a session. */
export function readSession({ request, context }: Call): Promise<Session | null> {
  const known = asked.get(context) ?? findSession(request, context)
  asked.set(context, known)
  return known
}

async function findSession(request: Incoming, context: RequestContext): Promise<Session | null> {
  const id = await cookie.parse(request.headers.get('Cookie'))
  if (typeof id !== 'string') return null
  const [row] = await selectSession.execute({ idHash: hashToken(id) })
  if (!row) return null
  const { billing, expiresAt, calls, ...user } = row
  await prolong(id, expiresAt, context)
  return { user, billing, expiresAt, calls }
}

/** Sessions roll: one that is used lasts 30 days from that day on. */
async function prolong(id: string, expiresAt: Date, context: RequestContext) {
  if (expiresAt.getTime() - Date.now() > (lifetime - day) * 1000) return
  await db
    .update(sessions)
    .set({ expiresAt: expiry() })
    .where(eq(sessions.idHash, hashToken(id)))
  context.setCookie(await cookie.serialize(id, { maxAge: lifetime }))
}

const expiry = () => new Date(Date.now() + lifetime * 1000)

/** Starts a session while the password is still the one that was shown: a reset in between ends this one too. */
export async function startSession(
  user: { _id: string; passwordHash: string | null },
  context: RequestContext,
) {
  const id = randomBytes(32).toString('base64url')
  await db.transaction(async (tx) => {
    const [now] = await tx.select().from(users).where(eq(users._id, user._id)).for('share')
    if (now?.passwordHash !== user.passwordHash) throw new UserError(401, 'Invalid credentials')
    await tx.insert(sessions).values({ idHash: hashToken(id), userId: user._id, expiresAt: expiry() })
  })
  asked.delete(context)
  context.setCookie(await cookie.serialize(id, { maxAge: lifetime }))
}

export async function endSession({ request, context }: Call) {
  const id = await cookie.parse(request.headers.get('Cookie'))
  if (typeof id === 'string') await db.delete(sessions).where(eq(sessions.idHash, hashToken(id)))
  asked.delete(context)
  context.setCookie(await cookie.serialize('', { maxAge: 0 }))
}

export async function deleteExpiredSessions() {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))
}

/** Guard of every dashboard loader and action: without a session the way leads to `/`. */
export async function requireUser(call: Call): Promise<User> {
  return (await requireSession(call)).user
}

export async function requireSession(call: Call) {
  const session = await readSession(call)
  if (!session) throw redirect('/')
  return session
}

/** Guard of every admin screen's loader and action: who is no admin is led to the dashboard and told so. */
export async function requireAdmin(call: Call): Promise<User> {
  const user = await requireUser(call)
  if (user.Role === 'admin') return user
  throw await redirectWithFailure(call, '/dashboard', new UserError(403, 'Unauthorized access'))
}

/** What is kept of a random token: it can be recognised, not recovered. */
export function hashToken(token: string) {
  return createHash('sha256').update(token).digest('base64url')
}
