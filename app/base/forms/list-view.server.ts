import { z } from 'zod'
import type { Call } from '~/base/http/context.server'
import { choiceCookie } from '~/base/http/cookies.server'
import { type ListView, listViews } from './list-view'

const cookie = choiceCookie('list-view')

const [defaultView] = listViews
const viewRule = z.enum(listViews)
const viewIn = (value: unknown) => viewRule.safeParse(value).data

/** The view that the URL requests, if it is valid. */
export const requestedView = (query: URLSearchParams) => viewIn(query.get('view'))

/** The view of the list. A requested view is stored for later requests. */
export async function chooseView({ request, context }: Call, requested: ListView | undefined) {
  const stored = viewIn(await cookie.parse(request.headers.get('Cookie'))) ?? defaultView
  if (!requested || requested === stored) return stored
  context.setCookie(await cookie.serialize(requested))
  return requested
}
