import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { feeds, webhookDeliveries } from '~drizzle/schema'
import { bearer, storeToken } from '../../integrations/tokens/support'
import { type Client, createClient, visibleText } from '../../support/client'
import { createUser, createWebhook, password, signedIn } from '../../support/factories'
import { mailTo, resetTokenIn } from '../../support/mailbox'

const screen = '/dashboard/security'
const newPassword = 'brand new words 77'

/** A user with a token, a feed and a webhook. `works` says which of them do. */
async function withPrograms(client?: Client & { user: { _id: string; Email: string } }) {
  const owner = client ?? (await signedIn())
  const { secret } = (await owner.post('/api/v1/tokens', { name: 'Backup', scope: 'read' })).body
  const { url } = (await owner.post('/api/v1/feeds', { kind: 'dates' })).body
  const hook = await owner.post('/api/v1/webhooks', { url: 'https://example.com/x', name: 'Family wiki' })
  expect(hook.status).toBe(201)
  const works = async () => {
    const { secret: reader } = await storeToken(owner.user)
    const left = await createClient().send('GET', '/api/v1/feeds', { headers: bearer(reader) })
    return {
      token: (await createClient().send('GET', '/api/v1/buds', { headers: bearer(secret) })).status === 200,
      feed: (await createClient().get(new URL(url).pathname)).status === 200,
      listed: left.body.feeds.length,
    }
  }
  return { owner, url, works, webhookId: hook.body.webhook._id as string }
}

const all = { token: true, feed: true, listed: 1 }
const none = { token: false, feed: false, listed: 0 }

test('the screen and the API list what has access, with the day of the last use', async () => {
  const { owner, url, webhookId } = await withPrograms()
  await createClient().get(new URL(url).pathname)
  await db.insert(webhookDeliveries).values({
    ...{ _id: webhookId, ownerId: owner.user._id, webhookId, type: 'bud.created' },
    ...{ state: 'delivered', at: new Date() },
  })
  const today = new Date().toISOString().slice(0, 10)
  const { programs } = (await owner.get('/api/v1/programs')).body
  expect(programs).toMatchObject([
    { kind: 'webhook', name: 'Family wiki', lastUsedOn: today, expiresAt: null },
    { kind: 'feed', name: 'Dates', lastUsedOn: today },
    { kind: 'token', name: 'Backup', lastUsedOn: null },
  ])
  const text = visibleText(await owner.visit(screen))
  for (const words of ['Programs with access', 'Family wiki', 'Backup', 'Revoke all access'])
    expect(text).toContain(words)
  const other = await signedIn()
  expect((await other.get('/api/v1/programs')).body.programs).toEqual([])
  expect(visibleText(await other.visit(screen))).not.toContain('Revoke all access')
})

describe('tokens, feeds and webhooks', () => {
  test('stay after a change of the password, and one button revokes all of them', async () => {
    const { owner, works } = await withPrograms()
    const other = await withPrograms()
    await owner.submit(screen, { intent: 'password', password, newPassword })
    expect(await works()).toEqual(all)
    expect(await owner.submit(screen, { intent: 'revoke-programs' })).toHaveRedirect(`${screen}#programs`)
    expect(await works()).toEqual(none)
    expect((await owner.get('/api/v1/webhooks')).body.webhooks).toEqual([])
    expect(await other.works()).toEqual(all)
  })

  test('end by DELETE /programs', async () => {
    const { owner, works } = await withPrograms()
    expect((await owner.delete('/api/v1/programs')).body).toEqual({
      msg: 'No program can use your account any more',
    })
    expect(await works()).toEqual(none)
  })

  test('end with a reset by mail', async () => {
    const { owner, works } = await withPrograms()
    const { Email } = owner.user
    await createClient().post('/api/v1/auth/forgot-password', { Email })
    const token = resetTokenIn(await mailTo(Email, { tag: 'password-reset' }))
    const reset = { password: newPassword, confirmPassword: newPassword }
    expect((await createClient().post(`/api/v1/auth/reset-password/${token}`, reset)).status).toBe(200)
    expect(await works()).toEqual(none)
    const again = createClient()
    await again.post('/api/v1/auth/login', { Email, Password: newPassword })
    expect((await again.get('/api/v1/programs')).body.programs).toMatchObject([
      { kind: 'token', name: 'Script' },
    ])
  })

  test("end with 'Sign out everything', with all sessions", async () => {
    const { owner, works } = await withPrograms()
    expect(await owner.submit(screen, { intent: 'end-everything' })).toHaveRedirect('/')
    expect(await works()).toEqual(none)
    expect((await owner.get('/api/v1/buds')).status).toBe(401)
  })

  test('of the demo account cannot be revoked', async () => {
    const demo = await signedIn({ traits: ['demo'] })
    expect((await demo.delete('/api/v1/programs')).status).toBe(403)
    for (const intent of ['revoke-programs', 'end-everything'])
      expect(await demo.submit(screen, { intent })).toSendToast('The demo account cannot be changed')
    expect((await demo.get('/api/v1/buds')).status).toBe(200)
  })
})

describe('a feed', () => {
  const day = 86_400_000

  test('ends after 90 days, unless another end or null is said', async () => {
    const owner = await signedIn()
    const make = async (more: object) => (await owner.post('/api/v1/feeds', { kind: 'all', ...more })).body
    const { feed } = await make({})
    const days = (Date.parse(feed.expiresAt) - Date.now()) / day
    expect([days > 89.9, days < 90.1]).toEqual([true, true])
    expect((await make({ expiresAt: null })).feed.expiresAt).toBeNull()
    expect((await make({ expiresAt: '2099-12-31' })).feed.expiresAt).toBe('2099-12-31T23:59:59.999Z')
    for (const expiresAt of ['2020-01-01', 'soon', 7, '2099-02-30'])
      expect((await owner.post('/api/v1/feeds', { kind: 'all', expiresAt })).status).toBe(400)
    const token = (await owner.post('/api/v1/tokens', { name: 'x', scope: 'read' })).body.token
    expect(Math.round((Date.parse(token.expiresAt) - Date.now()) / day)).toBe(90)
  })

  test('that has ended is a 404, and is listed until it is revoked', async () => {
    const owner = await signedIn()
    const { feed, url } = (await owner.post('/api/v1/feeds', { kind: 'all', expiresAt: '2099-12-31' })).body
    const { pathname } = new URL(url)
    expect((await createClient().get(pathname)).status).toBe(200)
    await db
      .update(feeds)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(feeds._id, feed._id))
    expect((await createClient().get(pathname)).status).toBe(404)
    expect(visibleText(await owner.visit('/dashboard/developers'))).toContain('ended on')
  })
})

test('a user without programs is told so', async () => {
  const user = await createUser()
  await createWebhook(user)
  const other = await signedIn()
  expect(visibleText(await other.visit(screen))).toContain('No program has access to your account.')
})
