import { createCookieSessionStorage } from '@remix-run/node'
import { createToastUtilsWithCustomSession } from 'remix-toast'
import { somethingWentWrong, UserError } from '~/base/node/errors'
import { isUnavailable } from '~/base/node/outage.server'
import type { Call } from './context.server'
import { cookieSettings } from './cookies.server'
import { asDeletedUser } from './deleted-user.server'

/** A cookie carries the message across a redirect. */
const cookie = cookieSettings('toast')
const storage = createCookieSessionStorage({ cookie })
const toastCookie = new RegExp(`(^|;\\s*)${cookie.name}=`)

/** Whether a Cookie header carries a message. */
export const hasToast = (cookies: string | null | undefined) => toastCookie.test(cookies ?? '')

const { getToast, ...toasts } = createToastUtilsWithCustomSession(storage)
export const { redirectWithSuccess, redirectWithError } = toasts

/**
 * Redirects with a success toast that has the button 'Undo', unless nothing was changed. `description`, the only free
 * field of a toast in remix-toast, carries the id of the change set.
 */
export function redirectWithUndo(path: string, message: string, changeId: string | undefined) {
  return redirectWithSuccess(path, changeId ? { message, description: changeId } : { message })
}

/**
 * Redirects to `path` with an error toast: `msg`, or the message of a `UserError`. Any other error is logged and its
 * message is hidden. An outage is rethrown, because the redirect target would fail as well.
 */
export function redirectWithFailure(call: Pick<Call, 'context'>, path: string, error: unknown, msg?: string) {
  const userError = error instanceof UserError ? error : asDeletedUser(error)
  if (userError) return redirectWithError(path, msg ?? userError.msg)
  if (isUnavailable(error)) throw error
  call.context.log.error({ err: error }, 'screen failed')
  return redirectWithError(path, msg ?? somethingWentWrong)
}

/** The URL that undoes a change set. */
export const undoPath = (changeId: string) => `/dashboard/history/${changeId}`

/** What was done to one record, whose name the toast can say as well. */
const aboutRecord = /^\w+ (added|edited|deleted) successfully$/

/** Reads the message of a redirect and deletes its cookie. `nameOf` is the name of a change set, or empty. */
export async function consumeToast(request: Request, nameOf: (changeId: string) => Promise<string>) {
  const headers = new Headers()
  if (!hasToast(request.headers.get('Cookie'))) return { toast: undefined, headers }
  const { toast: stored } = await getToast(request)
  const changeId = stored?.description
  const undo = changeId && undoPath(changeId)
  const name = changeId && aboutRecord.test(stored.message) ? await nameOf(changeId).catch(() => '') : ''
  const toast = stored && {
    type: stored.type,
    message: stored.message,
    ...(name && { about: name }),
    ...(undo && { undo }),
  }
  headers.set('Set-Cookie', await storage.destroySession(await storage.getSession()))
  return { toast, headers }
}
