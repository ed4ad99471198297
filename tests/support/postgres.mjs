import { execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import postgres from 'postgres'

/** Starts a temporary PostgreSQL on loopback. Returns undefined if its programs are not installed. */
export async function startPostgres(more = []) {
  const bin = findPrograms()
  if (!bin) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'budkeeper-postgres-'))
  const owner = ownerOfServer()
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'max_connections=200',
    ...more,
  ]
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server
  const run = async () => {
    rmSync(join(data, 'postmaster.pid'), { force: true })
    server = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...owner, cwd: folder, stdio: 'ignore' },
    )
    await untilReady(url)
  }
  process.once('exit', () => server.kill('SIGINT'))
  await run()
  return {
    url,
    get pid() {
      return server.pid
    },
    /** Ends the server by SIGINT (fast shutdown) or SIGQUIT (immediate); `run` starts it again on the same data. */
    halt: (signal) => end(server, signal),
    run,
    stop: async () => {
      await end(server, 'SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function end(server, signal) {
  server.kill(signal)
  if (server.exitCode === null && server.signalCode === null) {
    await new Promise((resolve) => server.once('exit', resolve))
  }
}

/** The path of a program such as `pg_dump`, or undefined. */
export function findProgram(name) {
  const bin = findPrograms()
  return bin && existsSync(join(bin, name)) ? join(bin, name) : undefined
}

function findPrograms() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.POSTGRES_BIN ? [process.env.POSTGRES_BIN] : []),
    ...versions.filter((version) => Number(version) >= 15).map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** Another user if this process runs as root, because PostgreSQL refuses to run as root: `postgres` or `nobody`. */
function ownerOfServer() {
  if (process.getuid?.() !== 0) return {}
  const passwd = readFileSync('/etc/passwd', 'utf8')
  const [, uid, gid] =
    /^postgres:[^:]*:(\d+):(\d+)/m.exec(passwd) ?? /^nobody:[^:]*:(\d+):(\d+)/m.exec(passwd) ?? []
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) }
}

/** A free port below those that the system assigns, so that no other process gets it before the caller listens. */
export async function freePort() {
  const server = createServer().listen(randomInt(10_000, 32_000), '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function untilReady(url) {
  for (const deadline = Date.now() + 120_000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 })
    try {
      await sql`select 1`
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
    } finally {
      await sql.end()
    }
  }
}
