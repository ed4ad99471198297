import { setTimeout } from 'node:timers/promises'
import type { Call } from '~/base/http/context.server'
import { UserError } from '~/base/node/errors'
import { throttleGuesses } from './throttle.server'

/** In milliseconds. Longer than the search for any token, which takes longer if it had a link once. */
const notFoundTime = 20

/**
 * What the link of a public page opens. A GET changes nothing, because mail scanners follow links; only guesses are counted.
 * A used, revoked, expired or unknown token gets the same 404 after the same time.
 */
export async function openLink<T>(call: Call, find: () => Promise<T | undefined>): Promise<T> {
  const wait = setTimeout(notFoundTime)
  const found = await throttleGuesses(call, 'link', find).catch(throwErrorPage)
  if (found) return found
  await wait
  linkNotFound()
}

/** Pages have it by default; files have not. */
const noStore = { 'Cache-Control': 'no-store' }

export function linkNotFound(): never {
  throw new Response(null, { status: 404, statusText: 'Not Found', headers: noStore })
}

function throwErrorPage(error: unknown): never {
  if (!(error instanceof UserError)) throw error
  throw new Response(error.msg, { status: error.status, headers: { ...error.details.headers, ...noStore } })
}
