import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { databaseEnv } from '../support/create-database.mjs'
import { httpClient } from '../support/http-client'
import { startServer } from '../support/server.mjs'

test('the official client finds a bud on the built server, and proposes for it', async () => {
  const app = await startServer(await databaseEnv('mcp'))
  const user = httpClient(app.url)
  const account = { Firstname: 'Ada', Email: 'ada@example.com', Password: 'Blue-Heron-42' }
  await user.post('/api/v1/auth/register', account)
  await user.post('/api/v1/auth/login', account)
  const { _id } = (await user.post('/api/v1/buds', { Firstname: 'Grace' })).body.bud
  const { secret } = (
    await user.post('/api/v1/tokens', {
      ...{ name: 'Assistant', scope: 'write' },
      password: account.Password,
    })
  ).body
  for (const mode of ['legacy', 'auto'] as const) {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    const requestInit = { headers: { Authorization: `Bearer ${secret}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL('/api/v1/mcp', app.url), { requestInit }))
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['find', 'propose_contact_details']))
    const found = await client.callTool({ name: 'find', arguments: { q: 'grace' } })
    expect(found.structuredContent).toMatchObject({ buds: [{ _id }] })
    const phones = [{ label: 'mobile', value: '+1 703 555 0199' }]
    const proposed = await client.callTool({
      name: 'propose_contact_details',
      arguments: { bud: _id, phones },
    })
    expect(proposed.isError).toBeUndefined()
    await client.close()
  }
  expect((await user.get('/api/v1/proposals')).body.totalProposals).toBe(2)
  await app.stop()
})
