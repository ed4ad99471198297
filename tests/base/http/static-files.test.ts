import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFiles, staticFiles } from '~/base/http/static-files.server'

const folder = mkdtempSync(join(tmpdir(), 'budkeeper-static-'))
const contents = {
  'robots.txt': 'plain',
  'robots.txt.br': 'as brotli',
  'robots.txt.gz': 'as gzip',
  'sw.js': 'worker',
  'assets/page-1a2b.js': 'script',
  'assets/page-1a2b.js.gz': 'script as gzip',
  'with space.svg': '<svg/>',
  'odd.unknown': 'bytes',
  '.hidden': 'hidden',
}
let origin: string

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(folder, name), text)
  const app = express()
    .disable('etag')
    .use(staticFiles(readFiles(folder)))
  // What is served does not depend on the disk.
  rmSync(folder, { recursive: true })
  app.use((_request, response) => void response.status(404).end('next'))
  const server = createServer(app).listen(0, '127.0.0.1').unref()
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Answer = { status?: number; headers: IncomingHttpHeaders; text: string }

const ask = (path: string, headers = {}, method = 'GET') =>
  new Promise<Answer>((resolve, reject) =>
    get(origin + path, { headers, method, agent: false }, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode, headers: response.headers, text })
    }).on('error', reject),
  )

test.each([
  ['br, gzip', 'as brotli', 'br'],
  ['gzip', 'as gzip', 'gzip'],
  ['gzip;q=0, br;q=0', 'plain', undefined],
  ['identity', 'plain', undefined],
])('with Accept-Encoding %s the right copy is sent', async (accepted, text, encoding) => {
  const answer = await ask('/robots.txt', { 'Accept-Encoding': accepted })
  expect(answer).toMatchObject({ status: 200, text })
  expect(answer.headers['content-encoding']).toBe(encoding)
  expect(answer.headers.vary).toBe('Accept-Encoding')
  expect(answer.headers['content-length']).toBe(String(text.length))
  expect(answer.headers['content-type']).toMatch(/^text\/plain/)
})

test.each([
  ['/assets/page-1a2b.js', 'public, max-age=31536000, immutable', /^text\/javascript/],
  ['/sw.js', 'no-cache', /^text\/javascript/],
  ['/robots.txt', 'public, max-age=3600', /^text\/plain/],
  ['/with%20space.svg', 'public, max-age=3600', /^image\/svg\+xml/],
  ['/odd.unknown?v=1', 'public, max-age=3600', /^application\/octet-stream/],
])('%s may be stored as %s', async (path, life, type) => {
  const { status, headers } = await ask(path)
  expect([status, headers['cache-control']]).toEqual([200, life])
  expect(headers['content-type']).toMatch(type)
})

test('a copy that is missing is replaced by the file itself', async () => {
  expect(await ask('/assets/page-1a2b.js', { 'Accept-Encoding': 'br' })).toMatchObject({ text: 'script' })
})

test('HEAD has the headers without the body, and a browser that has the file gets 304', async () => {
  const head = await ask('/robots.txt', {}, 'HEAD')
  expect(head).toMatchObject({ status: 200, text: '' })
  expect(head.headers['content-length']).toBe('5')
  const again = await ask('/robots.txt', { 'If-Modified-Since': head.headers['last-modified'] })
  expect(again).toMatchObject({ status: 304, text: '' })
})

test.each([
  ['GET', '/missing.js'],
  ['GET', '/'],
  ['GET', '/assets'],
  ['GET', '/assets/'],
  ['GET', '/.hidden'],
  ['GET', '/../package.json'],
  ['GET', '/%2e%2e/package.json'],
  ['GET', '/__proto__'],
  ['POST', '/robots.txt'],
  ['DELETE', '/sw.js'],
])('%s %s passes to the next handler', async (method, path) => {
  expect(await ask(path, {}, method)).toMatchObject({ status: 404 })
})
