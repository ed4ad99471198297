import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testEnv } from '../support/env.mjs'
import { startPostgres } from '../support/postgres.mjs'
import { createReport } from './report.mjs'

/** What `npm test` runs a part of: every fault of Stripe and Postmark, 10,000 deliveries, 100,000 trials. */
const files = ['stripe-down', 'postmark-down', 'deliveries', 'trial-job'].map(
  (name) => `tests/built/${name}.test.ts`,
)

export async function billing() {
  const { check, skip, result } = createReport()
  const postgres = await startPostgres()
  if (!postgres) {
    skip('billing under faults needs the programs of a PostgreSQL server, which are not installed here')
    return result
  }
  for (const { title, status, failureMessages } of await run({ DATABASE_URL_TEST: postgres.url })) {
    check(title, status === 'passed', failureMessages.join(' ').slice(0, 500))
  }
  await postgres.stop()
  return result
}

/** One file after the other, so that the figures are its own. */
async function run(env) {
  const folder = mkdtempSync(join(tmpdir(), 'budkeeper-billing-'))
  const report = join(folder, 'report.json')
  const args = ['run', ...files, '--project=built', '--no-file-parallelism']
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args, ...reporters], {
    env: { ...process.env, ...testEnv(), ...env, WHOLE: '1' },
    stdio: 'inherit',
  })
  await new Promise((resolve) => child.once('close', resolve))
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(folder, { recursive: true })
  return testResults.flatMap(({ name, message, assertionResults }) =>
    assertionResults.length > 0
      ? assertionResults
      : { title: name, status: 'failed', failureMessages: [message] },
  )
}
