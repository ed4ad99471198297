import { setImmediate, setTimeout } from 'node:timers/promises'
import type { RequestHandler } from 'express'

/** Milliseconds of work after which other requests get their turn. */
const slice = 6

/** The longest pause, as a multiple of the work before it. Guarantees progress under any load. */
const pauseRatio = 3

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
 * Returns `yieldToRequests`, to call between two pieces of long work: it waits until the requests that have arrived are
 * answered. `own` is 1 for work that is itself part of a request.
 */
export function pacer(own: 0 | 1 = 0) {
  let start = performance.now()
  return async () => {
    const now = performance.now()
    if (now - start < slice) return
    const deadline = now + (now - start) * pauseRatio
    // Node reads what has arrived after the first one, and has parsed it after the second one.
    await setImmediate()
    await setImmediate()
    while (requests > own && performance.now() < deadline) await setTimeout(1)
    start = performance.now()
  }
}
