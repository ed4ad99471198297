import { createRequestHandler as createExpressHandler } from '@remix-run/express'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import {
  type Request as ClientRequest,
  type RequestHandler,
  Router,
  type Response as ServerResponse,
} from 'express'
import type { Handle } from '~/components/handle'
import type { endpoint } from './api.server'
import { cacheable } from './cacheable.server'
import { getLoadContext, type IncomingRequest } from './context.server'
import { env } from './env.server'
import { sendError } from './error-handler.server'
import { unavailableIfOutage } from './outage.server'
import { allowStyleAttributes } from './security-headers.server'
import { type Route, routeBranch, subsetBuild } from './subset-build.server'
import { isSafeMethod, methodNotAllowed } from './valid-request.server'

type Endpoint = ReturnType<typeof endpoint>

const apiBase = '/api/v1'

/** All routes of the route table: the API and the screens. */
export function createRouters(build: ServerBuild): RequestHandler {
  const routes = Object.values(build.routes).sort((a, b) => countParameters(a) - countParameters(b))
  return Router()
    .use(apiBase, apiRouter(routes.filter(isApi)))
    .use(screenRouter(build, routes))
}

/** Express selects the first route that matches, so static paths come before paths with parameters. */
function countParameters({ path = '' }: Route) {
  return path.endsWith('*') ? Number.POSITIVE_INFINITY : path.split(':').length
}

function isApi({ path = '' }: Route) {
  return `/${path}`.startsWith(apiBase)
}

/** API calls bypass Remix, whose router, requests and streams cost more than the call itself. */
function apiRouter(routes: Route[]) {
  const router = Router()
  for (const { path, module } of routes) {
    const { respond } = module.loader as unknown as Endpoint
    router.all(`/${path}`.slice(apiBase.length), async (request, response) => {
      const context = getLoadContext(request, response)
      const { params } = request
      const { status, headers, body } = await respond({
        request: toIncomingRequest(request),
        context,
        params,
      })
      if (!response.headersSent) response.writeHead(status, withLength(headers, body)).end(body)
    })
  }
  return router
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
 * Each screen has a Remix handler that contains its own branch only, because Remix matches all of its routes several
 * times per request. One handler with all screens serves the rest, such as the data of navigations.
 */
function screenRouter(build: ServerBuild, routes: Route[]) {
  const router = Router()
  const screens = routes.filter((route) => !isApi(route))
  const parents = new Set(screens.map(({ parentId }) => parentId))
  for (const screen of screens.filter(({ id, path }) => !parents.has(id) && path !== '*')) {
    const branch = routeBranch(screen, build.routes)
    const path = branch.flatMap(({ path }) => path || []).join('/')
    const isCacheable = handleOf(screen).cacheable
    router.all(`/${path}`, ...(isCacheable ? cacheablePage(build, branch) : []), remixHandler(build, branch))
  }
  return router.use(remixHandler(build, screens))
}

function handleOf({ module }: Route): Handle {
  return module.handle ?? {}
}

function remixHandler(build: ServerBuild, subset: Route[]) {
  return createExpressHandler({ build: subsetBuild(build, subset), mode: env.NODE_ENV, getLoadContext })
}

/** The handlers of a page that is the same for everybody. Requests with a toast or a body pass to Remix. */
function cacheablePage(build: ServerBuild, branch: Route[]): RequestHandler[] {
  const queries = branch.flatMap((route) => handleOf(route).queries ?? [])
  const isFormatted = branch.some((route) => handleOf(route).isFormatted)
  const hasAction = branch.some(({ module }) => module.action)
  const remix = createRequestHandler(subsetBuild(build, branch), env.NODE_ENV)

  async function render(url: string, request: ClientRequest, response: ServerResponse) {
    const context = contextForEverybody(request, response)
    const { body, headers, status } = await remix(new Request(env.APP_URL + url), context)
    if (isFormatted) allowStyleAttributes(headers)
    return new Response(body, unavailableIfOutage({ status, headers }, context))
  }

  return [
    ...(hasAction ? [] : [allowSafeMethods]),
    cacheable(render, queries),
    ...(isFormatted ? [allowStyles] : []),
  ]
}

function contextForEverybody(request: ClientRequest, response: ServerResponse) {
  const setCookie = () => {
    throw new Error('A cached page cannot set a cookie')
  }
  return { ...getLoadContext(request, response), nonce: undefined, address: '', setCookie }
}

const allowSafeMethods: RequestHandler = (request, response, next) => {
  if (isSafeMethod(request)) next()
  else sendError(request, response, 405, methodNotAllowed, { Allow: 'GET, HEAD' })
}

const allowStyles: RequestHandler = (_request, response, next) => {
  allowStyleAttributes(response)
  next()
}
