import type { ErrorRequestHandler, Request, Response } from 'express'
import { somethingWentWrong } from '~/base/node/errors'
import { log } from '~/base/node/log.server'
import { isApiPath, isDavPath } from './request-path.server'

/** Responds 500 to errors that no route has caught. */
export const errorHandler: ErrorRequestHandler = (error, request, response, _next) => {
  if (response.locals.isEnded || response.writableEnded) return
  if (response.headersSent) return void response.destroy()
  log.error({ requestId: response.locals.requestId, err: error }, 'request failed')
  sendError(request, response, 500, somethingWentWrong)
}

/** Responds outside of the routes: with JSON to API clients, by RFC 4918 to phones, with a plain page to browsers. */
export function sendError(request: Request, response: Response, status: number, msg: string, headers = {}) {
  response.status(status).set(headers).set('Cache-Control', 'no-store')
  if (isDavPath(request)) response.type('xml').send(davError(msg))
  else if (isApiPath(request)) response.json({ msg })
  else response.type('html').send(errorPage(msg))
}

export function errorPage(msg: string) {
  return `<!doctype html><html lang="en"><title>Error Page</title><h1>Error Page</h1><p>${msg}</p><p><a href="/">Home</a></p></html>`
}

/** `msg` has no markup. */
const davError = (msg: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<D:error xmlns:D="DAV:"><D:responsedescription>${msg}</D:responsedescription></D:error>`
