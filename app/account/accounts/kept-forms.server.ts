import { createCookie, data } from '@remix-run/node'
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { isDemoAccount } from '~/account/users/user'
import { db } from '~/base/db/db.server'
import type { SignInAgain } from '~/base/forms/sign-in-again'
import { readForm } from '~/base/http/body.server'
import type { Call, RequestContext } from '~/base/http/context.server'
import { cookieSettings } from '~/base/http/cookies.server'
import { accountField, accountOf, hasFile, typedTexts } from '~/base/http/form-account.server'
import { secretBox } from '~/base/http/secret-box.server'
import { env } from '~/base/node/env.server'
import { sessions } from '~drizzle/schema'

/** In bytes. A bud's form has at most a photo and 100 kB of texts. */
const bodyLimit = 6_000_000
const textLimit = 500_000

const box = secretBox(env.SESSION_SECRETS)

const answeredBySignIn = new WeakSet<RequestContext>()

/** Whether the request is a form without a session, so that its page needs none. */
export const isAnsweredBySignIn = (context: RequestContext) => answeredBySignIn.has(context)

type KeptForm = { path: string; fields: [string, string][] }

/**
 * Answers a form whose session has ended by the sign-in page. What was typed is in that page only, encrypted for its
 * account; the sign-in moves it to the new session, and `takeKeptForm` shows it once.
 */
export async function signInAgain({ request, context }: Call) {
  answeredBySignIn.add(context)
  const form = await readForm(request, bodyLimit).catch(() => null)
  const account = form && accountOf(form.get(accountField))
  const { pathname, search } = new URL(request.url)
  const path = pathname.replace(/^\/+/, '/') + search
  const kept = form && account ? JSON.stringify({ path, fields: typedTexts(form) }) : ''
  // Anybody can sign in to the demo account, so that its forms would fill the database.
  const isKeepable = account && !isDemoAccount(account) && Buffer.byteLength(kept) <= textLimit
  const answer: SignInAgain = {
    signInAgain: true,
    Email: account?.Email ?? '',
    kept: isKeepable ? box.encrypt(kept, account._id) : '',
    hasFile: form !== null && hasFile(form),
  }
  return data(answer, { status: 401 })
}

/** The form that was kept for a user. Null for another account's form. */
export function openKeptForm(sealed: string | null, userId: string): KeptForm | null {
  const text = sealed && box.decrypt(sealed, userId)
  return text ? JSON.parse(text) : null
}

/** Seconds. The screen of the form opens right after the sign-in. */
const keptFor = 600

const { name, ...settings } = cookieSettings('kept')
/** Says that the session has a kept form, so that other requests need not look. */
const cookie = createCookie(name, { ...settings, maxAge: keptFor })
const keptCookie = new RegExp(`(^|;\\s*)${name}=`)

export const hasKeptForm = (cookies: string | null | undefined) => keptCookie.test(cookies ?? '')

export const announceKeptForm = async ({ setCookie }: RequestContext) => setCookie(await cookie.serialize(1))

const keptRequests = new WeakSet<RequestContext>()

/** Whether the request shows a kept form, which is not stored. */
export const showsKeptForm = (context: RequestContext) => keptRequests.has(context)

/** The fields of the form that the session has kept for the URL. From now on the request shows it. */
export async function takeKeptForm(context: RequestContext, idHash: string, url: string) {
  const isThis = and(eq(sessions.idHash, idHash), isNotNull(sessions.keptForm), eq(sessions.needsCode, false))
  const [session] = await db.select().from(sessions).where(isThis)
  const kept = session && openKeptForm(session.keptForm, session.userId)
  if (kept?.path !== url) return null
  await db.update(sessions).set({ keptForm: null }).where(isThis)
  context.setCookie(await cookie.serialize('', { maxAge: 0 }))
  keptRequests.add(context)
  return kept.fields
}

/** Removes forms that nobody has asked for since the sign-in. */
export const forgetKeptForms = () =>
  db
    .update(sessions)
    .set({ keptForm: null })
    .where(
      and(
        isNotNull(sessions.keptForm),
        lt(sessions.createdAt, sql`now() - ${keptFor} * interval '1 second'`),
      ),
    )
