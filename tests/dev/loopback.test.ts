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
    ['clock', { advance: 'three days' }, /^advance must be an ISO 8601 duration such as P3D, or a number/],
    ['clock', { advance: '-P1D' }, /^advance must be/],
    ['clock', { advance: null }, /^advance must be/],
    ['clock', { advance: ['P1D'] }, /^advance must be/],
    ['clock', { advance: -1 }, /^The clock never goes back$/],
    ['clock', { advance: 'P99999999Y' }, /^The clock moves by at most 10 years/],
    ['clock', { to: 'tomorrow' }, /^to must be an instant such as 2026-12-24T00:00:00Z$/],
    ['clock', { advance: 'P1D', to: '2099-01-01T00:00:00Z' }, /^Either advance or to/],
    ['clock', {}, /^Either advance or to/],
    ['clock', [], /^Invalid input: expected object/],
    ['customers/cus_nobody/card', { works: 'yes' }, /^works must be true or false$/],
    ['customers/cus_nobody/card', { works: true }, /cus_nobody/],
    ['subscriptions/sub_nobody', { status: '' }, /^status must be a status such as past_due$/],
    ['latency', { seconds: 'a lot' }, /^seconds must be a number of seconds from 0 to 60$/],
    ['latency', { seconds: 61 }, /^seconds must be/],
    ['clock', { to: new Date().toISOString() }, 'never goes back'],
    ['subscriptions/sub_nobody', { status: 'active' }, 'sub_nobody'],
    ['nothing', {}, '/emulator/nothing'],
  ] as const) {
    await expect(emulator.command(path, input)).rejects.toThrow(reason)
  }
})

test('a body that is no JSON is refused with words, and one that is URL-encoded or indented is read', async () => {
  const send = async (body: string) => {
    const response = await fetch(`${emulator.url}/emulator/clock`, { method: 'POST', body })
    const { message } = (await response.json()) as { message?: string }
    return [response.status, message]
  }
  expect(await send('{"advance":')).toEqual([400, 'The body is no JSON'])
  expect(await send('P3D')).toEqual([400, expect.stringContaining('P3D')])
  expect(await send('x'.repeat(200_000))).toEqual([413, expect.any(String)])
  expect(await send('advance=P1D')).toEqual([200, undefined])
  expect(await send('\n {"advance": 60}')).toEqual([200, undefined])
})

test('the API can be delayed, and the commands are not', async () => {
  await emulator.command('latency', { seconds: 2 })
  const isAnswered = emulator.stripe.customers.list().then(() => 'call')
  const first = await Promise.race([isAnswered, emulator.command('latency', { seconds: 0 })])
  expect(first).toBeUndefined()
  expect(await isAnswered).toBe('call')
})
