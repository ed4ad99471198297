import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { NonceContext } from '~/base/components/nonce'
import { themeScript } from '~/base/components/theme'
import type { Handle } from '~/base/http/handle'
import { renderPage } from '~/base/http/render-page.server'
import { policyHeader, policyWithHashes } from '~/base/http/security-headers.server'
import { builtFiles } from '~/base/http/static-files.server'
import { failedByOutage, isUnavailable, unavailableIfOutage } from '~/base/node/outage.server'

const closingTags = '</body></html>'

/** Renders the page as one string. No screen streams data, and a stream costs twice as much (decisions 4.2). */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
) {
  const { nonce } = loadContext
  const { serverHandoffStream, ...context } = remixContext
  const rendered = await renderPage(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={context} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
  )
  const isHydrated = context.renderMeta?.didRenderScripts === true
  const { html, css } = isPrivate(context)
    ? { html: rendered, css: '' }
    : inlineStyles(rendered, nonce, isHydrated)
  const data = isHydrated ? await dataScript(serverHandoffStream, nonce) : ''
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (nonce === undefined)
    headers.set(policyHeader, policyWithHashes([themeScript], [css], new URL(request.url).pathname))
  if (nonce !== undefined || status !== 200) noStoreByDefault(headers)
  const page = `<!DOCTYPE html>${html.slice(0, -closingTags.length)}${data}${closingTags}`
  return new Response(page, unavailableIfOutage({ status, headers }, loadContext))
}

/** Private screens keep their style sheets linked, because browsers have them in the cache. */
function isPrivate({ routeModules, staticHandlerContext }: EntryContext) {
  return staticHandlerContext.matches.some(
    ({ route }) => (routeModules[route.id]?.handle as Handle)?.isPrivate,
  )
}

const sheetLink = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/g
const endOfHead = '</head>'
const sheets = new Map<string, string>()

/**
 * Inlines the style sheets that `html` links to, so that a browser paints the page without another request. A hydrated
 * page keeps the links, because React expects them; its style element is at the end of the head, where React ignores
 * it.
 */
function inlineStyles(html: string, nonce: string | undefined, isHydrated: boolean) {
  const end = html.indexOf(endOfHead)
  const head = html.slice(0, end)
  const css = [...head.matchAll(sheetLink)].map(([, file = '']) => readSheet(file)).join('\n')
  if (css === '') return { html, css }
  const style = `<style${nonce ? ` nonce="${nonce}"` : ''}${isHydrated ? ' data-until-linked=""' : ''}>${css}</style>`
  const links = isHydrated ? '<link rel="stylesheet" href="$1" media="not all"/>' : ''
  return { html: head.replace(sheetLink, links) + style + html.slice(end), css }
}

function readSheet(file: string) {
  const css = sheets.get(file) ?? String(builtFiles().get(file)?.body ?? '').trim()
  sheets.set(file, css)
  return css
}

/** A script that passes the loader data to Remix in the browser. */
async function dataScript(stream: EntryContext['serverHandoffStream'], nonce: string | undefined) {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream ?? []) text += decoder.decode(chunk, { stream: true })
  const escaped = JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, escapeCharacter)
  const controller = 'window.__remixContext.streamController'
  return `<script nonce="${nonce}">${controller}.enqueue(${escaped});${controller}.close();</script>`
}

function escapeCharacter(character: string) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  if (isUnavailable(error)) failedByOutage.add(context)
  context.log.error({ err: error }, 'screen failed')
}

/** Remix calls this for the data requests of client-side navigations. */
export function handleDataRequest(response: Response, { context }: LoaderFunctionArgs | ActionFunctionArgs) {
  const { body, status, headers } = response
  noStoreByDefault(headers)
  return new Response(body, unavailableIfOutage({ status, headers }, context))
}

/** Sets `no-store`, unless the route sets `Cache-Control`. */
function noStoreByDefault(headers: Headers) {
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
}
