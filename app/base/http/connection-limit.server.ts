import { openSync, readSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { log } from '~/base/node/log.server'

/** File descriptors that connections leave to the database, files and outgoing connections: at most two thirds of all. */
const reserve = 512

/** Where the system does not say how many descriptors a process may have. */
const unknownLimit = 4_096

/** Milliseconds between two lines of the log that say the same. */
const quietTime = 60_000

/**
 * Keeps the connections of a server below the file descriptors that its process may open. Beyond the limit, a new
 * connection takes the place of the one that has been idle for the longest time: without a request, or with an incomplete
 * one. If no connection is idle, the new one is closed.
 */
export function limitConnections(server: Server, readLimit = openFileLimit()) {
  /** Requests in progress by connection. */
  const requests = new Map<Socket, number>()
  /** Sorted by the time since when they are idle. */
  const idle = new Set<Socket>()
  const logFull = seldom((limit: number) => log.warn({ limit }, 'connection limit reached'))

  server.on('connection', (socket: Socket) => {
    requests.set(socket, 0)
    idle.add(socket)
    socket.once('close', () => forget(socket))
    const limit = maxConnections(readLimit())
    if (requests.size > limit) logFull(limit)
    for (const longestIdle of idle) {
      if (requests.size <= limit) break
      forget(longestIdle)
      longestIdle.destroy()
    }
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    addRequests(socket, 1)
    response.once('close', () => addRequests(socket, -1))
  })

  function addRequests(socket: Socket, n: number) {
    const before = requests.get(socket)
    if (before === undefined) return
    requests.set(socket, before + n)
    if (before + n === 0) idle.add(socket)
    else idle.delete(socket)
  }

  function forget(socket: Socket) {
    requests.delete(socket)
    idle.delete(socket)
  }
}

export const maxConnections = (descriptors: number) =>
  descriptors - Math.min(reserve, Math.ceil((descriptors * 2) / 3))

/**
 * Returns a function that reads the limit of open files, which may change while the process runs. The file stays open,
 * because it cannot be opened when the descriptors are used up.
 */
function openFileLimit() {
  const buffer = Buffer.alloc(4_096)
  let file: number
  try {
    file = openSync('/proc/self/limits', 'r')
  } catch {
    return () => unknownLimit
  }
  return () => {
    const text = buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0))
    const [, limit] = /^Max open files +(\d+)/m.exec(text) ?? []
    return limit ? Number(limit) : Number.POSITIVE_INFINITY
  }
}

/**
 * A server that listens reports connections that it could not accept, such as for want of file descriptors. Without a
 * listener the error would end the process.
 */
export function surviveAcceptErrors(server: Server) {
  const logError = seldom((err: Error) => log.error({ err }, 'connection not accepted'))
  server.once('listening', () => server.on('error', logError))
}

function seldom<T>(write: (value: T) => void) {
  let last = Number.NEGATIVE_INFINITY
  return (value: T) => {
    if (performance.now() - last < quietTime) return
    last = performance.now()
    write(value)
  }
}
