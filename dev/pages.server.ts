import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?inline'
import type { Response } from 'express'
import css from '~/app.css?inline'
import checkoutCss from './checkout.css?inline'

/** The font is inlined, because the emulator serves no static files. */
const styles = css.replace(/url\([^)]*figtree[^)]*\)/, `url("${figtree}")`)

export type Page = { title: string; main: string; width?: 'wide' }

const mark =
  '<svg class="mark" viewBox="0 0 24 24" width="28" height="28" fill="currentColor" aria-hidden="true"><circle cx="12" cy="6.25" r="4.25"/><path d="M11.25 22.5c0-6-3.65-10.25-9.75-10.5C1.5 18.25 5.25 22.5 11.25 22.5Z"/><path d="M12.75 22.5c0-6 3.65-10.25 9.75-10.5 0 6.25-3.75 10.5-9.75 10.5Z"/></svg>'

function pageHtml({ title, main, width }: Page) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} | Budkeeper</title>
<link rel="icon" href="data:,">
<style>${styles}${checkoutCss}</style>
</head>
<body>
<main class="checkout ${width ?? ''}">
<span class="logo full">${mark}<span class="wordmark">Budkeeper</span></span>
${main}
</main>
</body>
</html>
`
}

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The policy has no `form-action`, because the form of the checkout redirects to the app, which has another origin. */
const headers = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
}

export function sendPage(response: Response, page: Page, status = 200) {
  response.status(status).set(headers).type('html').send(pageHtml(page))
}
