import { createRequestHandler } from '@remix-run/express'
import type { ServerBuild } from '@remix-run/node'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { endpoint } from './api.server'
import type { Incoming, RequestContext } from './context.server'
import { env } from './env.server'
import { log } from './log.server'

type Routes = ServerBuild['routes']
type Route = Routes[string]
type Endpoint = ReturnType<typeof endpoint>

const apiBase = '/api/v1'

/** Everything in the route table: the API, and the screens. */
export function doors(build: ServerBuild): RequestHandler {
  const routes = Object.values(build.routes).sort(staticFirst)
  return Router()
    .use(apiBase, apiDoor(routes.filter(isApi)))
    .use(screenDoors(build, routes))
}

/**
 * The API's addresses, answered from their modules without Remix's router, requests and streams in between, which cost
 * more than the call itself.
 */
function apiDoor(routes: Route[]) {
  const router = Router()
  for (const { path, module } of routes) {
    const { answer } = module.loader as unknown as Endpoint
    router.all(`/${path}`.slice(apiBase.length), async (request, response) => {
      const context = handover(request, response)
      const { status, headers, body } = await answer({
        request: incoming(request),
        context,
        params: request.params,
      })
      if (!response.headersSent) response.writeHead(status, withLength(headers, body)).end(body)
    })
  }
  return router
}

/**
 * A Remix for each screen that knows the way to this screen alone: Remix goes through all the routes it knows several
 * times a request. One that knows all screens answers what is left, such as the data of navigations.
 */
function screenDoors(build: ServerBuild, routes: Route[]) {
  const router = Router()
  const screens = routes.filter((route) => !isApi(route))
  const parents = new Set(screens.map(({ parentId }) => parentId))
  for (const screen of screens.filter(({ id, path }) => !parents.has(id) && path !== '*')) {
    const way = wayTo(screen, build.routes)
    const path = way.flatMap(({ path }) => path || []).join('/')
    router.all(`/${path}`, remix(build, way))
  }
  return router.use(remix(build, screens))
}

function wayTo(route: Route, routes: Routes): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId]
  return parent ? [...wayTo(parent, routes), route] : [route]
}

function remix(build: ServerBuild, known: Route[]) {
  const pick = <R>(routes: Record<string, R>) =>
    Object.fromEntries(known.flatMap(({ id }) => (routes[id] ? [[id, routes[id]]] : [])))
  const assets = { ...build.assets, routes: pick(build.assets.routes) }
  return createRequestHandler({
    build: { ...build, routes: pick(build.routes), assets },
    mode: env.NODE_ENV,
    getLoadContext: handover,
  })
}

function isApi({ path = '' }: Route) {
  return `/${path}`.startsWith(apiBase)
}

function staticFirst(a: Route, b: Route) {
  return variables(a) - variables(b)
}

function variables({ path = '' }: Route) {
  return path.endsWith('*') ? Number.POSITIVE_INFINITY : path.split(':').length
}

function incoming(request: Request): Incoming {
  return {
    method: request.method,
    url: request.originalUrl,
    headers: { get: (name) => request.get(name) ?? null },
    body: request,
  }
}

function withLength(headers: Record<string, string>, body: string | null) {
  return body === null ? headers : { ...headers, 'Content-Length': Buffer.byteLength(body) }
}

/** What Express knows of a request, as loaders and actions get it. */
function handover(request: Request, response: Response): RequestContext {
  const { nonce, requestId } = response.locals
  return {
    nonce,
    requestId,
    address: request.ip ?? '',
    get log() {
      return log.child({ requestId })
    },
    setCookie: (cookie) => void response.append('Set-Cookie', cookie),
  }
}
