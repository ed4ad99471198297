import { createCookieSessionStorage } from '@remix-run/node'
import { createToastUtilsWithCustomSession } from 'remix-toast'
import type { Call } from '~/http/context.server'
import { cookieNamed } from '~/http/cookies.server'
import { somethingWentWrong, UserError } from '~/http/errors'
import { isUnavailable } from '~/http/outage.server'

/** One message carried over a redirect, in a cookie of its own. */
const cookie = cookieNamed('toast')
const storage = createCookieSessionStorage({ cookie })
const inCookies = new RegExp(`(^|;\\s*)${cookie.name}=`)

/** Whether the Cookie header carries a message. */
export const hasToast = (cookies: string | null | undefined) => inCookies.test(cookies ?? '')

const { getToast, redirectWithError, ...toasts } = createToastUtilsWithCustomSession(storage)
export const { redirectWithSuccess } = toasts

/**
 * Leads to `address`, which says what went wrong there, or always `msg` if there is one; an error that is our fault is
 * logged and not named. An outage is thrown on: what it would lead to is away as well.
 */
export function redirectWithFailure(
  { context }: Pick<Call, 'context'>,
  address: string,
  error: unknown,
  msg?: string,
) {
  if (error instanceof UserError) return redirectWithError(address, msg ?? error.msg)
  if (isUnavailable(error)) throw error
  context.log.error({ err: error }, 'screen failed')
  return redirectWithError(address, msg ?? somethingWentWrong)
}

/** The message that a redirect has left, once: its cookie goes with it. Most requests carry none. */
export async function takeToast(request: Request) {
  const headers = new Headers()
  if (!hasToast(request.headers.get('Cookie'))) return { toast: undefined, headers }
  const { toast } = await getToast(request)
  headers.set('Set-Cookie', await storage.destroySession(await storage.getSession()))
  return { toast, headers }
}
