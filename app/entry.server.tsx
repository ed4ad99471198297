import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import type { Handle } from '~/components/handle'
import { NonceContext } from '~/components/nonce'
import { themeScript } from '~/components/theme'
import { securityByHash } from '~/http/http.server'
import { failedByOutage, isUnavailable, unavailableIfOutage } from '~/http/outage.server'
import { withStylesInside } from '~/http/styles.server'

const end = '</body></html>'

/** The page is rendered and sent in one piece: no screen streams its data, and a stream costs twice as much. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
) {
  const { nonce } = loadContext
  const { serverHandoffStream, ...context } = remixContext
  const rendered = renderToString(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={context} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
  )
  const isHydrated = context.renderMeta?.didRenderScripts === true
  const { html, css } = isPrivate(context)
    ? { html: rendered, css: '' }
    : withStylesInside(rendered, { nonce, isHydrated })
  const data = isHydrated ? await dataScript(serverHandoffStream, nonce) : ''
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (nonce === undefined) for (const header of securityByHash([themeScript], [css])) headers.set(...header)
  if (nonce !== undefined || status !== 200) keepPrivate(headers)
  const page = `<!DOCTYPE html>${html.slice(0, -end.length)}${data}${end}`
  return new Response(page, unavailableIfOutage({ status, headers }, loadContext))
}

/** Whoever comes there has the sheets already. */
function isPrivate({ routeModules, staticHandlerContext }: EntryContext) {
  return staticHandlerContext.matches.some(
    ({ route }) => (routeModules[route.id]?.handle as Handle)?.isPrivate,
  )
}

/** What the loaders answered, where Remix looks for it in the browser. */
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

/** What loaders answer to the browser's own requests. */
export function handleDataRequest(response: Response, { context }: LoaderFunctionArgs | ActionFunctionArgs) {
  const { body, status, headers } = response
  keepPrivate(headers)
  return new Response(body, unavailableIfOutage({ status, headers }, context))
}

/** Screens hold what only their owner may see, unless a route says otherwise. */
function keepPrivate(headers: Headers) {
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
}
