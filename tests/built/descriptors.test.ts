import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { copyOfBuild } from '../support/copy-of-build'
import { databaseEnv } from '../support/create-database.mjs'
import { httpClient } from '../support/http-client'
import { freePort } from '../support/postgres.mjs'
import { startServer } from '../support/server.mjs'

const assets = readdirSync('build/client/assets').filter((name) => /\.(js|css)$/.test(name))
const sockets: Socket[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

async function open(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
    .setEncoding('latin1')
    .setMaxListeners(0)
    .on('error', () => {})
  sockets.push(socket)
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  return socket
}

/** Sends a request on a connection that stays open, and resolves to the status. */
function ask(socket: Socket, path: string) {
  return new Promise<number>((resolve, reject) => {
    let text = ''
    const refuse = () => reject(new Error(`The connection was closed before ${path}`))
    if (socket.closed) return refuse()
    function read(chunk: string) {
      text += chunk
      const body = text.indexOf('\r\n\r\n') + 4
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (body < 4 || text.length < body + length) return
      socket.off('data', read).off('close', refuse)
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]))
    }
    socket.on('data', read).once('close', refuse)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  })
}

const statusOf = (url: string) =>
  fetch(url, { headers: { Connection: 'close' } }).then(
    ({ status }) => status,
    () => 0,
  )

test('files of the build that are removed while the server runs are still sent, and the server lives', async () => {
  const { folder, file, remove } = copyOfBuild()
  const app = await startServer(await databaseEnv('removed'), file)
  rmSync(join(folder, 'build/client'), { recursive: true })
  for (const name of assets.slice(0, 5)) expect(await statusOf(`${app.url}/assets/${name}`)).toBe(200)
  expect(await statusOf(`${app.url}/assets/missing.js`)).toBe(404)
  // This page has a style sheet of the build in it.
  expect(await (await fetch(app.url)).text()).toContain('<style')
  expect(await statusOf(`${app.url}/healthz`)).toBe(200)
  expect((await app.stop()).code).toBe(0)
  remove()
})

describe.skipIf(!existsSync('/proc/self/limits'))('with few file descriptors', () => {
  const limit = (pid: number | undefined, descriptors: number) =>
    execFileSync('prlimit', [`--pid=${pid}`, `--nofile=${descriptors}:20000`])

  test('more connections than there are descriptors do not keep anybody from the server', async () => {
    const app = await startServer(await databaseEnv('idle'))
    const user = httpClient(app.url)
    const account = { Firstname: 'Ada', Email: 'ada@example.com', Password: 'Blue-Heron-42' }
    await user.post('/api/v1/auth/register', account)
    limit(app.pid, 300)
    const kept = await open(app.url)
    expect(await ask(kept, '/healthz')).toBe(200)
    const idle: Socket[] = []
    for (let n = 0; n < 400; n++) {
      const latest = await open(app.url)
      idle.push(latest)
      // The server accepts connections in their order, so that it has all before the one that it answers. More at once
      // would need more descriptors than there are, before it has closed those of others.
      if (n % 10 === 0) expect(await ask(latest, '/healthz')).toBe(200)
      // A connection in use is not the one that has been idle for the longest time.
      if (n % 50 === 0) expect(await ask(kept, `/assets/${assets[n / 50]}`)).toBe(200)
    }
    const left = () => idle.filter((socket) => !socket.resume().closed).length
    await expect.poll(left).toBeLessThanOrEqual(100)
    expect(await ask(kept, '/readyz')).toBe(200)
    for (const name of assets.slice(0, 5)) expect(await statusOf(`${app.url}/assets/${name}`)).toBe(200)
    expect((await user.post('/api/v1/auth/login', account)).status).toBe(200)
    expect((await user.post('/api/v1/buds', { Firstname: 'Grace' })).status).toBe(201)
    expect((await app.stop()).code).toBe(0)
    expect(app.output()).not.toContain('    at ')
  })

  test('fewer descriptors than are in use end nothing, and when there are more again, all works', async () => {
    const app = await startServer(await databaseEnv('no_descriptors'))
    const kept = await open(app.url)
    const before = await ask(kept, '/readyz')
    limit(app.pid, 10)
    const during: number[] = []
    for (let n = 0; n < 20; n++) {
      await open(app.url)
      // If a low descriptor becomes free, the server accepts one of them in the place of the longest idle.
      during.push(await ask(kept, '/healthz'))
    }
    during.push(await ask(kept, `/assets/${assets[0]}`))
    // Its process needs new connections to a PostgreSQL server.
    await ask(kept, '/blog')
    limit(app.pid, 300)
    expect(new Set([before, ...during])).toEqual(new Set([200]))
    await expect.poll(() => statusOf(`${app.url}/readyz`)).toBe(200)
    expect(await statusOf(`${app.url}/blog`)).toBe(200)
    expect((await app.stop()).code).toBe(0)
  })
})

describe.skipIf(process.platform === 'win32')('output that nobody reads', () => {
  async function start(output: 'pipe' | number) {
    const PORT = String(await freePort())
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT,
      LOG_LEVEL: 'info',
    }
    const database = await databaseEnv(`output_${PORT}`)
    const child: ChildProcess = spawn(process.execPath, ['bin/serve.mjs'], {
      env: { ...env, ...database },
      stdio: ['ignore', output, output],
    })
    return { child, url: `http://127.0.0.1:${PORT}` }
  }

  type App = Awaited<ReturnType<typeof start>>

  async function untilItAnswers({ child, url }: App) {
    while ((await statusOf(`${url}/healthz`)) !== 200 && child.exitCode === null) await setTimeout(50)
  }

  function closeOutput({ child }: App) {
    child.stdout?.destroy()
    child.stderr?.destroy()
  }

  /** More lines than fit into a buffer, and then the end of the process. */
  async function expectToLive({ child, url }: App, lines = 60) {
    for (let n = 0; n < lines; n++) expect(await statusOf(`${url}/robots.txt`)).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  }

  test('because its reader is gone, as in "npm start | head -1", does not end the server', async () => {
    const app = await start('pipe')
    await untilItAnswers(app)
    closeOutput(app)
    await expectToLive(app)
  })

  test('because its reader is gone before the first line does not keep the server from its start', async () => {
    const app = await start('pipe')
    closeOutput(app)
    await untilItAnswers(app)
    await expectToLive(app)
  })

  test('because its reader has stopped to read keeps neither users nor the end of the process waiting', async () => {
    const app = await start('pipe')
    await untilItAnswers(app)
    await expectToLive(app, 2_000)
  })

  test.skipIf(!existsSync('/dev/full'))('because the disk is full does not end the server', async () => {
    const full = openSync('/dev/full', 'w')
    const app = await start(full)
    closeSync(full)
    await untilItAnswers(app)
    await expectToLive(app)
  })

  test('a signal as soon as the server answers, before it has filled its database, ends it in order', async () => {
    const app = await start('pipe')
    await untilItAnswers(app)
    app.child.kill('SIGTERM')
    expect(await once(app.child, 'exit')).toEqual([0, null])
  })
})
