import { PassThrough } from 'node:stream'
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  createReadableStreamFromReadable,
  type EntryContext,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { isUnavailable } from '~/server/outage.server'

const renderWithin = 4_000

/** Requests that failed because the database is away; the page itself is told nothing of an error's cause. */
const outages = new WeakSet<AppLoadContext>()

/** The page is sent when all of it is there: no screen streams its data in pieces. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
) {
  const { nonce, log } = context
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => abort(), renderWithin)
    const settle = () => clearTimeout(timer)
    const { pipe, abort } = renderToPipeableStream(
      <RemixServer context={remixContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        onAllReady() {
          const body = new PassThrough()
          body.once('close', settle)
          headers.set('Content-Type', 'text/html; charset=utf-8')
          keepPrivate(headers)
          resolve(
            new Response(createReadableStreamFromReadable(body), {
              status: outages.has(context) ? 503 : status,
              headers,
            }),
          )
          pipe(body)
        },
        onShellError(error) {
          settle()
          reject(error)
        },
        onError(error) {
          log.error({ err: error }, 'page could not be rendered')
        },
      },
    )
  })
}

export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  if (isUnavailable(error)) outages.add(context)
  context.log.error({ err: error }, 'screen failed')
}

/** What loaders answer to the browser's own requests. */
export function handleDataRequest(response: Response) {
  keepPrivate(response.headers)
  return response
}

/** Screens hold what only their owner may see, unless a route says otherwise. */
function keepPrivate(headers: Headers) {
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
}
