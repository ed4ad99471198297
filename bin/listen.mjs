/** This file runs before the packages are installed, so it imports only modules of Node. */
import { createServer } from 'node:net'

/**
 * Resolves when the server listens. Without a host it listens on all interfaces. An error names the variable to change.
 * @param {import('node:net').Server} server
 * @param {{ port: number, host?: string | undefined }} options
 * @returns {Promise<void>}
 */
export function listen(server, { port, host }) {
  return new Promise((resolve, reject) => {
    const fail = (error) => reject(new Error(explain(error, port, host), { cause: error }))
    server.once('error', fail)
    server.listen({ port, host }, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

function explain({ code, message }, port, host) {
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Stop what uses it, or set PORT to another one.`
  if (code === 'EACCES') return `Port ${port} may not be used here. Set PORT to another one.`
  if (!host) return message
  return `HOST ${host} is no address of this machine (${code}). Set HOST to one, or leave it empty to listen on all.`
}

/** Throws if `PORT` and `HOST` cannot be listened on. The server reports a value that is no port. */
export async function assertPortIsFree({ PORT, HOST }) {
  const port = Number(PORT || 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return
  const server = createServer()
  await listen(server, { port, host: HOST || undefined })
  await new Promise((resolve) => server.close(resolve))
}
