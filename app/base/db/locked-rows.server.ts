import { setTimeout } from 'node:timers/promises'

/** Milliseconds to wait for rows that other transactions have locked. */
const patience = 10_000

/**
 * Repeats work that leaves locked rows out (`skip locked`) until it has found some, or none is left, or it is too late.
 * Otherwise two jobs that run at the same time would leave the rows of each other to their next run, an hour later.
 */
export async function untilNoneLeft<T>(
  work: () => Promise<T>,
  hasFound: (result: T) => boolean,
  isLeft: () => Promise<unknown>,
) {
  const deadline = Date.now() + patience
  while (true) {
    const result = await work()
    if (hasFound(result) || Date.now() > deadline || !(await isLeft())) return result
    await setTimeout(50)
  }
}
