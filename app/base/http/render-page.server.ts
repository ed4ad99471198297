import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'

/** What React writes in place of a `Suspense` whose content has failed or was not loaded. */
const missingPart = '<!--$!-->'

/** The HTML of a page. Throws if a part of it can't be shown, which React would leave to the browser. */
export async function renderPage(page: ReactNode) {
  const html = renderToString(page)
  if (html.includes(missingPart))
    throw new Error('A part of the page could not be rendered', { cause: await failureOf(page) })
  return html
}

/** Why a part of the page fails, which `renderToString` does not tell. */
const failureOf = (page: ReactNode) =>
  new Promise((resolve) => {
    renderToPipeableStream(page, { onError: resolve, onAllReady: () => resolve(undefined) })
  })
