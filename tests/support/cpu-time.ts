import { expect } from 'vitest'

/** How many times as large as the small size the large one is. */
const growth = 8
/** Times the CPU time of the small size. Linear work takes eight times as long, quadratic work 64 times. */
const mostTimes = 24
/** In milliseconds. Below it, compiling and collecting garbage decide. */
const least = 2

/** The CPU time of this process, in milliseconds. Work of other processes does not count. */
export async function cpuTime(work: () => unknown) {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/**
 * The least ratio of the CPU times of two pieces of work in a few runs. It stops at the first below `enough`, because a
 * run may include the collection of the garbage of another.
 */
export async function cpuRatio(work: () => unknown, control: () => unknown, enough: number) {
  let ratio = Number.POSITIVE_INFINITY
  for (let run = 0; run < 5 && ratio >= enough; run++) {
    const time = Math.max(await cpuTime(control), least)
    ratio = Math.min(ratio, (await cpuTime(work)) / time)
  }
  return ratio
}

/** Half of what cubic work takes for eight times the size. */
export const mostTimesOfSquare = 250

/**
 * Checks that the CPU time of work grows no faster than its size, or with `most` than its square. `prepare` makes what is not
 * measured.
 */
export async function expectLinear<T>(
  size: number,
  prepare: (size: number) => T,
  work: (prepared: T) => unknown,
  most = mostTimes,
) {
  const [small, large] = [prepare(Math.ceil(size / growth)), prepare(size)]
  // Compiles the code.
  await work(small)
  const ratio = await cpuRatio(
    () => work(large),
    () => work(small),
    most,
  )
  expect(ratio).toBeLessThan(most)
}
