import { randomBytes } from 'node:crypto'
import { createCookie, redirect } from '@remix-run/node'
import { and, eq, gt, sql } from 'drizzle-orm'
import { billingColumns } from '~/billing/customers.server'
import type { Billing } from '~/billing/subscription'
import { db } from '~/db/db.server'
import type { Call, IncomingRequest, RequestContext } from '~/http/context.server'
import { cookieSettings } from '~/http/cookies.server'
import { UserError } from '~/http/errors'
import { sha256 } from '~/http/secret.server'
import { redirectWithFailure } from '~/http/toast.server'
import { rateLimits, sessions, subscriptions, users } from '~drizzle/schema'
import type { User } from './account'

const day = 24 * 60 * 60
const lifetime = 30 * day

const { name, ...settings } = cookieSettings('session')
const cookie = createCookie(name, settings)

/** The columns of a user that the API and the screens may show (product 13). */
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

/** `apiRequests` is the number of API requests of the user in the current minute. */
export type Session = { user: User; billing: Billing; apiRequests: number; hasTimeZone: boolean }

/** The columns of a `Session`, from `users` with `rateLimits` and `subscriptions`. */
export const sessionColumns = {
  ...userColumns,
  billing: billingColumns,
  hasTimeZone: sql<boolean>`${users.timeZone} is not null`,
  apiRequests: sql<number>`case when ${rateLimits.minute} = date_trunc('minute', now()) then ${rateLimits.requests} else 0 end`,
}

const selectSession = db
  .select({ ...sessionColumns, expiresAt: sessions.expiresAt })
  .from(sessions)
  .innerJoin(users, eq(users._id, sessions.userId))
  .leftJoin(rateLimits, eq(rateLimits.userId, sessions.userId))
  .leftJoin(subscriptions, eq(subscriptions.userId, sessions.userId))
  .where(and(eq(sessions.idHash, sql.placeholder('idHash')), gt(sessions.expiresAt, sql`now()`)))
  .prepare('select_session')

const sessionOf = new WeakMap<RequestContext, Promise<Session | null>>()

/** The session of the request, or null. All loaders of a request share one query. */
export function readSession({ request, context }: Call): Promise<Session | null> {
  const session = sessionOf.get(context) ?? findSession(request, context)
  sessionOf.set(context, session)
  return session
}

async function findSession(request: IncomingRequest, context: RequestContext): Promise<Session | null> {
  const id = await cookie.parse(request.headers.get('Cookie'))
  if (typeof id !== 'string') return null
  const [row] = await selectSession.execute({ idHash: sha256(id) })
  if (!row) return null
  const { billing, expiresAt, apiRequests, hasTimeZone, ...user } = row
  await extendSession(id, expiresAt, context)
  return { user, billing, apiRequests, hasTimeZone }
}

/** A session lasts 30 days from its last use. Its expiry is written at most once a day. */
async function extendSession(id: string, expiresAt: Date, context: RequestContext) {
  if (expiresAt.getTime() - Date.now() > (lifetime - day) * 1000) return
  await db
    .update(sessions)
    .set({ expiresAt: expiry() })
    .where(eq(sessions.idHash, sha256(id)))
  context.setCookie(await cookie.serialize(id, { maxAge: lifetime }))
}

const expiry = () => new Date(Date.now() + lifetime * 1000)

export type StoredCredentials = { _id: string; passwordHash: string | null }

/** Creates a session. Throws if the password has changed since it was verified, because a reset ends all sessions. */
export async function startSession(user: StoredCredentials, context: RequestContext) {
  const id = randomBytes(32).toString('base64url')
  await db.transaction(async (tx) => {
    const [current] = await tx.select().from(users).where(eq(users._id, user._id)).for('share')
    if (current?.passwordHash !== user.passwordHash) throw new UserError(401, 'Invalid credentials')
    await tx.insert(sessions).values({ idHash: sha256(id), userId: user._id, expiresAt: expiry() })
  })
  sessionOf.delete(context)
  context.setCookie(await cookie.serialize(id, { maxAge: lifetime }))
}

export async function endSession({ request, context }: Call) {
  const id = await cookie.parse(request.headers.get('Cookie'))
  if (typeof id === 'string') await db.delete(sessions).where(eq(sessions.idHash, sha256(id)))
  sessionOf.delete(context)
  context.setCookie(await cookie.serialize('', { maxAge: 0 }))
}

/** Guard of every dashboard loader and action: redirects to `/` without a session. */
export const requireUser = async (call: Call): Promise<User> => (await requireSession(call)).user

export async function requireSession(call: Call) {
  const session = await readSession(call)
  if (!session) throw redirect('/')
  return session
}

/** Guard of every admin screen's loader and action: redirects other users to the dashboard with a toast. */
export async function requireAdmin(call: Call): Promise<User> {
  const user = await requireUser(call)
  if (user.Role === 'admin') return user
  throw await redirectWithFailure(call, '/dashboard', new UserError(403, 'Unauthorized access'))
}
