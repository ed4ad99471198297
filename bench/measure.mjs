import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** CPU time in ms of a process, with nanosecond resolution. */
function cpuOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`)
  return threads.reduce((sum, thread) => {
    const file = `/proc/${pid}/task/${thread}/schedstat`
    return sum + Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6
  }, 0)
}

function childrenOf(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children.split(' ').filter(Boolean).map(Number)
}

/** CPU time in ms of a process and its children. */
export function cpuOfAll(pid) {
  try {
    return childrenOf(pid).reduce((sum, child) => sum + cpuOfAll(child), cpuOf(pid))
  } catch {
    return 0 // the process of a database connection has just ended
  }
}

export const residentMegabytes = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024

/** Sends a request, by default a GET, reads the response, checks its status and returns the milliseconds. */
export function send(url, cookie = '', { headers: more = {}, status = 200, method = 'GET', body = '' } = {}) {
  const started = performance.now()
  const type = body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    request(url, { agent, method, headers: { cookie, ...type, ...more } }, (response) => {
      response.resume()
      response.once('end', () => {
        if (response.statusCode === status) resolve(performance.now() - started)
        else reject(new Error(`${url} responded ${response.statusCode}`))
      })
    })
      .once('error', reject)
      .end(body)
  })
}

/**
 * Sends the same request again and again, several at once. If `next` is given, it returns the URL and the other
 * properties of each request.
 */
export async function load(url, cookie, requests, { concurrency = 4, next, ...more } = {}) {
  let left = requests
  const worker = async () => {
    while (left-- > 0) {
      const { url: nextUrl = url, ...request } = next?.() ?? {}
      await send(nextUrl, cookie, { ...more, ...request })
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

/** CPU time in µs of one request, in the server and in the database. Without that of the target's `prepare`. */
async function cost(target, requests) {
  await target.prepare?.(requests)
  const pids = [target.pid, target.database]
  const times = () => pids.map((pid) => (pid ? cpuOfAll(pid) : 0))
  const before = times()
  await load(target.url, target.cookie, requests, target)
  const [server, database] = times().map((time, n) => ((time - before[n]) * 1000) / requests)
  return { server, database, both: server + database }
}

/** Alternates between two targets; returns the medians of their times and of the ratios of each round. */
export async function compare(subject, control, { rounds = 9, requests = 200 } = {}) {
  for (const target of [subject, control]) await cost(target, requests)
  const results = { subject: [], control: [] }
  for (let round = 0; round < rounds; round++) {
    results.subject.push(await cost(subject, requests))
    results.control.push(await cost(control, requests))
  }
  const summary = (list) => ({
    server: median(list.map(({ server }) => server)),
    database: median(list.map(({ database }) => database)),
    both: median(list.map(({ both }) => both)),
  })
  const ratio = (part) =>
    median(results.subject.map((cost, round) => cost[part] / results.control[round][part]))
  return {
    subject: summary(results.subject),
    control: summary(results.control),
    ratio: { server: ratio('server'), both: ratio('both') },
  }
}

export function median(numbers) {
  return quantile(numbers, 0.5)
}

export function quantile(numbers, q) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))]
}
