import { createCookie } from '@remix-run/node'
import { and, eq, notExists, sql } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import type { Call } from '~/base/http/context.server'
import { cookieSettings } from '~/base/http/cookies.server'
import { sha256 } from '~/base/http/secret.server'
import { UserError } from '~/base/node/errors'
import { sessions, users } from '~drizzle/schema'
import type { StoredCredentials } from './sessions.server'

type Account = { _id: string; Firstname: string; Email: string; passwordHash: string }
type Newcomer = Pick<Account, '_id' | 'Firstname' | 'Email'> & { proof: string }

/** Seconds. A new account signs in right after it was made. */
const lifetime = 600

const { name, ...settings } = cookieSettings('newcomer')
/** Carries a new account from /register to /login, so that nothing is typed again or stands in a URL. */
const cookie = createCookie(name, { ...settings, maxAge: lifetime })

export async function rememberNewcomer({ context }: Call, { _id, Firstname, Email, passwordHash }: Account) {
  context.setCookie(await cookie.serialize({ _id, Firstname, Email, proof: sha256(passwordHash) }))
}

/** The account that this browser has just made. */
export async function readNewcomer({ request }: Pick<Call, 'request'>): Promise<Newcomer | null> {
  return cookie.parse(request.headers.get('Cookie'))
}

/** For a sign-in, after which nobody else at the browser sees the address. */
export async function forgetNewcomer(call: Call) {
  if (await readNewcomer(call)) call.context.setCookie(await cookie.serialize('', { maxAge: 0 }))
}

/**
 * The account that this browser has just made, if it may sign in without its password once more: in the ten minutes after
 * the registration, until anybody has signed in, with the password that it was made with.
 */
export async function verifyNewcomer(call: Call): Promise<StoredCredentials> {
  const newcomer = await readNewcomer(call)
  const user = newcomer?._id ? await findUnused(newcomer._id) : undefined
  if (user?.passwordHash && sha256(user.passwordHash) === newcomer?.proof) return user
  await forgetNewcomer(call)
  throw new UserError(401, 'Please log in with your password')
}

async function findUnused(id: string): Promise<StoredCredentials | undefined> {
  const { _id, passwordHash, createdAt } = users
  const isNew = sql`${createdAt} > now() - ${lifetime} * interval '1 second'`
  const hasSession = db.select().from(sessions).where(eq(sessions.userId, _id))
  const isUnused = and(eq(_id, id), isNew, notExists(hasSession))
  const [user] = await db.select({ _id, passwordHash }).from(users).where(isUnused)
  return user
}
