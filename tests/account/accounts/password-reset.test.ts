import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { capturedMails } from '~/base/mail/delivery.server'
import { waitForBackgroundTasks } from '~/base/node/background.server'
import { deleteExpiredRows } from '~/jobs/jobs.server'
import { passwordResets, resetRequests } from '~drizzle/schema'
import { createClient } from '../../support/client'
import { isRemote } from '../../support/database'
import { changeEmail } from '../../support/email-change'
import { createUser, password, signedIn, signedInAs, uniqueEmail } from '../../support/factories'
import { mailsTo, mailTo, resetTokenIn } from '../../support/mailbox'

const confirmation = 'If your email exists in our system, you will receive a password reset link shortly'
const invalid = { status: 400, body: { msg: 'Invalid or expired reset token' } }
const validInput = { password: 'Green-Heron-43', confirmPassword: 'Green-Heron-43' }

const requestReset = (Email: string) => createClient().post('/api/v1/auth/forgot-password', { Email })
const reset = (token: string, input: unknown = validInput) =>
  createClient().post(`/api/v1/auth/reset-password/${token}`, input)
const login = (Email: string, Password: string) =>
  createClient().post('/api/v1/auth/login', { Email, Password })
const storedResets = (userId: string) =>
  db.select().from(passwordResets).where(eq(passwordResets.userId, userId))

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
    const screen = await createClient().submit('/forgot-password', { Email })
    expect(screen.status).toBe(200)
    expect(screen.text).toContain(confirmation)
  })

  test('an address with an account gets a link that expires after one hour; only a hash of its token is stored', async () => {
    const { _id, Email } = await createUser()
    await requestReset(Email.toUpperCase())
    const mail = await mailTo(Email)
    const token = resetTokenIn(mail)
    expect(mail).toMatchObject({ To: Email, Subject: expect.stringMatching(/reset/i), Tag: 'password-reset' })
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(mail.TextBody).toMatch(/https?:\/\/\S+\/reset-password\//)
    expect(mail.TextBody).toMatch(/one hour/)
    expect(mail.HtmlBody).toContain(`/reset-password/${token}"`)
    const rows = await storedResets(_id)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('an address without an account and the demo account get no link', async () => {
    const [demo, { Email }] = [await createUser({ traits: ['demo'] }), await createUser()]
    const unknown = uniqueEmail()
    for (const email of [unknown, demo.Email, Email]) await requestReset(email)
    await mailTo(Email)
    expect([await mailsTo(unknown), await mailsTo(demo.Email)]).toEqual([[], []])
  })

  test.each([{}, { Email: '' }, { Email: 'ada' }, { Email: 7 }])('%j gets 400', async (input) => {
    expect((await createClient().post('/api/v1/auth/forgot-password', input)).status).toBe(400)
  })

  test('an address gets at most five links, also when several accounts have it one after another', async () => {
    const Email = uniqueEmail()
    for (let n = 0; n < 3; n++) {
      const client = await signedIn({ Email })
      for (let m = 0; m < 4; m++) {
        expect((await requestReset(Email)).status).toBe(200)
        await mailTo(Email)
      }
      await changeEmail(client, uniqueEmail())
    }
    const links = (await mailsTo(Email)).filter(({ Tag }) => Tag === 'password-reset')
    expect(links.length).toBeLessThanOrEqual(5)
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
})

describe('resetting the password', () => {
  test('works once, invalidates all other links of the user, ends every session and sends a mail', async () => {
    const { user, token } = await userWithToken()
    const sessions = [await signedInAs(user._id), await signedInAs(user._id)]
    await requestReset(user.Email)
    await expect.poll(async () => (await mailsTo(user.Email)).length).toBe(2)
    const second = resetTokenIn(await mailTo(user.Email))
    expect(second).not.toBe(token)
    expect((await reset(second)).status).toBe(200)
    for (const link of [second, token]) expect(await reset(link)).toMatchObject(invalid)
    expect((await login(user.Email, validInput.password)).status).toBe(200)
    for (const client of sessions) expect((await client.get('/api/v1/buds')).status).toBe(401)
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
    expect(await storedResets(user._id)).toEqual([])
  })

  test.each(['x', 'a'.repeat(5_000), '%00', "'--"])('an unknown token is refused: %#', async (token) => {
    expect(await reset(token)).toMatchObject(invalid)
  })

  test("fails after the account's email address has changed", async () => {
    const { user, token } = await userWithToken()
    expect(await changeEmail(await signedInAs(user._id), uniqueEmail())).toHaveRedirect('/dashboard/profile')
    expect(await reset(token)).toMatchObject(invalid)
  })

  test('refuses an invalid password, and the token can still be used', async () => {
    const { token } = await userWithToken()
    for (const [input, msg] of [
      [{ password: '1234567', confirmPassword: '1234567' }, 'Password must be at least 8 characters'],
      [{ password: 'password1', confirmPassword: 'password1' }, 'This password is too common'],
      [{ ...validInput, confirmPassword: 'Green-Heron-44' }, 'Passwords do not match'],
      [{ password: validInput.password }, 'Passwords do not match'],
      [{}, 'Password must be at least 8 characters'],
    ] as const) {
      expect(await reset(token, input)).toMatchObject({ status: 400, body: { msg } })
    }
    expect((await reset(token)).status).toBe(200)
  })

  test('the screen shows the error and does not return the password', async () => {
    const { token } = await userWithToken()
    const differing = { ...validInput, confirmPassword: 'Green-Heron-44' }
    for (const [path, fields, msg] of [
      [token, differing, 'Passwords do not match'],
      ['no-such', validInput, 'Invalid or expired reset token'],
    ] as const) {
      const response = await createClient().submit(`/reset-password/${path}`, fields)
      expect(response.status).toBe(400)
      expect(response.text).toContain(msg)
      expect(response.text).not.toContain('Green-Heron')
    }
  })
})
