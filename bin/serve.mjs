import { setFlagsFromString } from 'node:v8'
import { leave } from './ready.mjs'

process.env.NODE_ENV ||= 'production'

/** Left alone, V8 lets the heap grow to several times what is in use before it tidies up. */
setFlagsFromString('--heap-growing-percent=120')

try {
  const { serve } = await import('../build/server/index.js')
  await serve()
} catch (error) {
  leave(explain(error))
}

function explain(error) {
  const { code, port, message } = error.cause ?? error
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Stop what uses it, or set PORT to another one.`
  if (code === 'EACCES' && port) return `Port ${port} may not be used here. Set PORT to another one.`
  if (code === 'ECONNREFUSED' || code === 'CONNECT_TIMEOUT') return `The database does not answer: ${message}`
  return message || code || String(error)
}
