import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { withEmulator } from './support'

const emulator = withEmulator()

/** The status of a POST with these headers; 0 if the connection is refused. */
const post = (path: string, headers: Record<string, string>, host = '127.0.0.1') =>
  new Promise<number>((resolve) => {
    const { port } = new URL(emulator.url)
    const call = request({ host, port, path, method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.on('error', () => resolve(0))
    call.end('{"advance":0}')
  })

test('a page of another site can neither send commands, nor read responses, nor call the API', async () => {
  expect(await post('/emulator/clock', {})).toBe(200)
  expect(await post('/emulator/clock', { Origin: emulator.url })).toBe(200)
  const headers = { Origin: 'https://evil.example' }
  const foreignHeaders: Record<string, string>[] = [headers, { Origin: 'null' }, { Host: 'evil.example' }]
  for (const foreign of foreignHeaders) {
    for (const path of ['/emulator/clock', '/checkout/cs_test_1']) expect(await post(path, foreign)).toBe(403)
  }
  for (const [path, method] of [
    ['/emulator/state', 'GET'],
    ['/v1/customers', 'OPTIONS'],
  ] as const) {
    const response = await fetch(emulator.url + path, { method, headers })
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect(await response.text()).not.toContain('whsec_')
  }
  expect(await post('/v1/customers', headers)).toBe(401)
})

test('the emulator listens on loopback only', async () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  for (const { address } of outside) expect(await post('/emulator/clock', {}, address)).toBe(0)
})

test('an invalid command is refused with the reason', async () => {
  await emulator.advance('P3D')
  for (const [path, input, reason] of [
    ['clock', { forward: 'P1D' }, 'forward'],
    ['clock', { advance: 'three days' }, 'duration'],
    ['clock', { to: new Date().toISOString() }, 'never goes back'],
    ['subscriptions/sub_nobody', { status: 'active' }, 'sub_nobody'],
    ['nothing', {}, '/emulator/nothing'],
  ] as const) {
    await expect(emulator.command(path, input)).rejects.toThrow(reason)
  }
})
