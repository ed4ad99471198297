import type { ServerBuild } from '@remix-run/node'
import { type Request, type RequestHandler, Router } from 'express'
import type { endpoint } from './api.server'
import type { Incoming } from './context.server'
import { handover } from './handover.server'

type Endpoint = ReturnType<typeof endpoint>
type Routes = ServerBuild['routes']

export const apiBase = '/api/v1'
const isApi = ({ path }: { path?: string }) => `/${path ?? ''}`.startsWith(apiBase)

/**
 * The API's addresses of the route table, answered from their modules without Remix's router, requests and streams in
 * between, which cost more than the call itself. To be used at `apiBase`.
 */
export function apiDoor(routes: Routes): RequestHandler {
  const router = Router()
  for (const { path = '', module } of Object.values(routes).filter(isApi).sort(staticFirst)) {
    const { answer } = module.loader as unknown as Endpoint
    router.all(`/${path}`.slice(apiBase.length), async (request, response) => {
      const { params } = request
      const { status, headers, body } = await answer({
        request: incoming(request),
        context: handover(request, response),
        params,
      })
      if (!response.headersSent) response.writeHead(status, withLength(headers, body)).end(body)
    })
  }
  return router
}

function withLength(headers: Record<string, string>, body: string | null) {
  return body === null ? headers : { ...headers, 'Content-Length': Buffer.byteLength(body) }
}

/** What is left for Remix: the fewer addresses it knows, the faster it finds one. */
export function screensOf(build: ServerBuild): ServerBuild {
  return {
    ...build,
    routes: withoutApi(build.routes),
    assets: { ...build.assets, routes: withoutApi(build.assets.routes) },
  }
}

function withoutApi<R extends { path?: string }>(routes: Record<string, R>) {
  return Object.fromEntries(Object.entries(routes).filter(([, route]) => !isApi(route)))
}

function staticFirst(a: { path?: string }, b: { path?: string }) {
  return variables(a) - variables(b)
}

const variables = ({ path = '' }) => (path.endsWith('*') ? Number.POSITIVE_INFINITY : path.split(':').length)

function incoming(request: Request): Incoming {
  return {
    method: request.method,
    url: request.originalUrl,
    headers: { get: (name) => request.get(name) ?? null },
    body: request,
  }
}
