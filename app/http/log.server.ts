import { pino } from 'pino'
import { env } from './env.server'
import { readableLine } from './readable-log.server'

/**
 * JSON lines are written once a second, when 4 kB are buffered, and at the end of the process. A terminal gets lines for
 * people, at once.
 */
const buffer = process.stdout.isTTY
  ? undefined
  : pino.destination({ sync: false, minLength: 4_096, periodicFlush: 1_000 })
const terminal = { write: (line: string) => void process.stdout.write(readableLine(line)) }

export const flushLog = () => buffer?.flushSync()
process.once('exit', flushLog)

/** Never log a request body, a query string, a cookie, a token or a user's record. */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    serializers: { err: describeError },
  },
  buffer ?? terminal,
)

/**
 * Returns the fields of an error that are safe to log. The message of an error with a cause is omitted, because
 * drizzle-orm's message contains the statement's parameters.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, stack, cause, code } = error as Error & { code?: unknown }
  const message = cause ? name : error.message
  return {
    type: name,
    message,
    code,
    stack: withoutMessage(stack),
    cause: cause ? describeError(cause) : undefined,
  }
}

function withoutMessage(stack = '') {
  return stack
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n')
}
