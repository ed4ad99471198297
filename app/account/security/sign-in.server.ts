import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import type { LoginInput } from '~/account/accounts/account-input.server'
import { hasEmail } from '~/account/accounts/email.server'
import { verifyNewcomer } from '~/account/accounts/newcomer.server'
import { verifyPassword } from '~/account/accounts/passwords.server'
import type { StoredCredentials } from '~/account/accounts/sessions.server'
import { startSession } from '~/account/accounts/start-session.server'
import { demoSignInPolicy, throttleClient, throttleSignIn } from '~/account/accounts/throttle.server'
import { demoEmail } from '~/account/users/user'
import { db } from '~/base/db/db.server'
import type { Call } from '~/base/http/context.server'
import { env } from '~/base/node/env.server'
import { UserError } from '~/base/node/errors'
import { users } from '~drizzle/schema'
import { isSecondFactorOn, verifyCode } from './codes.server'
import type { PasskeyLoginInput } from './passkey-input.server'
import { verifyPasskey } from './passkey-login.server'

const authenticator = new Authenticator<StoredCredentials>().use(
  new FormStrategy(({ form }) => verifyUser(String(form.get('Email')), String(form.get('Password')))),
)

/** An unknown email address and a wrong password get the same response in the same time. */
async function verifyUser(email: string, password: string) {
  const user = await findCredentials(email)
  if (!(await verifyPassword(user?.passwordHash, password)) || !user) {
    throw new UserError(401, 'Invalid credentials')
  }
  return user
}

async function findCredentials(email: string): Promise<StoredCredentials | undefined> {
  const { _id, passwordHash } = users
  const [user] = await db.select({ _id, passwordHash }).from(users).where(hasEmail(email))
  return user
}

/**
 * Signs in. With a second factor and no code, either starts a half-signed-in session, if `mayBeHalf`, or throws 401.
 * The code is not looked at before the password is right.
 */
export async function signIn(
  call: Call,
  { Email, Password, code }: LoginInput,
  {
    mayBeHalf = false,
    isRecent = true,
    kept,
  }: { mayBeHalf?: boolean; isRecent?: boolean; kept?: string } = {},
) {
  const body = new URLSearchParams({ Email, Password })
  const request = new Request('http://localhost/login', { method: 'POST', body })
  const user = await throttleSignIn(call, Email, () => authenticator.authenticate('form', request))
  const hasCode = code !== '' && (await isSecondFactorOn(user._id))
  if (hasCode) await verifyCode(call, user._id, code)
  return startSession(call, user, { hasCode, mayBeHalf, isRecent, kept })
}

/** Completes a half-signed-in session: a new session replaces it. */
export async function signInByCode(call: Call, user: StoredCredentials, code: string) {
  await verifyCode(call, user._id, code)
  return startSession(call, user, { hasCode: true })
}

/** Signs in with a passkey. No code is asked for, because the device has verified its user. */
export async function signInByPasskey(call: Call, input: PasskeyLoginInput, kept?: string) {
  return startSession(call, await verifyPasskey(input), { hasCode: true, kept })
}

/** Signs in the account that this browser has just made, once. Its password was given at the registration. */
export async function signInNewcomer(call: Call, kept?: string) {
  return startSession(call, await verifyNewcomer(call), { byRegistration: true, kept })
}

export const isDemoOffered = env.DEMO_ACCOUNT === 'on'

export async function signInDemo(call: Call, kept?: string) {
  await throttleClient(call, 'demo', demoSignInPolicy)
  const demo = await findCredentials(demoEmail)
  if (!isDemoOffered || !demo) throw new UserError(404, 'The demo account is not offered here')
  return startSession(call, demo, { isRecent: false, kept })
}
