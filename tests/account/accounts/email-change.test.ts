import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { deleteExpiredRows } from '~/jobs/jobs.server'
import { emailChanges, mails, throttleCounters, users } from '~drizzle/schema'
import { type Client, createClient, visibleText } from '../../support/client'
import { changeEmail, confirm, requestEmail, tokenSentTo } from '../../support/email-change'
import { createUser, password, signedIn, uniqueEmail } from '../../support/factories'
import { mailsTo, mailTo, resetTokenIn } from '../../support/mailbox'

const profile = '/dashboard/profile'
const login = (Email: string) => createClient().post('/api/v1/auth/login', { Email, Password: password })
const emailOf = async (client: Client) => (await client.get('/api/v1/users/current-user')).body.user.Email
const changeOf = (userId: string) => db.select().from(emailChanges).where(eq(emailChanges.userId, userId))
/** The responses to a visit of the confirmation page and to its form. */
const openAndConfirm = async (token: string) => [
  await createClient().visit(`/confirm-email/${token}`),
  await confirm(token),
]
const expectNotFound = async (token: string) =>
  expect((await openAndConfirm(token)).map(({ status }) => status)).toEqual([404, 404])
const saveProfile = (client: Client, fields: Record<string, string>) =>
  client.submit(profile, { Firstname: 'Ada', Surname: 'Lovelace', Location: '', ...fields })

async function userWithLink() {
  const client = await signedIn()
  const Email = uniqueEmail()
  await requestEmail(client, Email)
  return { client, Email, token: await tokenSentTo(Email) }
}

/** Lets all quotas expire. */
const expireQuotas = () =>
  db.update(throttleCounters).set({ expiresAt: sql`${throttleCounters.expiresAt} - interval '1 day'` })

/** Lets the pending change expire. */
const expireChange = (userId: string) =>
  db
    .update(emailChanges)
    .set({ expiresAt: sql`${emailChanges.expiresAt} - interval '1 day'` })
    .where(eq(emailChanges.userId, userId))

describe.each<[string, (client: Client, Email: string) => Promise<{ status: number }>]>([
  ['the API', requestEmail],
  ['the form', (client, Email) => saveProfile(client, { Email })],
])('through %s, a new address', (_way, change) => {
  test('gets a link, and the old address stays until the user confirms', async () => {
    const client = await signedIn()
    const { Email: before } = client.user
    const Email = uniqueEmail()
    expect([200, 302]).toContain((await change(client, Email)).status)
    const token = await tokenSentTo(Email)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await emailOf(client)).toBe(before)
    expect([(await login(before)).status, (await login(Email)).status]).toEqual([200, 401])
    expect((await mailsTo(before)).map(({ Tag }) => Tag)).toEqual(['email-change-requested'])

    expect(await confirm(token)).toHaveRedirect('/login')
    expect(await emailOf(client)).toBe(Email)
    expect([(await login(before)).status, (await login(Email)).status]).toEqual([401, 200])
    expect(await mailTo(before)).toMatchObject({
      Tag: 'email-changed',
      Subject: expect.stringContaining('was changed'),
    })
  })

  test('gets one link, however often it is saved', async () => {
    const client = await signedIn()
    const Email = uniqueEmail()
    await Promise.all([change(client, Email), change(client, Email), change(client, Email)])
    await change(client, Email)
    const token = await tokenSentTo(Email)
    expect(await mailsTo(Email)).toHaveLength(1)
    expect(await confirm(token)).toHaveRedirect('/login')
  })

  test('that has an account gets the same response as any other, and a notice unless it is the demo account', async () => {
    const [client, other, demo] = [
      await signedIn(),
      await createUser(),
      await createUser({ traits: ['demo'] }),
    ]
    const [free, ofDemo, taken] = [
      await change(await signedIn(), uniqueEmail()),
      await change(await signedIn(), demo.Email),
      await change(client, other.Email.toUpperCase()),
    ]
    expect([ofDemo.status, taken.status]).toEqual([free.status, free.status])
    const mail = await mailTo(other.Email.toUpperCase())
    expect(mail.TextBody).toContain('already has an account')
    expect(mail.TextBody).not.toContain('/confirm-email/')
    expect(await mailsTo(demo.Email)).toEqual([])
    expect(await emailOf(client)).toBe(client.user.Email)
  })

  test('that equals the old one cancels the change', async () => {
    const client = await signedIn()
    const Email = uniqueEmail()
    await change(client, Email)
    const token = await tokenSentTo(Email)
    await change(client, client.user.Email)
    await expectNotFound(token)
    expect(await emailOf(client)).toBe(client.user.Email)
  })

  test('that differs only in letter case is stored at once', async () => {
    const client = await signedIn()
    const Email = client.user.Email.toUpperCase()
    await change(client, Email)
    expect(await emailOf(client)).toBe(Email)
    expect([await mailsTo(Email), await mailsTo(client.user.Email)]).toEqual([[], []])
    expect((await login(client.user.Email)).status).toBe(200)
  })
})

describe('the link', () => {
  test('changes nothing when opened, shows the address, and is not indexed, cached or sent as referrer', async () => {
    const { client, Email, token } = await userWithLink()
    for (let n = 0; n < 3; n++) {
      const page = await createClient().visit(`/confirm-email/${token}`)
      expect(page.status).toBe(200)
      expect(visibleText(page)).toContain(Email)
      expect(page.text).toContain('<meta name="robots" content="noindex"/>')
      expect(page.headers.get('Cache-Control')).toBe('no-store')
      expect(page.headers.get('Referrer-Policy')).toBe('no-referrer')
    }
    await createClient().send('HEAD', `/confirm-email/${token}`)
    expect(await emailOf(client)).toBe(client.user.Email)
    expect(await confirm(token)).toHaveRedirect('/login')
  })

  test('redirects its recipient to the profile; redirects another user to the login and changes nothing', async () => {
    const [own, others, other] = [await userWithLink(), await userWithLink(), await signedIn()]
    const response = await confirm(own.token, own.client)
    expect(response).toHaveRedirect(profile)
    expect(response).toSendToast('Your email address was changed')
    expect(await confirm(others.token, other)).toHaveRedirect('/login')
    expect(await emailOf(other)).toBe(other.user.Email)
  })

  test('that is used, expired, canceled, replaced, made up, or of a deleted account gets the same page', async () => {
    const [used, expired, canceled] = [await userWithLink(), await userWithLink(), await userWithLink()]
    const [replaced, replacedSilently, deleted] = [
      await userWithLink(),
      await userWithLink(),
      await userWithLink(),
    ]
    const later = uniqueEmail()
    await confirm(used.token)
    await expireChange(expired.client.user._id)
    await requestEmail(canceled.client, canceled.client.user.Email)
    await requestEmail(replaced.client, later)
    // The demo account gets no link.
    await requestEmail(replacedSilently.client, (await createUser({ traits: ['demo'] })).Email)
    await db.delete(users).where(eq(users._id, deleted.client.user._id))
    const tokens = [used, expired, canceled, replaced, replacedSilently, deleted].map(({ token }) => token)
    const pages = []
    for (const token of [...tokens, 'x'.repeat(43), '%00', 'a'.repeat(5_000)])
      for (const page of await openAndConfirm(token))
        pages.push([page.status, visibleText(page), page.headers.get('Cache-Control')])
    expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1)
    expect(pages[0]?.[0]).toBe(404)

    await confirm(await tokenSentTo(later))
    expect(await emailOf(replaced.client)).toBe(later)
    expect(visibleText(await expired.client.visit(profile))).not.toContain(expired.Email)
    await deleteExpiredRows()
    expect(await changeOf(expired.client.user._id)).toEqual([])
  })

  test('shows a message and changes nothing if its address has been registered in the meantime', async () => {
    const { client, Email, token } = await userWithLink()
    await createUser({ Email: Email.toUpperCase() })
    const response = await confirm(token)
    expect(response.status).toBe(409)
    expect(visibleText(response)).toContain('An account with this email already exists')
    expect(await emailOf(client)).toBe(client.user.Email)
  })

  test('is in the text and the HTML of a mail without data of the account, and is stored as a hash only', async () => {
    const { client, Email, token } = await userWithLink()
    const mail = await mailTo(Email)
    expect(mail.HtmlBody).toContain(`/confirm-email/${token}"`)
    expect(mail.TextBody).toMatch(/one day/)
    for (const secret of [client.user.Email, client.user.Firstname, client.user._id])
      expect(mail.TextBody + mail.HtmlBody).not.toContain(secret)
    const rows = [await changeOf(client.user._id), await db.select().from(mails)]
    expect(rows[0]).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('the profile', () => {
  test('sends another link, and the previous one stops working', async () => {
    const { client, Email, token } = await userWithLink()
    const response = await client.submit(profile, { intent: 'resend' })
    expect(response).toHaveRedirect(profile)
    expect(response).toSendToast('We sent the link again')
    await expect.poll(async () => (await mailsTo(Email)).length).toBe(2)
    const second = await tokenSentTo(Email)
    await expectNotFound(token)
    expect(await confirm(second, client)).toHaveRedirect(profile)
  })

  test('shows the pending and the current address until the change is canceled', async () => {
    const { client, Email, token } = await userWithLink()
    const text = visibleText(await client.visit(profile))
    expect(text).toContain(`We sent a link to ${Email}`)
    expect(text).toContain(`${client.user.Email} stays your address`)
    const response = await client.submit(profile, { intent: 'cancel' })
    expect(response).toHaveRedirect(profile)
    expect(response).toSendToast('Your email address stays as it is')
    await expectNotFound(token)
    expect(visibleText(await client.visit(profile))).not.toContain(Email)
  })

  test('keeps the change when other fields are changed', async () => {
    const { client, Email, token } = await userWithLink()
    await client.patch('/api/v1/users/update-user', { Firstname: 'Augusta' })
    const [value] = /(?<=name="Email"[^>]*value=")[^"]+/.exec((await client.visit(profile)).text) ?? []
    expect(value).toBe(Email)
    await saveProfile(client, { Location: 'Bath', Email })
    expect(await confirm(token, client)).toHaveRedirect(profile)
  })

  test.each(['resend', 'cancel'])('%s without a pending change changes nothing', async (intent) => {
    const client = await signedIn()
    expect(await client.submit(profile, { intent })).toHaveRedirect(profile)
    expect(await emailOf(client)).toBe(client.user.Email)
    expect(await changeOf(client.user._id)).toEqual([])
  })
})

describe('mails to unconfirmed addresses', () => {
  test('are at most five a day to one address, from all accounts', async () => {
    const Email = uniqueEmail()
    const responses = []
    for (let n = 0; n < 8; n++)
      responses.push(await requestEmail(await signedIn(), n % 2 ? Email : Email.toUpperCase()))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    const refused = responses.at(-1)
    expect(refused?.body.msg).toMatch(/^Too many confirmation links\. Please try again in 24 hours$/)
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(86_000)
    await expect
      .poll(async () => [...(await mailsTo(Email)), ...(await mailsTo(Email.toUpperCase()))].length)
      .toBe(5)
    await expireQuotas()
    expect((await requestEmail(await signedIn(), Email)).status).toBe(200)
  })

  test('are at most ten a day by one account, and a refused change changes nothing', async () => {
    const client = await signedIn()
    const statuses = []
    for (let n = 0; n < 12; n++) statuses.push((await requestEmail(client, uniqueEmail())).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
    const Email = uniqueEmail()
    const response = await saveProfile(client, { Firstname: 'Eve', Email })
    expect(response.status).toBe(429)
    expect(visibleText(response)).toContain('Too many confirmation links')
    expect((await client.get('/api/v1/users/current-user')).body.user.Firstname).toBe('Ada')
    expect(await client.submit(profile, { intent: 'resend' })).toHaveRedirect(profile)
    expect(await mailsTo(Email)).toEqual([])
    await expireQuotas()
    expect((await requestEmail(client, uniqueEmail())).status).toBe(200)
  })

  test('are at most five when one account requests and cancels the same change repeatedly', async () => {
    const client = await signedIn()
    const Email = uniqueEmail()
    for (let n = 0; n < 8; n++) {
      await requestEmail(client, Email)
      await requestEmail(client, client.user.Email)
    }
    expect((await mailsTo(Email)).length).toBeLessThanOrEqual(5)
    expect((await mailsTo(client.user.Email)).length).toBeLessThanOrEqual(5)
  })

  test('are at most nine to an address that several accounts have had one after another', async () => {
    const Email = uniqueEmail()
    for (let n = 0; n < 8; n++) await changeEmail(await signedIn({ Email }), uniqueEmail())
    const tags = (await mailsTo(Email)).map(({ Tag }) => Tag)
    expect(tags.sort()).toEqual([
      ...Array(4).fill('email-change-requested'),
      ...Array(4).fill('email-changed'),
      'notices-paused',
    ])
  })

  test('do not count towards the limit of reset links', async () => {
    const { Email } = await createUser()
    for (let n = 0; n < 6; n++) await requestEmail(await signedIn(), Email)
    await createClient().post('/api/v1/auth/forgot-password', { Email })
    expect(resetTokenIn(await mailTo(Email, { tag: 'password-reset' }))).not.toBe('')
  })
})
