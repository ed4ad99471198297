import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../tests/support/server.mjs'
import { compare, load } from './measure.mjs'

const limit = 1.5
const size = { rounds: 21, requests: 100 }
/** Deletions need as many buds as there are requests, those to warm up too. */
const needed = (size.rounds + 1) * size.requests

/** Compares requests for one bud with a control that does the same to the same rows, with both databases. */
export async function singleRecords({ env, app, start, owner, bud, check, micros }) {
  await fill(app.url, owner.cookie)
  const bare = await start('build/bench/controls.js', 'records')
  await compareRecords('PostgreSQL', app, bare, owner.cookie)
  await bare.stop()

  const { DATABASE_URL: _, ...embedded } = env
  const folder = mkdtempSync(join(tmpdir(), 'budkeeper-bench-'))
  const [own, copied] = ['app', 'control'].map((name) => ({ ...embedded, DATA_DIR: join(folder, name) }))
  const first = await startServer(own)
  const cookie = await register(first.url)
  await fill(first.url, cookie)
  await first.stop()
  cpSync(own.DATA_DIR, copied.DATA_DIR, { recursive: true })
  const servers = await Promise.all([
    startServer(own),
    startServer(copied, 'build/bench/controls.js', ['records']),
  ])
  await compareRecords('embedded', ...servers, cookie)
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true, force: true })

  async function fill(url, cookie) {
    const post = { method: 'POST', body: JSON.stringify(bud), status: 201 }
    await load(`${url}/api/v1/buds`, cookie, needed, post)
  }

  async function compareRecords(database, subject, control, cookie) {
    const requests = {
      GET: {},
      PATCH: {
        body: (n) => JSON.stringify({ Location: `Pier ${n}`, LastInteraction: `At the market, ${n}` }),
      },
      DELETE: { isLast: true },
    }
    const ids = await idsOf(subject.url, cookie)
    for (const [method, { body, isLast }] of Object.entries(requests)) {
      const target = (server) => {
        const left = [...ids]
        let n = 0
        const next = () => {
          const id = isLast ? left.pop() : ids[n % ids.length]
          n += 1
          return { url: `${server.url}/api/v1/buds/${id}`, ...(body && { body: body(n) }) }
        }
        return { ...server, cookie, method, next }
      }
      const result = await compare(target(subject), target(control), size)
      const name = `${method} /api/v1/buds/{id}, ${database}`
      console.log(`${name}: ${micros(result.subject)}, its control: ${micros(result.control)}`)
      check(`${name}, server and database`, result.ratio.both, limit)
    }
  }
}

/** The cookies of a new user who has signed in. */
async function register(url) {
  const post = (path, body) =>
    fetch(`${url}/api/v1/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const user = { Email: 'bench@example.org', Password: 'four green leaves' }
  await post('register', { Firstname: 'Bench', ...user })
  const response = await post('login', user)
  if (!response.ok) throw new Error(`The sign-in responded ${response.status}: ${await response.text()}`)
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return cookies.join('; ')
}

async function idsOf(url, cookie) {
  const ids = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const response = await fetch(`${url}/api/v1/buds?page=${page}`, { headers: { cookie } })
    const { buds, numOfPages } = await response.json()
    ids.push(...buds.map(({ _id }) => _id))
    pages = numOfPages
  }
  return ids
}
