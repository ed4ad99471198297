import { createCookie } from '@remix-run/node'
import type { Call } from '~/base/http/context.server'
import { cookieSettings } from '~/base/http/cookies.server'

type Newcomer = { Firstname: string; Email: string }

/** Seconds. A new account signs in right after it was made. */
const lifetime = 600

const { name, ...settings } = cookieSettings('newcomer')
/** Carries name and address from /register to /login, so that neither is typed again or stands in a URL. */
const cookie = createCookie(name, { ...settings, maxAge: lifetime })

export async function rememberNewcomer({ context }: Call, { Firstname, Email }: Newcomer) {
  context.setCookie(await cookie.serialize({ Firstname, Email }))
}

/** The account that this browser has just made. */
export async function readNewcomer({ request }: Pick<Call, 'request'>): Promise<Newcomer | null> {
  return cookie.parse(request.headers.get('Cookie'))
}

/** For a sign-in, after which nobody else at the browser sees the address. */
export async function forgetNewcomer(call: Call) {
  if (await readNewcomer(call)) call.context.setCookie(await cookie.serialize('', { maxAge: 0 }))
}
