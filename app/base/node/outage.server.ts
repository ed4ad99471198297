/** The database did not respond, or no connection was available. */
export class DatabaseUnavailable extends Error {}

const outageCodes = new Set([
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
  '57014', // query_canceled, by statement_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '25P03', // idle_in_transaction_session_timeout
  '53300', // too_many_connections
])

/** Whether an operation failed because the database is temporarily unavailable. The response is then 503, not 500. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: string }
  return (
    error instanceof DatabaseUnavailable ||
    (code !== undefined && outageCodes.has(code)) ||
    isUnavailable(error.cause)
  )
}

/** `Retry-After` of a 503, in seconds. */
export const retryAfterSeconds = '5'

/** Contexts of requests that failed during an outage. Remix responds 500 to them and hides the error from the page. */
export const failedByOutage = new WeakSet<object>()

/** Replaces the 500 of Remix with 503 if a loader or an action failed during an outage. */
export function unavailableIfOutage(
  { status, headers }: { status: number; headers: Headers },
  context: object,
) {
  const isOutage = status === 503 || failedByOutage.has(context)
  if (isOutage && !headers.has('Retry-After')) headers.set('Retry-After', retryAfterSeconds)
  return { status: isOutage ? 503 : status, headers }
}
