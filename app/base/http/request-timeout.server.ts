import type { Request, RequestHandler, Response } from 'express'
import { somethingWentWrong } from '~/base/node/errors'
import { log } from '~/base/node/log.server'
import { retryAfterSeconds } from '~/base/node/outage.server'
import { sendError } from './error-handler.server'

/** Milliseconds without traffic after which the server drops a connection. */
export const socketTimeout = 30_000

const maxBodySize = 50_000_000
/** The deadline is counted in steps, because it pauses while the client sends the body. */
const stepsPerDeadline = 4

/**
 * Responds 503 when no response has begun after `ms` milliseconds, even if the database or a disk hangs. The deadline
 * pauses while the client sends its body, for which Node has its own timeout (`server.requestTimeout`) and
 * `maxBodySize` is the limit. Once a response has begun, only `socketTimeout` limits it.
 */
export function requestTimeout(ms: number): RequestHandler {
  return (request, response, next) => {
    const bytesBefore = request.socket.bytesRead
    let stepsLeft = stepsPerDeadline
    const timer = setInterval(() => {
      // The buffer is full, and Node reads no more of the body until the app has read from the buffer.
      const isAppSlow = request.readableLength >= request.readableHighWaterMark
      if (stepsLeft > 0 && (request.complete || isAppSlow)) stepsLeft -= 1
      if (stepsLeft === 0) sendTimeout(request, response)
      else if (!request.complete && request.socket.bytesRead - bytesBefore > maxBodySize) request.destroy()
    }, ms / stepsPerDeadline)
    response.once('close', () => clearInterval(timer))
    next()
  }
}

function sendTimeout(request: Request, response: Response) {
  if (response.headersSent) return
  log.error({ requestId: response.locals.requestId }, 'request timed out')
  sendError(request, response, 503, somethingWentWrong, { 'Retry-After': retryAfterSeconds })
}
