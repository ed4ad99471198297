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

test('a page of another site cannot send commands', async () => {
  expect(await post('/emulator/clock', {})).toBe(200)
  expect(await post('/emulator/clock', { Origin: emulator.url })).toBe(200)
  const foreignHeaders: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Host: 'evil.example' },
  ]
  for (const foreign of foreignHeaders) {
    for (const path of ['/emulator/clock', '/checkout/cs_test_1']) expect(await post(path, foreign)).toBe(403)
  }
})

test('a page of another site can neither read responses nor call the API', async () => {
  const headers = { Origin: 'https://evil.example' }
  const responses = [
    await fetch(`${emulator.url}/emulator/state`, { headers }),
    await fetch(`${emulator.url}/v1/customers`, { method: 'OPTIONS', headers }),
  ]
  expect(responses.map((response) => response.headers.get('Access-Control-Allow-Origin'))).toEqual([
    null,
    null,
  ])
  expect(await post('/v1/customers', headers)).toBe(401)
})

test('the emulator listens on loopback only', async () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  for (const { address } of outside) expect(await post('/emulator/clock', {}, address)).toBe(0)
})

test('the response to an invalid command has the reason', async () => {
  await expect(emulator.command('clock', { forward: 'P1D' })).rejects.toThrow('forward')
  await expect(emulator.command('subscriptions/sub_nobody', { status: 'active' })).rejects.toThrow(
    'sub_nobody',
  )
  await expect(emulator.command('nothing', {})).rejects.toThrow('/emulator/nothing')
})

test("the emulator's state has the objects and no secret", async () => {
  await emulator.stripe.customers.create({ email: 'ada@example.com' })
  const text = await (await fetch(`${emulator.url}/emulator/state`)).text()
  expect(JSON.parse(text).customers).toMatchObject([{ email: 'ada@example.com' }])
  expect(text).not.toContain('whsec_')
})
