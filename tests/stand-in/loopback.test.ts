import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { withStandIn } from './support'

const standIn = withStandIn()

/** The status of a POST with these headers; 0 when nobody listens there. */
const post = (path: string, headers: Record<string, string>, host = '127.0.0.1') =>
  new Promise<number>((resolve) => {
    const { port } = new URL(standIn.url)
    const call = request({ host, port, path, method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.on('error', () => resolve(0))
    call.end('{}')
  })

test('a page of another site may not command it', async () => {
  expect(await post('/stand-in/webhooks', {})).toBe(200)
  expect(await post('/stand-in/webhooks', { Origin: 'https://evil.example' })).toBe(403)
  expect(await post('/stand-in/webhooks', { Host: 'evil.example' })).toBe(403)
})

test('it listens on loopback only', async () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  for (const { address } of outside) expect(await post('/stand-in/webhooks', {}, address)).toBe(0)
})

test('a command that is not understood says why', async () => {
  await expect(standIn.control('webhooks', { mode: 'lose' })).rejects.toThrow('mode')
  await expect(standIn.control('subscriptions/sub_nobody', { status: 'active' })).rejects.toThrow(
    'sub_nobody',
  )
  await expect(standIn.control('nothing', {})).rejects.toThrow('/stand-in/nothing')
})

test('its state says what it knows, and no secret', async () => {
  await standIn.stripe.customers.create({ name: 'Ada' })
  const text = await (await fetch(`${standIn.url}/stand-in/state`)).text()
  expect(JSON.parse(text).customers).toMatchObject([{ name: 'Ada' }])
  expect(text).not.toContain('whsec_')
})
