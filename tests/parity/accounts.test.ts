import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { trialDays } from '~/billing/plan'
import { db } from '~/db/db.server'
import { users } from '~drizzle/schema'
import { createClient } from '../support/client'
import { createUser, password, signedIn, uniqueEmail } from '../support/factories'
import { mailTo, resetTokenIn } from '../support/mailbox'

describe('registration', () => {
  const person = { Firstname: ' Ada ', Surname: 'Lovelace ', Password: password }

  async function accountOf(Email: string) {
    const [row] = await db.select().from(users).where(eq(users.Email, Email))
    if (!row) return undefined
    const { _id, Email: _, passwordHash, createdAt, trialEndsAt, searchText, ...rest } = row
    return { ...rest, trialDays: Math.round((trialEndsAt.getTime() - createdAt.getTime()) / 86_400_000) }
  }

  test('the form and the API create the same account', async () => {
    const [one, two] = [uniqueEmail(), uniqueEmail()]
    const screen = await createClient().submit('/register', { ...person, Email: one, terms: 'accepted' })
    expect(screen).toHaveRedirect('/login')
    expect(screen).toSendToast('Account created successfully. Please log in.')
    const response = await createClient().post('/api/v1/auth/register', { ...person, Email: two })
    expect(response).toMatchObject({
      status: 201,
      body: { msg: 'Account created successfully. Please log in.' },
    })
    expect(await accountOf(one)).toMatchObject({
      Firstname: 'Ada',
      Surname: 'Lovelace',
      Role: 'user',
      isTestAccount: false,
      trialDays,
    })
    expect(await accountOf(one)).toEqual(await accountOf(two))
  })

  test('the form and the API refuse a registered e-mail address in any letter case', async () => {
    const { Email } = await createUser()
    const again = { ...person, Email: Email.toUpperCase() }
    const screen = await createClient().submit('/register', { ...again, terms: 'accepted' })
    expect(screen.status).toBe(409)
    expect(screen.text).toContain('An account with this email already exists')
    expect(await createClient().post('/api/v1/auth/register', again)).toMatchObject({
      status: 409,
      body: { msg: 'An account with this email already exists' },
    })
  })
})

describe('password reset', () => {
  test('the form and the API accept the new password and reject the old one', async () => {
    for (const entryPoint of ['form', 'api']) {
      const { Email } = await createUser()
      await createClient().post('/api/v1/auth/forgot-password', { Email })
      const token = resetTokenIn(await mailTo(Email))
      const input = { password: 'Green-Heron-43', confirmPassword: 'Green-Heron-43' }
      if (entryPoint === 'form') {
        const screen = await createClient().submit(`/reset-password/${token}`, input)
        expect(screen).toHaveRedirect('/login')
        expect(screen).toSendToast('Password reset successful! You can now log in with your new password.')
      } else {
        expect(await createClient().post(`/api/v1/auth/reset-password/${token}`, input)).toMatchObject({
          status: 200,
          body: { msg: 'Password reset successful! You can now log in with your new password.' },
        })
      }
      const login = (Password: string) => createClient().post('/api/v1/auth/login', { Email, Password })
      expect((await login(password)).status).toBe(401)
      expect((await login(input.password)).status).toBe(200)
    }
  })
})

describe('the profile', () => {
  const profile = { Firstname: ' Grace ', Surname: 'Hopper', Location: ' Arlington ' }

  async function accountOf({ _id }: { _id: string }) {
    const [row] = await db.select().from(users).where(eq(users._id, _id))
    const generated = { _id: '', Email: '', createdAt: '', passwordHash: '', trialEndsAt: '', searchText: '' }
    return row && { ...row, ...generated }
  }

  async function emailOf({ _id }: { _id: string }) {
    const [row] = await db.select({ Email: users.Email }).from(users).where(eq(users._id, _id))
    return row?.Email
  }

  async function picture() {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'green' } })
      .png()
      .toBuffer()
    return new File([new Uint8Array(png)], 'me.png', { type: 'image/png' })
  }

  async function asMultipart(Email: string) {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...profile, Email })) form.append(name, value)
    form.append('avatar', await picture())
    return form
  }

  test('the form and the API store the same row', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const screen = await one.submit('/dashboard/profile', await asMultipart(uniqueEmail()))
    expect(screen).toSendToast('Profile updated successfully')
    const body = await asMultipart(uniqueEmail())
    const response = await two.send('PATCH', '/api/v1/users/update-user', { body })
    expect(response).toMatchObject({ status: 200, body: { msg: 'Profile updated successfully' } })
    const rows = [await accountOf(one.user), await accountOf(two.user)]
    expect(rows[0]).toMatchObject({ Firstname: 'Grace', Surname: 'Hopper', Location: 'Arlington' })
    expect(rows[0]?.avatar).toMatch(/^\/avatars\//)
    expect(rows[1]).toEqual(rows[0])
  })

  test('the form and the API keep the old e-mail address until the new one is confirmed, and do not reveal whether it has an account', async () => {
    const { Email } = await createUser()
    const [one, two] = [await signedIn(), await signedIn()]
    const before = [await emailOf(one.user), await emailOf(two.user)]
    const screen = await one.submit('/dashboard/profile', await asMultipart(Email))
    expect(screen).toSendToast('Profile updated successfully')
    const body = await asMultipart(Email)
    const response = await two.send('PATCH', '/api/v1/users/update-user', { body })
    expect(response).toMatchObject({ status: 200, body: { msg: 'Profile updated successfully' } })
    expect([await emailOf(one.user), await emailOf(two.user)]).toEqual(before)
  })
})
