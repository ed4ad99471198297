import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

/**
 * Normalises package-lock.json after an `npm install`. Removes `resolved`, which names the registry of that
 * installation. Adds the optional packages of all platforms, because npm omits those that its registry lacks, and `npm
 * ci` then fails. Adds the checksum of each package that has none. With `--check`, only reports whether the file is
 * normalised.
 */
const file = 'package-lock.json'
const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64']

const before = readFileSync(file, 'utf8')
const isCheck = process.argv.includes('--check')
const { packages, ...rest } = normalise(JSON.parse(before))
if (!isCheck) await addChecksums(packages)
const after = `${JSON.stringify({ ...rest, packages }, null, 2)}\n`
const unchecked = Object.keys(packages).filter((path) => !hasChecksum(path, packages[path]))
if (!isCheck) writeFileSync(file, after)
else if (before !== after || unchecked.length > 0) {
  for (const path of unchecked) process.stdout.write(`${path} has no checksum\n`)
  process.stdout.write("package-lock.json is not normalised: run 'npm run lock'\n")
  process.exitCode = 1
}

function normalise({ packages, ...rest }) {
  for (const entry of Object.values(packages)) delete entry.resolved
  const all = Object.entries({ ...packages, ...missingOptional(packages) })
  const sorted = all.sort(([a], [b]) => a.localeCompare(b, 'en'))
  return { ...rest, packages: Object.fromEntries(sorted) }
}

/** The entry of this project itself and links to folders have none. */
function hasChecksum(path, { integrity, link }) {
  return path === '' || link === true || /^sha512-/.test(integrity ?? '')
}

/** Asks the registry that npm is configured for. */
async function addChecksums(packages) {
  for (const [path, { integrity: _, ...entry }] of Object.entries(packages)) {
    if (hasChecksum(path, packages[path])) continue
    const name = entry.name ?? path.split('node_modules/').at(-1)
    const args = ['view', `${name}@${entry.version}`, 'dist.integrity']
    const { stdout } = await promisify(execFile)('npm', args, { shell: process.platform === 'win32' })
    packages[path] = sortFields({ ...entry, integrity: stdout.trim() })
  }
}

/** Entries for the optional dependencies that the lockfile does not have. */
function missingOptional(packages) {
  const present = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)))
  const optional = Object.values(packages).flatMap(({ optionalDependencies = {}, dev }) =>
    Object.entries(optionalDependencies).map(([name, version]) => ({ name, version, dev })),
  )
  const missing = optional.filter(({ name, version }) => !present.has(name) && /^\d/.test(version))
  return Object.fromEntries(
    missing.map(({ name, version, dev }) => [
      `node_modules/${name}`,
      sortFields({ version, ...platformOf(name), dev, optional: true }),
    ]),
  )
}

/** Sorts the fields as npm does: the version first, the others by name. */
function sortFields({ version, ...rest }) {
  const defined = Object.entries(rest).filter(([, value]) => value !== undefined)
  return { version, ...Object.fromEntries(defined.sort(([a], [b]) => a.localeCompare(b, 'en'))) }
}

/** Derives the platform from the name of a package, such as `@esbuild/linux-x64`. */
function platformOf(name) {
  const words = name.split(/[-/]/)
  const os = words.filter((word) => systems.includes(word))
  const cpu = words.filter((word) => processors.includes(word))
  const libc =
    os[0] !== 'linux' ? [] : words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : []
  return { ...(cpu[0] && { cpu }), ...(libc[0] && { libc }), ...(os[0] && { os }) }
}
