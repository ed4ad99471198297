import { pino } from 'pino'
import SonicBoom from 'sonic-boom'
import { env } from './env.server'
import { readableLine } from './readable-log.server'

/** Lines that wait because the output is full, in bytes. Later ones are dropped. */
const maxLength = 8_000_000

/** How often the end of the process tries again, every 100 ms, to write to an output that nobody reads. */
let lastTries = 10
let isEnding = false

/**
 * JSON lines are written once a second, when 4 kB are buffered, and at the end of the process. A terminal gets lines for
 * people, at once.
 */
const buffer = process.stdout.isTTY
  ? undefined
  : new SonicBoom({
      fd: 1,
      minLength: 4_096,
      periodicFlush: 1_000,
      maxLength,
      retryEAGAIN: () => !isEnding || lastTries-- > 0,
    })
const terminal = { write: (line: string) => void process.stdout.write(readableLine(line)) }

// Output that nobody can read, such as that of a closed terminal or on a full disk, does not end the server.
buffer?.on('error', () => {})
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

process.on('exit', () => {
  isEnding = true
  flushLog()
})

export function flushLog() {
  try {
    buffer?.flushSync()
  } catch {
    // Nobody can read it.
  }
}

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
