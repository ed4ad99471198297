import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { leave, makeReady } from './ready.mjs'

/**
 * The slow judges: Lighthouse, the HTML checker, the header scan, billing under faults, response times that tell
 * secrets, torture. `node bin/quality.mjs html` runs one of them. The first three are installed here and not with the app, which would have to bring 300 MB along that it has no use for.
 */
makeReady({ build: true })
const names = process.argv.slice(2)
const installed = ['lighthouse', 'html', 'headers']
const isNeeded = names.length === 0 || names.some((name) => installed.includes(name))
if (isNeeded && !existsSync('quality/node_modules')) install()

/** Whoever interrupts them leaves no server behind. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

const { judge } = await import('../quality/judge.mjs')
const { passed, failed, skipped } = await judge(names)
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}\n`)
process.exit(failed > 0 ? 1 : 0)

function install() {
  process.stdout.write('Installing the judges …\n')
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const options = { cwd: 'quality', stdio: 'inherit', shell: process.platform === 'win32' }
  if (spawnSync('npm', args, options).status !== 0)
    leave('Installing the judges failed; what went wrong stands above.')
}
