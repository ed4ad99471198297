import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeReady } from './ready.mjs'

makeReady({ build: false })

const passed = await Promise.all([
  check('types', node('node_modules/typescript-native/bin/tsc', '--noEmit')),
  check('lint and format', tool('biome', 'check', '--error-on-warnings', '--colors=off')),
  check('unused code', tool('knip', '--no-progress')),
  check(
    'module boundaries',
    tool('depcruise', 'app', 'dev', 'drizzle', 'server.ts', 'tests', 'bench', 'quality', 'bin'),
  ),
  check('lockfile', node('bin/lock.mjs', '--check')),
  check('lines of documents', longLines),
])

process.exit(passed.every(Boolean) ? 0 : 1)

/** Prints one line, followed by the output if the check failed. */
async function check(name, run) {
  const started = performance.now()
  const { code, output } = await run()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(code === 0 ? `✓ ${name} (${seconds} s)\n` : `✗ ${name} (${seconds} s)\n${output}\n`)
  return code === 0
}

function tool(name, ...args) {
  return runnerOf(`node_modules/.bin/${name}`, args)
}

function node(...args) {
  return runnerOf(process.execPath, args)
}

function runnerOf(command, args) {
  return () => {
    const child = spawn(command, args, {
      shell: process.platform === 'win32',
      env: { ...process.env, NO_COLOR: '1' },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
  }
}

/** Lines of documents have at most 120 characters, except tables and examples. */
async function longLines() {
  const inDocs = readdirSync('docs', { recursive: true }).filter((name) => name.endsWith('.md'))
  const files = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...inDocs.map((name) => join('docs', name))]
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8').replace(/^( *)```.*?^\1```$/gms, '')
    const long = text.split('\n').filter((line) => line.length > 120 && !line.startsWith('|'))
    return long.map((line) => `${file}: ${line}`)
  })
  return { code: found.length > 0 ? 1 : 0, output: found.join('\n') }
}
