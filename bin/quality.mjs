import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { exitWithMessage, makeReady } from './ready.mjs'

/**
 * The slow quality checks: Lighthouse, the HTML checker, the header scan, billing under faults, timing side channels,
 * stress tests. `node bin/quality.mjs html` runs one of them. The packages of `lighthouse`, `html`, `headers`, `client` and `phones` are installed in
 * `quality`, because they are 300 MB that the app does not need.
 */
makeReady({ build: true })
const names = process.argv.slice(2)
const withPackages = ['lighthouse', 'html', 'headers', 'client', 'phones']
const needsPackages = names.length === 0 || names.some((name) => withPackages.includes(name))
if (needsPackages && !existsSync('quality/node_modules')) install()

/** Exits after an interrupt too, so that the exit handlers stop the servers. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

const { runChecks } = await import('../quality/checks.mjs')
const { passed, failed, skipped } = await runChecks(names)
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}\n`)
process.exit(failed > 0 ? 1 : 0)

function install() {
  process.stdout.write('Installing the quality checks …\n')
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const options = { cwd: 'quality', stdio: 'inherit', shell: process.platform === 'win32' }
  if (spawnSync('npm', args, options).status !== 0)
    exitWithMessage('The installation of the quality checks failed. The output above has the cause.')
}
