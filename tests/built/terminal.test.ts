import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { databaseEnv } from '../support/create-database.mjs'
import { httpClient } from '../support/http-client'
import { freePort } from '../support/postgres.mjs'
import { startServer } from '../support/server.mjs'

/** `script` of util-linux runs a command on a pseudo-terminal. */
const hasTerminal = existsSync('/usr/bin/script') && process.platform === 'linux'

/** Starts the server on a terminal, requests a page, presses Ctrl+C, and resolves to what the terminal has shown. */
async function onTerminal(env: Record<string, string | undefined>) {
  const command = `exec '${process.execPath}' bin/serve.mjs`
  const terminal = spawn('script', ['-qec', command, '/dev/null'], {
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', SHELL: '/bin/sh', ...env },
  })
  let output = ''
  terminal.stdout.on('data', (chunk) => {
    output += chunk
  })
  const ended = new Promise((resolve) => terminal.once('close', resolve))
  const origin = () => /Budkeeper is at (http:\S+)/.exec(output)?.[1]
  await expect.poll(origin, { timeout: 120_000 }).toBeDefined()
  expect((await httpClient(origin() ?? '').get('/about')).status).toBe(200)
  terminal.stdin.write('\x03')
  await ended
  return output.replaceAll('\r', '').replace('^C', '')
}

test.skipIf(!hasTerminal)(
  'a terminal shows words, requests only with LOG_LEVEL, and the sign-ins last; other outputs get JSON',
  async () => {
    const env = { ...(await databaseEnv('terminal')), API_RATE_LIMIT: '0', LOG_LEVEL: '' }
    const words = await onTerminal(env)
    expect(words).not.toContain('{"level"')
    expect(words).not.toContain('GET /about')
    expect(words).toMatch(/^\d\d:\d\d:\d\d warn: API_RATE_LIMIT is 0: [^\n]+\n\nBudkeeper is at http/)

    const more = await onTerminal({ ...env, LOG_LEVEL: 'info' })
    expect(more).toMatch(/^\d\d:\d\d:\d\d GET \/about 200 \d+ ms$/m)
    expect(more).toMatch(/^\d\d:\d\d:\d\d info: stopping$/m)

    const app = await startServer(env)
    await httpClient(app.url).get('/about')
    await app.stop()
    const [line] = /^\{.*"path":"\/about".*\}$/m.exec(app.output()) ?? []
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 'info', msg: 'request', status: 200 })
  },
)

test.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGKILL'] as const)(
  'a server that npm start has started ends when npm gets %s',
  async (signal) => {
    const env = { ...process.env, ...(await databaseEnv(`npm_${signal.toLowerCase()}`)), HOST: '127.0.0.1' }
    const PORT = String(await freePort())
    const npm = spawn('npm', ['start'], { env: { ...env, PORT }, stdio: ['ignore', 'pipe', 'inherit'] })
    const url = `http://127.0.0.1:${PORT}/healthz`
    const answers = () =>
      fetch(url).then(
        () => true,
        () => false,
      )
    await expect.poll(answers, { timeout: 120_000 }).toBe(true)
    npm.kill(signal)
    await expect.poll(answers, { timeout: 60_000 }).toBe(false)
  },
)
