import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer, request } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import connect from 'postgres'
import { freePort, startPostgres } from '../tests/support/postgres.mjs'
import { createReport } from './report.mjs'

const scanner = fileURLToPath(new URL('observatory.mjs', import.meta.url))
const minimumScore = 130
/** URLs that are not in `publicPages`, by their expected status. The scanner follows redirects. */
const otherUrls = {
  200: [
    '/blog?page=2',
    '/reset-password/some-token',
    '/robots.txt',
    '/sitemap.xml',
    '/blog/rss.xml',
    '/api/v1/blog',
    '/dashboard',
    '/blog/no-such-post',
  ],
  401: ['/api/v1/buds'],
  404: ['/no-such-page', '/%ff', '/api/v1/no-such', '/api/v1/blog/no-such-post'],
}

/** The scanner sends GET only, so the proxy turns these URLs into requests that the app refuses. */
const forged = {
  '/forged/origin': {
    method: 'POST',
    path: '/login',
    headers: { origin: 'https://evil.example' },
    status: 403,
  },
  '/forged/api': {
    method: 'POST',
    path: '/api/v1/buds',
    headers: { origin: 'https://evil.example' },
    status: 403,
  },
  '/forged/host': { path: '/login', headers: { host: 'a b' }, status: 400 },
  '/forged/method': { method: 'PROPFIND', path: '/', status: 405 },
  '/forged/type': { method: 'POST', path: '/login', headers: { 'content-type': 'text/plain' }, status: 415 },
}

const withoutTable = ['/blog', '/sitemap.xml', '/api/v1/blog']
const withoutDatabase = ['/blog', '/blog?page=2', '/api/v1/blog']

/** Runs MDN's Observatory over the app behind a TLS proxy. */
export async function headers({ publicPages, serve }) {
  const { check, skip, result } = createReport()
  const folder = mkdtempSync(join(tmpdir(), 'budkeeper-tls-'))
  const certificate = selfSigned(folder)
  if (!certificate) {
    skip('the header scan needs openssl, which is not installed here')
    return result
  }
  const behindProxy = await createProxyRunner(certificate, serve, check)
  await behindProxy(async (checkPaths) => {
    await checkPaths(200, publicPages)
    for (const [status, paths] of Object.entries(otherUrls)) await checkPaths(Number(status), paths)
    for (const [path, { status }] of Object.entries(forged)) await checkPaths(status, [path])
  })
  const postgres = await startPostgres()
  if (postgres) await checkErrorPages(behindProxy, postgres)
  else skip('the error pages need the programs of a PostgreSQL server, which are not installed here')
  rmSync(folder, { recursive: true })
  return result
}

/** Checks the pages of an internal error (a missing table) and of an outage (no database). */
async function checkErrorPages(behindProxy, { url, stop }) {
  const env = { DATABASE_URL: url, SESSION_SECRET: 'a session secret of this header scan only' }
  await behindProxy(async (checkPaths) => {
    const sql = connect(url, { max: 1, onnotice: () => {} })
    await sql`drop table posts cascade`
    await sql.end()
    await checkPaths(500, withoutTable)
    await stop()
    await checkPaths(503, withoutDatabase)
  }, env)
}

async function createProxyRunner(certificate, serve, check) {
  const httpsPort = await freePort()
  return (work, env) =>
    serve(
      async (server) => {
        const proxy = await startProxy(server.port, httpsPort, certificate)
        await work(async (status, paths) => {
          for (const { path, ...found } of await scan(proxy, paths, certificate.file)) {
            const isMet = found.score >= minimumScore && found.status === status
            check(`${path} (${status})`, isMet, [found.score, found.status, ...found.faults].join(', '))
          }
        })
        proxy.stop()
      },
      () => `https://localhost:${httpsPort}`,
      env,
    )
}

function selfSigned(folder) {
  const [file, key] = ['cert.pem', 'key.pem'].map((name) => join(folder, name))
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const args = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    file,
    ...subject,
  ]
  if (spawnSync('openssl', args).status !== 0) return undefined
  return { file, cert: readFileSync(file), key: readFileSync(key) }
}

/** A proxy that redirects HTTP to HTTPS and forwards HTTPS requests to the app. */
async function startProxy(port, httpsPort, certificate) {
  const secure = createServer(certificate, (incoming, reply) => {
    const { method, url, headers } = incoming
    const {
      status: _,
      headers: more,
      ...target
    } = { method, path: url, ...(method === 'GET' && forged[url]) }
    const outgoing = request({ port, ...target, headers: { ...headers, ...more } }, (response) => {
      reply.writeHead(response.statusCode, response.rawHeaders)
      response.pipe(reply)
    })
    incoming.pipe(outgoing)
  }).listen(httpsPort)
  const plain = createHttpServer((incoming, outgoing) => {
    outgoing.writeHead(301, { Location: `https://localhost:${httpsPort}${incoming.url}` }).end()
  }).listen(0)
  await Promise.all(
    [secure, plain].map(
      (server) => server.listening || new Promise((resolve) => server.once('listening', resolve)),
    ),
  )
  const stop = () => {
    for (const server of [secure, plain]) server.close().closeAllConnections()
  }
  return { httpPort: plain.address().port, httpsPort, stop }
}

/** Runs the scanner in a process that trusts the certificate. */
async function scan({ httpPort, httpsPort }, paths, certificate) {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate }
  const args = [scanner, String(httpPort), String(httpsPort), ...paths]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 10_000_000 })
  return JSON.parse(stdout)
}
