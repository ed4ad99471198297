import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { davClient } from '../../tests/support/dav-client.mjs'
import { testEnv } from '../../tests/support/env.mjs'
import { freePort } from '../../tests/support/postgres.mjs'
import { startServer } from '../../tests/support/server.mjs'
import { registerMember } from '../torture/support.mjs'

/** Starts the built server on one port, with a data folder of its own, in which its mails are. `kill` starts it again. */
export async function startApp(more = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'budkeeper-phones-'))
  const { SESSION_SECRET } = testEnv()
  const limits = { API_RATE_LIMIT: '0', DEMO_ACCOUNT: 'off', LOG_LEVEL: 'debug', TRUST_PROXY: '1' }
  const PORT = String(await freePort())
  const start = () => startServer({ DATA_DIR: folder, PORT, SESSION_SECRET, ...limits, ...more })
  let server = await start()
  let earlier = ''
  return {
    url: server.url,
    dataDir: folder,
    output: () => earlier + server.output(),
    kill: async () => {
      await server.stop('SIGKILL')
      earlier += server.output()
      server = await start()
    },
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A new user, in London, with `call`, which throws for a status that is no success, and `addDevice`. */
export async function registerOwner(url) {
  const user = await registerMember(url, { Email: `ann-${crypto.randomUUID()}@example.com` })
  const owner = Object.assign(user, {
    call: callerOf(user),
    addDevice: (name = 'Phone', origin = url) => addDevice(user, name, origin),
  })
  await owner.call('PATCH', '/api/v1/users/settings', { timeZone: 'Europe/London' })
  return owner
}

const callerOf = (user) => async (method, path, body) => {
  const { status, json, text } = await user.send(method, path, { body })
  if (!(status < 300)) throw new Error(`${method} ${path} got ${status}: ${text.slice(0, 300)}`)
  return json
}

/** Makes an app password by the API and returns a client that signs in with it. */
async function addDevice(user, name, origin) {
  const { status, json, text } = await user.post('/api/v1/devices', { name, password: user.Password })
  if (status !== 201) throw new Error(`POST /devices got ${status}: ${text.slice(0, 300)}`)
  return {
    ...davClient(origin, { user: user.Email, password: json.password }),
    device: json.device,
    url: json.url,
  }
}

/** Compares two lists of texts. Returns what is missing and what is more, in words, or ''. */
export function describeDifference(found, expected) {
  const without = (list, others) => {
    const left = [...others]
    return list.filter((text) => {
      const n = left.indexOf(text)
      if (n >= 0) left.splice(n, 1)
      return n < 0
    })
  }
  const [missing, more] = [without(expected, found), without(found, expected)]
  if (missing.length + more.length === 0) return ''
  const first = (list) => (list.length > 0 ? `: ${JSON.stringify(list[0])}` : '')
  return `${missing.length} missing${first(missing)}; ${more.length} more${first(more)}`
}

export const listFaults = (faults) => [`${faults.length} faults`, ...faults.slice(0, 5)].join('\n       ')
