/** Deadlock and serialization failure: PostgreSQL undid the transaction for the sake of another, and a retry succeeds. */
const retryable = new Set(['40P01', '40001'])
/** A deadlock is found after a second, and every request is answered within five. */
const mostRuns = 3

/** Runs a transaction again that the database undid for the sake of another one. */
export async function withRetries<T>(transaction: () => Promise<T>): Promise<T> {
  for (let run = 1; run < mostRuns; run++) {
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
  return retryable.has(code) || isRetryable(error.cause)
}
