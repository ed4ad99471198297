const { FUZZ_SEED = '20261120', FUZZ_RUNS = '5' } = process.env

/**
 * `npm test` has few cases, the same in each run. Each night CI has many, of a random seed. A failure prints the seed and
 * the failing case, which is not shrunk.
 */
export const options = { seed: Number(FUZZ_SEED), numRuns: Number(FUZZ_RUNS), endOnFailure: true }
