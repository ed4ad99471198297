import { sql } from 'drizzle-orm'
import { db } from '~/db/db.server'
import { isFullRun } from './shared-database'

/** The longest time that another query waits while `work` runs, in milliseconds. */
export async function longestWait(work: () => Promise<unknown>) {
  const began = performance.now()
  let longest = 0
  let isDone = false
  const done = work().finally(() => {
    isDone = true
  })
  while (!isDone) {
    const start = performance.now()
    await db.execute(sql`select 1`)
    longest = Math.max(longest, performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await done
  const seconds = (performance.now() - began) / 1_000
  if (isFullRun)
    process.stdout.write(`${seconds.toFixed(1)} s, another query waits at most ${longest.toFixed(0)} ms\n`)
  return longest
}
