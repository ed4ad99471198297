/** deadlock_detected and serialization_failure: PostgreSQL rolled back the transaction in favour of another one. */
const retryableCodes = new Set(['40P01', '40001'])
/** PostgreSQL detects a deadlock after 1 s, and the request timeout is 4.2 s. */
const maxRuns = 3

/** Retries a transaction after a deadlock or a serialization failure. */
export async function withRetries<T>(transaction: () => Promise<T>): Promise<T> {
  for (let run = 1; run < maxRuns; run++) {
    try {
      return await transaction()
    } catch (error) {
      if (!isRetryable(error)) throw error
    }
  }
  return transaction()
}

function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '' } = error as Error & { code?: string }
  return retryableCodes.has(code) || isRetryable(error.cause)
}
