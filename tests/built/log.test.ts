import { expect, test } from 'vitest'
import { databaseEnv } from '../support/create-database.mjs'
import { httpClient } from '../support/http-client'
import { startServer } from '../support/server.mjs'
import { codeOf } from '../support/totp'

const secrets = {
  password: 'Very-Secret-Password-1',
  token: 'very-secret-reset-token',
  search: 'very-secret-search',
  bud: 'Verysecretbud',
  email: 'very-secret@example.com',
}

test('the log has one line for each request and never a password, token, cookie, search, mail or bud', async () => {
  const app = await startServer({ ...(await databaseEnv('log')), LOG_LEVEL: 'trace' })
  const user = httpClient(app.url)
  const ids: unknown[] = []
  const send = async (path: string, body?: object, client = httpClient(app.url)) => {
    const response = await (body ? client.post(path, body) : client.get(path))
    ids.push(response.headers.get('X-Request-Id'))
    return response
  }
  const { password, token, search, bud, email: Email } = secrets
  const account = { Firstname: bud, Email, Password: password }
  await send('/api/v1/auth/register', account)
  await send('/api/v1/auth/login', account, user)
  await send('/api/v1/auth/login', { Email, Password: `${password}-wrong` })
  await send('/api/v1/auth/forgot-password', { Email })
  await send(`/reset-password/${token}`)
  await send(`/Reset-Password/${token}/`)
  const encoded = await send(`/reset%2Dpassword/${token}`)
  expect(encoded.headers.get('Referrer-Policy')).toBe('no-referrer')
  await send(`/reset-password/${token}.data`)
  await send(`/confirm-email/${token}`)
  await send(`/Confirm%2DEmail/${token}`, {})
  await send(`/confirm-email/${token}.data`)
  await send(`/verify-email/${token}`)
  await send(`/keep-email/${token}`)
  await send(`/rsvp/${token}`, {})
  await send(`/rsvp/${token}/event.ics`)
  await send(`/update/${token}`)
  await send(`/Unsubscribe/${token}`, {})
  await send(`/api/v1/auth/reset-password/${token}`, { password, confirmPassword: password })
  await send('/api/v1/buds', { Firstname: bud, Surname: '\0' }, user)
  await send('/api/v1/buds', { Firstname: bud }, user)
  await send(`/api/v1/buds?search=${search}`, undefined, user)
  await send(`/dashboard?search=${search}`, undefined, user)
  const { secret: apiToken, token: made } = (
    await send('/api/v1/tokens', { name: bud, scope: 'read', password }, user)
  ).body
  await send('/api/v1/buds', undefined, httpClient(app.url, { Authorization: `Bearer ${apiToken}` }))
  await send('/api/v1/buds', { Firstname: bud }, httpClient(app.url, { Authorization: `Bearer ${apiToken}` }))
  await send('/api/v1/buds', undefined, httpClient(app.url, { Authorization: `Bearer ${apiToken}x` }))
  const assistant = httpClient(app.url, { Authorization: `Bearer ${apiToken}` })
  const find = { name: 'find', arguments: { q: search, [apiToken]: bud } }
  await send('/api/v1/mcp', { jsonrpc: '2.0', id: apiToken, method: 'tools/call', params: find }, assistant)
  await send('/api/v1/mcp', { jsonrpc: apiToken, method: bud }, assistant)
  await send(`/api/v1/buds?token=${apiToken}`)
  await send(`/api/v1/buds/${apiToken}`)
  await send(`/api/v1/buds/%62ud%5F${apiToken.slice(4)}`)
  await send(`/dashboard/Bud/${apiToken}.data`)
  await send(`/api/v1/tokens/${made._id}`, undefined, user)
  const { body: factor } = await send('/api/v1/auth/totp', { password }, user)
  const confirmation = { code: codeOf(factor.secret) }
  const { recoveryCodes } = (await send('/api/v1/auth/totp/confirm', confirmation, user)).body
  await send('/api/v1/auth/login', { ...account, code: recoveryCodes[0] })
  await send('/api/v1/auth/login', { ...account, code: recoveryCodes[0] })
  await send(`/%?search=${search}`)
  await app.stop()

  const log = app.output()
  const lines = log.split('\n').filter((line) => line.startsWith('{'))
  const requests = lines.map((line) => JSON.parse(line)).filter(isOwnRequest)
  expect(requests.map(({ requestId }) => requestId)).toEqual(ids)
  expect(ids).toHaveLength(38)
  for (const request of requests) expect(request).toMatchObject({ status: expect.any(Number) })
  expect(requests.map(({ path }) => path)).toContain('/api/v1/buds')
  for (const secret of [
    ...Object.values(secrets),
    apiToken.slice(4),
    factor.secret,
    ...recoveryCodes,
    user.cookies.get('session')?.split('=')[1]?.slice(0, 20),
  ]) {
    expect(log).not.toContain(secret)
  }
})

/** Excludes the webhooks of the emulator. */
const isOwnRequest = ({ msg, path }: Record<string, string>) =>
  msg === 'request' && path !== '/webhooks/stripe'
