import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testEnv } from '../tests/support/env.mjs'
import { startPostgres } from '../tests/support/postgres.mjs'
import { createReport } from './report.mjs'

const built = ['stripe-down', 'postmark-down', 'deliveries', 'trial-job']

/** Tests every fault of Stripe and Postmark, 10,000 webhooks and 100,000 trials. `npm test` runs smaller versions. */
export const billing = () =>
  checkByTests(
    'built',
    built.map((name) => `tests/built/${name}.test.ts`),
  )

/** Sends 100,000 digests, by two processes that are killed 20 times. `npm test` sends 2,000. */
export const digest = () => checkByTests('built', ['tests/built/digest-job.test.ts'])

/** Tests the pool with 10,000 canceled statements and 20 callers. `npm test` cancels 300 statements. */
export const pool = () => checkByTests('app', ['tests/base/db/pool.test.ts'])

/** Undoes 10,000 random writes, and thousands to series, with both databases. `npm test` undoes some hundreds. */
export const history = () =>
  checkWithBoth('tests/data/history/undo-model.test.ts', 'tests/events/repeats/undo-series.test.ts')

/** Restores 100 random accounts from their backups, with both databases. `npm test` restores six. */
export const backups = () => checkWithBoth('tests/data/imports/backup-property.test.ts')

/** Compares the codes of 1,000 random secrets with those of `oathtool` (OATH Toolkit). */
export async function totp() {
  const { check, skip, result } = createReport()
  const judged = (await run('app', ['tests/account/security/totp.test.ts'], {})).filter(({ title }) =>
    title.startsWith('oathtool'),
  )
  for (const { title, status, failureMessages } of judged) {
    if (status === 'skipped' || status === 'pending') skip('this needs oathtool, which is not installed here')
    else check(title, status === 'passed', failureMessages.join(' ').slice(0, 500))
  }
  return result
}

async function checkWithBoth(...files) {
  const { check, result } = createReport()
  for (const { title, status, failureMessages } of await run('app', files, {})) {
    check(`${title}, embedded database`, status === 'passed', failureMessages.join(' ').slice(0, 500))
  }
  const withPostgres = await checkByTests('app', files)
  for (const [key, n] of Object.entries(withPostgres)) result[key] += n
  return result
}

async function checkByTests(project, files) {
  const { check, skip, result } = createReport()
  const postgres = await startPostgres()
  if (!postgres) {
    skip('this needs the programs of a PostgreSQL server, which are not installed here')
    return result
  }
  const env = { DATABASE_URL_TEST: postgres.url }
  for (const { title, status, failureMessages } of await run(project, files, env)) {
    check(title, status === 'passed', failureMessages.join(' ').slice(0, 500))
  }
  await postgres.stop()
  return result
}

/** Runs one file after the other, so that they do not affect each other's figures. */
async function run(project, files, env) {
  const folder = mkdtempSync(join(tmpdir(), 'budkeeper-full-'))
  const report = join(folder, 'report.json')
  const args = ['run', ...files, `--project=${project}`, '--no-file-parallelism']
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args, ...reporters], {
    env: { ...process.env, ...testEnv(), ...env, FULL_RUN: '1' },
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
