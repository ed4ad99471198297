import { setTimeout } from 'node:timers/promises'
import type { RequestHandler } from 'express'

/** Milliseconds of work after which other requests get their turn. */
const slice = 6

/** Milliseconds that work waits for other requests at most, so that it ends under any load. */
const longestRest = 50

let requests = 0

/** Counts the requests that are being answered. */
export const countRequests: RequestHandler = (_request, response, next) => {
  requests += 1
  response.once('close', () => {
    requests -= 1
  })
  next()
}

/**
 * Returns a function to call between two pieces of long work. It lets requests that have arrived meanwhile be answered
 * first. `own` is 1 for work that is itself part of a request.
 */
export function pacer(own: 0 | 1 = 0) {
  let start = performance.now()
  return async () => {
    if (performance.now() - start < slice) return
    const deadline = performance.now() + longestRest
    do await setTimeout(1)
    while (requests > own && performance.now() < deadline)
    start = performance.now()
  }
}
