import { type RequestHandler, Router, text } from 'express'
import { z } from 'zod'
import { moveClock } from './clock.server'
import { escapeHtml, type Page, sendPage } from './pages.server'
import { type Emulator, type EmulatorError, isoNow, resourceMissing, saveState } from './state.server'
import { retrieveSubscription, setStatus } from './subscriptions.server'
import { waitForWebhooks } from './webhooks.server'

type Command = { path: string; help: string; run: (emulator: Emulator, params: unknown, id: string) => void }

function command<T extends z.ZodType>(
  path: string,
  help: string,
  schema: T,
  run: (emulator: Emulator, params: z.infer<T>, id: string) => void,
): Command {
  return { path, help, run: (emulator, params, id) => run(emulator, schema.parse(params), id) }
}

/** Each command is a POST request with a JSON body. */
const commands = [
  command(
    '/clock',
    "{ advance: 'P3D' | seconds } or { to: instant }: all that becomes due happens in its order",
    z
      .strictObject({ advance: z.iso.duration().or(z.number()) })
      .or(z.strictObject({ to: z.iso.datetime({ offset: true }) })),
    moveClock,
  ),
  command(
    '/customers/:id/card',
    '{ works: boolean }: whether the cards of the customer can be charged from now on',
    z.strictObject({ works: z.boolean() }),
    ({ state }, { works }, id) => {
      const cards = [...state.cards.values()].filter(({ customer }) => customer === id)
      if (cards.length === 0) throw resourceMissing('card of customer', id)
      for (const card of cards) {
        if (works) state.declined.delete(card.id)
        else state.declined.set(card.id, true)
      }
    },
  ),
  command(
    '/subscriptions/:id',
    '{ status }: sets any status, also one that Stripe does not have',
    z.strictObject({ status: z.string().min(1) }),
    (emulator, { status }, id) => setStatus(emulator, retrieveSubscription(emulator, {}, id), status),
  ),
]

/** `/emulator`: the commands, their page, and the state as JSON. */
export function commandRouter(emulator: Emulator) {
  const router = Router()
  for (const { path, run } of commands)
    router.post(path, text({ type: () => true }), respondTo(emulator, run))
  router.get('/', (_request, response) => sendPage(response, commandPage(emulator)))
  router.get('/state', (_request, response) => void response.json(stateSummary(emulator)))
  router.use(({ originalUrl }, response) => {
    response.status(404).json({ message: `The emulator has no ${originalUrl}` })
  })
  return router
}

/** Runs a command. Responds after its webhooks have been sent. */
function respondTo(emulator: Emulator, run: Command['run']): RequestHandler {
  return (request, response) => {
    try {
      run(emulator, JSON.parse(asJson(request.body)), request.params.id ?? '')
    } catch (error) {
      const { status = 400, message } = error as Partial<EmulatorError>
      return void response.status(status).json({ message })
    }
    saveState(emulator)
    void waitForWebhooks(emulator).then(() => {
      if (request.accepts(['json', 'html']) === 'html') response.redirect(303, '/emulator')
      else response.json({ now: isoNow(emulator) })
    })
  }
}

/** Converts the URL-encoded form of the emulator's page to JSON. Without a body, Express passes an empty object. */
const asJson = (body: string | Record<string, never>) =>
  String(body).startsWith('{') ? String(body) : JSON.stringify(Object.fromEntries(new URLSearchParams(body)))

/** The state, without the idempotency keys and without the bodies of webhooks. */
function stateSummary(emulator: Emulator) {
  const { customers, subscriptions, invoices, sessions, setupIntents, cards, deliveries } = emulator.state
  const tables = { customers, subscriptions, invoices, sessions, setupIntents, cards }
  const rows = Object.entries(tables).map(([name, table]) => [name, [...table.values()]])
  return { now: isoNow(emulator), pendingWebhooks: deliveries.size, ...Object.fromEntries(rows) }
}

/** The page with a form for the clock, and a list of the commands. */
function commandPage(emulator: Emulator): Page {
  const list = commands
    .map(({ path, help }) => `<div><dt>POST /emulator${path}</dt><dd>${escapeHtml(help)}</dd></div>`)
    .join('\n')
  const main = `<section class="card"><h1>The Stripe emulator</h1>
<p>It responds in place of Stripe, so that everything can be tried without keys. Nothing is charged.</p></section>
<section class="card"><h2>Clock</h2>${clock(emulator)}</section>
<section class="card"><h2>Commands</h2><p class="quiet-text">Each takes JSON. <a href="/emulator/state">The state</a> is JSON too.</p><dl>${list}</dl></section>
<section class="card"><h2>Subscriptions</h2><dl>${subscriptions(emulator)}</dl></section>`
  return { title: 'The Stripe emulator', main, width: 'wide' }
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
