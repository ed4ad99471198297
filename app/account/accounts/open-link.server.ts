import { setTimeout } from 'node:timers/promises'
import type { EndedLink } from '~/base/components/page-error'
import type { Call } from '~/base/http/context.server'
import { UserError } from '~/base/node/errors'
import { throttleGuesses } from './throttle.server'

/** In milliseconds. Longer than the search for any token, which takes longer if it had a link once. */
const notFoundTime = 20

/** Of somebody without an account. */
export const endedGuestLink: EndedLink = {
  hint: 'The link may have ended. Ask the person who sent it to you.',
  to: '/',
  label: 'Home',
}

/**
 * What the link of a public page opens. A GET changes nothing, because mail scanners follow links; only guesses are counted.
 * A used, revoked, expired or unknown token gets the same 404 after the same time.
 */
export async function openLink<T>(
  call: Call,
  find: () => Promise<T | undefined>,
  ended?: EndedLink,
): Promise<T> {
  const wait = setTimeout(notFoundTime)
  const found = await throttleGuesses(call, 'link', find).catch(throwErrorPage)
  if (found) return found
  await wait
  linkNotFound(ended)
}

/** Pages have it by default; files have not. */
const noStore = { 'Cache-Control': 'no-store' }

export function linkNotFound(ended?: EndedLink): never {
  const init = { status: 404, statusText: 'Not Found', headers: noStore }
  throw ended ? Response.json(ended, init) : new Response(null, init)
}

function throwErrorPage(error: unknown): never {
  if (!(error instanceof UserError)) throw error
  throw new Response(error.msg, { status: error.status, headers: { ...error.details.headers, ...noStore } })
}
