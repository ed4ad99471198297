import { createCookieSessionStorage } from '@remix-run/node'
import { createToastUtilsWithCustomSession } from 'remix-toast'
import { env } from '~/server/env.server'

const name = 'toast'

/** One message carried over a redirect, in a cookie of its own. */
const storage = createCookieSessionStorage({
  cookie: {
    name,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: env.APP_URL.startsWith('https:'),
    secrets: env.SESSION_SECRETS,
  },
})

const { getToast, ...toasts } = createToastUtilsWithCustomSession(storage)
export const { redirectWithToast, redirectWithSuccess, redirectWithError } = toasts

/** The message that a redirect has left, once: its cookie goes with it. Most requests carry none. */
export async function takeToast(request: Request) {
  const headers = new Headers()
  if (!request.headers.get('Cookie')?.includes(`${name}=`)) return { toast: undefined, headers }
  const { toast } = await getToast(request)
  headers.set('Set-Cookie', await storage.destroySession(await storage.getSession()))
  return { toast, headers }
}
