/** Converts a JSON line of the log to a line for people, followed by the stack of an error. */
export function readableLine(line: string) {
  const { level, time, msg, err, ...fields } = JSON.parse(line)
  const at = new Date(time).toTimeString().slice(0, 8)
  const words = msg === 'request' ? requestWords(fields) : [`${level}:`, msg, ...pairsOf(fields)]
  return `${printable([at, ...words].join(' '))}\n${err ? describe(err) : ''}`
}

const requestWords = ({ method, path, status, ms, finished }: Record<string, unknown>) => [
  ...[method, path, status, ms, 'ms'],
  ...(finished ? [] : ['(the client closed the connection)']),
]

const pairsOf = (fields: object) =>
  Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )

type LoggedError = { type?: string; message?: string; code?: string; stack?: string; cause?: LoggedError }

function describe({ type, message, code, stack, cause }: LoggedError, prefix = ''): string {
  const title = `${prefix}${type}: ${message}${code ? ` (${code})` : ''}`
  const lines = [`  ${title}`, ...(stack ? stack.split('\n') : [])]
  return `${lines.map(printable).join('\n')}\n${cause ? describe(cause, 'caused by ') : ''}`
}

/** Escapes control characters, which could change what the terminal shows. */
const printable = (text: string) =>
  text.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
