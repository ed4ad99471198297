import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** This file runs before the packages are installed, so it imports only modules of Node. */

/** Below the limit of the operating system, 104 or 108 bytes. */
const maxSocketPath = 100

/** Stored on `globalThis`, because `npm start` takes the lock before it builds, and the build contains a copy of this file. */
globalThis.budkeeperLocks ??= new Set()

/**
 * Two processes would corrupt an embedded database. A socket serves as the lock, because the operating system closes it
 * when the process dies.
 * @param {string} folder
 */
export async function lockFolder(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = socketPath(realpathSync(folder))
  if (globalThis.budkeeperLocks.has(path)) return
  if (!(await listenOn(path))) {
    const owner = await ownerOf(path)
    if (!owner) rmSync(path, { force: true })
    if (owner || !(await listenOn(path))) {
      throw new Error(
        `DATA_DIR ${folder} is in use by ${owner ?? 'another process'}. Stop it, or set another DATA_DIR.`,
      )
    }
  }
  globalThis.budkeeperLocks.add(path)
}

/**
 * The socket is inside the folder, so that containers that share the folder see it. If the path is too long for a
 * socket, it is in the folder for temporary files.
 * @param {string} folder
 */
function socketPath(folder) {
  const name = `budkeeper-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const path = join(folder, 'process.sock')
  return Buffer.byteLength(path) <= maxSocketPath ? path : join(tmpdir(), `${name}.sock`)
}

/**
 * Resolves to false if the path is in use. The socket sends the process id to each client.
 * @param {string} path
 */
function listenOn(path) {
  const server = createServer((socket) => socket.on('error', () => {}).end(`process ${process.pid}`))
  return new Promise((resolve, reject) => {
    server.once('listening', () => resolve(true))
    // Also hears later errors, of connections that cannot be accepted.
    server.on('error', (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
    server.listen(path).unref()
    process.once('exit', () => server.close())
  })
}

/**
 * Name of the process that listens on the socket. Undefined if no process does, or if the path is not a socket.
 * @param {string} path
 * @returns {Promise<string | undefined>}
 */
function ownerOf(path) {
  return new Promise((resolve) => {
    let owner = ''
    const socket = connect(path).setTimeout(1_000, () => socket.destroy())
    socket.on('data', (text) => {
      owner += text
    })
    socket.on('error', ({ code = '' }) => {
      if (['ECONNREFUSED', 'ENOTSOCK', 'ENOENT'].includes(code)) resolve(undefined)
    })
    socket.on('close', () => resolve(owner || 'another process'))
  })
}
