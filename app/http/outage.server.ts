/** The database did not respond, or no connection to it could be had. */
export class DatabaseUnavailable extends Error {}

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
  '25P03', // idle in a transaction for too long
  '53300', // too many connections
])

/** True when an operation failed because the database is away, which passes: the answer is 503, not 500. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: string }
  return (
    error instanceof DatabaseUnavailable ||
    (code !== undefined && outages.has(code)) ||
    isUnavailable(error.cause)
  )
}

/** `Retry-After` of a 503, in seconds. */
export const retryLater = '5'

/** Requests, by their context, that failed because the database is away; their pages are told nothing of the cause. */
export const failedByOutage = new WeakSet<object>()

/** 503 where a loader or an action failed by an outage, in place of Remix's 500. */
export function unavailableIfOutage(
  { status, headers }: { status: number; headers: Headers },
  context: object,
) {
  const isOutage = status === 503 || failedByOutage.has(context)
  if (isOutage && !headers.has('Retry-After')) headers.set('Retry-After', retryLater)
  return { status: isOutage ? 503 : status, headers }
}
