import type { Response } from 'express'
import { escapeHtml, sendPage } from './pages.server'
import { type Emulator, isoNow } from './state.server'

/** Sends the page with a form for the clock, and a list of the commands. */
export function sendCommandPage(
  response: Response,
  emulator: Emulator,
  commands: { path: string; help: string }[],
) {
  const list = commands
    .map(({ path, help }) => `<div><dt>POST /emulator${path}</dt><dd>${escapeHtml(help)}</dd></div>`)
    .join('\n')
  const main = `<section class="card"><h1>The Stripe emulator</h1>
<p>It responds in place of Stripe, so that everything can be tried without keys. Nothing is charged.</p></section>
<section class="card"><h2>Clock</h2>${clock(emulator)}</section>
<section class="card"><h2>Commands</h2><p class="quiet-text">Each takes JSON. <a href="/emulator/state">The state</a> is JSON too.</p><dl>${list}</dl></section>
<section class="card"><h2>Subscriptions</h2><dl>${subscriptions(emulator)}</dl></section>`
  sendPage(response, { title: 'The Stripe emulator', main, width: 'wide' })
}

const steps = { PT1H: '1 hour', P1D: '1 day', P3D: '3 days', P7D: '7 days', P1M: '1 month' }

function clock(emulator: Emulator) {
  const options = Object.entries(steps).map(([value, label]) => `<option value="${value}">${label}</option>`)
  return `<p>It is ${isoNow(emulator).slice(0, 16).replace('T', ' ')} UTC.</p>
<form method="post" action="/emulator/clock">
<p class="field"><label for="advance">Move it forward by</label><select class="input select" id="advance" name="advance">${options.join('')}</select></p>
<button class="button">Move the clock</button>
</form>`
}

/** The newest 20. */
function subscriptions({ state }: Emulator) {
  const newest = [...state.subscriptions.values()].slice(-20).toReversed()
  return newest
    .map(({ id, customer, status }) => {
      const owner = state.customers.get(customer)
      const email = owner && 'email' in owner ? owner.email : null
      return `<div><dt>${id}</dt><dd>${escapeHtml(`${email ?? customer}: ${status}`)}</dd></div>`
    })
    .join('\n')
}
