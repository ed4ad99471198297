import { setMaxListeners } from 'node:events'
import { log } from './log.server'

const runningTasks = new Set<Promise<void>>()

const stop = new AbortController()

/** Aborted when the server shuts down, so that long work stops where it can continue later. */
export const stopSignal = stop.signal
// Each task may listen.
setMaxListeners(0, stopSignal)
export const isStopping = () => stopSignal.aborted

export const stopLongTasks = () => stop.abort()

/**
 * Runs a background task, such as sending a mail. It never fails the request, and a shutdown waits for it. Resolves at its end.
 */
export function inBackground(what: string, work: () => Promise<void>) {
  const task: Promise<void> = work()
    .catch((error) => log.error({ err: error, what }, 'background task failed'))
    .finally(() => runningTasks.delete(task))
  runningTasks.add(task)
  return task
}

export async function waitForBackgroundTasks() {
  while (runningTasks.size > 0) await Promise.all(runningTasks)
}
