import type { IncomingMessage, RequestListener } from 'node:http'
import { createRequestHandler } from '@remix-run/express'
import { createRequestHandler as createRenderer, type ServerBuild } from '@remix-run/node'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Handle } from '~/components/handle'
import { hasToast } from '~/components/toast.server'
import type { endpoint } from './api.server'
import type { Incoming, RequestContext } from './context.server'
import { env } from './env.server'
import { somethingWentWrong } from './errors'
import { etagOf, isAmong } from './etag.server'
import { allowStyleAttributes, errorPage, logged, notAllowed, refuse } from './http.server'
import { log } from './log.server'
import { isUnavailable, unavailableIfOutage } from './outage.server'
import { type Answer, answerOf, caching, freshPage, isPage, keptPage, sendPage } from './page-cache.server'

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
    router.all(`/${path}`, handleOf(screen).isKept ? pageDoor(build, way) : remix(build, way))
  }
  return router.use(remix(build, screens))
}

function wayTo(route: Route, routes: Routes): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId]
  return parent ? [...wayTo(parent, routes), route] : [route]
}

function remix(build: ServerBuild, known: Route[]) {
  return createRequestHandler({
    build: knowing(known, build),
    mode: env.NODE_ENV,
    getLoadContext: handover,
  })
}

function knowing(known: Route[], build: ServerBuild): ServerBuild {
  const pick = <R>(routes: Record<string, R>) =>
    Object.fromEntries(known.flatMap(({ id }) => (routes[id] ? [[id, routes[id]]] : [])))
  const assets = { ...build.assets, routes: pick(build.assets.routes) }
  const routes = pick(build.routes)
  for (const [id, route] of Object.entries(routes))
    if (!route.module.default) routes[id] = orUnavailable(route)
  return { ...build, routes, assets }
}

/** Remix has no error page for a route without a screen: an outage would be its plain 500. */
function orUnavailable(route: Route): Route {
  const { loader, action } = route.module
  const guarded = <F extends NonNullable<typeof loader | typeof action>>(run: F) =>
    (async (args: Parameters<F>[0]) => {
      try {
        return await run(args)
      } catch (error) {
        throw isUnavailable(error) ? unavailable(args.context, error) : error
      }
    }) as F
  return {
    ...route,
    module: {
      ...route.module,
      ...(loader && { loader: guarded(loader) }),
      ...(action && { action: guarded(action) }),
    },
  }
}

function unavailable(context: RequestContext, err: unknown) {
  context.log.error({ err }, 'screen failed')
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
  return new Response(errorPage(somethingWentWrong), unavailableIfOutage({ status: 503, headers }, context))
}

/**
 * A page that is the same for everybody, made without looking at who asks and kept by its address alone. What it knows
 * to ask besides is answered anew; one with a toast is made for its reader.
 */
function pageDoor(build: ServerBuild, way: Route[]): RequestHandler {
  const queries = way.flatMap((route) => handleOf(route).queries ?? [])
  const render = createRenderer(knowing(way, build), env.NODE_ENV)
  const forOne = remix(build, way)
  const takesPosts = way.some(({ module }) => module.action)
  const isFormatted = way.some((route) => handleOf(route).isFormatted)
  return async (request, response, next) => {
    try {
      if (!takesPosts && !isRead(request))
        return refuse(request, response, 405, notAllowed, { Allow: 'GET, HEAD' })
      const address = spelling(request)
      if (!address || isData(request)) return next()
      if (isFormatted) allowStyleAttributes(response)
      if (!isPlainRead(request)) return forOne(request, response, next)
      const query = asked(request, queries)
      const make = async () => {
        const page = await renderForEverybody(render, address + query, request, response)
        if (isFormatted) allowStyleAttributes(page.headers)
        return page
      }
      const answer = query ? await make().then(answerOf) : await keptPage(address, make)
      if (response.headersSent) return
      if (isPage(answer)) sendPage(request, response, answer)
      else sendAnswer(request, response, answer)
    } catch (error) {
      next(error)
    }
  }
}

async function renderForEverybody(
  render: ReturnType<typeof createRenderer>,
  address: string,
  request: Request,
  response: Response,
) {
  const context = forEverybody(request, response)
  const { body, headers, status } = await render(new Request(env.APP_URL + address), context)
  return new Response(body, unavailableIfOutage({ status, headers }, context))
}

/**
 * Answers an address that was asked for lately by Node alone; Express would cost more than the answer. A page that caches
 * on the way keep names no request.
 */
export function keptPagesFirst(app: RequestListener): RequestListener {
  return (request, response) => {
    const page = isPlainRead(request) ? freshPage(request.url ?? '') : undefined
    if (!page) return app(request, response)
    logged(request, response)
    sendPage(request, response, page)
  }
}

function isPlainRead({ method, headers }: IncomingMessage) {
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
  return isRead({ method }) && !hasBody && !hasToast(headers.cookie)
}

const isRead = ({ method }: { method?: string | undefined }) => method === 'GET' || method === 'HEAD'

/** What the browser's router asks for is as many loaders as it names. */
const isData = ({ path }: Request) => path.endsWith('.data')

/** The one spelling by which an address is kept; none for what a URL would read as another, such as `/blog/..`. */
function spelling({ path }: Request) {
  const parts = path.split('/').filter(Boolean)
  const spelt = `/${parts.map((part) => encodeURIComponent(decodeURIComponent(part).toLowerCase())).join('/')}`
  return new URL(spelt, env.APP_URL).pathname === spelt ? spelt : undefined
}

/** Of what is asked, what the page knows. */
function asked({ url }: Request, queries: string[]) {
  const asked = new URLSearchParams(/\?(.*)/s.exec(url)?.[1])
  for (const name of new Set(asked.keys())) if (!queries.includes(name)) asked.delete(name)
  return asked.size > 0 ? `?${asked}` : ''
}

function forEverybody(request: Request, response: Response): RequestContext {
  const setCookie = () => {
    throw new Error('A page for everybody sets no cookie')
  }
  return { ...handover(request, response), nonce: undefined, address: '', setCookie }
}

function sendAnswer(request: Request, response: Response, { status, headers, body }: Answer) {
  const etag = etagOf(body)
  const ours = status === 200 ? { ...caching, etag: `W/${etag}` } : { 'cache-control': 'no-store' }
  response.set(ours)
  for (const [name, value] of headers) {
    if (name === 'set-cookie') response.append(name, value)
    else response.setHeader(name, value)
  }
  const isKnown = status === 200 && isAmong(request.get('If-None-Match'), etag)
  response.status(isKnown ? 304 : status).end(isKnown ? undefined : body)
}

function handleOf({ module }: Route): Handle {
  return module.handle ?? {}
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
