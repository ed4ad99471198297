import { throttleGuesses } from '~/accounts/throttle.server'
import type { Call } from '~/http/context.server'
import { UserError } from '~/http/errors'
import { findInvitation } from './invitations.server'

/**
 * The invitation of the token in a path. Shows the error page: the same 404 for each token that opens nothing, and 429 for
 * a client that guesses.
 */
export async function openInvitation(call: Call & { params: Record<string, string | undefined> }) {
  try {
    return (await throttleGuesses(call, () => findInvitation(call.params.token ?? ''))) ?? notFound()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const { msg, status, details } = error
    throw new Response(msg, { status, headers: { ...details.headers } })
  }
}

export function notFound(): never {
  throw new Response(null, { status: 404, statusText: 'Not Found' })
}
