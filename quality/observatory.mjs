import { existsSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const observatory = new URL('node_modules/@mdn/mdn-http-observatory/', import.meta.url)

/** The HSTS preload list. `npm ci --ignore-scripts` does not download it, and `localhost` is not in it anyway. */
const preloaded = fileURLToPath(new URL('conf/hsts-preload.json', observatory))
if (!existsSync(preloaded)) writeFileSync(preloaded, '{}')

const load = (file) => import(new URL(`src/${file}`, observatory))
const { ALL_TESTS } = await load('constants.js')
const { getScoreModifier } = await load('grader/grader.js')
const { MINIMUM_SCORE_FOR_EXTRA_CREDIT } = await load('grader/charts.js')
const { retrieve } = await load('retriever/retriever.js')

const [httpPort, httpsPort, ...paths] = process.argv.slice(2)
const scores = []
for (const path of paths) scores.push({ path, ...(await scoreOf(path)) })
process.stdout.write(JSON.stringify(scores))

/** The score by the scanner's rules. The scanner's own entry point does not support ports, paths and error pages. */
async function scoreOf(path) {
  const retrieved = await retrieve('localhost', { httpPort, httpsPort, path })
  const results = ALL_TESTS.map((test) => test(retrieved))
  const modifiers = results.map(({ result }) => (result ? getScoreModifier(result) : 0))
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0)
  const uncurved = 100 + sum(modifiers.filter((modifier) => modifier < 0))
  const { status } = retrieved.responses.auto
  const score = uncurved >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? 100 + sum(modifiers) : uncurved
  return { status, score, faults: results.filter(({ pass }) => !pass).map(({ result }) => result) }
}
