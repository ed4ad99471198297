import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import {
  create,
  createClient,
  formatCounts,
  onPostgres,
  registerMember,
  sleep,
  tally,
  times,
} from './support.mjs'

const rounds = Number(process.env.ROUNDS ?? 5)

/**
 * The limit of open files falls while the server runs, down to fewer than it has open, and more connections are opened than
 * fit, some of them with half a request. Nothing may end the server; whoever sends whole requests is served as long as there
 * are descriptors for it; and afterwards everything works again.
 */
export const descriptors = onPostgres(async ({ startApp, check }) => {
  if (!existsSync('/proc/self/limits')) return
  const app = await startApp()
  const member = await registerMember(app.url)
  const assets = readdirSync('build/client/assets').filter((name) => name.endsWith('.js'))
  for (const limit of [1_024, 300, 150, 40, 10]) {
    const statuses = []
    for (let round = 0; round < rounds; round++) {
      setLimit(app, limit)
      const sockets = await Promise.all(
        times(limit + 200, (n) => open(app, n % 3 === 0 ? 'GET / HTTP/1.1\r\n' : '')),
      )
      const asset = assets[round % assets.length]
      for (const path of ['/healthz', '/readyz', `/assets/${asset}`, '/', '/login'])
        statuses.push((await createClient(app.url).get(path, onNewConnection)).status)
      statuses.push((await member.get('/api/v1/buds', onNewConnection)).status)
      for (const socket of sockets) socket.destroy()
    }
    setLimit(app, 4_096)
    await sleep(1_000)
    const saved = await create(member, 'bud', { Firstname: `Of ${limit}` }).then(
      () => true,
      () => false,
    )
    const isEnough = limit >= 150
    const isServed = !isEnough || statuses.every((status) => status === 200)
    const details = [formatCounts(tally(statuses)), app.exitReason()].filter(Boolean).join(', ')
    check(
      `with ${limit} descriptors the server lives${isEnough ? ' and serves' : ''}`,
      saved && isServed,
      details,
    )
  }
})

/** On a new connection: a full server may close a kept one in the moment in which it is used again. */
const onNewConnection = { headers: { Connection: 'close' } }

const setLimit = ({ pid }, limit) => execFileSync('prlimit', [`--pid=${pid}`, `--nofile=${limit}:20000`])

async function open({ port }, text) {
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
  // A full server lets connections wait until the kernel ends them.
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {})
  if (text) socket.write(text)
  return socket
}
