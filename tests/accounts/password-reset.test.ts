import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/db.server'
import { waitForBackgroundTasks } from '~/http/background.server'
import { deleteExpiredRows } from '~/jobs/expired-rows.server'
import { capturedMails } from '~/mail/delivery.server'
import { passwordResets, resetRequests } from '~drizzle/schema'
import { createClient } from '../support/client'
import { isRemote } from '../support/database'
import { changeEmail } from '../support/email-change'
import { createUser, password, signedIn, signedInAs, uniqueEmail } from '../support/factories'
import { mailsTo, mailTo, resetTokenIn } from '../support/mailbox'

const confirmation = 'If your email exists in our system, you will receive a password reset link shortly'
const invalid = { status: 400, body: { msg: 'Invalid or expired reset token' } }
const validInput = { password: 'Green-Heron-43', confirmPassword: 'Green-Heron-43' }

const requestReset = (Email: string) => createClient().post('/api/v1/auth/forgot-password', { Email })
const reset = (token: string, input: unknown = validInput) =>
  createClient().post(`/api/v1/auth/reset-password/${token}`, input)
const login = (Email: string, Password: string) =>
  createClient().post('/api/v1/auth/login', { Email, Password })

async function userWithToken() {
  const user = await createUser()
  await requestReset(user.Email)
  return { user, token: resetTokenIn(await mailTo(user.Email, { tag: 'password-reset' })) }
}

describe('requesting a link', () => {
  test('the response is the same whether or not the address has an account', async () => {
    const { Email } = await createUser()
    const [known, unknown] = [await requestReset(Email), await requestReset(uniqueEmail())]
    expect(known).toMatchObject({ status: 200, body: { msg: confirmation } })
    expect(unknown.text).toBe(known.text)
  })

  test('the screen shows the same message', async () => {
    const response = await createClient().submit('/forgot-password', { Email: uniqueEmail() })
    expect(response.status).toBe(200)
    expect(response.text).toContain(confirmation)
  })

  test('an address with an account gets a link that expires after one hour, another address none', async () => {
    const [unknown, { Email }] = [uniqueEmail(), await createUser()]
    await requestReset(unknown)
    await requestReset(Email.toUpperCase())
    const mail = await mailTo(Email)
    const token = resetTokenIn(mail)
    expect(mail).toMatchObject({ To: Email, Subject: expect.stringMatching(/reset/i), Tag: 'password-reset' })
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(mail.TextBody).toMatch(/https?:\/\/\S+\/reset-password\//)
    expect(mail.TextBody).toMatch(/one hour/)
    expect(mail.HtmlBody).toContain(`/reset-password/${token}"`)
    expect(await mailsTo(unknown)).toEqual([])
  })

  test('only a hash of the token is stored', async () => {
    const { user, token } = await userWithToken()
    const rows = await db.select().from(passwordResets).where(eq(passwordResets.userId, user._id))
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test.each([{}, { Email: '' }, { Email: 'ada' }, { Email: 7 }])('%j gets 400', async (input) => {
    expect((await createClient().post('/api/v1/auth/forgot-password', input)).status).toBe(400)
  })

  test('an address gets at most five links', async () => {
    const { Email } = await createUser()
    for (let n = 0; n < 12; n++) {
      expect((await requestReset(Email)).status).toBe(200)
      await mailTo(Email)
    }
    expect((await mailsTo(Email)).length).toBeLessThanOrEqual(5)
  })

  test.skipIf(isRemote)('stores any address, and looks up the account later', async () => {
    const [{ Email }, unknown] = [await createUser(), uniqueEmail()]
    for (const email of [Email, unknown, Email.toUpperCase(), unknown]) await requestReset(email)
    await waitForBackgroundTasks()
    const stored = await db.select().from(resetRequests)
    expect(stored.map(({ email }) => email).sort()).toEqual([Email, unknown].sort())
    expect(capturedMails.filter(({ To }) => To === Email)).toEqual([])
    expect(await mailsTo(Email)).toHaveLength(1)
    expect(await db.$count(resetRequests)).toBe(0)
  })

  test('an address gets at most five links, also when several accounts have it one after another', async () => {
    const Email = uniqueEmail()
    for (let n = 0; n < 4; n++) {
      const client = await signedIn({ Email })
      for (let m = 0; m < 2; m++) await requestReset(Email)
      await changeEmail(client, uniqueEmail())
    }
    const links = (await mailsTo(Email)).filter(({ Tag }) => Tag === 'password-reset')
    expect(links.length).toBeLessThanOrEqual(5)
  })

  test('the demo account gets no link', async () => {
    const demo = await createUser({ traits: ['demo'] })
    const { Email } = await createUser()
    await requestReset(demo.Email)
    await requestReset(Email)
    await mailTo(Email)
    expect(await mailsTo(demo.Email)).toEqual([])
  })
})

describe('resetting the password', () => {
  test('works once', async () => {
    const { user, token } = await userWithToken()
    expect((await reset(token)).status).toBe(200)
    expect(await reset(token)).toMatchObject(invalid)
    expect((await login(user.Email, validInput.password)).status).toBe(200)
  })

  test('invalidates all other links of the user', async () => {
    const { user, token } = await userWithToken()
    await requestReset(user.Email)
    while ((await mailsTo(user.Email)).length < 2) await new Promise((resolve) => setTimeout(resolve, 20))
    const second = resetTokenIn(await mailTo(user.Email))
    expect(second).not.toBe(token)
    expect((await reset(second)).status).toBe(200)
    expect(await reset(token)).toMatchObject(invalid)
  })

  test('ends every session of the user', async () => {
    const { user, token } = await userWithToken()
    const sessions = [await signedInAs(user._id), await signedInAs(user._id)]
    await reset(token)
    for (const client of sessions) expect((await client.get('/api/v1/buds')).status).toBe(401)
  })

  test('sends a mail', async () => {
    const { user, token } = await userWithToken()
    await reset(token)
    const mail = await mailTo(user.Email, { tag: 'password-changed' })
    expect(mail.Subject).toContain('password was changed')
    expect(mail.TextBody + mail.HtmlBody).not.toContain(validInput.password)
  })

  test('fails after one hour', async () => {
    const { user, token } = await userWithToken()
    await db
      .update(passwordResets)
      .set({ expiresAt: sql`${passwordResets.expiresAt} - interval '1 hour'` })
      .where(eq(passwordResets.userId, user._id))
    expect(await reset(token)).toMatchObject(invalid)
    expect((await login(user.Email, password)).status).toBe(200)
    await deleteExpiredRows()
    expect(await db.select().from(passwordResets).where(eq(passwordResets.userId, user._id))).toEqual([])
  })

  test.each(['x', 'a'.repeat(5_000), '%00', "'--"])('an unknown token is refused: %.10s', async (token) => {
    expect(await reset(token)).toMatchObject(invalid)
  })

  test.each([
    [{ password: '1234567', confirmPassword: '1234567' }, 'Password must be at least 8 characters'],
    [{ password: 'password1', confirmPassword: 'password1' }, 'This password is too common'],
    [{ ...validInput, confirmPassword: 'Green-Heron-44' }, 'Passwords do not match'],
    [{ password: validInput.password }, 'Passwords do not match'],
    [{}, 'Password must be at least 8 characters'],
  ])('%j is refused and leaves the token usable', async (input, msg) => {
    const { token } = await userWithToken()
    expect(await reset(token, input)).toMatchObject({ status: 400, body: { msg } })
    expect((await reset(token)).status).toBe(200)
  })

  test('the screen shows the error and does not return the password', async () => {
    const { token } = await userWithToken()
    const fields = { ...validInput, confirmPassword: 'Green-Heron-44' }
    const response = await createClient().submit(`/reset-password/${token}`, fields)
    expect(response.status).toBe(400)
    expect(response.text).toContain('Passwords do not match')
    expect(response.text).not.toContain('Green-Heron')
    const unknown = await createClient().submit('/reset-password/no-such', validInput)
    expect(unknown.status).toBe(400)
    expect(unknown.text).toContain('Invalid or expired reset token')
  })
})

test("a link stops working when the account's email address changes", async () => {
  const { user, token } = await userWithToken()
  const owner = await signedInAs(user._id)
  expect(await changeEmail(owner, uniqueEmail())).toHaveRedirect('/dashboard/profile')
  expect(await reset(token)).toMatchObject(invalid)
})
