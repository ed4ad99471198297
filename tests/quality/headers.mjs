import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer, request } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from './judge.mjs'
import { createReport } from './report.mjs'

const scanner = fileURLToPath(new URL('observatory.mjs', import.meta.url))
const least = 130
const others = [
  '/reset-password/some-token',
  '/no-such-page',
  '/%ff',
  '/dashboard',
  '/robots.txt',
  '/api/v1/no-such',
]

/** MDN's Observatory over the app as it stands behind a proxy that ends TLS. */
export async function headers({ publicPages, serve }) {
  const { check, skip, result } = createReport()
  const folder = mkdtempSync(join(tmpdir(), 'budkeeper-tls-'))
  const certificate = selfSigned(folder)
  if (!certificate) {
    skip('the header scan needs openssl, which is not installed here')
    return result
  }
  const httpsPort = await freePort()
  await serve(
    async (server) => {
      const front = await startFront(server.port, httpsPort, certificate)
      const scores = await scan(front, [...publicPages, ...others], certificate.file)
      for (const { path, score, faults } of scores) check(path, score >= least, [score, ...faults].join(', '))
      front.stop()
    },
    () => `https://localhost:${httpsPort}`,
  )
  rmSync(folder, { recursive: true })
  return result
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

/** Leads from http to https and hands on what comes by https. */
async function startFront(port, httpsPort, certificate) {
  const secure = createServer(certificate, (incoming, answer) => {
    const { method, url, headers } = incoming
    const outgoing = request({ port, method, path: url, headers }, (response) => {
      answer.writeHead(response.statusCode, response.rawHeaders)
      response.pipe(answer)
    })
    incoming.pipe(outgoing)
  }).listen(httpsPort)
  const plain = createHttpServer((incoming, answer) => {
    answer.writeHead(301, { Location: `https://localhost:${httpsPort}${incoming.url}` }).end()
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

/** In a process of its own, which trusts the certificate. */
async function scan({ httpPort, httpsPort }, paths, certificate) {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate }
  const args = [scanner, String(httpPort), String(httpsPort), ...paths]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 10_000_000 })
  return JSON.parse(stdout)
}
