import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { db } from '~/base/db/db.server'
import { deleteExpiredRows } from '~/jobs/jobs.server'
import { passkeyChallenges, passkeys, sessions, users } from '~drizzle/schema'
import { createAttestation } from '../../support/attestation'
import { createAuthenticator } from '../../support/authenticator'
import { createClient, visibleText } from '../../support/client'
import { testEnv } from '../../support/env.mjs'
import { createPasskey, password, signedIn, uniqueEmail } from '../../support/factories'
import { mailTo, resetTokenIn } from '../../support/mailbox'
import { logInByPasskey, login, loginOptions, options, screen, withPasskey } from './passkey-support'
import { withSecondFactor } from './support'

const path = '/api/v1/passkeys'
const { APP_URL } = testEnv()
const refusal = {
  status: 401,
  body: { msg: 'This passkey was not accepted. Try again, or log in with your password.' },
}
const notVerified = {
  status: 400,
  body: { msg: 'The passkey could not be verified. Please try again.' },
}
type Client = Awaited<ReturnType<typeof signedIn>>

const remove = (client: Pick<Client, 'send'>, id: string, body: object) =>
  client.send('DELETE', `${path}/${id}`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
type Credential = { response: object }

/** The same with one byte of a field changed. */
function altered(credential: Credential, field: string, at: number, by: number) {
  const bytes = Buffer.from(Reflect.get(credential.response, field), 'base64url')
  bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ by
  return { ...credential, response: { ...credential.response, [field]: bytes.toString('base64url') } }
}

const begin = async (client: Client) => (await client.post(options, { password })).body
const rowsOf = (userId: string) => db.select().from(passkeys).where(eq(passkeys.userId, userId))

describe('adding a passkey', () => {
  test('asks for the password, names the configured origin, and mails it', async () => {
    const Email = uniqueEmail()
    const client = await signedIn({ Email, verifiedEmail: Email })
    const { _id } = client.user
    const begun = await client.post(options, { password })
    expect(begun).toMatchObject({
      status: 200,
      body: {
        rp: { id: 'localhost', name: 'Budkeeper' },
        user: { name: Email, displayName: 'Ada Lovelace' },
        attestation: 'none',
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    })
    expect(Buffer.from(begun.body.user.id, 'base64url').toString('hex')).toBe(_id.replaceAll('-', ''))
    const device = createAuthenticator({ origin: APP_URL })
    const added = await client.post(path, { name: ' Phone ', credential: device.create(begun.body) })
    expect(added).toMatchObject({
      status: 201,
      body: { msg: 'Passkey added successfully', passkey: { name: 'Phone', lastUsedOn: null } },
    })
    expect((await client.get(path)).body).toEqual({ passkeys: [added.body.passkey] })
    const mail = await mailTo(Email, { tag: 'passkey-added' })
    for (const text of [mail.TextBody, mail.HtmlBody]) expect(text).toMatch(/passkey ('|&#39;)Phone/)
    expect(mail.TextBody).toContain('/dashboard/security#passkeys')
    expect(await db.$count(passkeyChallenges, eq(passkeyChallenges.userId, _id))).toBe(0)
    const again = await begin(client)
    expect(again.excludeCredentials).toEqual([
      { id: device.id, type: 'public-key', transports: ['internal', 'hybrid'] },
    ])
    const twice = await client.post(path, { name: 'Twice', credential: device.create(again) })
    expect(twice).toMatchObject({ status: 409, body: { msg: 'This passkey was added already' } })
    expect((await client.get('/api/v1/export?format=json')).text).not.toContain(device.id)
  })

  test('is refused without the password, for the demo account, and with a bad name or credential', async () => {
    const [client, demo] = [await signedIn(), await signedIn({ traits: ['demo'] })]
    const wrong = { status: 401, body: { msg: 'The password is wrong' } }
    expect(await client.post(options, { password: 'x' })).toMatchObject(wrong)
    expect(await client.post(options, {})).toMatchObject({
      status: 400,
      body: { errors: { password: [/./] } },
    })
    for (const [url, body] of [
      [options, { password }],
      [path, {}],
    ] as const)
      expect(await demo.post(url, body)).toMatchObject({
        status: 403,
        body: { msg: 'The demo account cannot be changed' },
      })
    expect((await remove(demo, uuid(), { password })).status).toBe(403)
    expect((await demo.get(path)).body).toEqual({ passkeys: [] })
    expect((await demo.submit(screen, { intent: 'begin-passkey', name: 'A', password })).status).toBe(403)
    const credential = createAuthenticator({ origin: APP_URL }).create(await begin(client))
    for (const [field, body] of [
      ['name', { name: ' ', credential }],
      ['name', { name: 'x'.repeat(101), credential }],
      ['credential', { name: 'A' }],
      ['credential', { name: 'A', credential: 'not JSON' }],
      ['credential', { name: 'A', credential: { ...credential, id: 'a b' } }],
      ['credential', { name: 'A', credential: { ...credential, response: {} } }],
    ] as const)
      expect(await client.post(path, body)).toMatchObject({
        status: 400,
        body: { errors: { [field]: [/./] } },
      })
    expect(await rowsOf(client.user._id)).toEqual([])
  })

  test('takes a credential as JSON in a field of a form', async () => {
    const client = await signedIn()
    const credential = JSON.stringify(createAuthenticator({ origin: APP_URL }).create(await begin(client)))
    const body = new URLSearchParams({ name: 'Phone', credential })
    expect((await client.send('POST', path, { body })).status).toBe(201)
  })

  test('is refused for another origin, host, challenge or type, and without a verified user', async () => {
    const client = await signedIn()
    const device = createAuthenticator({ origin: APP_URL })
    const add = (credential: object) => client.post(path, { name: 'A', credential })
    const forged = Buffer.alloc(32, 7).toString('base64url')
    for (const claims of [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:3001' },
      { origin: 'http://sub.localhost:3000' },
      { rpId: 'evil.example' },
      { challenge: forged },
      { type: 'webauthn.get' },
      { crossOrigin: true },
      { flags: 0x01 },
      { flags: 0x04 },
    ])
      expect(await add(device.create(await begin(client), claims)), JSON.stringify(claims)).toMatchObject(
        notVerified,
      )
    const other = await signedIn()
    expect(await add(device.create(await begin(other))), 'the challenge of another user').toMatchObject(
      notVerified,
    )
    const options = (await createClient().post(loginOptions, {})).body
    const ofLogin = { ...options, rp: { id: options.rpId }, user: { id: 'AA' } }
    expect(await add(device.create(ofLogin)), 'the challenge of a login').toMatchObject(notVerified)
    const first = await begin(client)
    await begin(client)
    expect(await add(device.create(first)), 'a challenge that was replaced').toMatchObject(notVerified)
    const begun = await begin(client)
    expect((await add(device.create(begun))).status).toBe(201)
    const second = createAuthenticator({ origin: APP_URL })
    expect(await add(second.create(begun)), 'a challenge that was used').toMatchObject(notVerified)
    expect(await rowsOf(client.user._id)).toHaveLength(1)
  })

  test('takes no certificate, not even a valid one, but an attestation by the passkey itself', async () => {
    const client = await signedIn()
    const add = (credential: object) => client.post(path, { name: 'A', credential })
    const device = createAuthenticator({ origin: APP_URL })
    const certified = device.create(await begin(client), {}, createAttestation())
    expect(await add(certified)).toMatchObject(notVerified)
    for (const fmt of ['fido-u2f', 'android-key', 'apple', 'tpm', 'android-safetynet', 'other']) {
      const attStmt = { alg: -7, sig: Buffer.alloc(70), x5c: [Buffer.from('a certificate')] }
      const credential = device.create(await begin(client), {}, () => ({ fmt, attStmt }))
      expect(await add(credential), fmt).toMatchObject(notVerified)
    }
    const stranger = createAuthenticator({ origin: APP_URL })
    const foreign = device.create(await begin(client), {}, stranger.attest)
    expect(await add(foreign)).toMatchObject(notVerified)
    expect((await add(device.create(await begin(client), {}, device.attest))).status).toBe(201)
  })

  test('is possible 20 times, also for a request that began before', async () => {
    const client = await signedIn()
    const begun = await begin(client)
    for (let n = 0; n < 20; n++) await createPasskey(client.user)
    const full = { status: 409, body: { msg: 'An account has at most 20 passkeys. Remove one first.' } }
    const credential = createAuthenticator({ origin: APP_URL }).create(begun)
    expect(await client.post(path, { name: 'A', credential })).toMatchObject(full)
    expect(await client.post(options, { password })).toMatchObject(full)
    expect((await client.get(path)).body.passkeys).toHaveLength(20)
    expect(visibleText(await client.visit(screen))).toContain('You have 20 passkeys, which is the most')
  })

  test('on the screen, the answer to the password has the options, and the browser sends the passkey', async () => {
    const client = await signedIn()
    const begun = await client.submit(screen, { intent: 'begin-passkey', name: 'Phone', password })
    expect([begun.status, begun.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    const [, challenge = ''] = /challenge\\",\\"([\w-]{43})/.exec(begun.text) ?? []
    const user = { id: Buffer.from(client.user._id.replaceAll('-', ''), 'hex').toString('base64url') }
    const device = createAuthenticator({ origin: APP_URL })
    const credential = JSON.stringify(device.create({ challenge, rp: { id: 'localhost' }, user }))
    const added = await client.submit(screen, { intent: 'add-passkey', name: 'Phone', credential })
    expect(added).toHaveRedirect('/dashboard/security')
    expect(added).toSendToast('Passkey added successfully')
    expect(visibleText(await client.visit(screen))).toMatch(/Phone Made on \d+ \w+ \d{4} · Never used/)
    const spent = await client.submit(screen, { intent: 'add-passkey', name: 'Phone', credential })
    expect([spent.status, visibleText(spent).includes(notVerified.body.msg)]).toEqual([400, true])
  })
})

describe('signing in with a passkey', () => {
  test('needs no name, gives a session of its own, and records the day', async () => {
    const { user, device } = await withPasskey()
    const client = createClient()
    const begun = await client.post(loginOptions, {})
    expect(begun.body).toEqual({
      rpId: 'localhost',
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 300_000,
      userVerification: 'required',
    })
    expect(await client.post(login, { credential: device.get(begun.body) })).toMatchObject({
      status: 200,
      body: { msg: 'Login successful' },
    })
    expect((await client.get('/api/v1/users/current-user')).body.user._id).toBe(user._id)
    const today = new Date().toISOString().slice(0, 10)
    expect((await client.get(path)).body.passkeys[0].lastUsedOn).toBe(today)
    expect((await client.get('/api/v1/sessions')).body.sessions).toHaveLength(2)
  })

  test('asks for no code of the second factor, and replaces a half-signed-in session', async () => {
    const as = await withSecondFactor()
    const { device, user } = await withPasskey({ as })
    const client = createClient()
    await client.submit('/login', { Email: user.Email, Password: password })
    expect((await logInByPasskey(device, client)).status).toBe(200)
    expect((await client.get('/api/v1/buds')).status).toBe(200)
    expect(await db.$count(sessions, sql`${sessions.userId} = ${user._id} and ${sessions.needsCode}`)).toBe(0)
  })

  test('on the screen leads where a login leads, and says why not', async () => {
    const { device } = await withPasskey()
    const client = createClient()
    const begun = (await client.post(loginOptions, {})).body
    const credential = JSON.stringify(device.get(begun))
    const form = { intent: 'passkey', credential }
    const right = await client.submit('/login', form)
    expect(right).toHaveRedirect('/dashboard')
    expect(right).toSendToast('Login successful')
    const again = await createClient().submit('/login', form)
    expect(again).toHaveRedirect('/login')
    expect(again).toSendToast(refusal.body.msg)
    const empty = await createClient().submit('/login', { intent: 'passkey' })
    expect(empty).toHaveRedirect('/login')
    expect(empty).toSendToast('The passkey could not be read')
  })

  test('is refused for another origin, host, challenge, type or key, and without a verified user', async () => {
    const { device, user } = await withPasskey()
    const post = (credential: object) => createClient().post(login, { credential })
    const begun = async () => (await createClient().post(loginOptions, {})).body
    for (const claims of [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:3001' },
      { rpId: 'evil.example' },
      { challenge: Buffer.alloc(32, 7).toString('base64url') },
      { type: 'webauthn.create' },
      { crossOrigin: true },
      { flags: 0x01 },
      { flags: 0x04 },
    ])
      expect(await post(device.get(await begun(), claims)), JSON.stringify(claims)).toMatchObject(refusal)
    expect(await post(altered(device.get(await begun()), 'signature', 20, 1))).toMatchObject(refusal)
    const stranger = createAuthenticator({ origin: APP_URL })
    const unknown = stranger.get(await begun()) as { response: object }
    const userHandle = Buffer.from(user._id.replaceAll('-', ''), 'hex').toString('base64url')
    const response = { ...unknown.response, userHandle }
    expect(await post({ ...unknown, response }), 'unknown').toMatchObject(refusal)
    expect(
      await post({ ...unknown, id: device.id, rawId: device.id, response }),
      'another key',
    ).toMatchObject(refusal)
    const { response: own, ...rest } = device.get(await begun()) as { response: object }
    const noHandle = { ...rest, response: { ...own, userHandle: undefined } }
    expect(await post(noHandle), 'no user').toMatchObject(refusal)
    const { user: other } = await signedIn()
    const handle = Buffer.from(other._id.replaceAll('-', ''), 'hex').toString('base64url')
    const foreign = device.get(await begun()) as { response: object }
    const ofOther = { ...foreign, response: { ...foreign.response, userHandle: handle } }
    expect(await post(ofOther), 'another user').toMatchObject(refusal)
    expect((await rowsOf(user._id))[0]?.lastUsedOn).toBeNull()
    expect((await logInByPasskey(device)).status).toBe(200)
  })

  test('is refused for any altered byte, and any bytes are refused without an error of the server', async () => {
    const { device, client } = await withPasskey()
    const random = fc.sample(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { seed: 1, numRuns: 30 })
    for (const [n, [at, by]] of random.entries()) {
      const field = (['clientDataJSON', 'authenticatorData', 'signature'] as const)[n % 3] as string
      const credential = device.get((await createClient().post(loginOptions, {})).body)
      const { status } = await createClient().post(login, { credential: altered(credential, field, at, by) })
      expect([field, at, by, status]).toEqual([field, at, by, 401])
    }
    for (const [at, by] of random.slice(0, 10)) {
      const credential = createAuthenticator({ origin: APP_URL }).create(await begin(client))
      const body = { name: 'A', credential: altered(credential, 'attestationObject', at, by) }
      expect((await client.post(path, body)).status, `${at} ${by}`).toBeOneOf([201, 400, 409])
    }
    expect((await logInByPasskey(device)).status).toBe(200)
  })

  test('works once for each challenge, for five minutes, and not with that of a setup', async () => {
    const { device, client } = await withPasskey()
    const begun = (await createClient().post(loginOptions, {})).body
    const credential = device.get(begun)
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await createClient().post(login, { credential })).status)
    expect(statuses).toEqual([200, 401, 401])
    const late = (await createClient().post(loginOptions, {})).body
    await db.update(passkeyChallenges).set({ expiresAt: new Date() })
    expect(await createClient().post(login, { credential: device.get(late) })).toMatchObject(refusal)
    const ofSetup = await begin(client)
    const signed = device.get({ challenge: ofSetup.challenge, rpId: 'localhost' })
    expect(await createClient().post(login, { credential: signed })).toMatchObject(refusal)
    const minutes = await db
      .select({ left: sql<number>`extract(epoch from ${passkeyChallenges.expiresAt} - now())::int` })
      .from(passkeyChallenges)
    for (const { left } of minutes) expect(left).toBeLessThanOrEqual(300)
    await db.update(passkeyChallenges).set({ expiresAt: new Date() })
    await deleteExpiredRows()
    expect(await db.$count(passkeyChallenges)).toBe(0)
  })

  test('is refused when the counter does not grow, unless it is always 0', async () => {
    const { device, user } = await withPasskey()
    const get = async (counter: number) =>
      createClient().post(login, {
        credential: device.get((await createClient().post(loginOptions, {})).body, { counter }),
      })
    expect((await get(7)).status).toBe(200)
    for (const counter of [7, 6, 0]) expect(await get(counter), String(counter)).toMatchObject(refusal)
    expect((await rowsOf(user._id))[0]?.counter).toBe(7)
    expect((await get(8)).status).toBe(200)
    const synced = await withPasskey({ counts: false })
    for (let n = 0; n < 2; n++) expect((await logInByPasskey(synced.device)).status).toBe(200)
  })

  test('keeps no challenge in clear, and a client has to wait after many', async () => {
    const client = createClient()
    const { challenge } = (await client.post(loginOptions, {})).body
    expect(JSON.stringify(await db.select().from(passkeyChallenges))).not.toContain(challenge)
    const statuses = new Set<number>()
    for (let n = 0; n < 101; n++) statuses.add((await client.post(loginOptions, {})).status)
    const last = await client.post(loginOptions, {})
    expect([last.status, Number(last.headers.get('Retry-After')) > 0]).toEqual([429, true])
    expect(statuses).toEqual(new Set([200, 429]))
    expect((await createClient().post(loginOptions, {})).status).toBe(200)
  })
})

describe('a passkey', () => {
  test('is removed with the password, and then refused; a mail tells of it', async () => {
    for (const by of ['form', 'api']) {
      const { device, client, user, passkey } = await withPasskey()
      const stranger = await signedIn()
      expect((await remove(stranger, passkey._id, { password })).status).toBe(404)
      expect((await remove(client, passkey._id, { password: 'x' })).status).toBe(401)
      expect((await remove(client, 'x', { password })).status).toBe(404)
      const fields = { intent: 'remove-passkey', _id: passkey._id }
      const wrong = await client.submit(screen, { ...fields, password: 'x' })
      expect([wrong.status, visibleText(wrong).includes('The password is wrong')]).toEqual([401, true])
      const msg = 'Passkey removed successfully'
      if (by === 'api')
        expect(await remove(client, passkey._id, { password })).toMatchObject({ status: 200, body: { msg } })
      else expect(await client.submit(screen, { ...fields, password })).toSendToast(msg)
      expect(await rowsOf(user._id)).toEqual([])
      expect(await logInByPasskey(device)).toMatchObject(refusal)
      const mail = await mailTo(user.Email, { tag: 'passkey-removed' })
      expect(mail.TextBody).toContain('A passkey was just removed')
    }
  })

  test('stays after a change and after a reset of the password', async () => {
    const { device, client, user } = await withPasskey()
    const newPassword = 'Green-Heron-43'
    expect((await client.post('/api/v1/auth/change-password', { password, newPassword })).status).toBe(200)
    expect((await logInByPasskey(device)).status).toBe(200)
    await createClient().post('/api/v1/auth/forgot-password', { Email: user.Email })
    const token = resetTokenIn(await mailTo(user.Email, { tag: 'password-reset' }))
    const chosen = { password: 'Green-Heron-44', confirmPassword: 'Green-Heron-44' }
    expect((await createClient().post(`/api/v1/auth/reset-password/${token}`, chosen)).status).toBe(200)
    expect((await client.get(path)).status).toBe(401)
    expect((await logInByPasskey(device)).status).toBe(200)
  })

  test('goes with its account, and is refused as soon as the account has ended', async () => {
    const { device, client, user } = await withPasskey()
    await begin(client)
    await db.update(users).set({ endedAt: new Date() }).where(eq(users._id, user._id))
    expect(await logInByPasskey(device)).toMatchObject(refusal)
    await db.update(users).set({ endedAt: null }).where(eq(users._id, user._id))
    await client.post('/api/v1/users/delete', { password })
    await expect.poll(() => rowsOf(user._id)).toEqual([])
    expect(await db.$count(passkeyChallenges, eq(passkeyChallenges.userId, user._id))).toBe(0)
    expect(await logInByPasskey(device)).toMatchObject(refusal)
  })

  test('of one account opens no other', async () => {
    const [one, two] = [await withPasskey(), await withPasskey()]
    const client = createClient()
    expect((await logInByPasskey(two.device, client)).status).toBe(200)
    expect((await client.get('/api/v1/users/current-user')).body.user._id).toBe(two.user._id)
    expect((await client.get(path)).body.passkeys).toEqual([
      expect.objectContaining({ _id: two.passkey._id }),
    ])
    expect((await remove(client, one.passkey._id, { password })).status).toBe(404)
  })
})
