import type { RequestHandler } from 'express'
import { completeSession, type TestCard, testCards } from './checkout.server'
import type { Session } from './objects.server'
import { escapeHtml, sendPage } from './pages.server'
import { type Emulator, saveState } from './state.server'

/** The page at a checkout session's `url`. */
export function checkoutHandler(emulator: Emulator): RequestHandler {
  return ({ method, params, body }, response) => {
    const session = emulator.state.sessions.get(params.id ?? '')
    if (!session) return sendPage(response, messagePage('Not found', 'There is no such checkout.'), 404)
    if (session.status === 'expired') {
      const text = 'This checkout has expired. Go back and start again.'
      return sendPage(response, messagePage('Expired', text, session.cancel_url), 410)
    }
    if (session.status === 'complete') return response.redirect(303, successUrl(session))
    if (method !== 'POST') return sendPage(response, checkoutPage(emulator, session))
    if (!isTestCard(body.card)) return sendPage(response, checkoutPage(emulator, session), 400)
    const isPaid = completeSession(emulator, session, body.card)
    saveState(emulator)
    if (isPaid) return response.redirect(303, successUrl(session))
    sendPage(response, checkoutPage(emulator, session, 'The card was declined. Choose another one.'), 402)
  }
}

const successUrl = ({ success_url, id }: Session) =>
  (success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id)

const isTestCard = (value: string): value is TestCard => Object.hasOwn(testCards, value)

const notice =
  '<p class="notice">This is a practice checkout. Nothing is charged and no card is asked for.</p>'

/** The user selects the behaviour of the card instead of entering a number. */
function checkoutPage(emulator: Emulator, session: Session, error = '') {
  const isSetup = session.mode === 'setup'
  const title = isSetup ? 'Update your card' : 'Subscribe to Budkeeper'
  const verb = isSetup ? 'Save' : 'Pay with'
  const intro = isSetup
    ? '<p class="quiet-text">The card that you save here pays for your subscription.</p>'
    : priceHtml(emulator, session)
  const main = `${notice}
${error && `<p class="form-error" role="alert">${error}</p>`}
<section class="card">
<h1>${title}</h1>
${intro}
<form method="post">
<button class="button" name="card" value="works">${verb} a card that works</button>
<button class="button quiet" name="card" value="declined-later">${verb} a card that is declined later</button>
<button class="button quiet" name="card" value="declined">${verb} a card that is declined now</button>
</form>
${session.cancel_url ? `<a class="button bare" href="${escapeHtml(session.cancel_url)}">Back</a>` : ''}
</section>`
  return { title, main }
}

function priceHtml(emulator: Emulator, { id }: Session) {
  const days = emulator.state.plans.get(id)?.trialDays
  const first = days
    ? `The first payment is due after ${days} ${days === 1 ? 'day' : 'days'} of trial.`
    : 'The first payment is due today.'
  return `<p class="price">£${(emulator.options.amount / 100).toFixed(2)} <small>a month</small></p>
<p class="quiet-text">${first}</p>`
}

function messagePage(title: string, text: string, back?: string | null) {
  const link = back ? `<a class="button" href="${escapeHtml(back)}">Back</a>` : ''
  return { title, main: `<section class="card"><h1>${title}</h1><p>${text}</p>${link}</section>` }
}
