import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { flushOutbox } from '~/base/mail/outbox.server'
import { links, mails, users } from '~drizzle/schema'
import { type Client, createClient, visibleText } from '../../support/client'
import { changeEmail } from '../../support/email-change'
import { signedIn, uniqueEmail } from '../../support/factories'
import { mailsTo, mailTo } from '../../support/mailbox'
import { settingsPath, tokenIn } from './support'

const request = (client: Client) => client.post('/api/v1/users/verify-email', {})
const isVerified = async (client: Client) => (await client.get(settingsPath)).body.settings.emailVerified
const verify = (token: string, client: Client = createClient()) => client.submit(`/verify-email/${token}`, {})

async function userWithLink() {
  const client = await signedIn()
  expect(await request(client)).toMatchObject({ status: 200, body: { msg: 'We sent you a link' } })
  const mail = await mailTo(client.user.Email, { tag: 'email-verify' })
  return { client, mail, token: tokenIn(mail, 'verify-email') }
}

describe('the link that verifies an address', () => {
  test('is mailed, changes nothing when opened, and verifies once; then it is a 404', async () => {
    const { client, mail, token } = await userWithLink()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(mail.MessageStream).toBe('outbound')
    expect(mail.Headers).toBeUndefined()
    for (let n = 0; n < 2; n++) {
      const page = await createClient().visit(`/verify-email/${token}`)
      expect(page.status).toBe(200)
      expect(visibleText(page)).toContain(client.user.Email)
    }
    expect(await isVerified(client)).toBe(false)
    const response = await verify(token)
    expect(response).toHaveRedirect('/login')
    expect(response).toSendToast('Your email address is verified')
    expect(await isVerified(client)).toBe(true)
    expect((await verify(token)).status).toBe(404)
    expect((await createClient().visit(`/verify-email/${token}`)).status).toBe(404)
  })

  test('redirects its user to the reminders, who can request none after that', async () => {
    const { client, token } = await userWithLink()
    expect(await verify(token, client)).toHaveRedirect('/dashboard/reminders')
    const again = await request(client)
    expect([again.status, again.body]).toEqual([409, { msg: 'Your email address is verified already' }])
    expect(await client.submit('/dashboard/reminders', { intent: 'verify' })).toSendToast(
      'Your email address is verified already',
    )
    expect(visibleText(await client.visit('/dashboard/reminders'))).toContain('is verified.')
  })

  test('is sent by the button of the screen too, and using one link ends the others', async () => {
    const { client, token } = await userWithLink()
    const response = await client.submit('/dashboard/reminders', { intent: 'verify' })
    expect(response).toSendToast('We sent you a link')
    const tokens = async () => (await mailsTo(client.user.Email)).map((mail) => tokenIn(mail, 'verify-email'))
    await expect.poll(tokens).toHaveLength(2)
    const [first, second] = await tokens()
    expect(first).toBe(token)
    expect(second).not.toBe(token)
    expect((await verify(second ?? '')).status).toBe(302)
    expect((await verify(token)).status).toBe(404)
  })

  test('welcomes a new account with the first steps, once, and only when the address is verified', async () => {
    const { client, token } = await userWithLink()
    const tags = async () => (await mailsTo(client.user.Email)).map(({ Tag }) => Tag)
    expect(await tags()).toEqual(['email-verify'])
    await verify(token)
    const { TextBody, HtmlBody } = await mailTo(client.user.Email, { tag: 'welcome' })
    for (const step of [
      '1. Add the people',
      '2. Choose how often',
      '3. Note a birthday',
      '4. Plan something',
    ])
      expect(TextBody).toContain(step)
    expect(HtmlBody.match(/class="button"/g)).toHaveLength(1)
    await db.update(users).set({ verifiedEmail: null }).where(eq(users._id, client.user._id))
    await request(client)
    await expect.poll(tags).toHaveLength(3)
    const again = (await mailsTo(client.user.Email)).filter(({ Tag }) => Tag === 'email-verify').at(-1)
    expect((await verify(again ? tokenIn(again, 'verify-email') : '')).status).toBe(302)
    await flushOutbox()
    expect((await tags()).sort()).toEqual(['email-verify', 'email-verify', 'welcome'])
  })

  test('does not welcome an account of more than a month', async () => {
    const client = await signedIn({ _id: uuid({ msecs: Date.now() - 31 * 86_400_000 }) })
    await request(client)
    await verify(tokenIn(await mailTo(client.user.Email, { tag: 'email-verify' }), 'verify-email'))
    await flushOutbox()
    expect((await mailsTo(client.user.Email)).map(({ Tag }) => Tag)).toEqual(['email-verify'])
  })

  test('used twice at the same time verifies once', async () => {
    const { token } = await userWithLink()
    const statuses = (await Promise.all([verify(token), verify(token), verify(token)])).map(
      ({ status }) => status,
    )
    expect(statuses.sort()).toEqual([302, 404, 404])
  })

  test('ends after one day, and when the account gets another address', async () => {
    const expired = await userWithLink()
    const [row] = await db.select().from(links).where(eq(links.userId, expired.client.user._id))
    expect((row?.expiresAt.getTime() ?? 0) - Date.now()).toBeLessThan(24 * 3_600_000 + 60_000)
    expect((row?.expiresAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    await db.update(links).set({ expiresAt: sql`now()` }).where(eq(links.userId, expired.client.user._id))
    const moved = await userWithLink()
    await db.update(users).set({ Email: uniqueEmail() }).where(eq(users._id, moved.client.user._id))
    for (const { client, token } of [expired, moved]) {
      expect((await createClient().visit(`/verify-email/${token}`)).status).toBe(404)
      expect((await verify(token)).status).toBe(404)
      expect(await isVerified(client)).toBe(false)
    }
  })

  test('does not contain what the user wrote, because the address may belong to a stranger', async () => {
    const client = await signedIn({ Firstname: 'BuyNow', Surname: 'Cheap' })
    await request(client)
    const { Subject, TextBody, HtmlBody } = await mailTo(client.user.Email, { tag: 'email-verify' })
    expect(Subject + TextBody + HtmlBody).not.toMatch(/BuyNow|Cheap/)
  })

  test('is limited to five a day for an address, with a message', async () => {
    const client = await signedIn()
    for (let n = 0; n < 5; n++) expect((await request(client)).status).toBe(200)
    const refused = await request(client)
    expect(refused.status).toBe(429)
    expect(refused.body.msg).toMatch(/^Too many confirmation links. Please try again in \d+ hours?$/)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await db.$count(mails, eq(mails.userId, client.user._id))).toBe(5)
  })
})

describe('a changed address', () => {
  test('is verified by the link that confirms it', async () => {
    const client = await signedIn()
    await changeEmail(client, uniqueEmail())
    expect(await isVerified(client)).toBe(true)
  })

  test('stays verified in another letter case, and not as another address', async () => {
    const { client, token } = await userWithLink()
    await verify(token)
    await client.patch('/api/v1/users/update-user', { Email: client.user.Email.toUpperCase() })
    expect(await isVerified(client)).toBe(true)
    await db.update(users).set({ Email: uniqueEmail() }).where(eq(users._id, client.user._id))
    expect(await isVerified(client)).toBe(false)
  })
})
