import { eq, inArray } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { accessCodes, sessions, users } from '~drizzle/schema'
import { createClient } from '../support/client'
import { atOnce, countByStatus, inTransaction, times, untilBlocked } from '../support/concurrency'
import { isPostgres } from '../support/database'
import { confirm, requestEmail, tokenSentTo } from '../support/email-change'
import {
  createAccessCode,
  createUser,
  password,
  signedIn,
  uniqueEmail,
  whileCodesAreRequired,
} from '../support/factories'
import { confirmTokenIn, mailsTo, mailTo, resetTokenIn } from '../support/mailbox'

const person = () => ({ Firstname: 'Ada', Email: uniqueEmail(), Password: password })
const register = (input: unknown) => createClient().post('/api/v1/auth/register', input)

/** The embedded database runs one statement at a time. */
describe.skipIf(!isPostgres)('simultaneous requests', () => {
  test('of 20 registrations with one access code, one succeeds', async () => {
    await whileCodesAreRequired(async () => {
      const accessCode = await createAccessCode()
      const people = times(20, person)
      const responses = await Promise.all(people.map((input) => register({ ...input, accessCode })))
      expect(countByStatus(responses)).toEqual({ 201: 1, 400: 19 })
      const emails = people.map(({ Email }) => Email)
      const made = await db.select().from(users).where(inArray(users.Email, emails))
      expect(made).toHaveLength(1)
      const [code] = await db.select().from(accessCodes).where(eq(accessCodes.code, accessCode))
      expect(code).toMatchObject({ isUsed: true, usedBy: made[0]?._id })
    })
  })

  test('30 new access codes are all in the total, and a form sent 10 times generates one code', async () => {
    const admin = await signedIn({ traits: ['admin'] })
    const total = async () => (await admin.get('/api/v1/admin/access-codes?limit=1')).body.totalCodes
    const before = await total()
    await atOnce(30, () => admin.post('/api/v1/admin/access-codes', {}))
    expect(await total()).toBe(before + 30)
    const form = { intent: 'generate', _id: uuid() }
    await atOnce(10, () => admin.submit('/dashboard/Admin', form))
    expect(await total()).toBe(before + 31)
    expect(await total()).toBe(await db.$count(accessCodes))
  })

  test('20 registrations are all in the total, and exactly one of 10 with the same e-mail address succeeds', async () => {
    const admin = await signedIn({ traits: ['admin'] })
    const total = async () => (await admin.get('/api/v1/admin/users?limit=1')).body.totalUsers
    const before = await total()
    await atOnce(20, () => register(person()))
    const input = person()
    const Emails = [input.Email, input.Email.toUpperCase()]
    const responses = await atOnce(10, (n) => register({ ...input, Email: Emails[n % 2] }))
    expect(countByStatus(responses)).toEqual({ 201: 1, 409: 9 })
    expect(await total()).toBe(before + 21)
  })

  test('10 registrations with one e-mail address and 10 codes use one code', async () => {
    await whileCodesAreRequired(async () => {
      const input = person()
      const codes = await atOnce(10, createAccessCode)
      await Promise.all(codes.map((accessCode) => register({ ...input, accessCode })))
      const rows = await db.select().from(accessCodes).where(inArray(accessCodes.code, codes))
      expect(rows.filter(({ isUsed }) => isUsed)).toHaveLength(1)
    })
  })

  test('a reset token used 10 times works once', async () => {
    const { Email } = await createUser()
    await createClient().post('/api/v1/auth/forgot-password', { Email })
    const token = resetTokenIn(await mailTo(Email))
    const passwordOf = (n: number) => `Green-Heron-${n}0`
    const responses = await atOnce(10, (n) => {
      const chosen = { password: passwordOf(n), confirmPassword: passwordOf(n) }
      return createClient().post(`/api/v1/auth/reset-password/${token}`, chosen)
    })
    expect(countByStatus(responses)).toEqual({ 200: 1, 400: 9 })
    const Password = passwordOf(responses.findIndex(({ status }) => status === 200))
    expect((await createClient().post('/api/v1/auth/login', { Email, Password })).status).toBe(200)
  })

  test('a password reset ends a session that starts with the old password at the same time', async () => {
    const { _id, Email } = await createUser()
    await createClient().post('/api/v1/auth/forgot-password', { Email })
    const token = resetTokenIn(await mailTo(Email))
    const [reset] = await inTransaction(async (login) => {
      await login`select from users where id = ${_id} for share`
      await login`insert into sessions (id_hash, user_id, expires_at) values (${uuid()}, ${_id}, now() + interval '1 day')`
      const chosen = { password: 'Green-Heron-43', confirmPassword: 'Green-Heron-43' }
      const reset = createClient().post(`/api/v1/auth/reset-password/${token}`, chosen)
      await untilBlocked()
      return [reset]
    })
    expect((await reset).status).toBe(200)
    expect(await db.$count(sessions, eq(sessions.userId, _id))).toBe(0)
  })

  test('the throttle allows 5 of 20 simultaneous guesses', async () => {
    const { Email } = await createUser()
    const guess = () => createClient().post('/api/v1/auth/login', { Email, Password: 'not the password' })
    expect(countByStatus(await atOnce(20, guess))).toEqual({ 401: 5, 429: 15 })
  })

  test('one of five users who confirm the same e-mail address gets it', async () => {
    const clients = await atOnce(5, () => signedIn())
    const Email = uniqueEmail()
    for (const client of clients) await requestEmail(client, Email)
    await expect.poll(async () => (await mailsTo(Email)).length).toBe(5)
    const tokens = (await mailsTo(Email)).map(confirmTokenIn)
    expect(countByStatus(await Promise.all(tokens.map((token) => confirm(token))))).toEqual({
      302: 1,
      409: 4,
    })
  })

  test('a confirmation link used 10 times works once', async () => {
    const client = await signedIn()
    const Email = uniqueEmail()
    await requestEmail(client, Email)
    const token = await tokenSentTo(Email)
    const responses = await atOnce(10, () => confirm(token))
    expect(countByStatus(responses)).toEqual({ 302: 1, 404: 9 })
    await mailTo(client.user.Email, { tag: 'email-changed' })
    const tags = (await mailsTo(client.user.Email)).map(({ Tag }) => Tag)
    expect(tags.filter((tag) => tag === 'email-changed')).toHaveLength(1)
  })

  test('if a change is canceled or replaced while its link is used, the response is 302 only if the address changed', async () => {
    for (let round = 0; round < 5; round++) {
      const client = await signedIn()
      const Email = uniqueEmail()
      await requestEmail(client, Email)
      const token = await tokenSentTo(Email)
      const [confirmed, ...others] = await Promise.all([
        confirm(token),
        requestEmail(client, client.user.Email),
        requestEmail(client, uniqueEmail()),
        client.submit('/dashboard/profile', { intent: 'resend' }),
      ])
      expect([302, 404]).toContain(confirmed.status)
      for (const { status } of others) expect([200, 302]).toContain(status)
      const { user } = (await client.get('/api/v1/users/current-user')).body
      expect(user.Email).toBe(confirmed.status === 302 ? Email : client.user.Email)
    }
  })
})
