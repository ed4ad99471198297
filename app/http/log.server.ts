import { pino } from 'pino'
import { env } from './env.server'

/** Lines are written once a second or 4 kB, and at the end of the process. */
const destination = pino.destination({ sync: false, minLength: 4_096, periodicFlush: 1_000 })

/** Never give it a request body, a query string, a cookie, a token or a record of a user. */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    serializers: { err: describeError },
  },
  destination,
)

type Answered = {
  requestId: string
  method: string
  path: string
  status: number
  ms: number
  finished: boolean
}

const areRequestsLogged = log.isLevelEnabled('info')
let answered = ''

/** `log.info(line, 'request')`, in few strokes: pino and its stream take as long as a page that is kept. */
export function logAnswered({ requestId, method, path, status, ms, finished }: Answered) {
  if (!areRequestsLogged) return
  answered += `{"level":"info","time":"${new Date().toISOString()}","requestId":"${requestId}","method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${ms},"finished":${finished},"msg":"request"}\n`
  if (answered.length > 12_000) writeAnswered()
}

function writeAnswered() {
  if (answered) destination.write(answered)
  answered = ''
}

setInterval(writeAnswered, 1_000).unref()
process.once('exit', () => {
  writeAnswered()
  destination.flushSync()
})

/** A database driver's error carries the statement's parameters, so only these four parts of an error are logged. */
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
