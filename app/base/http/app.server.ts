import { createServer } from 'node:http'
import * as build from 'virtual:remix/server-build'
import type { ServerBuild } from '@remix-run/node'
import compression from 'compression'
import express, { type RequestHandler } from 'express'
import { isDatabaseReady } from '~/base/db/db.server'
import { env } from '~/base/node/env.server'
import { countRequests } from '~/base/node/pacer.server'
import { accessLog } from './access-log.server'
import { limitConnections, surviveAcceptErrors } from './connection-limit.server'
import { drainBody } from './drain-body.server'
import { errorHandler } from './error-handler.server'
import { endpointBases } from './request-path.server'
import { requestTimeout, socketTimeout } from './request-timeout.server'
import { endpointRouter, type ReadKeptForm, screenRouter } from './routers.server'
import { contentSecurityPolicy, noStoreRedirects, securityHeaders } from './security-headers.server'
import { builtFiles, staticFiles } from './static-files.server'
import { allowMethods, rejectMalformedUrl, requireSameOrigin } from './valid-request.server'

export type Development = {
  /** Loads the current build for each request. */
  build: () => Promise<ServerBuild>
  /** Serves the browser's files from their sources. */
  sources: RequestHandler
}

/** The URL of the planner with 500 buds has 18,500 bytes. Node's default is 16,384. */
const maxHeaderSize = 32_768

/** Milliseconds for the headers of a request. A new connection without a request ends after that time too. */
const headersTimeout = 15_000
const connectionsCheckingInterval = 5_000

/** The HTTP server. It serves the build, or in development the sources. */
export function createApp(readKeptForm: ReadKeptForm, development?: Development) {
  const screens = (build: ServerBuild) => screenRouter(build, readKeptForm)
  const app = express()
  app.disable('x-powered-by')
  // The routers set their own. Without this, errors would have one.
  app.disable('etag')
  app.set('trust proxy', env.TRUST_PROXY)
  app.set('query parser', false)

  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }))
  app.get('/readyz', requestTimeout(2_500), readiness)
  app.use(countRequests, accessLog, securityHeaders, contentSecurityPolicy, requestTimeout(4_200), drainBody)
  app.use(allowMethods, rejectMalformedUrl, requireSameOrigin)
  for (const base of endpointBases) {
    const endpoints = (build: ServerBuild) => endpointRouter(base, build)
    app.use(base, compressResponse, development ? current(development, endpoints) : endpoints(build))
  }
  app.use(development?.sources ?? staticFiles(builtFiles()))
  app.use(noStoreRedirects, compressResponse)
  app.use(development ? current(development, screens) : screens(build))
  app.use(errorHandler)

  const server = createServer({ maxHeaderSize, headersTimeout, connectionsCheckingInterval }, app)
  server.timeout = socketTimeout
  limitConnections(server)
  surviveAcceptErrors(server)
  return server
}

const readiness: RequestHandler = async (_request, response) => {
  const isReady = await isDatabaseReady()
  if (response.headersSent) return
  response.status(isReady ? 200 : 503).json({ status: isReady ? 'ok' : 'database unavailable' })
}

const compress = compression()

/** Requests without `Accept-Encoding`, as API clients send them, skip the cost of the middleware. */
const compressResponse: RequestHandler = (request, response, next) => {
  if (request.headers['accept-encoding']) return compress(request, response, next)
  response.vary('Accept-Encoding')
  next()
}

function current(
  { build }: Development,
  createRouter: (build: ServerBuild) => RequestHandler,
): RequestHandler {
  return async (request, response, next) => createRouter(await build())(request, response, next)
}
