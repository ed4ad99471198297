import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { type Db, db } from '~/base/db/db.server'
import { isFirst } from '~/base/db/idempotency.server'
import type { Call } from '~/base/http/context.server'
import { sha256 } from '~/base/http/secret.server'
import { notLoggedIn, UserError } from '~/base/node/errors'
import { secondFactors, sessions, users } from '~drizzle/schema'
import { announceKeptForm, openKeptForm } from './kept-forms.server'
import { forgetNewcomer, isNewcomer, passwordWanted } from './newcomer.server'
import { lifetime, newId, readId, secondsFromNow } from './session-cookie.server'
import { isLive, type StoredCredentials, setId } from './sessions.server'

/** In seconds, to enter the code of the second factor after the password. */
const halfLifetime = 10 * 60

/** SQL condition: the second factor of a user that is on, and not only being set up. */
export const isFactorOn = (userId: string) =>
  and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt))

type SignIn = {
  /** Whether a code of the second factor was right, or a passkey took its place. */
  hasCode?: boolean
  /** Whether a sign-in without its code gets a half-signed-in session, which opens `/login/code` only. */
  mayBeHalf?: boolean
  /** Whether the five minutes of a recent sign-in begin (product 25.6). */
  isRecent?: boolean
  /** Whether the registration takes the place of the password, which only the first sign-in may do. */
  byRegistration?: boolean
  /** A form that was kept, encrypted. */
  kept?: string | null | undefined
}

export const codeNeeded = 'Enter the code from your app'

/**
 * Creates a session, in place of the one that the browser had. Throws if the password has changed since it was verified,
 * because a reset ends all sessions. Every sign-in ends here, so that none goes around the second factor. A form that
 * was kept for the user moves along; `path` is its screen.
 */
export async function startSession(
  call: Call,
  user: StoredCredentials,
  { hasCode = false, mayBeHalf = false, isRecent = true, byRegistration = false, kept }: SignIn = {},
) {
  const id = newId()
  const replacedId = await readId(call)
  const { needsCode, path, hasForm } = await db.transaction(async (tx) => {
    const [current] = await tx.select().from(users).where(eq(users._id, user._id)).for('share')
    if (current?.passwordHash !== user.passwordHash) throw new UserError(401, 'Invalid credentials')
    // A hash, because no table may keep the id of a deleted account.
    const isFirstOfNewcomer = isNewcomer(current) && (await isFirst(tx, sha256(`first session ${user._id}`)))
    if (byRegistration && !isFirstOfNewcomer) throw passwordWanted()
    const needsCode = !hasCode && (await tx.$count(secondFactors, isFactorOn(user._id))) > 0
    if (needsCode && !mayBeHalf) throw new UserError(401, codeNeeded, { errors: { code: [codeNeeded] } })
    const replaced = replacedId ? await deleteSession(tx, replacedId) : undefined
    const sealed = kept || replaced?.keptForm || null
    const form = openKeptForm(sealed, user._id)
    const expiresAt = secondsFromNow(needsCode ? halfLifetime : lifetime)
    const idHash = sha256(id)
    const provenAt = isRecent && !needsCode ? (byRegistration ? current.createdAt : sql`now()`) : null
    // A form with files alone has nothing to show again.
    const keptForm = form?.fields.length ? sealed : null
    // Of many sign-ins with a form, only the last one takes room.
    if (keptForm) await tx.update(sessions).set({ keptForm: null }).where(hasKeptFormOf(user._id))
    const row = { idHash, userId: user._id, expiresAt, needsCode, provenAt, keptForm, ...clientOf(call) }
    await tx.insert(sessions).values(row)
    return { needsCode, path: form?.path, hasForm: keptForm !== null }
  })
  await setId(call, id, needsCode ? halfLifetime : lifetime)
  await forgetNewcomer(call)
  if (hasForm && !needsCode) await announceKeptForm(call.context)
  return { needsCode, path }
}

const hasKeptFormOf = (userId: string) => and(eq(sessions.userId, userId), isNotNull(sessions.keptForm))

async function deleteSession(tx: Db, id: string) {
  const isThis = eq(sessions.idHash, sha256(id))
  const [deleted] = await tx.delete(sessions).where(isThis).returning({ keptForm: sessions.keptForm })
  return deleted
}

/**
 * Gives the session of the request a new id, so that a copy of its cookie opens nothing any more. Throws 401 if the session
 * has ended or another request has just replaced it. `isProven` begins the five minutes of a recent sign-in.
 */
export async function replaceSession(call: Call, { isProven }: { isProven: boolean }) {
  const [replacedId, id] = [await readId(call), newId()]
  const isOwn = and(eq(sessions.idHash, sha256(replacedId ?? '')), isLive, eq(sessions.needsCode, false))
  const [replaced] = await db
    .update(sessions)
    .set({ idHash: sha256(id), ...(isProven && { provenAt: sql`now()` }) })
    .where(isOwn)
    .returning({ _id: sessions._id })
  if (!replaced) throw notLoggedIn()
  await setId(call, id, lifetime)
}

const deviceLength = 300

/** What the list of sessions shows of the client. */
const clientOf = ({ request, context }: Call) => ({
  device: (request.headers.get('User-Agent') ?? '').slice(0, deviceLength),
  address: context.address().replace(/^::ffff:/, ''),
})
