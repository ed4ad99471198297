import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { renewEncryption } from '~/account/security/second-factor.server'
import { db } from '~/base/db/db.server'
import { secretBox } from '~/base/http/secret-box.server'
import { recoveryCodes, secondFactors, sessions } from '~drizzle/schema'
import { createClient, visibleText } from '../../support/client'
import { testEnv } from '../../support/env.mjs'
import { createUser, password, signedIn } from '../../support/factories'
import { mailTo, resetTokenIn } from '../../support/mailbox'
import { codeOf, untilMidStep } from '../../support/totp'
import { halfSignedIn, logIn, withSecondFactor } from './support'

const totp = '/api/v1/auth/totp'
const confirm = '/api/v1/auth/totp/confirm'
const recovery = '/api/v1/auth/recovery-codes'
const screen = '/dashboard/security'
const enterCode = 'Enter the code from your app'
const wrongCode = 'This code is wrong, or was used already'
const refused = { status: 401, body: { msg: enterCode, errors: { code: [wrongCode] } } }

const off = (client: { send: ReturnType<typeof createClient>['send'] }, body: object) =>
  client.send('DELETE', totp, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
const rowsOf = async (userId: string) => ({
  factor: (await db.select().from(secondFactors).where(eq(secondFactors.userId, userId)))[0],
  codes: await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
})

describe('the setup', () => {
  test('a code switches it on, ten recovery codes are shown, and a mail tells of it', async () => {
    const client = await signedIn()
    const { _id, Email } = client.user
    const { status, headers, body } = await client.post(totp, { password })
    expect([status, Object.keys(body)]).toEqual([200, ['secret', 'uri']])
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(body.uri).toContain(body.secret)
    expect((await logIn(Email)).status).toBe(200)
    const wrong = await client.post(confirm, { code: '000000' === codeOf(body.secret) ? '000001' : '000000' })
    expect(wrong).toMatchObject({ status: 400, body: { msg: wrongCode, errors: { code: [wrongCode] } } })
    const code = codeOf(body.secret)
    const on = await client.post(confirm, { code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(on).toMatchObject({ status: 200, body: { msg: 'The second factor is on' } })
    expect(on.headers.get('Cache-Control')).toBe('no-store')
    expect(new Set(on.body.recoveryCodes).size).toBe(10)
    for (const one of on.body.recoveryCodes) expect(one).toMatch(/^(\d{4} ){4}\d{4}$/)
    expect(await logIn(Email, code), 'the code that confirms is spent').toMatchObject(refused)
    expect(await client.post(totp, { password })).toMatchObject({ status: 409 })
    expect(await client.post(confirm, { code: codeOf(body.secret, 1) })).toMatchObject({ status: 409 })
    const mail = await mailTo(Email, { tag: 'second-factor-on' })
    for (const text of [mail.TextBody, mail.HtmlBody]) expect(text).toContain('takes a code from your app')
    const { factor, codes } = await rowsOf(_id)
    const stored = JSON.stringify([factor, codes])
    expect(stored).not.toContain(body.secret)
    for (const one of on.body.recoveryCodes) {
      expect(stored).not.toContain(one)
      expect(stored).not.toContain(one.replaceAll(' ', ''))
    }
    expect(codes).toHaveLength(10)
    expect((await client.get('/api/v1/export?format=json')).text).not.toContain(factor?.secret)
  })

  test('asks for the password, each time with a new secret, and refuses the demo account', async () => {
    const [client, demo] = [await signedIn(), await signedIn({ traits: ['demo'] })]
    const msg = 'The password is wrong'
    for (const path of [totp, recovery]) {
      expect(await client.post(path, { password: 'x' })).toMatchObject({ status: 401, body: { msg } })
      expect(await client.post(path, {})).toMatchObject({
        status: 400,
        body: { errors: { password: [/./] } },
      })
    }
    expect(await off(client, { password: 'x' })).toMatchObject({ status: 401, body: { msg } })
    expect((await off(client, { password })).status).toBe(409)
    expect((await client.post(recovery, { password })).status).toBe(409)
    expect((await client.post(confirm, { code: '123456' })).status).toBe(409)
    const [one, two] = [await client.post(totp, { password }), await client.post(totp, { password })]
    expect(one.body.secret).not.toBe(two.body.secret)
    expect((await client.post(confirm, { code: codeOf(one.body.secret) })).status).toBe(400)
    expect((await client.post(confirm, { code: codeOf(two.body.secret) })).status).toBe(200)
    for (const path of [totp, confirm, recovery]) expect((await demo.post(path, {})).status).toBe(403)
    expect((await off(demo, {})).status).toBe(403)
    expect((await demo.submit(screen, { intent: 'begin', password })).status).toBe(403)
  })

  test('on the screen, a refused code shows the same secret again, and only to who has it', async () => {
    const client = await signedIn()
    const begun = await client.submit(screen, { intent: 'begin', password })
    const secret = /name="secret" value="([A-Z2-7]{32})"/.exec(begun.text)?.[1] ?? ''
    expect([begun.status, begun.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(begun.text).toContain('<title>QR code for the authenticator app</title>')
    expect(visibleText(begun)).toContain(secret.replace(/.{4}(?=.)/g, '$& '))
    const wrong = await client.submit(screen, { intent: 'confirm', secret, code: '12' })
    expect([wrong.status, visibleText(wrong).includes(wrongCode)]).toEqual([400, true])
    expect(wrong.text).toContain(`value="${secret}"`)
    const guess = await client.submit(screen, { intent: 'confirm', secret: 'x', code: '12' })
    expect(guess.text).not.toContain(secret)
    expect((await client.visit(screen)).text).not.toContain(secret)
    const on = await client.submit(screen, { intent: 'confirm', secret, code: codeOf(secret) })
    expect(on.status).toBe(200)
    const codes = visibleText(on).match(/(\d{4} ){4}\d{4}/g)
    expect(codes).toHaveLength(10)
    expect((await logIn(client.user.Email, codes?.[3])).status).toBe(200)
    const later = visibleText(await client.visit(screen))
    expect(later).toContain('9 recovery codes are left')
    expect(later).not.toContain(codes?.[0])
  })
})

describe('signing in', () => {
  test('the API needs the code beside the password; a wrong password gets no hint of it', async () => {
    const { user, secret } = await withSecondFactor()
    const { Email } = user
    const without = await logIn(Email)
    expect(without).toMatchObject({ status: 401, body: { msg: enterCode, errors: { code: [enterCode] } } })
    expect(without.cookies.join()).not.toContain('session=')
    for (const code of ['', '  ']) expect((await logIn(Email, code)).text).toBe(without.text)
    const plain = await createUser()
    const guess = (address: string, code?: string) =>
      createClient().post('/api/v1/auth/login', { Email: address, Password: 'not the password', code })
    const answers = [await guess(Email), await guess(Email, codeOf(secret)), await guess(plain.Email)]
    for (const { status, text } of answers)
      expect([status, text]).toEqual([401, '{"msg":"Invalid credentials"}'])
    const client = createClient()
    expect(await logIn(Email, codeOf(secret), client)).toMatchObject({
      status: 200,
      body: { msg: 'Login successful' },
    })
    expect((await client.get('/api/v1/buds')).status).toBe(200)
    expect((await logIn(plain.Email, '123456')).status).toBe(200)
  })

  test('a code works once, one step before and after, and not two', async () => {
    const { user, secret } = await withSecondFactor()
    await untilMidStep()
    for (const steps of [-2, 2]) expect(await logIn(user.Email, codeOf(secret, steps))).toMatchObject(refused)
    for (const steps of [-1, 0, 1]) {
      const code = codeOf(secret, steps)
      expect((await logIn(user.Email, code)).status, String(steps)).toBe(200)
      expect(await logIn(user.Email, code)).toMatchObject(refused)
    }
    expect(await logIn(user.Email, codeOf(secret)), 'an older code').toMatchObject(refused)
  })

  test('the screen asks for the code in a second step, which gives a new session', async () => {
    const { user, secret } = await withSecondFactor()
    const client = await halfSignedIn(user.Email)
    const before = client.cookies.get('session')
    const page = await client.visit('/login/code')
    expect([page.status, page.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(page.text).toMatch(/autocomplete="one-time-code"/i)
    expect(page.text).toContain('<title>Enter your code · Budkeeper</title>')
    expect((await client.get('/api/v1/buds')).status).toBe(401)
    expect(await client.visit('/dashboard')).toHaveRedirect('/')
    const wrong = await client.submit('/login/code', { code: '12' })
    expect([wrong.status, visibleText(wrong).includes(wrongCode)]).toEqual([401, true])
    const right = await client.submit('/login/code', { code: codeOf(secret) })
    expect(right).toHaveRedirect('/dashboard')
    expect(right).toSendToast('Login successful')
    expect(client.cookies.get('session')).not.toBe(before)
    expect((await client.get('/api/v1/buds')).status).toBe(200)
    const old = createClient()
    old.storeCookie(before ?? '')
    expect(await old.visit('/login/code')).toHaveRedirect('/login')
    expect((await client.get('/api/v1/sessions')).body.sessions).toHaveLength(2)
  })

  test('the second step lasts 10 minutes, and ends with a logout and with a reset of the password', async () => {
    const { user, secret } = await withSecondFactor()
    const { _id, Email } = user
    const isHalf = sql`${sessions.userId} = ${_id} and ${sessions.needsCode}`
    const late = await halfSignedIn(Email)
    const [row] = await db.select().from(sessions).where(isHalf)
    const minutes = ((row?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(9)
    expect(minutes).toBeLessThanOrEqual(10)
    await db.update(sessions).set({ expiresAt: new Date() }).where(isHalf)
    const tooLate = await late.submit('/login/code', { code: codeOf(secret) })
    expect(tooLate).toHaveRedirect('/login')
    expect(tooLate).toSendToast('The code was not entered in time. Please log in again.')
    const gone = await halfSignedIn(Email)
    await gone.submit('/logout', {})
    expect(await gone.visit('/login/code')).toHaveRedirect('/login')
    const half = await halfSignedIn(Email)
    await createClient().post('/api/v1/auth/forgot-password', { Email })
    const token = resetTokenIn(await mailTo(Email, { tag: 'password-reset' }))
    const chosen = { password: 'Green-Heron-43', confirmPassword: 'Green-Heron-43' }
    expect((await createClient().post(`/api/v1/auth/reset-password/${token}`, chosen)).status).toBe(200)
    expect(await half.submit('/login/code', { code: codeOf(secret) })).toHaveRedirect('/login')
    const login = (code?: string) =>
      createClient().post('/api/v1/auth/login', { Email, Password: chosen.password, code })
    expect(await login(), 'a reset does not switch it off').toMatchObject({ body: { msg: enterCode } })
    expect((await login(codeOf(secret))).status).toBe(200)
  })

  test('after five wrong codes the next one waits, in each half-signed-in session and in the API', async () => {
    const { user, secret } = await withSecondFactor()
    const guess = async (n: number) =>
      n % 2 ? logIn(user.Email, '12') : (await halfSignedIn(user.Email)).submit('/login/code', { code: '12' })
    for (let n = 0; n < 5; n++) expect((await guess(n)).status, String(n)).toBe(401)
    for (let n = 0; n < 2; n++) expect((await guess(n)).status).toBe(429)
    const right = await logIn(user.Email, codeOf(secret))
    expect(right.status).toBe(429)
    expect(Number(right.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  test('guesses from elsewhere do not delay a browser that has given a code before', async () => {
    const { user, secret, ...client } = await withSecondFactor()
    for (let n = 0; n < 6; n++) await logIn(user.Email, '12')
    expect((await logIn(user.Email, codeOf(secret))).status).toBe(429)
    const again = await client.post('/api/v1/auth/login', {
      Email: user.Email,
      Password: password,
      code: codeOf(secret),
    })
    expect(again.status).toBe(200)
  })

  test('a login by password and code in one call makes the device trusted for both', async () => {
    const { user, secret } = await withSecondFactor()
    const client = createClient()
    expect((await logIn(user.Email, codeOf(secret), client)).status).toBe(200)
    const guess = { Email: user.Email, Password: 'not the password' }
    for (let n = 0; n < 6; n++) await createClient().post('/api/v1/auth/login', guess)
    expect((await logIn(user.Email, codeOf(secret, 1))).status).toBe(429)
    expect((await logIn(user.Email, codeOf(secret, 1), client)).status).toBe(200)
  })

  test('a password alone makes no device trusted for codes', async () => {
    const { user } = await withSecondFactor()
    const attacker = await halfSignedIn(user.Email)
    for (let n = 0; n < 5; n++) await logIn(user.Email, '12')
    expect((await attacker.submit('/login/code', { code: '12' })).status).toBe(429)
  })
})

describe('recovery codes', () => {
  test('each works once, with spaces, dashes, none or full-width digits, also on the screen', async () => {
    const { user, recoveryCodes } = await withSecondFactor()
    const [one = '', two = '', three = '', four = ''] = recoveryCodes
    expect((await logIn(user.Email, one)).status).toBe(200)
    expect(await logIn(user.Email, one)).toMatchObject(refused)
    expect((await logIn(user.Email, two.replaceAll(' ', '-'))).status).toBe(200)
    const fullWidth = four.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
    expect((await logIn(user.Email, fullWidth)).status).toBe(200)
    const client = await halfSignedIn(user.Email)
    expect(await client.submit('/login/code', { code: three.replaceAll(' ', '') })).toHaveRedirect(
      '/dashboard',
    )
    const other = await withSecondFactor()
    expect(await logIn(other.user.Email, recoveryCodes[3])).toMatchObject(refused)
  })

  test('new ones void the old ones, and are mailed as a fact only', async () => {
    const client = await withSecondFactor()
    const { Email } = client.user
    const response = await client.post(recovery, { password })
    expect(response).toMatchObject({
      status: 200,
      body: { msg: 'The old recovery codes do not work any more', recoveryCodes: { length: 10 } },
    })
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await logIn(Email, client.recoveryCodes[0])).toMatchObject(refused)
    expect((await logIn(Email, response.body.recoveryCodes[0])).status).toBe(200)
    const mail = await mailTo(Email, { tag: 'recovery-codes' })
    for (const code of response.body.recoveryCodes) expect(mail.TextBody + mail.HtmlBody).not.toContain(code)
    const page = await client.submit(screen, { intent: 'codes', password })
    expect(visibleText(page).match(/(\d{4} ){4}\d{4}/g)).toHaveLength(10)
    expect((await logIn(Email, response.body.recoveryCodes[1])).status).toBe(401)
  })
})

test('switching off needs the password, deletes the codes, and is mailed', async () => {
  for (const by of ['form', 'api']) {
    const client = await withSecondFactor()
    const { _id, Email } = client.user
    const wrong = await client.submit(screen, { intent: 'off', password: 'x' })
    expect([wrong.status, visibleText(wrong).includes('The password is wrong')]).toEqual([401, true])
    const msg = 'The second factor is off'
    if (by === 'api') expect(await off(client, { password })).toMatchObject({ status: 200, body: { msg } })
    else expect(await client.submit(screen, { intent: 'off', password })).toSendToast(msg)
    expect(await rowsOf(_id)).toEqual({ factor: undefined, codes: [] })
    expect((await logIn(Email)).status).toBe(200)
    expect((await mailTo(Email, { tag: 'second-factor-off' })).TextBody).toContain('takes the password only')
  }
})

test('a change of the password and the deletion of the account leave no way around it, and no row', async () => {
  const { user, secret, post } = await withSecondFactor()
  const newPassword = 'Green-Heron-43'
  await post('/api/v1/auth/change-password', { password, newPassword })
  const login = { Email: user.Email, Password: newPassword }
  expect((await createClient().post('/api/v1/auth/login', login)).status).toBe(401)
  const right = await createClient().post('/api/v1/auth/login', { ...login, code: codeOf(secret) })
  expect(right.status).toBe(200)
  await post('/api/v1/users/delete', { password: newPassword })
  await expect.poll(() => rowsOf(user._id)).toEqual({ factor: undefined, codes: [] })
})

test('what an older secret has encrypted is encrypted anew with the current one; a lost one voids the codes only', async () => {
  const { user, secret, recoveryCodes } = await withSecondFactor()
  const isTheirs = eq(secondFactors.userId, user._id)
  const stored = async () => (await rowsOf(user._id)).factor?.secret ?? ''
  const { SESSION_SECRET } = testEnv()
  const rotated = secretBox(['y'.repeat(32), SESSION_SECRET])
  const before = await stored()
  await renewEncryption()
  expect(await stored()).toBe(before)
  await renewEncryption(rotated)
  expect((await stored()).startsWith(rotated.prefix)).toBe(true)
  expect(rotated.decrypt(await stored(), user._id)).toBe(secret)
  await renewEncryption()
  expect(rotated.decrypt(await stored(), user._id), 'what cannot be read is kept').toBe(secret)
  expect(await logIn(user.Email, codeOf(secret))).toMatchObject(refused)
  expect((await logIn(user.Email, recoveryCodes[0])).status).toBe(200)
  await db.update(secondFactors).set({ secret: before }).where(isTheirs)
  expect((await logIn(user.Email, codeOf(secret))).status).toBe(200)
})
