import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pinoHttp } from 'pino-http'
import { log } from './log.server'
import { pathWithoutToken } from './request-path.server'

/** Logs one line per request, without the query string, which may contain a user's search. */
export const accessLog = pinoHttp({
  logger: log,
  genReqId,
  customAttributeKeys: { req: 'requestId' },
  serializers: { requestId: (request: IncomingMessage) => request.id },
  wrapSerializers: false,
  customSuccessMessage: () => 'request',
  customErrorMessage: () => 'request',
  customSuccessObject: (request, response, { responseTime }) => logFields(request, response, responseTime),
  customErrorObject: (request, response, _error, { responseTime }) =>
    logFields(request, response, responseTime),
})

function genReqId(_request: IncomingMessage, response: ServerResponse) {
  const id = randomUUID()
  response.setHeader('X-Request-Id', id)
  return id
}

function logFields(request: IncomingMessage, response: ServerResponse, ms: number) {
  return {
    method: request.method,
    path: pathWithoutToken(request),
    status: response.statusCode,
    ms,
    finished: response.writableFinished,
  }
}
