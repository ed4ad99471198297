import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { apiTokens } from '~drizzle/schema'
import { type ClientResponse, createClient } from '../../support/client'
import { createUser, signedIn } from '../../support/factories'
import { bud, records } from '../../support/records'
import { paths } from '../../support/routes'
import { bearer, storeToken } from './support'

const words = (text: string) => text.trim().split(/\s+/)

/**
 * What a token may do: each path of the API with each of its methods. A new call needs a decision here (product 22.3).
 */
const calls = {
  /** Public. A token changes nothing. */
  public: words(`
    POST:/auth/register POST:/auth/login POST:/auth/login/passkey POST:/auth/login/passkey/options POST:/auth/demo GET:/auth/logout POST:/auth/logout
    POST:/auth/forgot-password POST:/auth/reset-password/:token GET:/settings/registration
    GET:/blog GET:/blog/tags GET:/blog/:slug GET:/openapi.json`),
  /** Needs a session, also with a token. */
  session: words(`
    POST:/users/delete GET:/subscriptions/status POST:/subscriptions/create-checkout-session
    POST:/subscriptions/cancel POST:/subscriptions/resume
    GET:/tokens POST:/tokens DELETE:/tokens/:id
    GET:/webhooks POST:/webhooks DELETE:/webhooks/:id POST:/webhooks/:id/test GET:/webhooks/:id/deliveries
    GET:/sessions DELETE:/sessions DELETE:/sessions/:id POST:/auth/change-password
    GET:/programs DELETE:/programs
    POST:/auth/totp DELETE:/auth/totp POST:/auth/totp/confirm POST:/auth/recovery-codes
    GET:/passkeys POST:/passkeys POST:/passkeys/options DELETE:/passkeys/:id
    POST:/buds/:id/update-link POST:/events/:id/guests POST:/feeds
    POST:/proposals/:id/accept POST:/proposals/:id/reject DELETE:/changes/:id
    POST:/blog/admin GET:/blog/admin/all GET:/blog/admin/:id PATCH:/blog/admin/:id DELETE:/blog/admin/:id
    GET:/admin/access-codes POST:/admin/access-codes GET:/admin/settings PATCH:/admin/settings
    GET:/admin/users PATCH:/admin/users/:id/toggle-test`),
  /** Needs a token. A session does not reach it. */
  tokenOnly: words('POST:/mcp'),
  /** The data of the user. A token that can only read, or read and propose, gets the GETs. */
  token: words(`
    GET:/users/current-user PATCH:/users/update-user GET:/users/settings PATCH:/users/settings POST:/users/verify-email
    GET:/buds POST:/buds GET:/buds/:id PATCH:/buds/:id DELETE:/buds/:id PUT:/buds/:id/photo DELETE:/buds/:id/photo
    POST:/buds/:id/log POST:/buds/:id/snooze GET:/buds/:id/timeline POST:/buds/:id/merge
    GET:/proposals GET:/duplicates POST:/duplicates/dismiss
    GET:/interactions POST:/interactions GET:/interactions/:id PATCH:/interactions/:id DELETE:/interactions/:id
    GET:/today GET:/together GET:/find GET:/export
    GET:/imports POST:/imports GET:/imports/:id PATCH:/imports/:id DELETE:/imports/:id
    GET:/imports/:id/rows PATCH:/imports/:id/rows/:n POST:/imports/:id/apply POST:/imports/:id/undo
    GET:/changes GET:/changes/:id POST:/changes/:id/undo
    GET:/circles POST:/circles GET:/circles/:id PATCH:/circles/:id DELETE:/circles/:id
    GET:/events POST:/events GET:/events/:id PATCH:/events/:id DELETE:/events/:id
    GET:/events/:id/guests DELETE:/events/:id/guests GET:/feeds DELETE:/feeds/:id`),
}

const base = '/api/v1'
const patterns = paths.filter((path) => path.startsWith(base) && !path.endsWith('*'))

const fill = (pattern: string, id: string) =>
  pattern.replace(':id', id).replace(':n', '1').replace(/:\w+/, 'no-such')

test('every call of the API is public, or is for sessions alone, or takes tokens too', async () => {
  const found: string[] = []
  for (const pattern of patterns) {
    const { headers } = await createClient().send('OPTIONS', fill(pattern, 'x'))
    const allowed = headers.get('Allow')?.split(', ') ?? []
    expect(allowed.length, pattern).toBeGreaterThan(0)
    for (const method of allowed.filter((name) => name !== 'HEAD'))
      found.push(`${method}:${pattern.slice(base.length)}`)
  }
  expect(Object.values(calls).flat().sort()).toEqual(found.sort())
})

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

  test.each(calls.public)('changes nothing about the public call %s', async (call) => {
    const [method = '', path = ''] = call.split(':/')
    const url = fill(`${base}/${path}`, 'x')
    const { status } = await createClient().send(method, url)
    for (const secret of [secrets.write, secrets.expired])
      expect((await createClient().send(method, url, { headers: bearer(secret) })).status).toBe(status)
  })

  test.each(calls.session)('never reaches %s', async (call) => {
    const [method = '', path = ''] = call.split(':/')
    const url = fill(`${base}/${path}`, owner.user._id)
    for (const name of ['read', 'propose', 'write', 'other', 'demo', 'admin'] as const)
      expect(await sendWith(secrets[name], method, url), name).toMatchObject(refused)
    for (const secret of [secrets.expired, secrets.revoked, 'bud_malformed'])
      expectLoggedOut(await sendWith(secret, method, url))
  })

  test.each(calls.tokenOnly)('of any scope reaches %s, and a session does not', async (call) => {
    const [method = '', path = ''] = call.split(':/')
    const url = `${base}/${path}`
    expect(await owner.send(method, url)).toMatchObject(loggedOut)
    const sendFromHere = (secret: string) => owner.send(method, url, { headers: bearer(secret) })
    // The request has no body, whose type is read after the token.
    for (const name of ['read', 'propose', 'write', 'other', 'demo', 'admin'] as const)
      expect((await sendFromHere(secrets[name])).status, name).toBe(415)
    for (const secret of [secrets.expired, secrets.revoked, 'bud_malformed', ''])
      expectLoggedOut(await sendFromHere(secret))
    expect((await sendWith(secrets.write, method, url)).status).toBe(403)
  })

  test.each(calls.token)('of the user reaches %s', async (call) => {
    const [method = '', path = ''] = call.split(':/')
    const { create, api } = records.find(({ api }) => `${base}/${path}`.startsWith(api)) ?? bud
    const { _id } = path.includes(':id') ? await create(owner.user) : { _id: '' }
    const url = fill(`${base}/${path}`, _id)
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
