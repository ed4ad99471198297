import { setFlagsFromString } from 'node:v8'
import { exitWithMessage } from './ready.mjs'

process.env.NODE_ENV ||= 'production'

/** By default, V8 lets the heap grow to several times its live size before it collects garbage. */
setFlagsFromString('--heap-growing-percent=120')

/**
 * The embedded database is WebAssembly. By default, V8 optimizes a function after many calls, here at the first one: that takes
 * 1.5 s of CPU time more at the start, in threads of their own.
 */
setFlagsFromString('--no-wasm-dynamic-tiering')

try {
  const { serve } = await import('../build/server/index.js')
  await serve()
} catch (error) {
  exitWithMessage(explain(error))
}

function explain(error) {
  const { code, syscall, message } = error.cause ?? error
  if (error.cause && (syscall === 'listen' || syscall === 'getaddrinfo')) return error.message
  if (code === 'ECONNREFUSED' || code === 'CONNECT_TIMEOUT')
    return `The database does not respond: ${message}`
  return message || code || String(error)
}
