import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/server/db.server'
import { lockLists } from '~/server/lists.server'
import { accessCodes, buds, users } from '~drizzle/schema'
import { createClient } from './support/client'
import { isPostgres } from './support/database'
import {
  createAccessCode,
  createBud,
  createUser,
  password,
  signedIn,
  uniqueEmail,
  whileCodesAreRequired,
} from './support/factories'
import { mailTo, resetTokenIn } from './support/mailbox'

const person = () => ({ Firstname: 'Ada', Email: uniqueEmail(), Password: password })
const register = (input: unknown) => createClient().post('/api/v1/auth/register', input)
const times = <T>(n: number, make: (n: number) => T) => Array.from({ length: n }, (_, i) => make(i))
const counted = (answers: { status: number }[]) =>
  Object.fromEntries(
    [...new Set(answers.map(({ status }) => status))].map((status) => [
      status,
      answers.filter((answer) => answer.status === status).length,
    ]),
  )

/** The embedded database does one thing at a time, so there is nothing to race. */
describe.skipIf(!isPostgres)('at once', () => {
  test('one access code and 20 registrations make one account', async () => {
    await whileCodesAreRequired(async () => {
      const accessCode = await createAccessCode()
      const people = times(20, person)
      const answers = await Promise.all(people.map((input) => register({ ...input, accessCode })))
      expect(counted(answers)).toEqual({ 201: 1, 400: 19 })
      const emails = people.map(({ Email }) => Email)
      const made = await db.select().from(users).where(inArray(users.Email, emails))
      expect(made).toHaveLength(1)
      const [code] = await db.select().from(accessCodes).where(eq(accessCodes.code, accessCode))
      expect(code).toMatchObject({ isUsed: true, usedBy: made[0]?._id })
    })
  })

  test('one address and 10 registrations make one account', async () => {
    const input = person()
    const answers = await Promise.all(
      times(10, (n) => register({ ...input, Email: n % 2 ? input.Email.toUpperCase() : input.Email })),
    )
    expect(counted(answers)).toEqual({ 201: 1, 409: 9 })
  })

  test('one address, 10 registrations and 10 codes use up one code', async () => {
    await whileCodesAreRequired(async () => {
      const input = person()
      const codes = await Promise.all(times(10, createAccessCode))
      await Promise.all(codes.map((accessCode) => register({ ...input, accessCode })))
      const rows = await db.select().from(accessCodes).where(inArray(accessCodes.code, codes))
      expect(rows.filter(({ isUsed }) => isUsed)).toHaveLength(1)
    })
  })

  test('a reset token works once of 10 times', async () => {
    const { Email } = await createUser()
    await createClient().post('/api/v1/auth/forgot-password', { Email })
    const token = resetTokenIn(await mailTo(Email))
    const passwords = times(10, (n) => `Green-Heron-${n}0`)
    const answers = await Promise.all(
      passwords.map((chosen) =>
        createClient().post(`/api/v1/auth/reset-password/${token}`, {
          password: chosen,
          confirmPassword: chosen,
        }),
      ),
    )
    expect(counted(answers)).toEqual({ 200: 1, 400: 9 })
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? ''
    const login = await createClient().post('/api/v1/auth/login', { Email, Password: winner })
    expect(login.status).toBe(200)
  })

  test('of 20 guesses at one account only the free ones are let through', async () => {
    const { Email } = await createUser()
    const guess = () => createClient().post('/api/v1/auth/login', { Email, Password: 'not the password' })
    expect(counted(await Promise.all(times(20, guess)))).toEqual({ 401: 5, 429: 15 })
  })

  test('two who want the same new address: one gets it', async () => {
    const clients = await Promise.all(times(5, () => signedIn()))
    const Email = uniqueEmail()
    const answers = await Promise.all(
      clients.map((client) => client.patch('/api/v1/users/update-user', { Email })),
    )
    expect(counted(answers)).toEqual({ 200: 1, 409: 4 })
  })

  test('a bud is deleted once', async () => {
    const user = await signedIn()
    const { _id } = await createBud(user.user)
    const answers = await Promise.all(times(10, () => user.delete(`/api/v1/buds/${_id}`)))
    expect(counted(answers)).toEqual({ 200: 1, 404: 9 })
  })

  test('changes and deletions that meet end in one or the other', async () => {
    const user = await signedIn()
    const { _id } = await createBud(user.user)
    const answers = await Promise.all([
      ...times(10, (n) => user.patch(`/api/v1/buds/${_id}`, { Nickname: `n${n}` })),
      user.delete(`/api/v1/buds/${_id}`),
    ])
    for (const { status } of answers) expect([200, 404]).toContain(status)
    expect((await user.get(`/api/v1/buds/${_id}`)).status).toBe(404)
  })

  test('changes and deletions of single buds wait for who empties the list, and none fails', async () => {
    const user = await signedIn()
    const made = await Promise.all(times(8, () => createBud(user.user)))
    const single = ({ _id }: { _id: string }, n: number) =>
      n % 2
        ? user.patch(`/api/v1/buds/${_id}`, { Firstname: `Bud ${n}` })
        : user.delete(`/api/v1/buds/${_id}`)
    const answers = await db.transaction(async (tx) => {
      await lockLists(tx, user.user._id)
      const begun = made.map(single)
      await tx.execute(sql`select pg_sleep(0.5)`)
      await tx.delete(buds).where(eq(buds.ownerId, user.user._id))
      return begun
    })
    expect(counted(await Promise.all(answers))).toEqual({ 404: 8 })
    expect((await user.get('/api/v1/buds')).body.totalBuds).toBe(0)
  })

  test('100 buds made at once are all there, each once', async () => {
    const user = await signedIn()
    const answers = await Promise.all(times(100, (n) => user.post('/api/v1/buds', { Firstname: `Bud ${n}` })))
    expect(counted(answers)).toEqual({ 201: 100 })
    const { body } = await user.get('/api/v1/buds?limit=100')
    expect(body.totalBuds).toBe(100)
    expect(new Set(body.buds.map(({ _id }: { _id: string }) => _id)).size).toBe(100)
  })
})
