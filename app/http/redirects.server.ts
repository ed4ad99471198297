import type { RequestHandler, Response } from 'express'

/** A redirect depends on the session, so caches must not store it unless its route says otherwise. */
export const noStoreRedirects: RequestHandler = (_request, response, next) => {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => Response
  response.writeHead = (...args: unknown[]) => {
    const needsNoStore = response.hasHeader('Location') && !response.hasHeader('Cache-Control')
    if (needsNoStore) response.setHeader('Cache-Control', 'no-store')
    return writeHead(...args)
  }
  next()
}
