import { createCookieSessionStorage } from '@remix-run/node'
import { createToastUtilsWithCustomSession } from 'remix-toast'
import { env } from '~/server/env.server'

/** One message carried over a redirect, in a cookie of its own. */
const storage = createCookieSessionStorage({
  cookie: {
    name: 'toast',
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: env.APP_URL.startsWith('https:'),
    secrets: env.SESSION_SECRETS,
  },
})

export const { getToast, redirectWithToast, redirectWithSuccess, redirectWithError, jsonWithError } =
  createToastUtilsWithCustomSession(storage)
