import type { Request, RequestHandler, Response } from 'express'

/**
 * Delays the end of a response until the request body is drained. Node's HTTP client, and many proxies, stop sending a
 * body once they have the whole response, and the next request on that connection is lost.
 */
export const drainBody: RequestHandler = (request, response, next) => {
  if (!hasBody(request)) return next()
  const end = response.end.bind(response) as (...args: unknown[]) => Response
  response.end = (...args: unknown[]) => {
    response.locals.isEnded = true
    if (request.complete || request.destroyed) return end(...args)
    // Sets `headersSent`, so that no second response begins meanwhile.
    response.flushHeaders()
    request
      .removeAllListeners('data')
      .once('close', () => end(...args))
      .resume()
    return response
  }
  next()
}

/** RFC 9112, section 6. */
function hasBody({ headers }: Request) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
