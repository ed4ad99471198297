import { redirect } from '@remix-run/node'
import { and, eq, gt, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { billingColumns } from '~/account/billing/customers.server'
import type { Billing } from '~/account/billing/subscription'
import { type FaceStyle, isDemoAccount, type User } from '~/account/users/user'
import { type Db, db } from '~/base/db/db.server'
import { jsonRows } from '~/base/db/json-rows.server'
import type { Call, RequestContext } from '~/base/http/context.server'
import { expectFormOf } from '~/base/http/form-account.server'
import { sha256 } from '~/base/http/secret.server'
import { redirectWithFailure } from '~/base/http/toast.server'
import { notLoggedIn, UserError } from '~/base/node/errors'
import { DatabaseUnavailable } from '~/base/node/outage.server'
import {
  changeRows,
  proposals,
  rateLimits,
  sessions,
  smartLists,
  subscriptions,
  users,
} from '~drizzle/schema'
import { hasKeptForm, showsKeptForm, signInAgain, takeKeptForm } from './kept-forms.server'
import { consumePageQuota } from './rate-limit.server'
import { lifetime, readId, secondsFromNow, setCookie, writeId } from './session-cookie.server'
import { dueNumbers, giveUpNumbers, type Lists, noNumbers, numbersOf } from './session-numbers.server'

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

/**
 * `apiRequests` is the number of API requests of the user in the current minute. `_id` names the session. `isRecent`:
 * its password, passkey or code was given a short time ago (product 25.6). `isNew`: that, or it began without a proof a short
 * time ago.
 */
export type Session = Lists & {
  _id: string
  user: User
  billing: Billing
  apiRequests: number
  /** Null: not known yet. */
  timeZone: string | null
  /** What shows a bud without a photo. */
  faces: FaceStyle
  /** The lists' numbers of buds, by the order of the lists. Undefined: not known, as of lists that have just changed. */
  numbers?: number[]
  /** How many updates of buds wait for a review. */
  totalProposals: number
  isRecent: boolean
  isNew: boolean
}

const lists = jsonRows(
  { _id: smartLists._id, name: smartLists.name, filter: smartLists.filter, sort: smartLists.sort },
  sql`from ${smartLists} where ${smartLists.ownerId} = ${users._id}`,
  sql`search_fold(${smartLists.name}), ${smartLists._id}`,
)

const lastChange = sql<string | null>`(
  select ${changeRows.changeId} || ' ' || ${changeRows.n} from ${changeRows}
  where ${changeRows.ownerId} = ${users._id} and exists (select from ${smartLists} where ${smartLists.ownerId} = ${users._id})
  order by ${changeRows.changeId} desc, ${changeRows.n} desc limit 1
)`

const totalProposals = sql<number>`(
  select count(*)::int from ${proposals} where ${proposals.ownerId} = ${users._id}
)`

const isSeenThisHour = sql<boolean>`${sessions.lastSeenAt} > now() - interval '1 hour'`
const isRecent = sql<boolean>`coalesce(${sessions.provenAt} > now() - interval '5 minutes', false)`
const isNew = sql<boolean>`coalesce(${sessions.provenAt}, ${sessions.createdAt}) > now() - interval '5 minutes'`
/** A session lasts at most 90 days from the sign-in. One that still lacks the code of the second factor is live too. */
export const isLive = and(
  gt(sessions.expiresAt, sql`now()`),
  gt(sessions.createdAt, sql`now() - interval '90 days'`),
)

/** The columns of a `Session`, from `users` with `rateLimits` and `subscriptions`. */
export const sessionColumns = {
  user: userColumns,
  billing: billingColumns,
  timeZone: users.timeZone,
  apiRequests: sql<number>`case when ${rateLimits.minute} = date_trunc('minute', now()) then ${rateLimits.requests} else 0 end`,
}

const selectSession = (idHash: string | SQLWrapper, numbers: SQL<number[] | null>) =>
  db
    .select({
      ...sessionColumns,
      _id: sessions._id,
      expiresAt: sessions.expiresAt,
      faces: users.faces,
      lists,
      lastChange,
      numbers,
      totalProposals,
      isSeen: isSeenThisHour,
      isRecent,
      isNew,
    })
    .from(sessions)
    .innerJoin(users, eq(users._id, sessions.userId))
    .leftJoin(rateLimits, eq(rateLimits.userId, sessions.userId))
    .leftJoin(subscriptions, eq(subscriptions.userId, sessions.userId))
    .where(and(eq(sessions.idHash, idHash), isLive, eq(sessions.needsCode, false)))

const selectPlainSession = selectSession(sql.placeholder('idHash'), noNumbers).prepare('select_session')

const sessionOf = new WeakMap<RequestContext, Promise<Session | null>>()

/** The session of the request, or null. All loaders of a request share one query. */
export function readSession(call: Call): Promise<Session | null> {
  const session = sessionOf.get(call.context) ?? findSession(call)
  sessionOf.set(call.context, session)
  return session
}

async function findSession(call: Call): Promise<Session | null> {
  const id = await readId(call)
  if (!id) return null
  const row = await findRow(call, sha256(id))
  if (!row) return null
  const { expiresAt, isSeen, ...session } = row
  if (!isSeen || expiresAt < extensionDue()) await extendSession(id, call.context)
  return session
}

/** The row of a session, with the numbers of its lists if this process has counted them before. */
async function findRow({ request }: Call, idHash: string) {
  const row = await selectRow(idHash, dueNumbers(idHash, request))
  return row && { ...row, numbers: numbersOf(idHash, row) }
}

async function selectRow(idHash: string, numbers: ReturnType<typeof dueNumbers>) {
  const plain = () => selectPlainSession.execute({ idHash })
  if (!numbers) return (await plain())[0]
  const [row] = await selectSession(idHash, numbers).catch(async (error) => {
    if (error instanceof DatabaseUnavailable) throw error
    const rows = await plain()
    if (rows[0]) giveUpNumbers(idHash, rows[0], error)
    return rows
  })
  return row
}

/** Sets the id of the session for the rest of the request and, in the cookie, for those that follow. */
export async function setId(call: Call, id: string | null, maxAge: number) {
  sessionOf.delete(call.context)
  await writeId(call, id, maxAge)
}

/** A session lasts 30 days from its last use. Of several requests at once, one writes, at most once an hour. */
async function extendSession(id: string, context: RequestContext) {
  const isDue = or(sql`not (${isSeenThisHour})`, lte(sessions.expiresAt, extensionDue()))
  const extended = await db
    .update(sessions)
    .set({ lastSeenAt: sql`now()`, expiresAt: secondsFromNow(lifetime) })
    .where(and(eq(sessions.idHash, sha256(id)), isDue))
    .returning({ _id: sessions._id })
  if (extended.length > 0) await setCookie(context, id, lifetime)
}

const day = 24 * 60 * 60
const extensionDue = () => secondsFromNow(lifetime - day)

/** Throws 401 if another request has ended or replaced the session. Call it with the user locked. */
export async function assertSignedIn(call: Call, reader: Db) {
  const idHash = sha256((await readId(call)) ?? '')
  if ((await reader.$count(sessions, eq(sessions.idHash, idHash))) === 0) throw notLoggedIn()
}

export type StoredCredentials = { _id: string; passwordHash: string | null }

/** The user who has given the password, but not the code of the second factor yet. */
export async function readHalfSession(call: Call): Promise<StoredCredentials | null> {
  const id = await readId(call)
  if (!id) return null
  const [user] = await db
    .select({ _id: users._id, passwordHash: users.passwordHash })
    .from(sessions)
    .innerJoin(users, eq(users._id, sessions.userId))
    .where(and(eq(sessions.idHash, sha256(id)), isLive, eq(sessions.needsCode, true)))
  return user ?? null
}

/** Photos and answers of the API are private, and the next person at a shared computer could read them from its cache. */
export async function endSession(call: Call) {
  const id = await readId(call)
  if (id) await db.delete(sessions).where(eq(sessions.idHash, sha256(id)))
  await setId(call, null, 0)
  call.context.clearCache()
}

/** Guard of every dashboard loader and action: without a session redirects to `/`, and answers a form by the sign-in page. */
export const requireUser = async (call: Call): Promise<User> => (await requireSession(call)).user

/** Requests whose screen is counted: several loaders of a request ask for the session. */
const counted = new WeakSet<RequestContext>()

/** A form without a session is answered by the sign-in page, and one of another account is refused when it is read. */
export async function requireSession(call: Call) {
  const { request, context } = call
  const isForm = request.method !== 'GET' && request.method !== 'HEAD'
  const session = await readSession(call)
  if (!session) throw isForm ? await signInAgain(call) : redirect('/')
  // The demo account has many visitors.
  const visitor = isDemoAccount(session.user) ? session._id : session.user._id
  if (!counted.has(context)) consumePageQuota('screens', visitor)
  counted.add(context)
  if (isForm) expectFormOf(request, { account: session.user, isRestored: showsKeptForm(context) })
  return session
}

/** The fields of a form that was kept for the URL across a sign-in (product 29.2). */
export async function readKeptForm(call: Call) {
  const { request, context } = call
  const id = hasKeptForm(request.headers.get('Cookie')) ? await readId(call) : null
  return id ? takeKeptForm(context, sha256(id), request.url) : null
}

/** Guard of every admin screen's loader and action: redirects other users to the dashboard with a toast. */
export async function requireAdmin(call: Call): Promise<User> {
  const user = await requireUser(call)
  if (user.Role === 'admin') return user
  throw await redirectWithFailure(call, '/dashboard', new UserError(403, 'Unauthorized access'))
}
