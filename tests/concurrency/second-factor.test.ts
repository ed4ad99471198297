import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { secondFactors, sessions, throttleCounters } from '~drizzle/schema'
import { login, loginOptions, withPasskey } from '../account/security/passkey-support'
import { logIn, withSecondFactor } from '../account/security/support'
import { createClient } from '../support/client'
import { atOnce, countByStatus, inTransaction, untilBlocked } from '../support/concurrency'
import { isPostgres } from '../support/database'
import { password, signedIn } from '../support/factories'
import { codeOf } from '../support/totp'

/** The embedded database runs one statement at a time. */
describe.skipIf(!isPostgres)('simultaneous requests', () => {
  test('a code and a recovery code that are sent five times each work once', async () => {
    const { user, secret, recoveryCodes } = await withSecondFactor()
    for (const code of [codeOf(secret), codeOf(secret, 1), recoveryCodes[0]]) {
      const responses = await atOnce(5, () => logIn(user.Email, code))
      expect(countByStatus(responses)).toEqual({ 200: 1, 401: 4 })
      await db.delete(throttleCounters)
    }
  })

  test('a response of a passkey that is sent five times signs in once, and its counter cannot be overtaken', async () => {
    const { device } = await withPasskey()
    const begin = async () => (await createClient().post(loginOptions, {})).body
    const credential = device.get(await begin())
    const same = await atOnce(5, () => createClient().post(login, { credential }))
    expect(countByStatus(same)).toEqual({ 200: 1, 401: 4 })
    const clones = [await begin(), await begin()].map((options) => device.get(options, { counter: 9 }))
    const cloned = await atOnce(2, (n) => createClient().post(login, { credential: clones[n] }))
    expect(countByStatus(cloned)).toEqual({ 200: 1, 401: 1 })
  })

  test('a setup is confirmed once', async () => {
    const client = await signedIn()
    const { secret } = (await client.post('/api/v1/auth/totp', { password })).body
    const confirm = () => client.post('/api/v1/auth/totp/confirm', { code: codeOf(secret) })
    // The first confirmation replaces the session.
    const { 200: confirmed, 401: signedOut = 0, 409: late = 0 } = countByStatus(await atOnce(4, confirm))
    expect([confirmed, signedOut + late]).toEqual([1, 3])
  })

  test('a login that waits for the second factor to be switched on needs its code', async () => {
    const { user } = await signedIn()
    const [login] = await inTransaction(async (confirm) => {
      await confirm`select from users where id = ${user._id} for no key update`
      await confirm`insert into second_factors (user_id, secret, confirmed_at) values (${user._id}, 'x', now())`
      const login = logIn(user.Email)
      await untilBlocked()
      return [login]
    })
    expect((await login).status).toBe(401)
    expect(await db.$count(secondFactors, eq(secondFactors.userId, user._id))).toBe(1)
  })

  test('a change of the password ends a session that starts with the old one at the same time', async () => {
    const client = await signedIn()
    const { _id } = client.user
    const [change] = await inTransaction(async (login) => {
      await login`select from users where id = ${_id} for share`
      await login`insert into sessions (id_hash, user_id, expires_at) values (${crypto.randomUUID()}, ${_id}, now() + interval '1 day')`
      const change = client.post('/api/v1/auth/change-password', { password, newPassword: 'Green-Heron-43' })
      await untilBlocked()
      return [change]
    })
    expect((await change).status).toBe(200)
    expect(await db.$count(sessions, eq(sessions.userId, _id))).toBe(1)
    expect((await client.get('/api/v1/buds')).status).toBe(200)
  })
})
