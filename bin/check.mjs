import { spawnSync } from 'node:child_process'
import { makeReady } from './ready.mjs'

makeReady({ build: false })

const failed = [
  check('types', tool('tsc', '--noEmit')),
  check('lint and format', tool('biome', 'check', '--error-on-warnings', '--colors=off')),
  check('unused code', tool('knip', '--no-progress')),
  check(
    'module boundaries',
    tool('depcruise', 'app', 'drizzle', 'server.ts', 'tests', 'bench', 'quality', 'bin'),
  ),
  check('lockfile', node('bin/lock.mjs', '--check')),
].filter((passed) => !passed)

process.exit(failed.length > 0 ? 1 : 0)

/** One line a check; what it has to say follows when it failed. */
function check(name, run) {
  const started = performance.now()
  const complaint = run()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${complaint ? '✗' : '✓'} ${name} (${seconds} s)\n${complaint ?? ''}`)
  return !complaint
}

function tool(name, ...args) {
  return run(`node_modules/.bin/${name}`, args)
}

function node(...args) {
  return run(process.execPath, args)
}

function run(command, args) {
  return () => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      encoding: 'utf8',
      shell: process.platform === 'win32',
      env: { ...process.env, NO_COLOR: '1' },
    })
    return status === 0 ? undefined : `${stdout}${stderr}\n`
  }
}
