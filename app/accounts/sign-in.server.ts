import { eq, sql } from 'drizzle-orm'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { v7 as uuid } from 'uuid'
import { db } from '~/db/db.server'
import type { Call } from '~/http/context.server'
import { env } from '~/http/env.server'
import { UserError } from '~/http/errors'
import { demoUser } from '~drizzle/demo/user'
import { sessions, users } from '~drizzle/schema'
import { hasEmail } from './email.server'
import { hashPassword, verifyPassword } from './passwords.server'
import { startSession } from './sessions.server'
import { countByAddress, demoVisits, slowed } from './throttle.server'

type Credentials = { _id: string; passwordHash: string | null }

const authenticator = new Authenticator<Credentials>().use(
  new FormStrategy(({ form }) => verifyUser(String(form.get('Email')), String(form.get('Password')))),
)

/** A wrong address and a wrong password get the same answer in the same time. */
async function verifyUser(email: string, password: string) {
  const [user] = await db
    .select({ _id: users._id, passwordHash: users.passwordHash })
    .from(users)
    .where(hasEmail(email))
  if (!(await verifyPassword(user?.passwordHash, password)) || !user) {
    throw new UserError(401, 'Invalid credentials')
  }
  return user
}

export async function signIn(call: Call, { Email, Password }: { Email: string; Password: string }) {
  const body = new URLSearchParams({ Email, Password })
  const request = new Request('http://localhost/login', { method: 'POST', body })
  const user = await slowed(call, Email, () => authenticator.authenticate('form', request))
  await startSession(user, call.context)
}

export const isDemoOffered = env.DEMO_ACCOUNT === 'on'

export async function signInDemo(call: Call) {
  await countByAddress(call, 'demo', demoVisits)
  const [demo] = await db
    .select({ _id: users._id, passwordHash: users.passwordHash })
    .from(users)
    .where(hasEmail(demoUser.Email))
  if (!isDemoOffered || !demo) throw new UserError(404, 'The demo account is not offered here')
  await startSession(demo, call.context)
}

/** The account of ADMIN_EMAIL: made when it is missing, and an admin with that password in any case. */
export async function makeSureOfAdmin(email: string, password: string) {
  const [known] = await db.select().from(users).where(hasEmail(email))
  if (known?.Role === 'admin' && (await verifyPassword(known.passwordHash, password))) return
  const passwordHash = await hashPassword(password)
  if (known) await makeAdmin(known._id, passwordHash)
  else await insertAdmin(email, passwordHash)
}

/** Whoever held the account before is signed out. */
async function makeAdmin(userId: string, passwordHash: string) {
  await db.update(users).set({ Role: 'admin', passwordHash }).where(eq(users._id, userId))
  await db.delete(sessions).where(eq(sessions.userId, userId))
}

async function insertAdmin(Email: string, passwordHash: string) {
  await db
    .insert(users)
    .values({ _id: uuid(), Firstname: 'Admin', Email, Role: 'admin', passwordHash, trialEndsAt: sql`now()` })
    .onConflictDoNothing()
}
