import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?inline'
import css from '~/app.css?raw'
import { controls, isoNow, summary } from './control.server'
import { priceInWords } from './objects.server'
import type { Session } from './state.server'
import type { World } from './world.server'

/** A page is one file, its font too. */
const house = css.replace(/@fontsource-variable[^"]+/, figtree)

const own = `
@layer screens {
  .checkout {
    display: grid;
    gap: 24px;
    max-inline-size: 520px;
    margin-inline: auto;
    padding: 24px 16px 48px;
  }
  .checkout.wide { max-inline-size: 1000px; }
  .checkout .card { display: grid; gap: 20px; }
  .checkout .notice {
    padding: 12px 16px;
    border-radius: var(--radius);
    background: var(--info-tint);
    color: var(--info);
    font-weight: 600;
  }
  .checkout .price { font-size: var(--size-34); font-weight: 700; line-height: 1.1; }
  .checkout .price small { font-size: var(--size-17); font-weight: 500; color: var(--ink-quiet); }
  .checkout .quiet-text { color: var(--ink-quiet); }
  .checkout form { display: grid; gap: 12px; }
  .checkout .button { inline-size: 100%; text-wrap: balance; }
  .checkout :is(.field, .notice) { max-inline-size: none; text-wrap: balance; }
  .checkout dl { display: grid; gap: 12px; }
  .checkout dd { margin: 0; color: var(--ink-quiet); font-size: var(--size-13); }
  .checkout dt, .checkout pre { font-family: ui-monospace, monospace; font-size: var(--size-13); }
  .checkout pre { overflow: auto; max-block-size: 480px; }
}`

const mark =
  '<svg class="mark" viewBox="0 0 24 24" width="28" height="28" fill="currentColor" aria-hidden="true"><circle cx="12" cy="6.25" r="4.25"/><path d="M11.25 22.5c0-6-3.65-10.25-9.75-10.5C1.5 18.25 5.25 22.5 11.25 22.5Z"/><path d="M12.75 22.5c0-6 3.65-10.25 9.75-10.5 0 6.25-3.75 10.5-9.75 10.5Z"/></svg>'

function page(title: string, main: string, width = '') {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} | Budkeeper</title>
<link rel="icon" href="data:,">
<style>${house}${own}</style>
</head>
<body>
<main class="checkout ${width}">
<span class="logo full">${mark}<span class="wordmark">Budkeeper</span></span>
${main}
</main>
</body>
</html>
`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const nothingCharged =
  '<p class="notice">This is a practice checkout. Nothing is charged and no card is asked for.</p>'

/** What a person chooses instead of typing a card. */
export function checkoutPage(
  session: Session,
  { trialDays, isDeclined }: { trialDays: number | null; isDeclined: boolean },
) {
  const isSetup = session.mode === 'setup'
  const title = isSetup ? 'Update your card' : 'Subscribe to Budkeeper'
  const verb = isSetup ? 'Save' : 'Pay with'
  return page(
    title,
    `${nothingCharged}
${isDeclined ? '<p class="form-error" role="alert">The card was declined. Choose another one.</p>' : ''}
<section class="card">
<h1>${title}</h1>
${isSetup ? '<p class="quiet-text">The card that you save here pays for your subscription.</p>' : offer(trialDays)}
<form method="post">
<button class="button" name="card" value="works">${verb} a card that works</button>
<button class="button quiet" name="card" value="declined-later">${verb} a card that is declined later</button>
<button class="button quiet" name="card" value="declined">${verb} a card that is declined now</button>
</form>
${session.cancel_url ? `<a class="button bare" href="${escapeHtml(session.cancel_url)}">Back</a>` : ''}
</section>`,
  )
}

function offer(trialDays: number | null) {
  const first = trialDays
    ? `The first payment is due after ${trialDays} ${trialDays === 1 ? 'day' : 'days'} of trial.`
    : 'The first payment is due today.'
  return `<p class="price">${priceInWords()} <small>a month</small></p>
<p class="quiet-text">${first}</p>`
}

/** For a session that is over, or that never was. */
export function endedPage(title: string, says: string, back?: string | null) {
  const link = back ? `<a class="button" href="${escapeHtml(back)}">Back</a>` : ''
  return page(title, `<section class="card"><h1>${title}</h1><p>${says}</p>${link}</section>`)
}

export function standInPage(world: World) {
  const list = controls
    .map(({ path, says }) => `<div><dt>POST ${path}</dt><dd>${escapeHtml(says)}</dd></div>`)
    .join('\n')
  return page(
    'The stand-in',
    `<section class="card"><h1>The stand-in</h1>
<p>It answers in place of Stripe and Postmark, so that everything can be tried without a key. Nothing is charged, no mail leaves.</p></section>
<section class="card"><h2>Clock</h2>${clock(world)}</section>
<section class="card"><h2>Commands</h2><p class="quiet-text">Each takes JSON. <a href="/stand-in/state">The state</a> is JSON too.</p><dl>${list}</dl></section>
<section class="card"><h2>State</h2><pre tabindex="0" aria-label="State">${escapeHtml(JSON.stringify(counts(world), null, 2))}</pre></section>`,
    'wide',
  )
}

const steps = { PT1H: '1 hour', P1D: '1 day', P3D: '3 days', P7D: '7 days', P1M: '1 month' }

function clock(world: World) {
  const options = Object.entries(steps).map(([value, label]) => `<option value="${value}">${label}</option>`)
  return `<p>It is ${isoNow(world).slice(0, 16).replace('T', ' ')} UTC.</p>
<form method="post" action="/stand-in/clock">
<p class="field"><label for="advance">Move it forward by</label><select class="input select" id="advance" name="advance">${options.join('')}</select></p>
<button class="button">Move the clock</button>
</form>`
}

/** Lists by their length, and how each subscription stands. */
function counts(world: World) {
  const { subscriptions, ...rest } = summary(world)
  const short = Object.entries(rest).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.length : value,
  ])
  const stands = subscriptions.slice(-20).map(({ id, customer, status }) => `${id} of ${customer}: ${status}`)
  return { ...Object.fromEntries(short), subscriptions: stands }
}
