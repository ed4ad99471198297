import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { makeReady } from './ready.mjs'

makeReady({ build: false })

const failed = [
  check('types', tool('tsc', '--noEmit')),
  check('lint and format', tool('biome', 'check', '--error-on-warnings', '--colors=off')),
  check('unused code', tool('knip', '--no-progress')),
  check('module boundaries', tool('depcruise', 'app', 'drizzle', 'server.ts', 'tests', 'bin')),
  check('lockfile', lockfileNamesNoRegistry),
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
  return () => {
    const { status, stdout, stderr } = spawnSync(`node_modules/.bin/${name}`, args, {
      encoding: 'utf8',
      shell: process.platform === 'win32',
      env: { ...process.env, FORCE_COLOR: '0' },
    })
    return status === 0 ? undefined : `${stdout}${stderr}\n`
  }
}

/** A lockfile that names the registry it was made with would send everybody there. */
function lockfileNamesNoRegistry() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const named = Object.keys(packages).filter((path) => packages[path].resolved)
  return named.length > 0
    ? `'resolved' is to be taken out of package-lock.json: ${named.join(', ')}\n`
    : undefined
}
