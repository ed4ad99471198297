import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findChromium } from '../tests/support/chromium.mjs'
import { createReport } from './report.mjs'

const program = fileURLToPath(new URL('node_modules/lighthouse/cli/index.js', import.meta.url))
const runs = 5

/** Limits for the median of the runs on a simulated phone with a slow connection; times in ms. */
const measures = {
  'largest-contentful-paint': { name: 'LCP', limit: 1_200 },
  'cumulative-layout-shift': { name: 'CLS', limit: 0 },
  'total-blocking-time': { name: 'TBT', limit: 50 },
}

export async function lighthouse({ publicPages, serve }) {
  const { check, skip, result } = createReport()
  const CHROME_PATH = findChromium()
  if (!CHROME_PATH) {
    skip('Lighthouse needs Chromium, which is not installed here')
    return result
  }
  await serve(async ({ url }) => {
    for (const page of publicPages) checkPage(page, await visit(url + page, CHROME_PATH), check)
  })
  return result
}

async function visit(url, CHROME_PATH) {
  const reports = []
  while (reports.length < runs) reports.push(await run(url, CHROME_PATH))
  return reports
}

function run(url, CHROME_PATH) {
  const flags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu'
  const args = [program, url, '--quiet', '--throttling-method=devtools', '--output=json', flags]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, CHROME_PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr']) child[stream].on('data', (chunk) => (output[stream] += chunk))
  return new Promise((resolve, reject) =>
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(output.stdout))
      else reject(new Error(`Lighthouse failed at ${url}:\n${output.stderr}`))
    }),
  )
}

function checkPage(page, reports, check) {
  for (const { id, title } of Object.values(reports[0].categories)) {
    const score = median(reports.map(({ categories }) => categories[id].score)) * 100
    check(`${page} ${title}`, score === 100, `${score}${score < 100 ? `, ${faultsOf(reports, id)}` : ''}`)
  }
  for (const [id, { name, limit }] of Object.entries(measures)) {
    const value = median(reports.map(({ audits }) => audits[id].numericValue))
    check(`${page} ${name}`, value <= limit, `${Math.round(value * 1_000) / 1_000} (at most ${limit})`)
  }
}

function faultsOf([{ audits, categories }], id) {
  const faulty = categories[id].auditRefs.filter(({ id, weight }) => weight > 0 && audits[id].score < 1)
  return faulty.map(({ id }) => id).join(', ')
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
}
