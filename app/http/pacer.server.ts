import { setTimeout } from 'node:timers/promises'

/** Milliseconds of work after which other requests get their turn. */
const slice = 10

/**
 * Returns a function to call between two pieces of long work. After a slice of work it waits for as long, so that requests
 * that arrive meanwhile are answered.
 */
export function pacer() {
  let start = performance.now()
  return async () => {
    const worked = performance.now() - start
    if (worked < slice) return
    await setTimeout(Math.min(worked, 100))
    start = performance.now()
  }
}
