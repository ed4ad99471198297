import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { trialDays } from '~/account/billing/plan'
import { db } from '~/base/db/db.server'
import { passkeys, users } from '~drizzle/schema'
import { createAuthenticator } from '../support/authenticator'
import { type Client, createClient } from '../support/client'
import { testEnv } from '../support/env.mjs'
import { createPasskey, createUser, password, signedIn, uniqueEmail } from '../support/factories'
import { mailTo, resetTokenIn } from '../support/mailbox'

describe('the form and the API', () => {
  test('register the same account, and refuse its e-mail address in any letter case', async () => {
    const person = { Firstname: ' Ada ', Surname: 'Lovelace ', Password: password }
    const register = {
      form: (Email: string) => createClient().submit('/register', { ...person, Email, terms: 'accepted' }),
      api: (Email: string) => createClient().post('/api/v1/auth/register', { ...person, Email }),
    }
    const accountOf = async (Email: string) => {
      const [row] = await db.select().from(users).where(eq(users.Email, Email))
      if (!row) return undefined
      const { _id, Email: _, passwordHash, createdAt, trialEndsAt, searchText, ...rest } = row
      return { ...rest, trialDays: Math.round((trialEndsAt.getTime() - createdAt.getTime()) / 86_400_000) }
    }
    const [one, two] = [uniqueEmail(), uniqueEmail()]
    const msg = 'Account created successfully. Please log in.'
    const screen = await register.form(one)
    expect(screen).toHaveRedirect('/login')
    expect(screen).toSendToast(msg)
    expect(await register.api(two)).toMatchObject({ status: 201, body: { msg } })
    const expected = { Firstname: 'Ada', Surname: 'Lovelace', Role: 'user', isTestAccount: false, trialDays }
    expect(await accountOf(one)).toMatchObject(expected)
    expect(await accountOf(two)).toEqual(await accountOf(one))
    const taken = 'An account with this email already exists'
    const again = await register.form(one.toUpperCase())
    expect(again.status).toBe(409)
    expect(again.text).toContain(taken)
    expect(await register.api(one.toUpperCase())).toMatchObject({ status: 409, body: { msg: taken } })
  })

  test('reset a password: the new one is accepted, the old one is not', async () => {
    const msg = 'Password reset successful! You can now log in with your new password.'
    const input = { password: 'Green-Heron-43', confirmPassword: 'Green-Heron-43' }
    for (const entryPoint of ['form', 'api']) {
      const { Email } = await createUser()
      await createClient().post('/api/v1/auth/forgot-password', { Email })
      const token = resetTokenIn(await mailTo(Email))
      if (entryPoint === 'form') {
        const screen = await createClient().submit(`/reset-password/${token}`, input)
        expect(screen).toHaveRedirect('/login')
        expect(screen).toSendToast(msg)
      } else {
        const response = await createClient().post(`/api/v1/auth/reset-password/${token}`, input)
        expect(response).toMatchObject({ status: 200, body: { msg } })
      }
      const login = (Password: string) => createClient().post('/api/v1/auth/login', { Email, Password })
      expect((await login(password)).status).toBe(401)
      expect((await login(input.password)).status).toBe(200)
    }
  })

  test('delete an account after the same refusals', async () => {
    const sendTo = {
      form: (client: Client, fields: Record<string, string>) =>
        client.submit('/dashboard/delete-account', fields),
      api: (client: Client, fields: Record<string, string>) => client.post('/api/v1/users/delete', fields),
    }
    for (const send of Object.values(sendTo)) {
      const client = await signedIn()
      for (const [fields, status, msg] of [
        [{}, 400, 'Password is required'],
        [{ password: 'not the password' }, 401, 'The password is wrong'],
      ] as const) {
        const response = await send(client, fields)
        expect([response.status, response.text.includes(msg)]).toEqual([status, true])
      }
      expect(await db.$count(users, eq(users._id, client.user._id))).toBe(1)
      const deleted = await send(client, { password })
      if (deleted.status === 302) expect(deleted).toSendToast('Your account has been deleted')
      else expect(deleted.body).toEqual({ msg: 'Your account has been deleted' })
      await expect.poll(() => db.$count(users, eq(users._id, client.user._id))).toBe(0)
      expect((await mailTo(client.user.Email)).Tag).toBe('account-deleted')
    }
  })

  test('change a password, and set up a second factor, after the same refusals', async () => {
    const paths = {
      password: 'change-password',
      begin: 'totp',
      confirm: 'totp/confirm',
      codes: 'recovery-codes',
    }
    const sendTo = {
      form: (client: Client, intent: string, fields: Record<string, string>) =>
        client.submit('/dashboard/security', { intent, ...fields }),
      api: (client: Client, intent: string, fields: Record<string, string>) =>
        client.post(`/api/v1/auth/${paths[intent as keyof typeof paths]}`, fields),
    }
    for (const send of Object.values(sendTo)) {
      const client = await signedIn()
      const right = { password, newPassword: 'Green-Heron-43' }
      for (const [intent, fields, status, msg] of [
        ['password', {}, 400, 'Password is required'],
        ['password', { ...right, newPassword: 'password123' }, 400, 'This password is too common'],
        ['password', { ...right, password: 'x' }, 401, 'The password is wrong'],
        ['begin', {}, 400, 'Password is required'],
        ['begin', { password: 'x' }, 401, 'The password is wrong'],
        ['confirm', {}, 400, 'Code is required'],
        ['confirm', { code: '123456' }, 409, 'Begin with the setup of the second factor'],
        ['codes', right, 409, 'The second factor is not on'],
        ['begin', right, 200, 'otpauth://totp/Budkeeper:'],
        ['confirm', { code: '12' }, 400, 'This code is wrong, or was used already'],
      ] as const) {
        const response = await send(client, intent, fields)
        expect([intent, response.status, response.text.includes(msg)]).toEqual([intent, status, true])
      }
    }
  })

  test('begin, add and remove a passkey, after the same refusals', async () => {
    const remove = (client: Client, _id: string, fields: Record<string, string>) =>
      client.send('DELETE', `/api/v1/passkeys/${_id}`, { body: new URLSearchParams(fields) })
    const sendTo = {
      form: (client: Client, intent: string, { _id = '', ...fields }: Record<string, string>) =>
        client.submit('/dashboard/security', { intent: `${intent}-passkey`, _id, ...fields }),
      api: (client: Client, intent: string, { _id = '', ...fields }: Record<string, string>) =>
        intent === 'remove'
          ? remove(client, _id, fields)
          : client.post(`/api/v1/passkeys${intent === 'begin' ? '/options' : ''}`, fields),
    }
    for (const send of Object.values(sendTo)) {
      const client = await signedIn()
      const { _id } = await createPasskey(client.user)
      const begun = (await client.post('/api/v1/passkeys/options', { password })).body
      const { APP_URL } = testEnv()
      const credential = JSON.stringify(createAuthenticator({ origin: APP_URL }).create(begun))
      const forged = JSON.stringify(createAuthenticator({ origin: 'https://evil.example' }).create(begun))
      for (const [intent, fields, status, msg] of [
        ['begin', { name: 'A' }, 400, 'Password is required'],
        ['begin', { name: 'A', password: 'x' }, 401, 'The password is wrong'],
        ['add', { credential }, 400, 'Name is required'],
        ['add', { name: 'A', credential: '{}' }, 400, 'The passkey could not be read'],
        [
          'add',
          { name: 'A', credential: forged },
          400,
          'The passkey could not be verified. Please try again.',
        ],
        ['remove', { _id }, 400, 'Password is required'],
        ['remove', { _id, password: 'x' }, 401, 'The password is wrong'],
      ] as const) {
        const response = await send(client, intent, fields)
        expect([intent, response.status, response.text.includes(msg)]).toEqual([intent, status, true])
      }
      expect(await db.$count(passkeys, eq(passkeys.userId, client.user._id))).toBe(1)
      expect((await send(client, 'remove', { _id, password })).status).toBeOneOf([200, 302])
      expect(await db.$count(passkeys, eq(passkeys.userId, client.user._id))).toBe(0)
    }
  })

  test('store the same profile, and do not reveal whether a new e-mail address has an account', async () => {
    const { Email } = await createUser()
    const [one, two] = [await signedIn(), await signedIn()]
    const screen = await one.submit('/dashboard/profile', await profileWith(Email))
    expect(screen).toSendToast('Profile updated successfully')
    const body = await profileWith(Email)
    const response = await two.send('PATCH', '/api/v1/users/update-user', { body })
    expect(response).toMatchObject({ status: 200, body: { msg: 'Profile updated successfully' } })
    const rows = []
    for (const { user } of [one, two]) {
      const [row] = await db.select().from(users).where(eq(users._id, user._id))
      // The old address stays until the new one is confirmed.
      expect(row?.Email).toBe(user.Email)
      const other = { _id: '', Email: '', createdAt: '', passwordHash: '', trialEndsAt: '', searchText: '' }
      rows.push({ ...row, ...other })
    }
    expect(rows[0]).toMatchObject({ Firstname: 'Grace', Surname: 'Hopper', Location: 'Arlington' })
    expect(rows[0]?.avatar).toMatch(/^\/avatars\//)
    expect(rows[1]).toEqual(rows[0])
  })
})

/** A multipart form with a picture. */
async function profileWith(Email: string) {
  const form = new FormData()
  const fields = { Firstname: ' Grace ', Surname: 'Hopper', Location: ' Arlington ', Email }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const green = sharp({ create: { width: 8, height: 8, channels: 3, background: 'green' } })
  const png = new Uint8Array(await green.png().toBuffer())
  form.append('avatar', new File([png], 'me.png', { type: 'image/png' }))
  return form
}
