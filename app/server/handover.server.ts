import type { Request, Response } from 'express'
import type { RequestContext } from './context.server'
import { log } from './log.server'

/** What Express knows of a request, as loaders and actions get it. */
export function handover(request: Request, response: Response): RequestContext {
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
