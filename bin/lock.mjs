import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Mends package-lock.json after an `npm install`: no `resolved`, which names somebody's registry, and every optional
 * package of every platform, which npm leaves out when its registry lacks it and `npm ci` then asks for.
 * With `--check` it only says whether that is needed.
 */
const file = 'package-lock.json'
const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64']

const before = readFileSync(file, 'utf8')
const after = mend(before)
if (!process.argv.includes('--check')) writeFileSync(file, after)
else if (before !== after) {
  process.stdout.write("package-lock.json is not complete: run 'npm run lock'\n")
  process.exitCode = 1
}

function mend(text) {
  const { packages, ...rest } = JSON.parse(text)
  for (const entry of Object.values(packages)) delete entry.resolved
  const all = Object.entries({ ...packages, ...missingOptional(packages) })
  const sorted = all.sort(([a], [b]) => a.localeCompare(b, 'en'))
  return `${JSON.stringify({ ...rest, packages: Object.fromEntries(sorted) }, null, 2)}\n`
}

/** Entries for what the lockfile asks for and does not hold. */
function missingOptional(packages) {
  const held = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)))
  const asked = Object.values(packages).flatMap(({ optionalDependencies = {}, dev }) =>
    Object.entries(optionalDependencies).map(([name, version]) => ({ name, version, dev })),
  )
  const missing = asked.filter(({ name, version }) => !held.has(name) && /^\d/.test(version))
  return Object.fromEntries(
    missing.map(({ name, version, dev }) => [
      `node_modules/${name}`,
      inOrder({ version, ...platformOf(name), dev, optional: true }),
    ]),
  )
}

/** As npm writes them: the version, then by name. */
function inOrder({ version, ...rest }) {
  const known = Object.entries(rest).filter(([, value]) => value !== undefined)
  return { version, ...Object.fromEntries(known.sort(([a], [b]) => a.localeCompare(b, 'en'))) }
}

/** The names of such packages say where they belong. */
function platformOf(name) {
  const words = name.split(/[-/]/)
  const os = words.filter((word) => systems.includes(word))
  const cpu = words.filter((word) => processors.includes(word))
  const libc =
    os[0] !== 'linux' ? [] : words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : []
  return { ...(cpu[0] && { cpu }), ...(libc[0] && { libc }), ...(os[0] && { os }) }
}
