import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { makeReady } from './ready.mjs'

makeReady({ build: true })

const { PGlite } = await import('@electric-sql/pglite')
const { emptyDatabase } = await import('../tests/support/empty-database.mjs')
const { admin, testEnv } = await import('../tests/support/env.mjs')
const { findChromium } = await import('../tests/support/chromium.mjs')
const { startPostgres } = await import('../tests/support/postgres.mjs')
const { startServer } = await import('../tests/support/server.mjs')
const { installTools } = await import('../tests/support/tools.mjs')
const { startRoundRobin } = await import('../tests/support/round-robin.mjs')

/** Exits on an interrupt too, so that the exit handlers stop the servers. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

await installTools()
/** The first runs have the embedded database, although a server is given. */
const { DATABASE_URL_TEST } = process.env
delete process.env.DATABASE_URL_TEST
const folder = mkdtempSync(join(tmpdir(), 'budkeeper-test-'))
const total = { passed: 0, failed: 0, skipped: 0 }
/** Printed again at the end of the output. */
const failures = []
const hasBrowser = Boolean(findChromium())

/** Servers under test start with copies of these data folders. */
process.env.EMPTY_DATA = join(folder, 'empty')
mkdirSync(process.env.EMPTY_DATA)
const empty = await PGlite.create({
  dataDir: join(process.env.EMPTY_DATA, 'database'),
  loadDataDir: await emptyDatabase(PGlite),
})
await empty.close()

await Promise.all([check(), vitest('embedded database', ['app', 'components']), seed()])
process.env.SEEDED_DATA = join(folder, 'seeded')
const postgres = DATABASE_URL_TEST ? { url: DATABASE_URL_TEST, stop: () => {} } : await startPostgres()
await vitest('build', hasBrowser ? ['built', 'browser'] : ['built'], [], {
  ...(postgres && { POSTGRES_FOLLOWS: '1' }),
})
if (!hasBrowser) skip('Chromium is not installed here, so the screens were not tested in a browser')
if (postgres) {
  const env = { DATABASE_URL_TEST: postgres.url }
  const [first, second] = await Promise.all([
    testTwoProcesses(postgres.url, '1/2'),
    testTwoProcesses(postgres.url, '2/2'),
    vitest('build with PostgreSQL', ['built'], [], env),
  ])
  await vitest('PostgreSQL, tests skipped in the run of two processes', ['app'], [...first, ...second], env)
} else skip('PostgreSQL is not installed here, so the tests that need it were skipped')
await postgres?.stop()

rmSync(folder, { recursive: true, force: true })
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
for (const failure of failures) process.stdout.write(`\nFAIL ${failure}\n`)
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`)
process.exit(total.failed > 0 ? 1 : 0)

async function check() {
  printTitle('check')
  const { output } = await run(['bin/check.mjs'])
  failures.push(...(output.match(/^✗.*/gm) ?? []))
  add({ passed: output.match(/^✓/gm)?.length ?? 0, failed: output.match(/^✗/gm)?.length ?? 0 })
}

/** Creates a data folder as a server's first start leaves it. Otherwise each server under test would complete it. */
async function seed() {
  const server = await startServer({
    ...testEnv(),
    ...admin,
    DATA_DIR: join(folder, 'seeded'),
    LOG_LEVEL: 'debug',
  })
  const ended = server.ended.then(() => true)
  while (!server.output().includes('sample data complete'))
    if (
      (await Promise.race([ended, setTimeout(100)])) ||
      server.output().includes('sample data not complete')
    )
      throw new Error(`The sample data of the server is not complete:\n${server.output()}`)
  await server.stop()
}

async function vitest(title, projects, options = [], env = {}) {
  printTitle(title)
  const report = join(folder, `${title}.json`)
  const chosen = projects.map((project) => `--project=${project}`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await run(
    ['node_modules/vitest/vitest.mjs', 'run', ...options, ...chosen, ...reporters],
    env,
  )
  const { failed, filesWithSkipped, ...rest } = readReport(report, code)
  failures.push(...failed.map((failure) => `${title}: ${failure}`))
  add({ ...rest, failed: failed.length })
  return filesWithSkipped
}

/** A file that fails to load reports no tests, so the file itself counts as one failed test. */
function readReport(report, code) {
  try {
    const { testResults, ...n } = JSON.parse(readFileSync(report, 'utf8'))
    const failed = testResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ name, message, assertionResults }) => {
        const file = relative('.', name)
        const tests = assertionResults.filter((test) => test.status === 'failed')
        if (tests.length === 0) return [`${file}\n${message}`]
        return tests.map(
          ({ fullName, failureMessages }) => `${file} > ${fullName}\n${failureMessages.join('\n')}`,
        )
      })
    return {
      filesWithSkipped: testResults
        .filter(({ assertionResults }) => assertionResults.some(({ status }) => status !== 'passed'))
        .map(({ name }) => relative('.', name)),
      passed: n.numPassedTests,
      failed: failed.length === 0 && code !== 0 ? ['an error outside the tests'] : failed,
      skipped: n.numPendingTests + n.numTodoTests,
    }
  } catch {
    return { failed: ['no report'], filesWithSkipped: [] }
  }
}

/**
 * Runs the same tests on PostgreSQL against two server processes behind a round-robin proxy. The page cache is off,
 * because the tests expect each write in the very next response. Resolves to the files with skipped tests.
 */
async function testTwoProcesses(server, shard) {
  const { createDatabase } = await import('../tests/support/create-database.mjs')
  const name = `two processes ${shard.replace('/', ' of ')}`
  const DATABASE_URL = await createDatabase(server, name.replaceAll(' ', '_'))
  const env = { ...testEnv(), DATABASE_URL, DATA_DIR: join(folder, name), PAGE_LIFE: '0' }
  const servers = await Promise.all([startServer(env), startServer(env)])
  const proxy = await startRoundRobin(servers.map(({ url }) => url))
  const skipped = await vitest(name, hasBrowser ? ['app', 'browser'] : ['app'], [`--shard=${shard}`], {
    DATABASE_URL,
    DATA_DIR: env.DATA_DIR,
    TEST_BASE_URL: proxy.url,
  })
  proxy.stop()
  await Promise.all(servers.map(({ stop }) => stop()))
  return skipped.filter((file) => !file.startsWith('tests/browser/'))
}

function run(args, env = {}) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
    process.stdout.write(chunk)
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

function add(result) {
  for (const [key, n] of Object.entries(result)) total[key] += n
}

function skip(why) {
  process.stdout.write(`\nSkipped: ${why}.\n`)
  total.skipped++
}

function printTitle(title) {
  process.stdout.write(`\n— ${title}\n`)
}
