import { setTimeout } from 'node:timers/promises'

/** Milliseconds of work after which other requests get their turn. */
const slice = 10

/** How long it rests, as a part of the time of the work. */
const restRatio = 1 / 3

/** Returns a function to call between two pieces of long work. It lets requests that arrive meanwhile be answered. */
export function pacer() {
  let start = performance.now()
  return async () => {
    const worked = performance.now() - start
    if (worked < slice) return
    await setTimeout(Math.min(worked * restRatio, 100))
    start = performance.now()
  }
}
