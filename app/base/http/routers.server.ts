import { createRequestHandler as createExpressHandler } from '@remix-run/express'
import { createRequestHandler, type LoaderFunctionArgs, type ServerBuild } from '@remix-run/node'
import {
  type Request as ClientRequest,
  type Response as ClientResponse,
  type RequestHandler,
  Router,
} from 'express'
import { env } from '~/base/node/env.server'
import { somethingWentWrong } from '~/base/node/errors'
import { isUnavailable, unavailableIfOutage } from '~/base/node/outage.server'
import { cacheable, type Render } from './cacheable.server'
import { type Call, getLoadContext, type IncomingRequest, type RequestContext } from './context.server'
import { type ApiResponse, type endpoint, isChunked } from './endpoint.server'
import { errorPage, sendError } from './error-handler.server'
import type { Handle } from './handle'
import { endpointBases } from './request-path.server'
import { allowStyleAttributes } from './security-headers.server'
import { isSafeMethod, methodNotAllowed } from './valid-request.server'

type Routes = ServerBuild['routes']
type Route = Routes[string]
type Endpoint = ReturnType<typeof endpoint>
/** The fields of the form that was kept for a screen. Null: none. */
export type ReadKeptForm = (call: Call) => Promise<[string, string][] | null>

/** Express selects the first route that matches, so static paths come before paths with parameters. */
function routesOf(build: ServerBuild, filter: (route: Route) => boolean) {
  const parameters = ({ path = '' }: Route) => (path.endsWith('*') ? 1_000 : path.split(':').length)
  const routes = Object.values(build.routes).filter(filter)
  return routes.sort((a, b) => parameters(a) - parameters(b))
}

const isBelow = (base: string, { path = '' }: Route) => `/${path}/`.startsWith(`${base}/`)
const isEndpoint = (route: Route) => endpointBases.some((base) => isBelow(base, route))

/**
 * The routes below one of `endpointBases`. They bypass Remix, whose router, requests and streams cost more than a call of
 * the API itself.
 */
export function endpointRouter(base: string, build: ServerBuild): RequestHandler {
  const router = Router()
  for (const { path, module } of routesOf(build, (route) => isBelow(base, route))) {
    const { respond } = module.loader as Endpoint
    router.all(`/${path}`.slice(base.length) || '/', async (request, response, next) => {
      const context = getLoadContext(request, response)
      const call = { request: toIncomingRequest(request), context, params: request.params }
      // Express 4 does not hear that a promise is rejected, and Node ends the process then.
      await respond(call)
        .then((answer) => send(response, answer))
        .catch(next)
    })
  }
  return router
}

/** An error while a file is made breaks off the response, so that the client sees that the file is incomplete. */
async function send(response: ClientResponse, { status, headers, body }: ApiResponse) {
  if (response.headersSent) return
  if (!isChunked(body)) return void response.writeHead(status, withLength(headers, body)).end(body)
  response.writeHead(status, headers)
  try {
    for await (const chunk of body) response.write(chunk)
    response.end()
  } catch {
    response.destroy()
  }
}

function toIncomingRequest(request: ClientRequest): IncomingRequest {
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

/**
 * All other routes. Each screen has a Remix handler that contains its own branch only, because Remix matches all of its
 * routes several times per request. One handler with all screens serves the rest, such as the data of navigations.
 */
export function screenRouter(build: ServerBuild, readKeptForm: ReadKeptForm): RequestHandler {
  // First: '/dashboard/Bud/:id' has the path of its data as well.
  const router = Router().use(skipPrefetch)
  const screens = routesOf(build, (route) => !isEndpoint(route))
  const parents = new Set(screens.map(({ parentId }) => parentId))
  for (const screen of screens.filter(({ id, path }) => !parents.has(id) && path !== '*')) {
    const branch = routeBranch(screen, build.routes)
    const path = branch.flatMap(({ path }) => path || []).join('/')
    const isCacheable = handleOf(screen).cacheable
    const keepsForms = screen.module.action && branch.some((route) => handleOf(route).isPrivate)
    const first = isCacheable
      ? cacheablePage(build, branch)
      : keepsForms
        ? [keptForm(build, branch, readKeptForm)]
        : []
    router.all(`/${path}`, ...first, remixHandler(build, branch))
  }
  return router.use(remixHandler(build, screens))
}

/**
 * Links that are pointed at prefetch the scripts, styles and data of their screen. A browser may not keep the data, so it
 * would load them again when the link is followed. The screen of a bud that is being deleted would replace the toast.
 */
const skipPrefetch: RequestHandler = (request, response, next) => {
  const isPrefetch = request.get('Sec-Purpose')?.startsWith('prefetch') && request.path.endsWith('.data')
  if (!isPrefetch) return next()
  response.set('Cache-Control', 'no-store').status(204).end()
}

/** A route with its parents, the root first. */
function routeBranch(route: Route, routes: Routes): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId]
  return parent ? [...routeBranch(parent, routes), route] : [route]
}

const handleOf = ({ module }: Route): Handle => module.handle ?? {}

function remixHandler(build: ServerBuild, subset: Route[]) {
  return createExpressHandler({ build: subsetBuild(build, subset), mode: env.NODE_ENV, getLoadContext })
}

/**
 * Returns a copy of the build that has only the routes of `subset` and the index routes below them. A page tells the browser
 * the routes above it: without its index, '/dashboard' would be an empty layout there until the other routes are known.
 */
function subsetBuild(build: ServerBuild, subset: Route[]): ServerBuild {
  const ids = new Set(subset.map(({ id }) => id))
  const isIncluded = ({ id, index, parentId = '' }: Pick<Route, 'id' | 'index' | 'parentId'>) =>
    ids.has(id) || (index && ids.has(parentId))
  const pick = <R extends Pick<Route, 'id' | 'index' | 'parentId'>>(routes: Record<string, R>) =>
    Object.fromEntries(Object.entries(routes).filter(([, route]) => isIncluded(route)))
  const assets = { ...build.assets, routes: pick(build.assets.routes) }
  const routes = pick(build.routes)
  for (const [id, route] of Object.entries(routes))
    if (!route.module.default) routes[id] = withOutagePage(route)
  return { ...build, routes, assets }
}

/** Remix has no error page for a route without a component: it responds to an outage with its plain 500. */
function withOutagePage({ module, ...route }: Route): Route {
  const { loader, action } = module
  const catchOutage =
    (run: NonNullable<typeof loader | typeof action>) => async (args: LoaderFunctionArgs) => {
      try {
        return await run(args)
      } catch (error) {
        throw isUnavailable(error) ? outagePage(args.context, error) : error
      }
    }
  return {
    ...route,
    module: { ...module, loader: loader && catchOutage(loader), action: action && catchOutage(action) },
  }
}

function outagePage(context: RequestContext, err: unknown) {
  context.log.error({ err }, 'screen failed')
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
  return new Response(errorPage(somethingWentWrong), unavailableIfOutage({ status: 503, headers }, context))
}

/** Shows a form that was kept across a sign-in: runs the action of the screen, which stores nothing of it. */
function keptForm(build: ServerBuild, branch: Route[], readKeptForm: ReadKeptForm): RequestHandler {
  const remix = createRequestHandler(subsetBuild(build, branch), env.NODE_ENV)
  return async (request, response, next) => {
    try {
      const context = getLoadContext(request, response)
      const call = { request: toIncomingRequest(request), context }
      const fields = request.method === 'GET' ? await readKeptForm(call) : null
      if (!fields) return next()
      const body = new FormData()
      for (const [name, value] of fields) body.append(name, value)
      const headers = { Cookie: request.headers.cookie ?? '', Accept: 'text/html' }
      const url = env.APP_URL + request.originalUrl
      const page = await remix(new Request(url, { method: 'POST', headers, body }), context)
      response.status(page.status)
      for (const [name, value] of page.headers) response.append(name, value)
      response.end(await page.text())
    } catch (error) {
      next(error)
    }
  }
}

/** The handlers of a page that is the same for everybody. Requests with a toast or a body pass to Remix. */
function cacheablePage(build: ServerBuild, branch: Route[]): RequestHandler[] {
  const queries = branch.flatMap((route) => handleOf(route).queries ?? [])
  const hasStyleAttributes = branch.some((route) => handleOf(route).hasStyleAttributes)
  const hasAction = branch.some(({ module }) => module.action)
  const remix = createRequestHandler(subsetBuild(build, branch), env.NODE_ENV)

  const render: Render = async (url, request, response) => {
    const forEverybody = {
      nonce: undefined,
      address: () => '',
      setCookie: refuseCookie,
      clearCache: refuseCookie,
    }
    const context = { ...getLoadContext(request, response), ...forEverybody }
    const { body, headers, status } = await remix(new Request(env.APP_URL + url), context)
    if (hasStyleAttributes) allowStyleAttributes(headers)
    return new Response(body, unavailableIfOutage({ status, headers }, context))
  }

  return [
    ...(hasAction ? [] : [allowSafeMethods]),
    cacheable(render, queries),
    ...(hasStyleAttributes ? [allowStyles] : []),
  ]
}

function refuseCookie(): never {
  throw new Error('A cached page cannot set a cookie')
}

const allowSafeMethods: RequestHandler = (request, response, next) => {
  if (isSafeMethod(request)) next()
  else sendError(request, response, 405, methodNotAllowed, { Allow: 'GET, HEAD' })
}

const allowStyles: RequestHandler = (_request, response, next) => {
  allowStyleAttributes(response)
  next()
}
