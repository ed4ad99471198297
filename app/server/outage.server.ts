const outages = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  '57014', // canceled, by statement_timeout
  '57P01', // the server shuts down
  '57P02',
  '57P03', // the server starts up
  '53300', // too many connections
])

/** True when an operation failed because the database is away, which passes: the answer is 503, not 500. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: string }
  return (
    error.message === databaseSilent ||
    (code !== undefined && outages.has(code)) ||
    isUnavailable(error.cause)
  )
}

/** Requests, by their context, that failed because the database is away; their pages are told nothing of the cause. */
export const failedByOutage = new WeakSet<object>()

export const databaseSilent = 'The database does not answer'
