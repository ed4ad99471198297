import { createCookie } from '@remix-run/node'
import { eq } from 'drizzle-orm'
import { db } from '~/base/db/db.server'
import type { Call } from '~/base/http/context.server'
import { cookieSettings } from '~/base/http/cookies.server'
import { sha256 } from '~/base/http/secret.server'
import { UserError } from '~/base/node/errors'
import { users } from '~drizzle/schema'
import type { StoredCredentials } from './sessions.server'

type Account = { _id: string; Firstname: string; Email: string; passwordHash: string }
type Newcomer = Pick<Account, '_id' | 'Firstname' | 'Email'> & { proof: string }

/** Seconds. A new account signs in right after it was made. */
const lifetime = 600

/** Whether an account was made so short a time ago that its first session counts. */
export const isNewcomer = ({ createdAt }: { createdAt: Date }) =>
  Date.now() - createdAt.getTime() < lifetime * 1000

export const passwordWanted = () => new UserError(401, 'Please log in with your password')

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
 * The account that this browser has just made, if it may sign in without its password: in the ten minutes after the
 * registration, with the password that it was made with. That nobody has signed in yet is checked by `startSession`.
 */
export async function verifyNewcomer(call: Call): Promise<StoredCredentials> {
  const newcomer = await readNewcomer(call)
  await forgetNewcomer(call)
  const { _id, passwordHash, createdAt } = users
  const [user] = newcomer?._id
    ? await db.select({ _id, passwordHash, createdAt }).from(users).where(eq(_id, newcomer._id))
    : []
  if (user?.passwordHash && isNewcomer(user) && sha256(user.passwordHash) === newcomer?.proof) return user
  throw passwordWanted()
}
