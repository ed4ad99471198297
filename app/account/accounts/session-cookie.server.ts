import { randomBytes } from 'node:crypto'
import { createCookie } from '@remix-run/node'
import type { Call, RequestContext } from '~/base/http/context.server'
import { cookieSettings } from '~/base/http/cookies.server'

/** In seconds, from the last use of a session. */
export const lifetime = 30 * 24 * 60 * 60

const { name, ...settings } = cookieSettings('session')
const cookie = createCookie(name, settings)

/** The id that the response sets in place of that of the request's cookie. Null: the response clears the cookie. */
const newIdOf = new WeakMap<RequestContext, string | null>()

export async function readId({ request, context }: Call) {
  const newId = newIdOf.get(context)
  if (newId !== undefined) return newId
  const id = await cookie.parse(request.headers.get('Cookie'))
  return typeof id === 'string' && id !== '' ? id : null
}

export async function writeId({ context }: Call, id: string | null, maxAge: number) {
  newIdOf.set(context, id)
  await setCookie(context, id ?? '', maxAge)
}

export async function setCookie(context: RequestContext, id: string, maxAge: number) {
  context.setCookie(await cookie.serialize(id, { maxAge }))
}

export const newId = () => randomBytes(32).toString('base64url')

export const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1000)
