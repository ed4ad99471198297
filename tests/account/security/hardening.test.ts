import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { consumePageQuota } from '~/account/accounts/rate-limit.server'
import { db } from '~/base/db/db.server'
import { env } from '~/base/node/env.server'
import { sessions } from '~drizzle/schema'
import { callOf, send } from '../../api/mcp/support'
import { storeToken } from '../../integrations/tokens/support'
import { createClient } from '../../support/client'
import { createUser, password, signedIn, signedInAs, uniqueEmail } from '../../support/factories'
import { mailTo, resetTokenIn } from '../../support/mailbox'

const cleared = 'Clear-Site-Data'

describe('the end of the own session clears the cache of the browser', () => {
  const ownId = async (client: Awaited<ReturnType<typeof signedIn>>) => {
    const { sessions } = (await client.get('/api/v1/sessions')).body
    return sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)._id as string
  }
  type Client = Awaited<ReturnType<typeof signedIn>>
  const ends: Record<string, (client: Client) => Promise<{ headers: Headers }>> = {
    'the screen': (client) => client.submit('/logout', {}),
    'GET /auth/logout': (client) => client.get('/api/v1/auth/logout'),
    'POST /auth/logout': (client) => client.post('/api/v1/auth/logout', {}),
    'DELETE /sessions/{id}': async (client) => client.delete(`/api/v1/sessions/${await ownId(client)}`),
    'the list of devices': async (client) =>
      client.submit('/dashboard/security', { intent: 'end', _id: await ownId(client) }),
    'signing out everything': (client) => client.submit('/dashboard/security', { intent: 'end-everything' }),
    'the deletion of the account': (client) => client.post('/api/v1/users/delete', { password }),
  }

  test.each(Object.entries(ends))('%s', async (_name, end) => {
    const { headers } = await end(await signedIn())
    expect(headers.get(cleared)).toBe('"cache"')
  })

  test('and nothing else does', async () => {
    const client = await signedIn()
    const other = await signedInAs(client.user._id)
    const { sessions } = (await client.get('/api/v1/sessions')).body
    const theirs = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)._id
    for (const { headers } of [
      await client.get('/api/v1/buds'),
      await client.visit('/dashboard'),
      await client.delete(`/api/v1/sessions/${theirs}`),
    ])
      expect(headers.has(cleared)).toBe(false)
    expect((await other.get('/api/v1/buds')).status).toBe(401)
  })
})

test('a session ends 90 days after the sign-in, however often it is used', async () => {
  const client = await signedIn()
  const signedInBefore = (days: number) =>
    db
      .update(sessions)
      .set({ createdAt: sql`now() - make_interval(days => ${days}) + interval '1 hour'` })
      .where(eq(sessions.userId, client.user._id))
  await signedInBefore(90)
  expect((await client.get('/api/v1/buds')).status).toBe(200)
  await signedInBefore(91)
  expect((await client.get('/api/v1/buds')).status).toBe(401)
  expect(await client.visit('/dashboard')).toHaveRedirect('/')
  const other = await signedInAs(client.user._id)
  expect((await other.get('/api/v1/sessions')).body.sessions).toHaveLength(1)
})

describe('a password that anybody would try', () => {
  const common = 'This password is too common'
  const localOf = (Email: string) => Email.slice(0, -'@example.com'.length)
  const guesses: Record<string, (Email: string) => string> = {
    'the address': (Email) => Email,
    'the address in capitals': (Email) => Email.toUpperCase(),
    'its local part': localOf,
    'its local part in capitals': (Email) => localOf(Email).toUpperCase(),
    'the product': () => 'Budkeeper',
    'the product and digits': () => 'budkeeper123',
    'the product and signs': () => '!BUDKEEPER!',
  }
  const local = localOf(uniqueEmail())
  const fine = [`${local} and more`, 'Budkeeper is mine', 'my budkeepers 9', `x${local}`, 'bud keeper']

  const register = (Password: string, address: string) =>
    createClient().post('/api/v1/auth/register', { Firstname: 'Ada', Email: address, Password })

  test.each(Object.entries(guesses))('is refused: %s', async (_name, guess) => {
    const Email = uniqueEmail()
    const chosen = guess(Email)
    const refused = (field: string) => ({
      status: 400,
      body: { msg: common, errors: { [field]: [common] } },
    })
    expect(await register(chosen, Email)).toMatchObject(refused('Password'))
    const user = await createUser({ Email })
    const client = await signedInAs(user._id)
    expect(
      await client.post('/api/v1/auth/change-password', { password, newPassword: chosen }),
    ).toMatchObject(refused('newPassword'))
    const screen = await client.submit('/dashboard/security', {
      intent: 'password',
      password,
      newPassword: chosen,
    })
    expect([screen.status, screen.text.includes(common)]).toEqual([400, true])
    await createClient().post('/api/v1/auth/forgot-password', { Email })
    const token = resetTokenIn(await mailTo(Email, { tag: 'password-reset' }))
    const reset = await createClient().post(`/api/v1/auth/reset-password/${token}`, {
      password: chosen,
      confirmPassword: chosen,
    })
    expect(reset).toMatchObject(refused('password'))
  })

  test.each(fine)('is not: %s', async (chosen) => {
    expect((await register(chosen, `${local}+${fine.indexOf(chosen)}@example.com`)).status).toBe(201)
  })
})

describe('the endpoint of assistants', () => {
  const ping = () => callOf('list_proposals', {})
  const statusWith = async (headers: Record<string, string>) => {
    const { secret } = await storeToken(await createUser())
    return (await send(secret, ping(), headers)).status
  }

  test.each([
    { Origin: 'https://elsewhere.example' },
    { Origin: 'null' },
    { Origin: 'http://budkeeper.elsewhere.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://elsewhere.example', Authorization: 'Bearer nonsense' },
  ])('refuses %s', async (headers) => {
    expect(await statusWith(headers as unknown as Record<string, string>)).toBe(403)
  })

  test.each([{}, { Origin: env.APP_URL }, { 'Sec-Fetch-Site': 'same-origin' }])(
    'takes %s',
    async (headers) => {
      expect(await statusWith(headers as unknown as Record<string, string>)).toBe(200)
    },
  )

  test('is no exception in another spelling of its path', async () => {
    const { secret } = await storeToken(await createUser())
    for (const path of ['/api/v1/MCP', '/api/v1/mcp/', '/api/v1/%6dcp', '/api/v1/mcp?x=1']) {
      const { status } = await createClient().send('POST', path, {
        headers: {
          Authorization: `Bearer ${secret}`,
          Origin: 'https://elsewhere.example',
          'Content-Type': 'application/json',
          Accept: 'application/json',
        },
        body: JSON.stringify(ping()),
      })
      expect(status, path).toBeOneOf([403, 404])
    }
  })
})

test('screens are counted by account, feeds by feed, and a minute later again', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 25, 12, 0, 0), toFake: ['Date'] })
  try {
    const passed = (kind: 'screens' | 'feed', id: string, most: number) => {
      for (let n = 0; n <= most; n++) {
        try {
          consumePageQuota(kind, id)
        } catch (response) {
          expect(response).toMatchObject({ status: 429 })
          expect((response as Response).headers.get('Retry-After')).toBe('60')
          return n
        }
      }
      return 'all'
    }
    expect(passed('feed', 'a', 100)).toBe(60)
    expect(passed('feed', 'b', 50)).toBe('all')
    expect(passed('screens', 'a', 2_500_000)).toBe(2 * env.API_RATE_LIMIT)
    expect(passed('screens', 'b', 50)).toBe('all')
    vi.setSystemTime(Date.UTC(2026, 10, 25, 12, 1, 0))
    expect(passed('feed', 'a', 50)).toBe('all')
  } finally {
    vi.useRealTimers()
  }
})
