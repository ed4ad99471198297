import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

/** What React writes in place of a `Suspense` whose content has failed or was not loaded. */
const missingPart = '<!--$!-->'

/** The HTML of a page. Throws if a part of it can't be shown, which React would leave to the browser without a word. */
export function renderPage(page: ReactNode) {
  const html = renderToString(page)
  if (html.includes(missingPart)) throw new Error('A part of the page could not be rendered')
  return html
}
