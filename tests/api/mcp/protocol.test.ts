import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bearer, storeToken } from '../../integrations/tokens/support'
import { createClient } from '../../support/client'
import { createBud, createUser, signedIn } from '../../support/factories'
import { withoutTable } from '../../support/outage'
import { assistant, callOf, connect, mcpPath, message, modes, send } from './support'

const list = message('tools/list')
const loggedOut = { status: 401, body: { msg: 'Please log in' } }
const tokenOf = async () => (await storeToken(await createUser())).secret

test('an API token opens the endpoint, but not from another site, and nothing else does', async () => {
  const user = await signedIn()
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify(list)
  for (const client of [user, createClient()]) {
    const response = await client.send('POST', mcpPath, { headers, body })
    expect(response).toMatchObject(loggedOut)
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
  }
  const { secret } = await storeToken(user.user)
  const elsewhere = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' }
  expect((await send(secret, list)).status).toBe(200)
  expect((await send(secret, list, elsewhere)).status).toBe(403)
  const expired = await storeToken(user.user, { expiresAt: new Date(Date.now() - 1_000) })
  for (const wrong of [expired.secret, `${secret}x`, 'bud_', ''])
    expect(await send(wrong, list)).toMatchObject(loggedOut)
  const withoutToken = { headers: { ...headers, ...elsewhere }, body }
  expect(await user.send('POST', mcpPath, withoutToken)).toMatchObject({
    status: 403,
    body: { msg: 'This request came from another site' },
  })
  await expect(connect('bud_wrong')).rejects.toThrow()
})

test('only POST is allowed', async () => {
  const secret = await tokenOf()
  for (const method of ['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH', 'OPTIONS']) {
    const response = await createClient().send(method, mcpPath, { headers: bearer(secret) })
    expect([method, response.status, response.headers.get('Allow')]).toEqual([method, 405, 'POST'])
  }
})

test('each request is answered by itself, with JSON and without a session', async () => {
  const secret = await tokenOf()
  const hello = message('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  })
  const first = await send(secret, hello)
  expect(first.body).toMatchObject({
    jsonrpc: '2.0',
    id: hello.id,
    result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'budkeeper' } },
  })
  expect(first.headers.get('Content-Type')).toContain('application/json')
  expect(first.headers.get('Mcp-Session-Id')).toBeNull()
  const notified = await send(secret, { jsonrpc: '2.0', method: 'notifications/initialized' })
  expect([notified.status, notified.text]).toEqual([202, ''])
  for (const Accept of ['application/json, text/event-stream', '*/*', 'application/*;q=0.5', undefined]) {
    const response = await send(secret, list, { Accept, 'MCP-Protocol-Version': '2025-06-18' })
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toContain('application/json')
    expect(response.body.result.tools.length).toBeGreaterThan(10)
  }
})

test.each(modes)(
  'a client in the mode %s gets an error of the protocol for an unknown tool',
  async (mode) => {
    const { client } = await assistant('write', mode)
    await expect(client.callTool({ name: 'drop_table' })).rejects.toThrow('Tool not found')
    await client.close()
  },
)

test.each([
  ['no JSON', '{', 400, -32_700],
  ['an empty body', '', 400, -32_700],
  ['a text', '"tools/list"', 400, -32_600],
  ['null', 'null', 400, -32_600],
  ['an object that is no message', '{}', 400, -32_600],
  ['another version of JSON-RPC', JSON.stringify({ ...list, jsonrpc: '1.0' }), 400, -32_600],
  ['a batch', JSON.stringify([list, list]), 400, -32_600],
  ['an empty batch', '[]', 400, -32_600],
  ['an unknown method', JSON.stringify(message('tools/drop')), 200, -32_601],
  ['a subscription', JSON.stringify(message('subscriptions/listen')), 404, -32_601],
  ['wrong parameters', JSON.stringify(message('tools/call', { name: 7 })), 200, -32_602],
  ['an unknown tool', JSON.stringify(message('tools/call', { name: '__proto__' })), 200, -32_602],
  ['deep JSON', `${'['.repeat(40_000)}${']'.repeat(40_000)}`, 400, -32_600],
])('%s is an error of the protocol', async (_, body, status, code) => {
  const response = await send(await tokenOf(), body)
  expect([response.status, response.body?.error?.code]).toEqual([status, code])
  expect(response.body.error.message).toMatch(/^\S/)
})

const refused: [headers: Record<string, string | undefined>, status: number, msg: string][] = [
  [{ 'Content-Type': 'text/plain' }, 415, 'The request must be JSON'],
  [{ 'Content-Type': 'application/x-www-form-urlencoded' }, 415, 'The request must be JSON'],
  [{ 'Content-Type': undefined }, 415, 'The request must be JSON'],
  [{ Accept: 'text/event-stream' }, 406, 'The response is JSON: Accept must have application/json'],
  [{ Accept: 'text/html' }, 406, 'The response is JSON: Accept must have application/json'],
]

test.each(refused)('a request with %j is refused', async (headers, status, msg) => {
  const body = Buffer.from(JSON.stringify(list))
  expect(await send(await tokenOf(), body, headers)).toMatchObject({ status, body: { msg } })
})

test('a version of the protocol that does not exist is refused', async () => {
  const response = await send(await tokenOf(), list, { 'MCP-Protocol-Version': '1999-01-01' })
  expect([response.status, response.body.error.message]).toEqual([400, expect.stringContaining('1999-01-01')])
})

test('a body has at most 100,000 bytes', async () => {
  const secret = await tokenOf()
  const size = JSON.stringify(list).length
  expect((await send(secret, JSON.stringify(list) + ' '.repeat(100_000 - size))).status).toBe(200)
  expect(await send(secret, JSON.stringify(list) + ' '.repeat(100_001 - size))).toMatchObject({
    status: 413,
    body: { msg: 'The request is too large: at most 100000 bytes' },
  })
})

test('an error of the server is that of the API, and does not tell its cause', async () => {
  const { secret, user } = await assistant()
  const { _id } = await createBud(user)
  for (const [name, input] of [
    ['get_bud', { id: _id }],
    ['propose_contact_details', { bud: _id, phones: [{ value: '1' }] }],
  ] as const) {
    const response = await withoutTable('buds', () => send(secret, callOf(name, input)))
    expect([response.status, response.body]).toEqual([500, { msg: 'Something went wrong' }])
    expect((await send(secret, callOf(name, input))).body.result.isError).toBeUndefined()
  }
})

test('the package of the protocol is loaded by the first request, not at the start', () => {
  const source = readFileSync('app/api/mcp/mcp.server.ts', 'utf8')
  expect(source.match(/^import (?!type).*modelcontextprotocol/m)).toBeNull()
})
