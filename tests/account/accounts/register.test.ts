import { eq } from 'drizzle-orm'
import { JSDOM } from 'jsdom'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { rememberNewcomer } from '~/account/accounts/newcomer.server'
import { db } from '~/base/db/db.server'
import type { Call } from '~/base/http/context.server'
import { accessCodes, sessions, users } from '~drizzle/schema'
import { createClient, visibleText } from '../../support/client'
import {
  createAccessCode,
  createBud,
  createUser,
  password,
  uniqueEmail,
  whileCodesAreRequired,
} from '../../support/factories'
import type { Client } from '../../support/http-client'
import { mailTo } from '../../support/mailbox'

const person = () => ({ Firstname: 'Ada', Surname: 'Lovelace', Email: uniqueEmail(), Password: password })
const register = (input: unknown) => createClient().post('/api/v1/auth/register', input)
const byEmail = (Email: string) => db.select().from(users).where(eq(users.Email, Email))
const codeRow = async (code: string) =>
  (await db.select().from(accessCodes).where(eq(accessCodes.code, code)))[0]

describe('the fields', () => {
  test.each([
    [{ Firstname: '' }, 'First name is required'],
    [{ Firstname: undefined }, 'First name is required'],
    [{ Firstname: null }, 'First name is required'],
    [{ Firstname: 7 }, 'First name must be text'],
    [{ Firstname: 'a'.repeat(101) }, 'First name must be at most 100 characters'],
    [{ Surname: 'a'.repeat(101) }, 'Surname must be at most 100 characters'],
    [{ Firstname: 'A\0da' }, 'First name contains characters that are not allowed'],
    [{ Surname: '\ud800' }, 'Surname contains characters that are not allowed'],
    [{ Email: undefined }, 'Email is required'],
    [{ Email: '  ' }, 'Email is required'],
    [{ Email: 'ada' }, 'Email must be a valid email address'],
    [{ Email: 'ada@' }, 'Email must be a valid email address'],
    [{ Email: 'ada lovelace@example.com' }, 'Email must be a valid email address'],
    [{ Email: 'ada@example.com\r\nBcc: all@example.com' }, 'Email must be a valid email address'],
    [{ Email: `${'a'.repeat(250)}@example.com` }, 'Email must be at most 254 characters'],
    [{ Password: '1234567' }, 'Password must be at least 8 characters'],
    [{ Password: undefined }, 'Password must be at least 8 characters'],
    [{ Password: 'ab\0defgh' }, 'Password contains characters that are not allowed'],
    [{ Password: ['Blue-Heron-42'] }, 'Password must be text'],
    [{ Password: 'x'.repeat(129) }, 'Password must be at most 128 characters'],
    [{ Password: 'password' }, 'This password is too common'],
    [{ Password: 'PASSWORD1' }, 'This password is too common'],
    [{ Password: '12345678' }, 'This password is too common'],
  ])('%j is refused', async (wrong, msg) => {
    const input = { ...person(), ...wrong }
    const response = await register(input)
    expect(response).toMatchObject({ status: 400, body: { msg } })
    expect(await byEmail(String(input.Email))).toEqual([])
  })

  test.each(['correct horse battery', 'ünïcödé-gesperrt', '😀😀😀😀', ' 8 spaces ', 'x'.repeat(128)])(
    'a password may have spaces, emoji and letters of any script, and is never trimmed: %s',
    async (Password) => {
      const input = { ...person(), Password }
      expect((await register(input)).status).toBe(201)
      const login = (Password: string) => createClient().post('/api/v1/auth/login', { ...input, Password })
      expect((await login(Password)).status).toBe(200)
      if (Password !== Password.trim()) expect((await login(Password.trim())).status).toBe(401)
    },
  )

  test('Role, isTestAccount and _id cannot be set, and the password is stored as an argon2id hash only', async () => {
    const input = { ...person(), Role: 'admin', isTestAccount: true, _id: crypto.randomUUID() }
    expect((await register(input)).status).toBe(201)
    const [user] = await byEmail(input.Email)
    expect(user).toMatchObject({ Role: 'user', isTestAccount: false })
    expect(user?._id).not.toBe(input._id)
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(user)).not.toContain(password)
  })
})

describe('an email address with letters of any script', () => {
  const unique = () => uniqueEmail().replace(/@.*/, '')

  test('is valid, in one spelling, and signs in by any of them', async () => {
    const name = unique()
    const input = { ...person(), Email: `${name}le\u0301a@BRU\u0308CKE.example` }
    expect((await register(input)).status).toBe(201)
    const Email = `${name}léa@brücke.example`
    expect(await byEmail(Email)).toHaveLength(1)
    for (const same of [
      Email,
      `${name}LÉA@xn--brcke-lva.example`,
      `${name}le\u0301a@brücke.EXAMPLE`,
      ` ${name}léa@XN--BRCKE-LVA.example `,
    ]) {
      expect((await register({ ...person(), Email: same })).status, same).toBe(409)
      const login = await createClient().post('/api/v1/auth/login', { Email: same, Password: password })
      expect(login.status, same).toBe(200)
    }
    for (const other of [`${name}lea@brücke.example`, `${name}léa@brucke.example`])
      expect((await register({ ...person(), Email: other })).status, other).toBe(201)
  })

  test.each([
    'יוסי@דוגמה.example',
    'юрий@почта.example',
    '用户@例子.example',
    'नमन@डाक.example',
    'jana@xn--brcke-lva.example',
  ])('%s is valid', async (address) => {
    const Email = `${unique()}${address}`
    expect((await register({ ...person(), Email })).status).toBe(201)
  })

  test('of any length is read in the time of its length', async () => {
    const attempt = (Email: string) => createClient().post('/api/v1/auth/forgot-password', { Email })
    const letters = Array.from({ length: 60_000 }, (_, n) =>
      String.fromCodePoint(0x4e00 + (n % 20_000)),
    ).join('')
    const cost = async (Email: string) => {
      const before = process.cpuUsage().user
      expect((await attempt(Email)).status).toBe(400)
      return process.cpuUsage().user - before
    }
    const control = await cost(`a@${'a'.repeat(180_000)}.example`)
    expect(await cost(`a@${letters}.example`)).toBeLessThan(5 * control + 500_000)
    expect(await cost(`a@é`.repeat(60_000))).toBeLessThan(5 * control + 500_000)
  })

  test('gets mails with its domain in ASCII', async () => {
    const name = unique()
    const input = { ...person(), Email: `${name}@brücke.example` }
    await register(input)
    await createClient().post('/api/v1/auth/forgot-password', { Email: `${name}@xn--brcke-lva.example` })
    expect((await mailTo(`${name}@xn--brcke-lva.example`)).Subject).toBe('Reset your Budkeeper password')
  })

  test('has its limit after it is brought into that spelling', async () => {
    const email = (local: string) => `${local}${'a'.repeat(200)}@e.example`
    const longest = 'e\u0301'.repeat(22)
    expect((await register({ ...person(), Email: email(longest) })).status).toBe(201)
    expect((await register({ ...person(), Email: email(`${longest}é`) })).body.msg).toBe(
      'Email must be at most 254 characters',
    )
  })

  test.each([
    'ad\u200ba@a.example',
    'ada@br\u00adücke.example',
    '\u202eada@a.example',
    'ada\ufe0f@a.example',
    'a@é@a.example',
    'ada\u00a0b@brücke.example',
    'ada@brü cke.example',
    'ada@brü\u3002example',
    'é',
    'é@',
    'ada@é..example',
    'ada\u0007@é.example',
  ])('%j is refused', async (Email) => {
    expect((await register({ ...person(), Email })).body.msg).toBe('Email must be a valid email address')
  })
})

test('an email address that has an account gets 409, in any letter case and with spaces around it', async () => {
  const [{ Email }, demo] = [await createUser(), await createUser({ traits: ['demo'] })]
  for (const same of [Email, Email.toUpperCase(), ` ${Email} `, demo.Email.toUpperCase()]) {
    expect(await register({ ...person(), Email: same })).toMatchObject({
      status: 409,
      body: { msg: 'An account with this email already exists' },
    })
  }
})

describe('the access code', () => {
  const refusal = { status: 400, body: { msg: 'Invalid access code' } }

  test('is required, and its field is shown, only while the setting says so', async () => {
    const readSetting = async () => ({
      ...(await createClient().get('/api/v1/settings/registration')).body,
      hasField: (await createClient().visit('/register')).text.includes('name="accessCode"'),
    })
    expect(await readSetting()).toEqual({ requireAccessCode: false, hasField: false })
    await whileCodesAreRequired(async () => {
      expect(await readSetting()).toEqual({ requireAccessCode: true, hasField: true })
    })
  })

  test('is valid in any letter case, but for one registration only', async () => {
    await whileCodesAreRequired(async () => {
      const [code, input] = [await createAccessCode(), person()]
      expect((await register({ ...input, accessCode: ` ${code.toLowerCase()} ` })).status).toBe(201)
      const [user] = await byEmail(input.Email)
      expect(await codeRow(code)).toMatchObject({ isUsed: true, usedBy: user?._id })
      expect(await register({ ...person(), accessCode: code })).toMatchObject(refusal)
    })
  })

  test.each(['', undefined, 'BUD-0000-0000', "' or 1=1 --"])('%j is refused', async (accessCode) => {
    await whileCodesAreRequired(async () => {
      const input = person()
      expect(await register({ ...input, accessCode })).toMatchObject(refusal)
      expect(await byEmail(input.Email)).toEqual([])
    })
  })

  test('is not used up if the email address is taken, or if registration requires no code', async () => {
    const accessCode = await createAccessCode()
    await whileCodesAreRequired(async () => {
      const { Email } = await createUser()
      expect((await register({ ...person(), Email, accessCode })).status).toBe(409)
    })
    expect((await register({ ...person(), accessCode })).status).toBe(201)
    expect(await codeRow(accessCode)).toMatchObject({ isUsed: false, usedBy: null })
  })
})

describe('the screen', () => {
  test('without acceptance of the terms it redirects to /terms and creates no account', async () => {
    const input = person()
    expect(await createClient().submit('/register', input)).toHaveRedirect('/terms')
    expect(await byEmail(input.Email)).toEqual([])
  })

  test('a refused form keeps its values, except the password', async () => {
    const fields = { ...person(), Email: 'ada', terms: 'accepted' }
    const response = await createClient().submit('/register', fields)
    expect(response.status).toBe(400)
    expect(response.text).toContain('Email must be a valid email address')
    expect(response.text).toContain('value="Lovelace"')
    expect(response.text).not.toContain(password)
  })
})

describe('the sign-in page after a registration', () => {
  const emailIn = (text: string) =>
    new JSDOM(text).window.document.querySelector<HTMLInputElement>('[name=Email]')?.value
  const greeting = 'Welcome, Ada.'

  test('greets by name and has the address, until the sign-in', async () => {
    const [client, fields] = [createClient(), person()]
    expect(await client.submit('/register', { ...fields, terms: 'accepted' })).toHaveRedirect('/login')
    const page = await client.visit('/login')
    expect([visibleText(page), emailIn(page.text)]).toEqual([expect.stringContaining(greeting), fields.Email])
    const other = await createClient().visit('/login')
    expect([visibleText(other), emailIn(other.text)]).toEqual([expect.not.stringContaining(greeting), ''])
    await client.submit('/login', fields)
    await client.submit('/logout', {})
    const data = await client.visit('/login.data')
    expect(data.text).not.toContain(fields.Email)
  })

  const intent = 'newcomer'

  test('signs in with one press', async () => {
    const [client, fields] = [createClient(), person()]
    await client.submit('/register', { ...fields, terms: 'accepted' })
    expect(visibleText(await client.visit('/login'))).toContain('Continue as Ada')
    expect(await client.submit('/login', { intent })).toHaveRedirect('/dashboard')
    expect((await client.get('/api/v1/users/current-user')).body.user.Email).toBe(fields.Email)
  })

  test('is a recent sign-in for five minutes after the registration', async () => {
    for (const [seconds, status] of [
      [280, 201],
      [310, 401],
    ] as const) {
      const { client, user } = await registeredAgo(seconds)
      await press(client)
      const { _id } = await createBud(user)
      expect((await client.post(`/api/v1/buds/${_id}/update-link`, {})).status).toBe(status)
      expect((await client.post('/api/v1/tokens', { name: 'Backup', scope: 'read' })).status).toBe(status)
    }
  })

  /** Resolves to whether the press signs in, and what the page says then. */
  async function press(client: Client) {
    const { headers } = await client.submit('/login', { intent })
    const isSignedIn = (await client.get('/api/v1/users/current-user')).status === 200
    return isSignedIn ? headers.get('Location') : visibleText(await client.visit('/login'))
  }

  /** A client with the cookie of a registration that was `seconds` ago. */
  async function registeredAgo(seconds: number) {
    const user = await createUser({ _id: uuid({ msecs: Date.now() - seconds * 1000 }) })
    const client = createClient()
    const context = { setCookie: client.storeCookie } as Partial<Call['context']>
    await rememberNewcomer({ context } as Call, { ...user, passwordHash: String(user.passwordHash) })
    return { client, user }
  }
  const refusal = expect.stringContaining('Please log in with your password')

  test('takes the press for ten minutes', async () => {
    expect(await press((await registeredAgo(580)).client)).toBe('/dashboard')
    expect(await press((await registeredAgo(605)).client)).toEqual(refusal)
  })

  test('takes the press once, and from the browser of the registration alone', async () => {
    const { client } = await registeredAgo(0)
    const copy = createClient()
    for (const cookie of client.cookies.values()) copy.storeCookie(cookie)
    expect(await press(client)).toBe('/dashboard')
    await client.submit('/logout', {})
    expect(await press(copy)).toEqual(refusal)
    expect(visibleText(await copy.visit('/login'))).not.toContain('Continue as')
    expect(await press(createClient())).toEqual(refusal)
  })

  test('refuses the press after a sign-in elsewhere that has ended', async () => {
    const { client, user } = await registeredAgo(0)
    const elsewhere = createClient()
    await elsewhere.post('/api/v1/auth/login', { Email: user.Email, Password: password })
    await elsewhere.submit('/logout', {})
    expect(await press(client)).toEqual(refusal)
  })

  test('of two presses at once, one signs in', async () => {
    const { client, user } = await registeredAgo(0)
    const copy = createClient()
    for (const cookie of client.cookies.values()) copy.storeCookie(cookie)
    await Promise.all([client, copy].map((one) => one.submit('/login', { intent })))
    expect(await db.$count(sessions, eq(sessions.userId, user._id))).toBe(1)
  })

  test('refuses the press once the password was set again', async () => {
    const { client, user } = await registeredAgo(0)
    await db.update(users).set({ passwordHash: 'another' }).where(eq(users._id, user._id))
    expect(await press(client)).toEqual(refusal)
  })
})
