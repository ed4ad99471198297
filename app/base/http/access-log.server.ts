import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { log } from '~/base/node/log.server'
import { pathWithoutToken } from './request-path.server'

/** Logs one line per request, without the query string, which may contain a user's search. */
export const accessLog: RequestHandler = (request, response, next) => {
  const started = performance.now()
  const requestId = randomUUID()
  response.locals.requestId = requestId
  response.setHeader('X-Request-Id', requestId)
  response.once('close', () => {
    const path = pathWithoutToken(request)
    const ms = Math.round(performance.now() - started)
    const { statusCode: status, writableFinished: finished } = response
    log.info({ requestId, method: request.method, path, status, ms, finished }, 'request')
  })
  response.on('error', (err) => log.error({ requestId, err }, 'response failed'))
  next()
}
