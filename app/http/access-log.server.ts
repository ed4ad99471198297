import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pinoHttp } from 'pino-http'
import { log } from './log.server'
import { pathWithoutToken } from './request-path.server'

/** Logs one line per request, without the query string, which may contain a user's search. */
export const accessLog = pinoHttp({
  logger: log,
  genReqId: (_request, response) => {
    const id = randomUUID()
    response.setHeader('X-Request-Id', id)
    return id
  },
  customAttributeKeys: { req: 'requestId' },
  serializers: { requestId: (request: IncomingMessage) => request.id },
  wrapSerializers: false,
  customSuccessMessage: () => 'request',
  customErrorMessage: () => 'request',
  customSuccessObject: logFields,
  customErrorObject: (request, response, _error, fields) => logFields(request, response, fields),
})

type Timed = { responseTime: number }

function logFields(request: IncomingMessage, response: ServerResponse, { responseTime: ms }: Timed) {
  return {
    method: request.method,
    path: pathWithoutToken(request),
    status: response.statusCode,
    ms,
    finished: response.writableFinished,
  }
}
