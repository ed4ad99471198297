import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ensureAdmin } from '~/account/accounts/registration.server'
import { db } from '~/base/db/db.server'
import * as schema from '~drizzle/schema'
import { type Client, createClient, visibleText } from '../../support/client'
import { confirm, requestEmail, tokenSentTo } from '../../support/email-change'
import { createUser, password, signedIn, uniqueEmail } from '../../support/factories'
import { mailTo, resetTokenIn } from '../../support/mailbox'
import { codeOf } from '../../support/totp'
import { logInByPasskey, withPasskey } from '../security/passkey-support'

const newPassword = 'brand new words 77'
const login = async (Email: string, Password = password) =>
  (await createClient().post('/api/v1/auth/login', { Email, Password })).status

/** The link in the newest mail of a kind to an old address. */
async function keepLink(Email: string, tag = 'email-change-requested') {
  const { TextBody } = await mailTo(Email, { tag })
  return /\/keep-email\/[\w-]{43}/.exec(TextBody)?.[0] ?? ''
}

/** A user who waits for the confirmation of another address. */
async function changing() {
  const client = await signedIn()
  const Email = uniqueEmail()
  expect((await requestEmail(client, Email)).status).toBe(200)
  return { client, Email, before: client.user.Email, token: await tokenSentTo(Email) }
}

describe('the link in the old mailbox', () => {
  test('cancels the change and ends all sessions, once, and not when it is opened', async () => {
    const { client, before, token } = await changing()
    const link = await keepLink(before)
    for (let n = 0; n < 2; n++) {
      const page = await createClient().visit(link)
      expect([page.status, visibleText(page).includes(before)]).toEqual([200, true])
      expect(page.headers.get('Cache-Control')).toBe('no-store')
      expect(page.headers.get('Referrer-Policy')).toBe('no-referrer')
      expect(page.text).toContain('<meta name="robots" content="noindex"/>')
    }
    expect((await client.get('/api/v1/buds')).status).toBe(200)
    const kept = await createClient().submit(link, {})
    expect(kept).toHaveRedirect('/forgot-password')
    expect((await client.get('/api/v1/buds')).status).toBe(401)
    expect((await confirm(token)).status).toBe(404)
    expect(await login(before)).toBe(200)
    expect((await createClient().submit(link, {})).status).toBe(404)
    expect((await createClient().visit(link)).status).toBe(404)
  })

  test.each(['email-change-requested', 'email-changed'])(
    'takes a change back that was confirmed: %s',
    async (tag) => {
      const { client, Email, before, token } = await changing()
      expect(await confirm(token, client)).toHaveRedirect('/dashboard/profile')
      // Whoever has changed the address has set a password, too.
      await createClient().post('/api/v1/auth/forgot-password', { Email })
      const reset = resetTokenIn(await mailTo(Email, { tag: 'password-reset' }))
      await createClient().post(`/api/v1/auth/reset-password/${reset}`, {
        password: newPassword,
        confirmPassword: newPassword,
      })
      expect(await login(Email, newPassword)).toBe(200)
      expect(await createClient().submit(await keepLink(before, tag), {})).toHaveRedirect('/forgot-password')
      expect([await login(Email, newPassword), await login(before, newPassword)]).toEqual([401, 200])
      const [row] = await db.select().from(schema.users).where(eq(schema.users._id, client.user._id))
      expect([row?.Email, row?.verifiedEmail]).toEqual([before, before])
    },
  )

  test('of an earlier address outlives those of later ones, which are of whoever came later', async () => {
    const { client, Email: second, before: first, token } = await changing()
    await confirm(token, client)
    const third = uniqueEmail()
    await requestEmail(client, third)
    await confirm(await tokenSentTo(third), client)
    const [early, late] = [await keepLink(first), await keepLink(second)]
    expect(await createClient().submit(late, {})).toHaveRedirect('/forgot-password')
    expect(await login(second)).toBe(200)
    expect(await createClient().submit(early, {})).toHaveRedirect('/forgot-password')
    expect(await login(first)).toBe(200)

    const again = await changing()
    await confirm(again.token, again.client)
    await requestEmail(again.client, third)
    const [own, theirs] = [await keepLink(again.before), await keepLink(again.Email)]
    expect(await createClient().submit(own, {})).toHaveRedirect('/forgot-password')
    expect((await createClient().submit(theirs, {})).status).toBe(404)
    expect(await login(again.before)).toBe(200)
  })

  test('keeps the address from being registered by somebody else', async () => {
    const { client, before, token } = await changing()
    await confirm(token, client)
    const link = await keepLink(before)
    const account = { Firstname: 'Eve', Email: before.toUpperCase(), Password: newPassword }
    expect((await createClient().post('/api/v1/auth/register', account)).status).toBe(409)
    expect(await createClient().submit(link, {})).toHaveRedirect('/forgot-password')
    expect(await login(before)).toBe(200)
    const own = { ...account, Email: uniqueEmail() }
    expect((await createClient().post('/api/v1/auth/register', own)).status).toBe(201)
  })

  test('changes nothing while another account has the address', async () => {
    const { client, Email, before, token } = await changing()
    await confirm(token, client)
    const other = await createUser({ Email: before })
    const link = await keepLink(before)
    const refused = await createClient().submit(link, {})
    expect([refused.status, visibleText(refused).includes('Another account has')]).toEqual([409, true])
    expect(await login(Email)).toBe(200)
    await db.delete(schema.users).where(eq(schema.users._id, other._id))
    expect(await createClient().submit(link, {})).toHaveRedirect('/forgot-password')
    expect(await login(before)).toBe(200)
  })

  test.each([true, false])(
    'removes the keys that were added since, and no older ones: confirmed %s',
    async (isConfirmed) => {
      const { client, before, token } = await changing()
      const { passkeys, secondFactors, apiTokens, recoveryCodes } = schema
      const owns = await withPasskey({ as: client })
      const dayBefore = sql`uuid_at(now() - interval '1 day')`
      await db.update(passkeys).set({ _id: dayBefore }).where(eq(passkeys.userId, client.user._id))
      if (isConfirmed) await confirm(token, client)
      const theirs = await withPasskey({ as: client })
      const { secret } = (await client.post('/api/v1/auth/totp', { password })).body
      await client.post('/api/v1/auth/totp/confirm', { code: codeOf(secret) })
      await client.post('/api/v1/tokens', { name: 'x', scope: 'read', password })
      expect(await createClient().submit(await keepLink(before), {})).toHaveRedirect('/forgot-password')
      expect((await logInByPasskey(theirs.device)).status).toBe(401)
      expect((await logInByPasskey(owns.device)).status).toBe(200)
      expect(await login(before)).toBe(200)
      for (const table of [secondFactors, apiTokens, recoveryCodes])
        expect(await db.$count(table, eq(table.userId, client.user._id))).toBe(0)
    },
  )

  test('leaves an older second factor', async () => {
    const client = await signedIn()
    const { secret } = (await client.post('/api/v1/auth/totp', { password })).body
    await client.post('/api/v1/auth/totp/confirm', { code: codeOf(secret) })
    const { secondFactors, recoveryCodes } = schema
    const isOwn = eq(secondFactors.userId, client.user._id)
    await db.update(secondFactors).set({ confirmedAt: sql`now() - interval '1 day'` }).where(isOwn)
    await requestEmail(client, uniqueEmail())
    expect(await createClient().submit(await keepLink(client.user.Email), {})).toHaveRedirect(
      '/forgot-password',
    )
    expect(await db.$count(secondFactors, isOwn)).toBe(1)
    expect(await db.$count(recoveryCodes, eq(recoveryCodes.userId, client.user._id))).toBeGreaterThan(0)
  })

  test('is sent with each request, without the new address, and only to the old one', async () => {
    const { Email, before } = await changing()
    const { TextBody, HtmlBody, Subject } = await mailTo(before, { tag: 'email-change-requested' })
    expect(Subject + TextBody + HtmlBody).not.toContain(Email)
    expect((await mailTo(Email)).TextBody).not.toContain('keep-email')
  })
})

describe('a change of the address that waits ends with', () => {
  const change = (client: Client) => client.post('/api/v1/auth/change-password', { password, newPassword })

  test.each<[string, (client: Client, before: string) => Promise<unknown>]>([
    ['a change of the password', change],
    [
      'a change of the password on the screen',
      (client) => client.submit('/dashboard/security', { intent: 'password', password, newPassword }),
    ],
    [
      'a reset by mail',
      async (_client, Email) => {
        await createClient().post('/api/v1/auth/forgot-password', { Email })
        const token = resetTokenIn(await mailTo(Email, { tag: 'password-reset' }))
        return createClient().post(`/api/v1/auth/reset-password/${token}`, {
          password: newPassword,
          confirmPassword: newPassword,
        })
      },
    ],
    [
      'a second factor',
      async (client) => {
        const { secret } = (await client.post('/api/v1/auth/totp', { password })).body
        return client.post('/api/v1/auth/totp/confirm', { code: codeOf(secret) })
      },
    ],
    ["'Sign out everything'", (client) => client.submit('/dashboard/security', { intent: 'end-everything' })],
    ['ADMIN_EMAIL', (_client, Email) => ensureAdmin(Email, newPassword)],
  ])('%s', async (_name, recover) => {
    const { client, before, token } = await changing()
    await recover(client, before)
    expect((await confirm(token)).status).toBe(404)
    const [row] = await db.select().from(schema.users).where(eq(schema.users._id, client.user._id))
    expect(row?.Email).toBe(before)
  })

  test('a passkey that is added or removed', async () => {
    const { client, token } = await changing()
    const { passkey } = await withPasskey({ as: client })
    expect((await confirm(token)).status).toBe(404)
    const Email = uniqueEmail()
    await requestEmail(client, Email)
    const second = await tokenSentTo(Email)
    await client.send('DELETE', `/api/v1/passkeys/${passkey._id}`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ password }),
    })
    expect((await confirm(second)).status).toBe(404)
  })

  test('nothing that leaves the way to sign in as it is', async () => {
    const { client, token } = await changing()
    await client.patch('/api/v1/users/update-user', { Firstname: 'Grace' })
    await client.post('/api/v1/tokens', { name: 'x', scope: 'read', password })
    await client.delete('/api/v1/sessions')
    expect(await confirm(token, client)).toHaveRedirect('/dashboard/profile')
  })

  test('at the same time, one of both counts: never the change after a new password', async () => {
    for (let n = 0; n < 5; n++) {
      const { client, Email, before, token } = await changing()
      const [changed, confirmed] = await Promise.all([change(client), confirm(token)])
      expect(changed.status).toBe(200)
      const now = confirmed.status === 302 ? Email : before
      expect(await login(now, newPassword)).toBe(200)
    }
  })
})

test('nothing of an account that becomes the admin acts on it any more', async () => {
  const { user, client, device } = await withPasskey()
  const own = uniqueEmail()
  await requestEmail(client, own)
  const confirmToken = await tokenSentTo(own)
  const { secret: code } = (await client.post('/api/v1/auth/totp', { password })).body
  await client.post('/api/v1/auth/totp/confirm', { code: codeOf(code) })
  await requestEmail(client, own)
  const later = await tokenSentTo(own)
  const { secret } = (await client.post('/api/v1/tokens', { name: 'x', scope: 'write', expiresAt: null }))
    .body
  const { url } = (await client.post('/api/v1/feeds', { kind: 'all', names: true })).body
  await client.post('/api/v1/webhooks', { url: 'https://example.com/x' })
  await createClient().post('/api/v1/auth/forgot-password', { Email: user.Email })
  const reset = resetTokenIn(await mailTo(user.Email, { tag: 'password-reset' }))
  const keep = await keepLink(user.Email)

  await ensureAdmin(user.Email, newPassword)
  const headers = { Authorization: `Bearer ${secret}` }
  expect({
    session: (await client.get('/api/v1/buds')).status,
    passkey: (await logInByPasskey(device)).status,
    token: (await createClient().send('GET', '/api/v1/buds', { headers })).status,
    feed: (await createClient().get(new URL(url).pathname)).status,
    change: [(await confirm(confirmToken)).status, (await confirm(later)).status],
    keep: (await createClient().submit(keep, {})).status,
    reset: (
      await createClient().post(`/api/v1/auth/reset-password/${reset}`, {
        password,
        confirmPassword: password,
      })
    ).status,
    // Without a code: the second factor is gone, which would lock the operator out.
    operator: await login(user.Email, newPassword),
  }).toEqual({
    ...{ session: 401, passkey: 401, token: 401, feed: 404, change: [404, 404], keep: 404, reset: 400 },
    operator: 200,
  })
  for (const table of [schema.webhooks, schema.recoveryCodes, schema.links])
    expect(await db.$count(table, eq(table.userId, user._id))).toBe(0)
})

test('the records of such an account stay, and so do the passkeys of an admin whose password is set anew', async () => {
  const admin = await withPasskey({ as: await signedIn({ traits: ['admin'] }) })
  await admin.client.post('/api/v1/buds', { Firstname: 'Grace' })
  await ensureAdmin(admin.user.Email, newPassword)
  expect((await admin.client.get('/api/v1/buds')).status).toBe(401)
  const again = createClient()
  expect((await logInByPasskey(admin.device, again)).status).toBe(200)
  expect((await again.get('/api/v1/buds')).body.totalBuds).toBe(1)
})
