import { storeLargeCircles } from './cancellation.mjs'
import {
  createClient,
  formatCounts,
  memoryOf,
  onPostgres,
  percentile,
  sleep,
  statusesOf,
  times,
} from './support.mjs'

const maxMemory = 1_000
const maxWait = 1_000

/** Many readers at once fetch the largest records that a visitor of the demo account can store. */
export const largeRecords = onPostgres(async ({ startApp, check }) => {
  const app = await startApp({ API_RATE_LIMIT: '600' })
  const demo = createClient(app.url)
  await demo.post('/api/v1/auth/demo')
  const stored = await storeLargeCircles(demo)
  const list = '/api/v1/circles?limit=100'
  const reads = {
    [`a list of ${stored} large circles is read`]: [list, 1],
    '8 such lists are read at once': [list, 8],
    '30 such lists are read at once': [list, 30],
    '10 open the screen of that list at once': ['/dashboard/AllCircles', 10],
    '10 search that list at once': [`${list}&search=%E2%82%AC`, 10],
  }
  for (const [what, [path, readers]] of Object.entries(reads)) {
    if (!app.isRunning()) break
    const { responses, waits, memory } = await measure(app, () =>
      times(readers, () => demo.get(path, { timeout: 60_000 })),
    )
    const megabytes = (responses[0].text.length / 1e6).toFixed(1)
    const details = `${formatCounts(statusesOf(responses))}, ${megabytes} MB each`
    const longest = Math.round(Math.max(...waits))
    const spread = `p95 ${Math.round(percentile(waits, 0.95))} ms, longest ${longest} ms`
    const isSuccess = responses.every(({ status }) => status === 200 || (readers > 10 && status === 503))
    check(`while ${what}, each read succeeds${readers > 10 ? ' or gets a 503' : ''}`, isSuccess, details)
    check(`while ${what}, other clients wait less than a second`, longest < maxWait, spread)
    check(`while ${what}, memory stays below ${maxMemory} MB`, memory < maxMemory, `${memory} MB`)
    await sleep(500)
  }
  check('the process keeps running', app.isRunning(), app.exitReason())
})

/** Measures the memory of the process and the response times of another visitor during `read`. */
async function measure(app, read) {
  const waits = []
  let memory = 0
  let isOver = false
  const watch = setInterval(() => {
    memory = Math.max(memory, memoryOf(app))
  }, 50)
  const others = (async () => {
    const other = createClient(app.url)
    while (!isOver && app.isRunning()) {
      waits.push((await other.get('/healthz', { timeout: 30_000 })).ms)
      await sleep(10)
    }
  })()
  const responses = await Promise.all(read())
  isOver = true
  await others
  clearInterval(watch)
  return { responses, waits, memory }
}
