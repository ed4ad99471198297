import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Servers that are running. They end with this process. */
const running = new Set()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts the built server in a new process and waits until it listens. */
export async function startServer(env, file, args) {
  const server = runServer(env, file, args)
  const url = await Promise.race([server.listens, server.ended.then(() => undefined)])
  if (!url) throw new Error(`The server did not start:\n${server.output()}`)
  return { ...server, url }
}

/** Starts the built server without waiting. `ended` resolves to its exit code and output. */
export function runServer(env = {}, file = 'bin/serve.mjs', args = []) {
  const { env: ownEnv, remove } = withDatabase({
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    ...env,
  })
  const child = spawn(process.execPath, [file, ...args], { env: ownEnv, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  child.once('close', () => {
    running.delete(child)
    remove?.()
  })
  let output = ''
  const ended = new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
  const listens = new Promise((resolve) => {
    const read = (chunk) => {
      output += chunk
      const origin = /Budkeeper is at (http:\S+)/.exec(output)?.[1]
      if (origin) resolve(origin)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
  })
  const stop = (signal = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  return { listens, ended, stop, output: () => output, pid: child.pid }
}

/**
 * Copies `SEEDED_DATA`, or `EMPTY_DATA` if that is not set, so that the server need not create a database, which takes
 * seconds of CPU time. A database in memory is replaced by one on disk, in a temporary folder.
 */
function withDatabase(env) {
  const { SEEDED_DATA, EMPTY_DATA, DATABASE_URL, DATA_DIR } = env
  const template = SEEDED_DATA || EMPTY_DATA
  if (!template || DATABASE_URL || !DATA_DIR) return { env }
  const isTemporary = DATA_DIR === ':memory:'
  const folder = isTemporary ? mkdtempSync(`${template}-`) : DATA_DIR
  if (!existsSync(join(folder, 'database')))
    for (const name of ['database', 'stripe-emulator.json'])
      if (existsSync(join(template, name)))
        cpSync(join(template, name), join(folder, name), { recursive: true })
  return {
    env: { ...env, DATA_DIR: folder },
    remove: isTemporary ? () => rmSync(folder, { recursive: true, force: true }) : undefined,
  }
}
