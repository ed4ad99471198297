import { storeHeavyCircles } from './cancellation.mjs'
import {
  createClient,
  memoryOf,
  onPostgres,
  percentile,
  sleep,
  statusesOf,
  times,
  words,
} from './support.mjs'

const mostMemory = 1_000
const longestWait = 1_000

/** The heaviest records that one visitor of the demo account can store, read back by many at once. */
export const weight = onPostgres(async ({ startApp, check }) => {
  const app = await startApp({ API_RATE_LIMIT: '600' })
  const demo = createClient(app.url)
  await demo.post('/api/v1/auth/demo')
  const stored = await storeHeavyCircles(demo)
  const list = '/api/v1/circles?limit=100'
  const reads = {
    [`a list of ${stored} heavy circles is read`]: [list, 1],
    '8 such lists are read at once': [list, 8],
    '30 such lists are read at once': [list, 30],
    'the screen of them is opened by 10 at once': ['/dashboard/AllCircles', 10],
    '10 search in them at once': [`${list}&search=%E2%82%AC`, 10],
  }
  for (const [what, [path, readers]] of Object.entries(reads)) {
    if (!app.isRunning()) break
    const { responses, waits, memory } = await measure(app, () =>
      times(readers, () => demo.get(path, { timeout: 60_000 })),
    )
    const megabytes = (responses[0].text.length / 1e6).toFixed(1)
    const told = `${words(statusesOf(responses))}, ${megabytes} MB each`
    const longest = Math.round(Math.max(...waits))
    const spread = `p95 ${Math.round(percentile(waits, 0.95))} ms, longest ${longest} ms`
    const isAnswered = responses.every(({ status }) => status === 200 || (readers > 10 && status === 503))
    check(`while ${what}, each reader gets it`, isAnswered, told)
    check(`while ${what}, others wait less than a second`, longest < longestWait, spread)
    check(`while ${what}, memory stays below ${mostMemory} MB`, memory < mostMemory, `${memory} MB`)
    await sleep(500)
  }
  check('the process lives through it', app.isRunning(), app.death())
})

/** How long another visitor waits meanwhile, and what memory the process takes. */
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
