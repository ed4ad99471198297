import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** This file runs before the packages are installed, so it imports only modules of Node. */
const oldestNode = [20, 19]
const hashFile = 'build/sources'
const sources = [
  ...['app', 'dev', 'docs/api', 'docs/api.md', 'drizzle', 'public', 'server.ts', 'package-lock.json'],
  ...['bin/build.mjs', 'bin/listen.mjs', 'bin/lock-folder.mjs'],
]
const configFile = /\.config\.(ts|js|mjs)$/

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

export function makeReady({ build }) {
  assertNodeVersion()
  if (!isInstalled())
    run('Installing packages', npm, ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'])
  if (build && !isBuilt()) run('Building', process.execPath, ['bin/build.mjs'])
}

function assertNodeVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  exitWithMessage(
    `Budkeeper needs Node ${oldestNode.join('.')} or newer; this is Node ${process.versions.node}.`,
  )
}

/** Compares the lockfile with npm's list of the installed packages. */
function isInstalled() {
  const installed = packagesOf('node_modules/.package-lock.json')
  const locked = packagesOf('package-lock.json')
  return Object.entries(locked).every(([path, { version, integrity, optional, devOptional }]) => {
    const entry = installed[path]
    if (path === '' || (!entry && (optional || devOptional))) return true
    return entry?.version === version && entry?.integrity === integrity
  })
}

function packagesOf(lockfile) {
  return existsSync(lockfile) ? JSON.parse(readFileSync(lockfile, 'utf8')).packages : {}
}

/** `build/sources` has the hash of the sources of the build. A build writes it last. */
function isBuilt() {
  return existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hashSources()
}

export function hashSources() {
  const configs = readdirSync('.').filter((name) => configFile.test(name))
  const hash = createHash('sha256')
  for (const file of [...sources, ...configs].flatMap(filesIn).sort()) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesIn(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)],
  )
}

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

function run(what, command, args) {
  process.stdout.write(`${what} …\n`)
  try {
    execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], shell: command === 'npm.cmd' })
  } catch {
    exitWithMessage(`${what} failed. The output above has the cause.`)
  }
}

/** Exits with an error message for the user, without a stack trace. */
export function exitWithMessage(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
