import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { operations } from '~/api/openapi/operations.server'
import { db } from '~/base/db/db.server'
import type { Access } from '~/base/http/operation.server'
import { apiTokens } from '~drizzle/schema'
import { type ClientResponse, createClient } from '../../support/client'
import { createUser, signedIn } from '../../support/factories'
import { bud, records } from '../../support/records'
import { bearer, storeToken } from './support'

/** Calls by method, such as `GET /buds /circles POST /buds`. */
function callsIn(text: string) {
  const words = text.trim().split(/\s+/)
  const methodAt = (index: number) => words.slice(0, index).findLast((word) => !word.startsWith('/'))
  return words.flatMap((word, index) => (word.startsWith('/') ? [`${methodAt(index)} ${word}`] : []))
}

/** The calls that a token does not reach, and `/mcp`. Stated here once more, so that no wrong access goes unnoticed. */
const exceptions = {
  public: callsIn(`
    GET /auth/logout /settings/registration
    POST /auth/register /auth/login /auth/login/passkey /auth/login/passkey/options /auth/demo /auth/logout
    POST /auth/forgot-password /auth/reset-password/{token}`),
  shared: callsIn('GET /blog /blog/tags /blog/{slug} /openapi.json'),
  user: callsIn(`
    GET /subscriptions/status /tokens /devices /webhooks /webhooks/{id}/deliveries /sessions /programs /passkeys
    POST /subscriptions/create-checkout-session /subscriptions/cancel /subscriptions/resume /users/delete
    POST /tokens /devices /devices/{id}/release /devices/{id}/refuse /webhooks /webhooks/{id}/test /feeds /buds/{id}/update-link /events/{id}/guests
    POST /auth/change-password /auth/totp /auth/totp/confirm /auth/recovery-codes /passkeys /passkeys/options
    POST /proposals/{id}/accept /proposals/{id}/reject
    DELETE /tokens/{id} /devices/{id} /webhooks/{id} /sessions /sessions/{id} /programs /auth/totp /passkeys/{id} /changes/{id}`),
  admin: callsIn(`
    GET /blog/admin/all /blog/admin/{id} /admin/access-codes /admin/settings /admin/users
    POST /blog/admin /admin/access-codes
    PATCH /blog/admin/{id} /admin/settings /admin/users/{id}/toggle-test
    DELETE /blog/admin/{id}`),
  tokenOnly: callsIn('POST /mcp'),
}

const callsWith = (...accesses: Access[]) => operations.filter(({ access }) => accesses.includes(access))

test.each(Object.entries(exceptions))('the calls whose access is %s are these', (access, calls) => {
  expect(
    callsWith(access as Access)
      .map(({ call }) => call)
      .sort(),
  ).toEqual(calls.sort())
})

const urlOf = (path: string, id: string) =>
  `/api/v1${path
    .replace('{id}', id)
    .replace('{n}', '1')
    .replace(/\{\w+\}/, 'no-such')}`

const loggedOut = { status: 401, body: { msg: 'Please log in' } }
const refused = {
  status: 403,
  body: { msg: 'An API token cannot do this. Sign in with your password.' },
}
const readOnly = { status: 403, body: { msg: 'This API token can only read' } }

describe('a token', () => {
  let owner: Awaited<ReturnType<typeof signedIn>>
  let admin: Awaited<ReturnType<typeof signedIn>>
  let secrets: Record<
    'read' | 'propose' | 'write' | 'expired' | 'revoked' | 'other' | 'demo' | 'admin',
    string
  >

  beforeAll(async () => {
    owner = await signedIn()
    admin = await signedIn({ traits: ['admin'] })
    const secretOf = async (...args: Parameters<typeof storeToken>) => (await storeToken(...args)).secret
    const revoked = await storeToken(owner.user)
    await db.delete(apiTokens).where(eq(apiTokens._id, revoked._id))
    secrets = {
      read: await secretOf(owner.user, { scope: 'read' }),
      propose: await secretOf(owner.user, { scope: 'propose' }),
      write: await secretOf(owner.user),
      expired: await secretOf(owner.user, { expiresAt: new Date(Date.now() - 1_000) }),
      revoked: revoked.secret,
      other: await secretOf(await createUser()),
      demo: await secretOf(await createUser({ traits: ['demo'] })),
      admin: await secretOf(admin.user),
    }
  })

  /** From another site and beside the owner's cookie, so that neither the cookie nor the origin can decide. */
  const sendWith = (secret: string, method: string, path: string) =>
    owner.send(method, path, {
      headers: { ...bearer(secret), Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' },
    })

  const expectLoggedOut = (response: ClientResponse) => {
    expect(response).toMatchObject(loggedOut)
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"')
  }

  test('that is malformed is refused like one that has expired', async () => {
    const { read } = secrets
    for (const secret of [
      '',
      ' ',
      'bud_',
      'x',
      read.slice(4),
      `${read}A`,
      `${read} x`,
      `bud_${'é'.repeat(43)}`,
    ])
      expectLoggedOut(await sendWith(secret, 'GET', '/api/v1/buds'))
  })

  test.each(callsWith('public', 'shared'))(
    'changes nothing about the public call $call',
    async ({ method, path }) => {
      const url = urlOf(path, 'x')
      const { status } = await createClient().send(method, url)
      for (const secret of [secrets.write, secrets.expired])
        expect((await createClient().send(method, url, { headers: bearer(secret) })).status).toBe(status)
    },
  )

  test.each(callsWith('user', 'admin'))('never reaches $call', async ({ method, path }) => {
    const url = urlOf(path, owner.user._id)
    for (const name of ['read', 'propose', 'write', 'other', 'demo', 'admin'] as const)
      expect(await sendWith(secrets[name], method, url), name).toMatchObject(refused)
    for (const secret of [secrets.expired, secrets.revoked, 'bud_malformed'])
      expectLoggedOut(await sendWith(secret, method, url))
  })

  test.each(callsWith('tokenOnly'))(
    'of any scope reaches $call, and a session does not',
    async ({ method, path }) => {
      const url = urlOf(path, '')
      expect(await owner.send(method, url)).toMatchObject(loggedOut)
      const sendFromHere = (secret: string) => owner.send(method, url, { headers: bearer(secret) })
      // The request has no body, whose type is read after the token.
      for (const name of ['read', 'propose', 'write', 'other', 'demo', 'admin'] as const)
        expect((await sendFromHere(secrets[name])).status, name).toBe(415)
      for (const secret of [secrets.expired, secrets.revoked, 'bud_malformed', ''])
        expectLoggedOut(await sendFromHere(secret))
      expect((await sendWith(secrets.write, method, url)).status).toBe(403)
    },
  )

  test.each(callsWith('token'))('of the user reaches $call', async ({ method, path }) => {
    const { create, api } = records.find(({ api }) => urlOf(path, '').startsWith(api)) ?? bud
    const { _id } = path.includes('{id}') ? await create(owner.user) : { _id: '' }
    const url = urlOf(path, _id)
    const readRecord = async () => _id && (await owner.get(`${api}/${_id}`)).text
    const before = await readRecord()
    for (const secret of [secrets.expired, secrets.revoked, 'bud_malformed'])
      expectLoggedOut(await sendWith(secret, method, url))
    const read = await sendWith(secrets.read, method, url)
    if (method === 'GET') expect(read.status).toBeOneOf([200, 404])
    else expect(read).toMatchObject(readOnly)
    const propose = await sendWith(secrets.propose, method, url)
    expect([propose.status, propose.body]).toEqual([read.status, read.body])
    for (const name of ['other', 'demo'] as const) {
      const { status, body } = await sendWith(secrets[name], method, url)
      if (_id) expect(status, name).toBeOneOf([400, 404])
      if (status === 403) expect(body.msg).toBe('The demo account cannot be changed')
      expect(status).not.toBe(401)
    }
    expect(await readRecord()).toBe(before)
    const { status } = await sendWith(secrets.write, method, url)
    expect(status).toBeOneOf([200, 201, 202, 400, 404, 409])
    if (method === 'GET') expect(status).toBe(read.status)
  })
})
