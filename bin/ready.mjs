import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Everything here runs before anything is installed: Node's own modules only. */
const oldestNode = [20, 19]
const stampFile = 'build/sources'
const sources = ['app', 'drizzle', 'public', 'server.ts', 'package-lock.json', 'bin/build.mjs']
const configFile = /\.config\.(ts|js|mjs)$/

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

export function makeReady({ build }) {
  refuseOldNode()
  if (!isInstalled()) run('Installing packages', npm, ['ci', '--include=dev', '--no-audit', '--no-fund'])
  if (build && !isBuilt()) run('Building', process.execPath, ['bin/build.mjs'])
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  leave(`Budkeeper needs Node ${oldestNode.join('.')} or newer; this is Node ${process.versions.node}.`)
}

/** npm notes what it has installed in node_modules; that must be what the lockfile asks for. */
function isInstalled() {
  const installed = packagesOf('node_modules/.package-lock.json')
  const asked = packagesOf('package-lock.json')
  return Object.entries(asked).every(([path, { version, integrity, optional, devOptional }]) => {
    const there = installed[path]
    if (path === '' || (!there && (optional || devOptional))) return true
    return there?.version === version && there?.integrity === integrity
  })
}

function packagesOf(lockfile) {
  return existsSync(lockfile) ? JSON.parse(readFileSync(lockfile, 'utf8')).packages : {}
}

/** `build/sources` holds the hash of what the build was made from, and is its last file to be written. */
function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hashSources()
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
    leave(`${what} failed; what went wrong stands above.`)
  }
}

/** Ends with a message for people, without a stack. */
export function leave(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
