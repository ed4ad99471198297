import { type ErrorRequestHandler, type RequestHandler, Router, text } from 'express'
import { z } from 'zod'
import { moveClock } from './clock.server'
import { escapeHtml, type Page, sendPage } from './pages.server'
import { type Emulator, EmulatorError, isoNow, resourceMissing, saveState } from './state.server'
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

const isAdvance = 'must be an ISO 8601 duration such as P3D, or a number of seconds'
const isStatus = 'must be a status such as past_due'
const isLatency = 'must be a number of seconds from 0 to 60'

/** Each command is a POST request with a JSON body. */
const commands = [
  command(
    '/clock',
    "{ advance: 'P3D' | seconds } or { to: instant }: all that becomes due happens in its order",
    z
      .strictObject({
        advance: z.union([z.iso.duration({ error: isAdvance }), z.number()], { error: isAdvance }).optional(),
        to: z.iso
          .datetime({ offset: true, error: 'must be an instant such as 2026-12-24T00:00:00Z' })
          .optional(),
      })
      .refine(({ advance, to }) => (advance === undefined) !== (to === undefined), {
        error: 'Either advance or to is needed',
      }),
    moveClock,
  ),
  command(
    '/customers/:id/card',
    '{ works: boolean }: whether the cards of the customer can be charged from now on',
    z.strictObject({ works: z.boolean({ error: 'must be true or false' }) }),
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
    z.strictObject({ status: z.string({ error: isStatus }).min(1, isStatus) }),
    (emulator, { status }, id) => setStatus(emulator, retrieveSubscription(emulator, {}, id), status),
  ),
  command(
    '/latency',
    '{ seconds }: delays each call of the API, from 0 to 60; also after a restart',
    z.strictObject({
      seconds: z.number({ error: isLatency }).min(0, isLatency).max(60, isLatency),
    }),
    ({ state }, { seconds }) => {
      state.latency = seconds * 1_000
    },
  ),
]

/** `/emulator`: the commands, their page, and the state as JSON. */
export function commandRouter(emulator: Emulator) {
  const router = Router()
  for (const { path, run } of commands)
    router.post(path, text({ type: () => true }), respondTo(emulator, run))
  router.get('/', (_request, response) => sendPage(response, commandPage(emulator)))
  router.get('/state', (_request, response) => void response.json(stateSummary(emulator)))
  router.use(({ method, originalUrl }, response) => {
    response.status(404).json({ message: `The emulator has no ${method} ${originalUrl}` })
  })
  return router.use(refuseBody)
}

/** For a body that cannot be read, such as one that is too large. */
const refuseBody: ErrorRequestHandler = ({ status = 400, message }, _request, response, _next) =>
  void response.status(status).json({ message })

/** Runs a command. Responds after its webhooks have been sent. */
function respondTo(emulator: Emulator, run: Command['run']): RequestHandler {
  return (request, response) => {
    try {
      run(emulator, readBody(request.body), request.params.id ?? '')
    } catch (error) {
      const { status = 400 } = error as Partial<EmulatorError>
      return void response.status(status).json({ message: messageOf(error) })
    }
    saveState(emulator)
    void waitForWebhooks(emulator).then(() => {
      if (request.accepts(['json', 'html']) === 'html') response.redirect(303, '/emulator')
      else response.json({ now: isoNow(emulator) })
    })
  }
}

/** Reads JSON, or the URL-encoded form of the emulator's page. Without a body, Express passes an empty object. */
function readBody(body: string | Record<string, never>) {
  const text = typeof body === 'string' ? body.trim() : ''
  if (!/^[{["]/.test(text)) return Object.fromEntries(new URLSearchParams(text))
  try {
    return JSON.parse(text)
  } catch {
    throw new EmulatorError(400, 'The body is no JSON')
  }
}

/** Names each parameter and its rule. */
function messageOf(error: unknown) {
  if (!(error instanceof z.ZodError)) return (error as Error).message
  return error.issues.map(({ path, message }) => [...path, message].join(' ')).join('. ')
}

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
