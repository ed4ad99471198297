import { type Choice, choices, finish } from './checkout.server'
import { checkoutPage, endedPage } from './pages.server'
import type { Session } from './state.server'
import type { World } from './world.server'

type Answer = { status: number; headers: Record<string, string>; body: string }

/** Not `form-action`: what is finished leads back to the app, which is another origin. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
}

const shown = (body: string, status = 200): Answer => ({ status, headers: pageHeaders, body })

export const leadTo = (address: string): Answer => ({ status: 303, headers: { Location: address }, body: '' })

/** The page that a checkout session's `url` leads to. */
export function answerCheckout(
  world: World,
  method: string,
  { path, body }: { path: string; body: string },
): Answer {
  const session = world.state.sessions.rows.get(path.slice('/checkout/'.length))
  if (!session) return shown(endedPage('Not found', 'There is no such checkout.'), 404)
  if (session.status === 'expired') {
    return shown(
      endedPage('Expired', 'This checkout has expired. Go back and start again.', session.cancel_url),
      410,
    )
  }
  if (session.status === 'complete') return leadTo(successOf(session))
  return method === 'POST' ? choose(world, session, body) : shown(drawn(world, session, false))
}

const successOf = ({ success_url, id }: Session) =>
  (success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id)

function choose(world: World, session: Session, body: string) {
  const card = new URLSearchParams(body).get('card')
  if (!isChoice(card)) return shown(drawn(world, session, false), 400)
  return finish(world, session, card) ? leadTo(successOf(session)) : shown(drawn(world, session, true), 402)
}

const isChoice = (value: string | null): value is Choice => choices.some((choice) => choice === value)

function drawn({ state }: World, session: Session, isDeclined: boolean) {
  return checkoutPage(session, { trialDays: state.plans.get(session.id)?.trialDays ?? null, isDeclined })
}
