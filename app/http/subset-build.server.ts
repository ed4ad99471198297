import type { ServerBuild } from '@remix-run/node'
import type { RequestContext } from './context.server'
import { errorPage } from './error-handler.server'
import { somethingWentWrong } from './errors'
import { isUnavailable, unavailableIfOutage } from './outage.server'

type Routes = ServerBuild['routes']
export type Route = Routes[string]

/** A route with its parents, the root first. */
export function routeBranch(route: Route, routes: Routes): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId]
  return parent ? [...routeBranch(parent, routes), route] : [route]
}

/** Copies the build with the routes of `subset` only. */
export function subsetBuild(build: ServerBuild, subset: Route[]): ServerBuild {
  const pick = <R>(routes: Record<string, R>) =>
    Object.fromEntries(subset.flatMap(({ id }) => (routes[id] ? [[id, routes[id]]] : [])))
  const assets = { ...build.assets, routes: pick(build.assets.routes) }
  const routes = pick(build.routes)
  for (const [id, route] of Object.entries(routes))
    if (!route.module.default) routes[id] = withOutagePage(route)
  return { ...build, routes, assets }
}

/** Remix has no error page for a route without a component: it responds to an outage with its plain 500. */
function withOutagePage(route: Route): Route {
  const { loader, action } = route.module
  const catchOutage = <F extends NonNullable<typeof loader | typeof action>>(run: F) =>
    (async (args: Parameters<F>[0]) => {
      try {
        return await run(args)
      } catch (error) {
        throw isUnavailable(error) ? outagePage(args.context, error) : error
      }
    }) as F
  return {
    ...route,
    module: {
      ...route.module,
      ...(loader && { loader: catchOutage(loader) }),
      ...(action && { action: catchOutage(action) }),
    },
  }
}

function outagePage(context: RequestContext, err: unknown) {
  context.log.error({ err }, 'screen failed')
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
  return new Response(errorPage(somethingWentWrong), unavailableIfOutage({ status: 503, headers }, context))
}
