import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const hasVdirsyncer = spawnSync('vdirsyncer', ['--version']).status === 0

const kinds = {
  buds: { type: 'carddav', extension: '.vcf' },
  events: { type: 'caldav', extension: '.ics' },
  dates: { type: 'caldav', extension: '.ics', isReadOnly: true },
}

const storage = (name, fields) =>
  `[storage ${name}]\n${Object.entries(fields)
    .map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
    .join('\n')}\n`

/** Where both have changed, the server wins. */
function configOf(folder, { origin, user, password }, collections) {
  const parts = [`[general]\nstatus_path = "${join(folder, 'status')}"\n`]
  for (const name of collections) {
    const { type, extension, isReadOnly = false } = kinds[name]
    parts.push(
      `[pair ${name}]\na = "${name}_here"\nb = "${name}_there"\ncollections = ["${name}"]\nconflict_resolution = "b wins"\n${isReadOnly ? 'partial_sync = "ignore"\n' : ''}`,
      storage(`${name}_here`, { type: 'filesystem', path: folder, fileext: extension }),
      storage(`${name}_there`, { type, url: `${origin}/`, username: user, password, read_only: isReadOnly }),
    )
  }
  return parts.join('\n')
}

/** vdirsyncer with a folder for each collection, which it finds by the address of the server alone. */
export async function startVdirsyncer(client, collections = ['buds', 'events']) {
  const folder = mkdtempSync(join(tmpdir(), 'budkeeper-vdirsyncer-'))
  const config = join(folder, 'config')
  writeFileSync(config, configOf(folder, client, collections))
  for (const name of collections) mkdirSync(join(folder, name))
  const discovered = await run(config, ['discover'])
  if (discovered.code !== 0) throw new Error(`vdirsyncer discover:\n${discovered.output}`)
  const pathOf = (name, file) => join(folder, name, file)
  return {
    folder,
    discovered: discovered.output,
    sync: (...args) => run(config, ['sync', ...args]),
    settle: () => settle(config),
    read: (name) =>
      readdirSync(join(folder, name))
        .filter((file) => file.endsWith(kinds[name].extension))
        .map((file) => ({ file, content: readFileSync(pathOf(name, file), 'utf8') })),
    write: (name, file, content) => writeFileSync(pathOf(name, file), content),
    remove: (name, file) => unlinkSync(pathOf(name, file)),
    stop: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Syncs until nothing is left to do. */
async function settle(config) {
  for (let n = 1; n <= 5; n++) {
    const { code, output } = await run(config, ['sync'])
    if (code !== 0) throw new Error(`vdirsyncer sync:\n${output}`)
    if (!/Copying|Deleting|conflict/i.test(output)) return n
  }
  throw new Error('vdirsyncer still finds changes after five syncs')
}

function run(config, args) {
  // Collections that are missing here are made, as the questions are answered by yes.
  const child = spawn('vdirsyncer', ['--config', config, '--verbosity', 'INFO', ...args], {
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  })
  child.stdin.on('error', () => {})
  child.stdin.end('y\n'.repeat(20))
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}
