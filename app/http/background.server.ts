import { log } from './log.server'

const runningTasks = new Set<Promise<void>>()

let stopping = false

/** Whether the server shuts down, so that long work stops where it can continue later. */
export const isStopping = () => stopping

export function stopLongTasks() {
  stopping = true
}

/** Runs a background task, such as sending a mail. It never fails the request, and a shutdown waits for it. */
export function inBackground(what: string, work: () => Promise<void>) {
  const task: Promise<void> = work()
    .catch((error) => log.error({ err: error, what }, 'background task failed'))
    .finally(() => runningTasks.delete(task))
  runningTasks.add(task)
}

export async function waitForBackgroundTasks() {
  while (runningTasks.size > 0) await Promise.all(runningTasks)
}
